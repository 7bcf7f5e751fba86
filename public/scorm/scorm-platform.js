/**
 * Learning platforms of SCORM 1.2 and of SCORM 2004: an object that the platform puts into a window around this one, or
 * around the one that opened it. What both know is the same; words and forms differ.
 */
const SCORM = {
  '1.2': {
    object: 'API',
    calls: {
      begin: 'LMSInitialize',
      get: 'LMSGetValue',
      set: 'LMSSetValue',
      keep: 'LMSCommit',
      end: 'LMSFinish',
      fault: 'LMSGetLastError',
    },
    place: 'cmi.core.lesson_location',
    status: 'cmi.core.lesson_status',
    score: 'cmi.core.score',
    mastery: 'cmi.student_data.mastery_score',
    time: ['cmi.core.session_time', clockTime],
    exit: ['cmi.core.exit', ''],
    // Characters of suspend_data that every platform keeps.
    room: 4096,
  },
  2004: {
    object: 'API_1484_11',
    calls: {
      begin: 'Initialize',
      get: 'GetValue',
      set: 'SetValue',
      keep: 'Commit',
      end: 'Terminate',
      fault: 'GetLastError',
    },
    place: 'cmi.location',
    status: 'cmi.completion_status',
    score: 'cmi.score',
    mastery: 'cmi.scaled_passing_score',
    time: ['cmi.session_time', (seconds) => `PT${seconds}S`],
    exit: ['cmi.exit', 'normal'],
    room: 64000,
  },
};

/** HHHH:MM:SS.SS */
function clockTime(seconds) {
  const two = (n) => String(n).padStart(2, '0');
  const hours = String(Math.floor(seconds / 3600)).padStart(4, '0');
  return `${hours}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.00`;
}

/** The platform's object of that name, or null. */
function findObject(name) {
  for (const start of [window, window.opener, openerOfAll()]) {
    for (let here = start, depth = 0; here && depth < 500; depth += 1) {
      try {
        if (here[name]) return here[name];
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

/** The platform of a standard ("1.2", "2004"), or of whichever is there; null = there is none. */
function findScorm(standard) {
  for (const [version, words] of Object.entries(SCORM)) {
    const api = standard === undefined || standard === version ? findObject(words.object) : null;
    if (api) return scormPlatform(api, version, words);
  }
  return null;
}

/**
 * begin() → what is kept from before, or a refusal; keep(report) → "" or the platform's fault; end(seconds, finished).
 * A report: place, suspend, score (0 to 100), finished, asks.
 */
function scormPlatform(api, version, words) {
  const { calls } = words;
  const call = (name, ...values) => String(api[calls[name]](...values));
  const get = (name) => call('get', name);
  let fault = '';
  const set = (name, value) => {
    if (call('set', name, String(value)) !== 'true') fault = `${name}, error ${call('fault')}`;
  };
  const passes = (score) => {
    const asked = get(words.mastery);
    if (asked === '') return null;
    return score >= Number(asked) * (version === '2004' ? 100 : 1);
  };
  return {
    async begin() {
      if (call('begin', '') !== 'true') return { refused: `error ${call('fault')}` };
      const status = get(words.status);
      const score = Number(get(`${words.score}.raw`)) || 0;
      if (status === '' || status === 'not attempted' || status === 'unknown') set(words.status, 'incomplete');
      return { place: get(words.place), suspend: get('cmi.suspend_data'), score };
    },
    async keep({ place, suspend, score, finished, asks }) {
      fault = '';
      set(words.place, place);
      set(`${words.score}.min`, 0);
      set(`${words.score}.max`, 100);
      set(`${words.score}.raw`, score);
      if (version === '2004') set('cmi.score.scaled', score / 100);
      if (suspend.length <= words.room) set('cmi.suspend_data', suspend);
      if (finished) {
        const passed = asks ? passes(score) : null;
        // 1.2 has one word for both; 2004 keeps them apart.
        const word = passed === null ? '' : passed ? 'passed' : 'failed';
        set(words.status, version === '1.2' && word !== '' ? word : 'completed');
        if (version === '2004' && word !== '') set('cmi.success_status', word);
      }
      if (call('keep', '') !== 'true') fault ||= `error ${call('fault')}`;
      return fault;
    },
    /** Platforms keep the place in an attempt that is suspended; one that is over begins anew. */
    end(seconds, finished) {
      const [time, form] = words.time;
      const [exit, over] = words.exit;
      set(time, form(seconds));
      set(exit, finished ? over : 'suspend');
      call('keep', '');
      call('end', '');
    },
  };
}
