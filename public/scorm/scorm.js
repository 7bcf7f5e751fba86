/**
 * SCORM 1.2: passes what a lesson reports on to the learning platform that holds this page. `?lesson=ID` names a lesson of
 * qmgrscope; `?hash=…` (encoded) one inside its own link. `?app=URL` when qmgrscope is somewhere else.
 */
const asked = new URLSearchParams(location.search);
const state = document.getElementById('state');
const frame = document.getElementById('lesson');
const home = new URL(asked.get('app') ?? '../index.html', location.href);
const api = findApi();
const opened = Date.now();
/** The platform has said yes to LMSInitialize, and LMSFinish has not been called: only then may anything be set. */
let running = false;
/** What the platform knew of an earlier attempt that was finished, 0 to 100: a lesson read again takes nothing away. */
let before = 0;
let done = false;

/** The platform's object is called API, in a window around this one or around the one that opened it. */
function findApi() {
  for (const start of [window, window.opener, openerOfAll()]) {
    for (let here = start, depth = 0; here && depth < 500; depth += 1) {
      try {
        if (here.API) return here.API;
      } catch {
        // Another origin: its parents cannot be asked either.
        break;
      }
      if (here.parent === here) break;
      here = here.parent;
    }
  }
  return null;
}

/** A platform may open a window with frames in it: then only the outermost one knows who opened it. */
function openerOfAll() {
  try {
    return window.top.opener;
  } catch {
    return null;
  }
}

function get(name) {
  return running ? String(api.LMSGetValue(name)) : '';
}

function set(name, value) {
  if (running) api.LMSSetValue(name, String(value));
}

/** HHHH:MM:SS.SS */
function scormTime(seconds) {
  const two = (n) => String(n).padStart(2, '0');
  const hours = String(Math.floor(seconds / 3600)).padStart(4, '0');
  return `${hours}:${two(Math.floor(seconds / 60) % 60)}:${two(Math.floor(seconds) % 60)}.00`;
}

function start() {
  if (home.protocol !== 'http:' && home.protocol !== 'https:' && home.protocol !== 'file:') {
    state.textContent = 'The address of qmgrscope is not one of a page.';
    return;
  }
  state.textContent = join();
  const place = get('cmi.core.lesson_location');
  const stop = /^\d{1,3}$/.test(place) ? `&stop=${place}` : '';
  const own = asked.get('hash');
  home.hash = own === null ? `lesson=${asked.get('lesson') ?? 'what-is-a-job'}${stop}` : own.replace(/^#/, '').replace(stop === '' ? '' : /&stop=\d+/, '') + stop;
  frame.src = home.href;
}

/** Begins the conversation with the platform; what the learner is told about it. */
function join() {
  if (api === null) return 'No learning platform around this page: nothing is recorded.';
  if (String(api.LMSInitialize('')) !== 'true') {
    return `The learning platform refused to begin (error ${api.LMSGetLastError()}): nothing is recorded.`;
  }
  running = true;
  const status = get('cmi.core.lesson_status');
  if (/^(completed|passed|failed)$/.test(status)) before = Number(get('cmi.core.score.raw')) || 0;
  else if (status === '' || status === 'not attempted') set('cmi.core.lesson_status', 'incomplete');
  return 'Your progress is recorded.';
}

function onReport(event) {
  if (event.source !== frame.contentWindow || event.data?.type !== 'qmgrscope.lesson') return;
  const { right, questions, stop, stops, code } = event.data;
  done ||= event.data.done === true;
  const score = questions === 0 ? (done ? 100 : 0) : Math.round((100 * right) / questions);
  set('cmi.core.lesson_location', stop);
  set('cmi.core.score.min', 0);
  set('cmi.core.score.max', 100);
  set('cmi.core.score.raw', Math.max(before, score));
  if (event.data.done === true) {
    set('cmi.core.lesson_status', 'completed');
    set('cmi.suspend_data', code ?? '');
  }
  if (running) api.LMSCommit('');
  state.textContent = event.data.done
    ? `Finished: ${right} of ${questions} right at the first choice.`
    : `Stop ${stop} of ${stops}.`;
}

/** Platforms keep the place in an attempt that is suspended; one that is over begins anew. */
function finish() {
  if (!running) return;
  set('cmi.core.session_time', scormTime((Date.now() - opened) / 1000));
  set('cmi.core.exit', done ? '' : 'suspend');
  api.LMSCommit('');
  api.LMSFinish('');
  running = false;
}

addEventListener('message', onReport);
addEventListener('pagehide', finish);
start();
