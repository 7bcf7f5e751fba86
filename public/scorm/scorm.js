/**
 * Holds a lesson in a frame and passes what it reports on to the learning platform around it: SCORM 1.2, SCORM 2004 or
 * cmi5. A package names its lesson in lesson.js. Without one `?lesson=ID` names a lesson of qmgrscope, `?hash=…` (encoded)
 * one inside its own link, and `?app=URL` a qmgrscope that is somewhere else.
 */
const asked = new URLSearchParams(location.search);
const packaged = globalThis.qmgrscopeLesson ?? null;
const state = document.getElementById('state');
const frame = document.getElementById('lesson');
const leave = document.getElementById('leave');
const home = new URL(asked.get('app') ?? '../index.html', location.href);
const opened = Date.now();
const platform = findPlatform();
/** The platform has said yes, and the lesson has not been left: only then may anything be told. */
let running = false;
/** The best score that the platform knows of, 0 to 100: a lesson read again takes nothing away. */
let best = 0;
let finished = false;
/** What was kept last: equal reports are not sent twice. */
let kept = '';

function findPlatform() {
  const { standard } = packaged ?? {};
  const cmi5 = standard === undefined || standard === 'cmi5' ? findCmi5(location.search) : null;
  return cmi5 ?? findScorm(standard === 'cmi5' ? undefined : standard);
}

/** The address of the lesson without its place. */
function lessonHash() {
  if (packaged !== null) return packaged.hash;
  const own = asked.get('hash');
  return own === null
    ? `lesson=${asked.get('lesson') ?? 'what-is-a-job'}`
    : own.replace(/^#/, '').replace(/&(stop|answers)=[^&]*/g, '');
}

/** Id of the lesson that is to be reported; null = inside a link, and not known before it reports. */
function lessonId() {
  return packaged?.id ?? /^lesson=([a-z0-9-]+)/.exec(lessonHash())?.[1] ?? null;
}

async function start() {
  if (home.protocol !== 'http:' && home.protocol !== 'https:' && home.protocol !== 'file:') {
    state.textContent = 'app= in the address of this page needs the address of qmgrscope, with http, https or file.';
    return;
  }
  const before = await join();
  const [, place = '', answers = 't0'] = /^s(\d{1,3})\.(t[a-z0-9.]*)/.exec(before.suspend ?? '') ?? [];
  const stop = [before.place, place].find((text) => /^\d{1,3}$/.test(text ?? ''));
  home.hash = `${lessonHash()}&student${stop === undefined ? '' : `&stop=${stop}`}&answers=${answers}`;
  frame.src = home.href;
}

/** Begins the conversation with the platform, and tells the learner the result. */
async function join() {
  if (platform === null) {
    state.textContent = 'This page was not opened by a learning platform: nothing is recorded.';
    return {};
  }
  const before = await platform.begin();
  if (before.refused !== undefined) {
    state.textContent = `The learning platform refused to start (${before.refused}): nothing is recorded.`;
    return {};
  }
  running = true;
  best = before.score;
  state.textContent = 'Your progress is recorded.';
  if (/^https?:/.test(before.back ?? '')) {
    leave.hidden = false;
    leave.href = before.back;
  }
  return before;
}

async function onReport(event) {
  if (event.source !== frame.contentWindow || event.data?.type !== 'qmgrscope.lesson') return;
  const { lesson, right, questions, stop, stops, answers = 't0', answered, done, code } = event.data;
  const wanted = lessonId();
  // Another lesson may be opened in the frame: it is not the one of this package.
  if (wanted !== null && lesson !== wanted) return;
  finished ||= done === true;
  best = Math.max(best, questions === 0 ? (finished ? 100 : 0) : Math.round((100 * right) / questions));
  const suspend = `s${stop}.${answers}${done && code ? ` ${code}` : ''}`;
  state.textContent = done ? `Finished: ${right} of ${questions} right on the first try.` : `Stop ${stop} of ${stops}.`;
  // The seconds alone are no news.
  const news = `${suspend.replace(/t\d+| .*/g, '')} ${best} ${finished}`;
  if (!running || news === kept) return;
  kept = news;
  const fault = await platform.keep({ place: stop, suspend, score: best, finished, asks: questions > 0, answered });
  if (fault === '') return;
  kept = '';
  state.textContent += ` The learning platform did not save it (${fault}).`;
}

function finish() {
  if (!running) return;
  running = false;
  platform.end(Math.floor((Date.now() - opened) / 1000), finished);
}

addEventListener('message', (event) => void onReport(event));
addEventListener('pagehide', finish);
void start();
