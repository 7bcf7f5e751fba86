import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';

/** The SCORM 1.2 wrapper of `public/scorm/`, run with a window that is a stand-in and a platform that checks every call. */
const SCRIPT = readFileSync('public/scorm/scorm.js', 'utf8');
const MANIFEST = readFileSync('public/scorm/imsmanifest.xml', 'utf8');

/** What an author may write, by the run-time environment of SCORM 1.2, section 3.4: element → form of its value. */
const WRITABLE: Record<string, RegExp> = {
  'cmi.core.lesson_location': /^.{0,255}$/,
  'cmi.core.lesson_status': /^(passed|completed|failed|incomplete|browsed)$/,
  'cmi.core.score.raw': /^(100|\d{1,2})(\.\d+)?$/,
  'cmi.core.score.min': /^(100|\d{1,2})(\.\d+)?$/,
  'cmi.core.score.max': /^(100|\d{1,2})(\.\d+)?$/,
  'cmi.core.exit': /^(time-out|suspend|logout|)$/,
  'cmi.core.session_time': /^\d{2,4}:\d{2}:\d{2}(\.\d{1,2})?$/,
  'cmi.suspend_data': /^[\s\S]{0,4096}$/,
};

interface Platform {
  /** Calls in order, as `LMSSetValue cmi.core.lesson_status incomplete`. */
  calls: string[];
  data: Record<string, string>;
  /** Calls that the standard forbids. */
  wrong: string[];
}

function platform(data: Record<string, string> = {}, accepts = true): Platform & { API: unknown } {
  const calls: string[] = [];
  const wrong: string[] = [];
  let state: 'new' | 'running' | 'ended' = 'new';
  const during = (call: string): void => {
    calls.push(call);
    if (state !== 'running') wrong.push(`${call} while ${state}`);
  };
  const API = {
    LMSInitialize(text: unknown) {
      calls.push('LMSInitialize');
      if (text !== '' || state !== 'new') wrong.push(`LMSInitialize ${String(text)} while ${state}`);
      if (accepts) state = 'running';
      return accepts ? 'true' : 'false';
    },
    LMSGetValue(name: string) {
      during(`LMSGetValue ${name}`);
      return data[name] ?? '';
    },
    LMSSetValue(name: string, value: unknown) {
      during(`LMSSetValue ${name} ${String(value)}`);
      if (typeof value !== 'string' || WRITABLE[name]?.test(value) !== true)
        wrong.push(`${name} holds ${String(value)}`);
      data[name] = String(value);
      return 'true';
    },
    LMSCommit(text: unknown) {
      during('LMSCommit');
      if (text !== '') wrong.push('LMSCommit takes an empty string');
      return 'true';
    },
    LMSFinish(text: unknown) {
      during('LMSFinish');
      if (text !== '') wrong.push('LMSFinish takes an empty string');
      state = 'ended';
      return 'true';
    },
    LMSGetLastError: () => '101',
  };
  return { calls, data, wrong, API };
}

/** Opens the wrapper in a frame of `around` (or opened by it) and gives the means to report and to leave. */
function wrapper(around: { API?: unknown }, search = '?lesson=blockers', where: 'frame' | 'popup' = 'frame') {
  const listeners: Record<string, (event: unknown) => void> = {};
  const frame = { src: '', contentWindow: {} };
  const state = { textContent: '' };
  let clock = 0;
  const outside: Record<string, unknown> = { ...around };
  outside['parent'] = outside;
  const window: Record<string, unknown> = { opener: null };
  window['parent'] = where === 'frame' ? outside : window;
  window['top'] = where === 'frame' ? outside : window;
  if (where === 'popup') window['opener'] = outside;
  runInNewContext(SCRIPT, {
    window,
    location: { search, href: `https://lms.example/pack/scorm/index.html${search}` },
    document: { getElementById: (id: string) => (id === 'lesson' ? frame : state) },
    addEventListener: (kind: string, listener: (event: unknown) => void) => (listeners[kind] = listener),
    URL,
    URLSearchParams,
    // Every look at the clock is 61.5 s after the one before.
    Date: { now: () => (clock += 61_500) },
  });
  const report = (data: object, source: object = frame.contentWindow): void =>
    listeners['message']?.({ source, data: { type: 'qmgrscope.lesson', ...data } });
  return { frame, state, report, leave: () => listeners['pagehide']?.({}) };
}

const HALF = { right: 1, questions: 4, seconds: 61, stop: 3, stops: 7, done: false };
const ALL = {
  right: 3,
  questions: 4,
  seconds: 200,
  stop: 7,
  stops: 7,
  done: true,
  code: 'blockers-3of4-200s-abcdefg',
};

