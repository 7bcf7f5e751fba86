import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ASKS_PER_SECOND, floodGate } from '../../src/app/embed/answer-page.ts';
import { readMessage } from '../../src/app/embed/messages.ts';
import { watchHeart } from '../../src/client/heartbeat.ts';
import { forgetUnshared, keepUnshared, listUnshared } from '../../src/store/unshared.ts';

describe('a request to an embedded view', () => {
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  const broken = {
    toString() {
      throw new Error('no');
    },
  };
  test.each([
    ['seek', { type: 'seek', to: { at: 10n } }],
    ['seek', { type: 'seek', to: cycle }],
    ['speed', { type: 'play', speed: broken }],
    ['type', { type: broken }],
    ['type', { type: Object.create(null) }],
    ['unit', { type: 'step', unit: Symbol('x') }],
    ['load', { type: 'load', scene: cycle }],
  ])('that cannot be written as text is refused like any other (%s)', (_, ask) => {
    const read = readMessage({ qmgrscope: 1, id: 4, ...ask });
    expect(read).toMatchObject({ ok: false, id: 4 });
    const errors = read !== null && !read.ok ? read.errors : [];
    expect(errors).toHaveLength(1);
    expect(errors[0]?.value.length).toBeLessThanOrEqual(60);
  });

  test('that throws when inspected is refused too', () => {
    const trap = {
      qmgrscope: 1,
      get type(): never {
        throw new Error('no');
      },
    };
    expect(readMessage(trap)).toMatchObject({ ok: false, errors: [{ field: 'type' }] });
  });

  test('is limited to a hundred per second', () => {
    let now = 0;
    const flooded = floodGate(() => now);
    for (let i = 0; i < ASKS_PER_SECOND; i += 1) {
      expect(flooded()).toBeNull();
      now += 5;
    }
    expect(flooded()).toEqual([
      { field: 'rate', value: 'more than 100 in a second', accepted: 'at most 100 requests in a second' },
    ]);
    now += 600;
    expect(flooded()).toBeNull();
  });
});

describe('a worker that does not answer', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function watched() {
    const said: boolean[] = [];
    let answer = (): void => undefined;
    let clock = 0;
    let knocks = 0;
    const end = watchHeart(
      {
        knock: () => (knocks += 1),
        onAnswer(listener) {
          answer = listener;
        },
      },
      (quiet) => said.push(quiet),
      () => clock,
    );
    const pass = (seconds: number): void => {
      for (let i = 0; i < seconds; i += 1) {
        clock += 1000;
        vi.advanceTimersByTime(1000);
      }
    };
    const sleep = (ms: number): void => {
      clock += ms;
      vi.advanceTimersByTime(1000);
    };
    return { said, pass, sleep, end, answer: () => answer(), knocks: () => knocks };
  }

  test('is reported after five seconds, once, and again when it answers', () => {
    const { said, pass, answer, knocks } = watched();
    // A slow network is still loading the file.
    pass(30);
    expect(said).toEqual([]);
    answer();
    pass(4);
    expect(said).toEqual([]);
    pass(1);
    expect(said).toEqual([true]);
    pass(60);
    expect(said).toEqual([true]);
    answer();
    expect(said).toEqual([true, false]);
    expect(knocks()).toBeGreaterThan(90);
  });

  test('is not suspected for time in which the machine slept, nor after a replacement', () => {
    const { said, pass, sleep, end, answer } = watched();
    answer();
    sleep(3_600_000);
    expect(said).toEqual([]);
    answer();
    end();
    pass(60);
    expect(said).toEqual([]);
  });
});

describe('work that no address holds', () => {
  function storage(full = false) {
    let held: string | null = null;
    return {
      getItem: () => held,
      setItem(_: string, value: string) {
        if (full) throw new DOMException('full', 'QuotaExceededError');
        held = value;
      },
      break(text: string) {
        held = text;
      },
    };
  }
  const run = (tab: string, kept = 1) => ({ tab, title: `Run of ${tab}`, hash: `#s=${tab}`, kept });

  test('is kept once per tab, the latest five, until forgotten', () => {
    const kept = storage();
    for (const tab of ['a', 'b', 'c', 'd', 'e', 'f', 'b']) expect(keepUnshared(kept, run(tab))).toBe(true);
    expect(listUnshared(kept).map(({ tab }) => tab)).toEqual(['b', 'f', 'e', 'd', 'c']);
    forgetUnshared(kept, 'e');
    expect(listUnshared(kept).map(({ tab }) => tab)).toEqual(['b', 'f', 'd', 'c']);
  });

  test('counts as none where the storage is full, forbidden or damaged', () => {
    expect(keepUnshared(storage(true), run('a'))).toBe(false);
    expect(keepUnshared(null, run('a'))).toBe(false);
    const damaged = storage();
    for (const text of [
      '{',
      '7',
      '[{"tab":1}]',
      '[null,{"tab":"a","title":"t","hash":"javascript:1","kept":1}]',
    ]) {
      damaged.break(text);
      expect(listUnshared(damaged)).toEqual([]);
    }
  });
});
