import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';

/**
 * The scripts of the SCORM 1.2 wrapper in `public/scorm/`. The tests run them with a simulated window and a strict platform.
 */
const SCRIPT = ['scorm-platform', 'cmi5-platform', 'scorm']
  .map((name) => readFileSync(`public/scorm/${name}.js`, 'utf8'))
  .join('\n');

/** Elements that a package may write, and the format of their values (SCORM 1.2 run-time environment, section 3.4). */
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
  /** Calls in order, such as `LMSSetValue cmi.core.lesson_status incomplete`. */
  calls: string[];
  data: Record<string, string>;
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

/** Opens the wrapper in a frame of `around`, or in a window that `around` opened. Returns functions to report and to leave. */
async function wrapper(
  around: { API?: unknown },
  search = '?lesson=blockers',
  where: 'frame' | 'popup' = 'frame',
  packaged: object | null = null,
) {
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
    qmgrscopeLesson: packaged,
    document: { getElementById: (id: string) => (id === 'lesson' ? frame : id === 'state' ? state : {}) },
    addEventListener: (kind: string, listener: (event: unknown) => void) => (listeners[kind] = listener),
    URL,
    URLSearchParams,
    // Each reading of the clock is 61.5 s later than the previous one.
    Date: { now: () => (clock += 61_500) },
  });
  const settled = (): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
  await settled();
  const report = (data: object, source: object = frame.contentWindow): Promise<void> => {
    listeners['message']?.({ source, data: { type: 'qmgrscope.lesson', lesson: 'blockers', ...data } });
    return settled();
  };
  return { frame, state, report, leave: () => listeners['pagehide']?.({}) };
}

const HALF = { right: 1, questions: 4, seconds: 61, stop: 3, stops: 7, done: false, answers: 't61.2ay' };
const ALL = {
  right: 3,
  questions: 4,
  seconds: 200,
  stop: 7,
  stops: 7,
  done: true,
  answers: 't200.2ay.4cbn',
  code: 'blockers-3of4-200s-abcdefg',
};

describe('the wrapper for learning platforms', () => {
  test('a finished lesson makes the calls in the order of the standard', async () => {
    const lms = platform();
    const page = await wrapper(lms);
    expect(page.frame.src).toBe('https://lms.example/pack/index.html#lesson=blockers&student&answers=t0');
    await page.report(HALF);
    await page.report(ALL);
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
      'cmi.suspend_data': `s7.t200.2ay.4cbn ${ALL.code}`,
    });
  });

  test('a lesson left midway is suspended, and resumes where it was', async () => {
    const lms = platform();
    const page = await wrapper(lms);
    await page.report(HALF);
    page.leave();
    expect(lms.wrong).toEqual([]);
    expect(lms.data).toMatchObject({ 'cmi.core.lesson_status': 'incomplete', 'cmi.core.exit': 'suspend' });
    const again = platform(lms.data);
    expect((await wrapper(again)).frame.src).toMatch(/#lesson=blockers&student&stop=3&answers=t61\.2ay$/);
    expect(again.wrong).toEqual([]);
  });

  test('reading a finished lesson again takes no points away', async () => {
    const lms = platform({ 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '75' });
    const page = await wrapper(lms);
    await page.report(HALF);
    page.leave();
    expect(lms.data).toMatchObject({ 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '75' });
  });

  test('finds a platform that opened a window, and opens a teacher’s own lesson', async () => {
    const lms = platform();
    const page = await wrapper(
      lms,
      `?hash=${encodeURIComponent('#lesson=~abc')}&app=https://host.example/q/`,
      'popup',
    );
    expect(lms.calls[0]).toBe('LMSInitialize');
    expect(page.frame.src).toBe('https://host.example/q/#lesson=~abc&student&answers=t0');
  });

  test('works without a platform, or with one that refuses, and says nothing is recorded', async () => {
    const alone = await wrapper({});
    await alone.report(HALF);
    alone.leave();
    expect(alone.frame.src).toContain('#lesson=blockers');
    const refusing = platform({}, false);
    const page = await wrapper(refusing);
    expect(page.state.textContent).toBe(
      'The learning platform refused to start (error 101): nothing is recorded.',
    );
    await page.report(ALL);
    page.leave();
    expect(refusing.calls).toEqual(['LMSInitialize']);
  });

  test('ignores reports of other windows and addresses that are no pages', async () => {
    const lms = platform();
    const page = await wrapper(lms);
    const calls = lms.calls.length;
    await page.report(ALL, {});
    expect(lms.calls).toHaveLength(calls);
    expect((await wrapper(platform(), '?app=javascript:alert(1)')).frame.src).toBe('');
  });
});