describe('the wrapper for learning platforms', () => {
  test('a lesson that is finished: the calls in the order of the standard', () => {
    const lms = platform();
    const page = wrapper(lms);
    expect(page.frame.src).toBe('https://lms.example/pack/index.html#lesson=blockers');
    page.report(HALF);
    page.report(ALL);
    page.leave();
    page.leave();
    expect(lms.wrong).toEqual([]);
    expect(lms.calls[0]).toBe('LMSInitialize');
    expect(lms.calls.slice(-3)).toEqual(['LMSSetValue cmi.core.exit ', 'LMSCommit', 'LMSFinish']);
    expect(lms.data).toMatchObject({
      'cmi.core.lesson_status': 'completed',
      'cmi.core.score.raw': '75',
      'cmi.core.lesson_location': '7',
      'cmi.core.session_time': '0000:01:01.00',
      'cmi.suspend_data': ALL.code,
    });
  });

  test('a lesson that is left in the middle is suspended, and goes on where it was', () => {
    const lms = platform();
    const page = wrapper(lms);
    page.report(HALF);
    page.leave();
    expect(lms.wrong).toEqual([]);
    expect(lms.data).toMatchObject({ 'cmi.core.lesson_status': 'incomplete', 'cmi.core.exit': 'suspend' });
    const again = platform(lms.data);
    expect(wrapper(again).frame.src).toMatch(/#lesson=blockers&stop=3$/);
    expect(again.wrong).toEqual([]);
  });

  test('reading a finished lesson again takes no points away', () => {
    const lms = platform({ 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '75' });
    const page = wrapper(lms);
    page.report(HALF);
    page.leave();
    expect(lms.data).toMatchObject({ 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '75' });
  });

  test('a platform that opened the page as a window is found; a lesson of somebody’s own is opened', () => {
    const lms = platform();
    const page = wrapper(
      lms,
      `?hash=${encodeURIComponent('#lesson=~abc')}&app=https://host.example/q/`,
      'popup',
    );
    expect(lms.calls[0]).toBe('LMSInitialize');
    expect(page.frame.src).toBe('https://host.example/q/#lesson=~abc');
  });

  test('without a platform, or with one that refuses, the lesson works and the page says that nothing is recorded', () => {
    const alone = wrapper({});
    alone.report(HALF);
    alone.leave();
    expect(alone.frame.src).toContain('#lesson=blockers');
    const refusing = platform({}, false);
    const page = wrapper(refusing);
    expect(page.state.textContent).toBe(
      'The learning platform refused to begin (error 101): nothing is recorded.',
    );
    page.report(ALL);
    page.leave();
    expect(refusing.calls).toEqual(['LMSInitialize']);
  });

  test('reports of other windows and addresses that are no pages are left alone', () => {
    const lms = platform();
    const page = wrapper(lms);
    const calls = lms.calls.length;
    page.report(ALL, {});
    expect(lms.calls).toHaveLength(calls);
    expect(wrapper(platform(), '?app=javascript:alert(1)').frame.src).toBe('');
  });
});

describe('the manifest', () => {
  test('is one of SCORM 1.2 whose parts refer to each other and to files that are there', () => {
    const attribute = (pattern: RegExp): string => pattern.exec(MANIFEST)?.[1] ?? '';
    expect(MANIFEST).toContain('xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"');
    expect(MANIFEST).toContain('xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"');
    expect(MANIFEST).toMatch(/<schema>ADL SCORM<\/schema>\s*<schemaversion>1\.2<\/schemaversion>/);
    expect(attribute(/<organizations default="([^"]+)"/)).toBe(
      attribute(/<organization identifier="([^"]+)"/),
    );
    expect(attribute(/identifierref="([^"]+)"/)).toBe(attribute(/<resource identifier="([^"]+)"/));
    // What is optional in an item comes after its title.
    expect(MANIFEST).toMatch(/<title>[^<]+<\/title>\s*<adlcp:masteryscore>\d{1,3}<\/adlcp:masteryscore>/);
    expect(MANIFEST).toMatch(
      /<resource [^>]*type="webcontent"[^>]*adlcp:scormtype="sco"[^>]*href="scorm\/index.html"/,
    );
    const files = [...MANIFEST.matchAll(/<file href="([^"]+)"/g)].map(([, href]) => href ?? '');
    expect(files).toContain('scorm/index.html');
    for (const file of files) expect(readFileSync(`public/${file}`, 'utf8')).not.toBe('');
  });
});
