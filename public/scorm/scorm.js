/**
 * SCORM 1.2: passes what a lesson reports on to the learning platform that holds this page. `?lesson=ID` names a lesson of
 * qmgrscope; `?hash=…` (encoded) one inside its own link. `?app=URL` when qmgrscope is somewhere else.
 */
const asked = new URLSearchParams(location.search);
const state = document.getElementById('state');
const frame = document.getElementById('lesson');
const home = new URL(asked.get('app') ?? '../index.html', location.href);
const api = findApi();
let ended = false;

/** The platform's object is called API, in a window around this one or in the one that opened it. */
function findApi() {
  for (const start of [window, window.opener]) {
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

function set(name, value) {
  if (api === null || ended) return;
  api.LMSSetValue(name, String(value));
}

/** HHHH:MM:SS.SS */
function scormTime(seconds) {
  const two = (n) => String(n).padStart(2, '0');
  const hours = String(Math.floor(seconds / 3600)).padStart(4, '0');
  return `${hours}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.00`;
}

function start() {
  if (home.protocol !== 'http:' && home.protocol !== 'https:' && home.protocol !== 'file:') {
    state.textContent = 'The address of qmgrscope is not one of a page.';
    return;
  }
  if (api === null) state.textContent = 'No learning platform around this page: nothing is recorded.';
  else {
    api.LMSInitialize('');
    const status = api.LMSGetValue('cmi.core.lesson_status');
    if (status === '' || status === 'not attempted') set('cmi.core.lesson_status', 'incomplete');
    state.textContent = 'Your progress is recorded.';
  }
  const place = api === null ? '' : api.LMSGetValue('cmi.core.lesson_location');
  const stop = /^\d{1,3}$/.test(place) ? `&stop=${place}` : '';
  const own = asked.get('hash');
  home.hash = own === null ? `lesson=${asked.get('lesson') ?? 'what-is-a-job'}${stop}` : own.replace(/^#/, '') + stop;
  frame.src = home.href;
}

function onReport(event) {
  if (event.source !== frame.contentWindow || event.data?.type !== 'qmgrscope.lesson') return;
  const { right, questions, seconds, stop, stops, done, code } = event.data;
  set('cmi.core.lesson_location', stop);
  set('cmi.core.score.min', 0);
  set('cmi.core.score.max', 100);
  set('cmi.core.score.raw', questions === 0 ? (done ? 100 : 0) : Math.round((100 * right) / questions));
  set('cmi.core.session_time', scormTime(seconds));
  if (done) {
    set('cmi.core.lesson_status', 'completed');
    set('cmi.suspend_data', code ?? '');
  }
  if (api !== null) api.LMSCommit('');
  state.textContent = done
    ? `Finished: ${right} of ${questions} right at the first choice.`
    : `Stop ${stop} of ${stops}.`;
}

function finish() {
  if (api === null || ended) return;
  api.LMSFinish('');
  ended = true;
}

addEventListener('message', onReport);
addEventListener('pagehide', finish);
start();
