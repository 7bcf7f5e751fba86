import { describe, expect, test } from 'vitest';
import { toText, type Token } from '../../src/explain/tokens.ts';
import { LESSONS } from '../../src/learn/lessons/catalogue.ts';
import type { AskKind } from '../../src/learn/lessons/lesson.ts';
import { prepareStop } from '../../src/learn/questions/ask.ts';
import type { ThreadEvent, TimerEvent } from '../../src/protocol/events.ts';
import type { ReleaseRule, ThreadCause } from '../../src/protocol/threads.ts';
import { DE } from '../../src/learn/words/de/index.ts';
import { EN } from '../../src/learn/words/en/index.ts';
import { createProbe } from '../fixtures/probe.ts';

const KINDS = [
  'bucket',
  'wake-up',
  'opens',
  'purge',
  'time-out',
  'watch-list',
  'who-wakes',
  'count',
] as const;

const ENGLISH =
  /\b(the|is|are|its|it|that|which|with|has|have|not|for|of|to|by|and|at|level|timers|waits?|yes|no|due|rule|went|group|thread)\b/;

const figures = (text: string): string => [...new Set(text.match(/\d+([.,]\d+)?/g))].toSorted().join(' ');

/**
 * Returns the German sentence if it is wrong: equal to the English sentence, with an English word, or with different
 * figures.
 */
function faultsOf(english: readonly Token[], german: readonly Token[]): string[] {
  const [en, de] = [toText(english), toText(german)];
  // Names such as "timer 3" are given by the scene and are not translated.
  const isEnglish = de === en || ENGLISH.test(de.replaceAll(/\btimer \d+/g, ''));
  return isEnglish || figures(de) !== figures(en) ? [de] : [];
}

describe('questions about the machinery in German', () => {
  const stops = LESSONS.flatMap((lesson) =>
    lesson.stops.flatMap((stop, i) => {
      const kind = KINDS.find((each) => each === stop.ask?.kind);
      return kind === undefined ? [] : [{ kind, id: lesson.id, at: i + 1, lesson, stop }];
    }),
  );

  test('exist for every kind', () => {
    expect(new Set(stops.map(({ kind }) => kind))).toEqual(new Set<AskKind>(KINDS));
  });

  test.each(stops)('$kind of $id, stop $at: no English sentence', async ({ lesson, stop, kind }) => {
    const probe = await createProbe();
    const asked = async (words: typeof EN.ask) => {
      const ready = await prepareStop(probe, stop, lesson.scenes[stop.scene]!, lesson.id, words);
      if (!ready.ok || ready.value.question === null) throw new Error('no question');
      return ready.value.question;
    };
    const [english, german] = [await asked(EN.ask), await asked(DE.ask)];
    expect([german.kind, german.right]).toEqual([kind, english.right]);
    expect(german.choices.map(({ key }) => key)).toEqual(english.choices.map(({ key }) => key));
    expect(faultsOf(english.text, german.text)).toEqual([]);
    for (const [i, choice] of german.choices.entries()) {
      expect(faultsOf(english.choices[i]!.why, choice.why)).toEqual([]);
      expect(toText(choice.label)).not.toMatch(ENGLISH);
    }
  });
});

describe('events in German', () => {
  const both = (event: Parameters<typeof EN.ask.happened.thread>[0]): string[] =>
    faultsOf(EN.ask.happened.thread(event), DE.ask.happened.thread(event));
  const RULES: Readonly<Record<ReleaseRule, true>> = {
    W1: true,
    W2: true,
    W3: true,
    herd: true,
    'exit-gate': true,
    timeout: true,
    signal: true,
    destroy: true,
    'pass-on': true,
  };
  const CAUSES: Readonly<Record<Exclude<ThreadCause, ReleaseRule>, true>> = {
    setup: true,
    created: true,
    dispatched: true,
    'slice-end': true,
    'cpu-removed': true,
    unblock: true,
    'fault-done': true,
    continue: true,
    associate: true,
    dissociate: true,
    fetch: true,
    block: true,
    'page-fault': true,
    'wait-event': true,
    'wait-gate': true,
    'wait-exit-gate': true,
    stop: true,
    exit: true,
    'limit-set': true,
  };
  const rules = Object.keys(RULES) as ReleaseRule[];
  const causes = [...rules, ...(Object.keys(CAUSES) as ThreadCause[])];
  const ids = { transport: 1, thread: 2, source: 3, group: 4 } as const;

  test.each(rules)('a thread is released by %s', (cause) => {
    const event = { kind: 'thread.released', ...ids, name: 'T1', cause, by: 5, byName: 'T2' };
    for (const [opening, detail, by, group] of [
      ['block', 'connect', 5, 4],
      ['', '', 5, 0],
      ['', '', 0, 4],
      ...causes.map((each) => [each, '', 5, 4] as const),
    ])
      expect(
        both({ ...event, opening, detail, by, group } as Extract<ThreadEvent, { kind: 'thread.released' }>),
      ).toEqual([]);
  });

  test.each(causes)('the count of a group moves because of %s', (cause) => {
    const event = { kind: 'group.count', ...ids, name: 'G', from: 1, limit: 2, threadName: 'T1', cause };
    for (const [detail, to] of [
      ['connect', 2],
      ['wait', 0],
      ['', 5],
    ] as const)
      expect(both({ ...event, detail, to } as Extract<ThreadEvent, { kind: 'group.count' }>)).toEqual([]);
  });

  test.each([
    [0, 0],
    [1, 0],
    [2, 0],
    [0, 1],
    [0, 3],
    [2, 3],
    [1, 1],
  ])('a bucket opens, %i run and %i fall', (ran, moved) => {
    const event = { kind: 'bucket.opened', level: 1, bucket: 2, opens: 8_000_000, ran, moved };
    const [faults, [en, de]] = timers(event as Extract<TimerEvent, { kind: 'bucket.opened' }>, 8e6, 8e6);
    expect(faults).toEqual([]);
    expect(de).toBe(en);
  });

  test.each([
    ['in time', 0, 9_500_000, 8_000_000, 500_000, 0],
    ['behind the clock', 1, 9_500_000, 8_000_000, 7_000_000, 4_000_000],
    ['into a bucket that has come due', 1, 9_500_000, 8_000_000, 8_500_000, 4_000_000],
    ['due now', 0, 2_000_000, 2_000_000, 2_000_000, 0],
  ])('a timer is stored, %s', (_how, level, due, opens, at, stands) => {
    const event = { kind: 'timer.added', label: 'timer 1', level, bucket: 2, due, opens };
    const [faults, [en, de]] = timers(event as Extract<TimerEvent, { kind: 'timer.added' }>, at, stands);
    expect(faults).toEqual([]);
    expect(de).toBe(en);
  });

  function timers(
    event: Parameters<typeof EN.ask.happened.timer>[0],
    at: number,
    stands: number,
  ): [string[], number[]] {
    const levels = [{ currentTime: stands }, { currentTime: stands }];
    const wheel = { tick: 1_000_000, size: 4, levels };
    const said = [EN, DE].map(({ ask }) => {
      const { sentence, notes, arithmetic } = ask.happened.timer(event, at, wheel);
      const lines = (arithmetic?.lines ?? []).map(({ label, expression }) => [
        ...label,
        { mono: ` ${expression}` },
      ]);
      return [sentence, ...notes, ...lines];
    });
    const [english = [], german = []] = said;
    return [
      german.flatMap((sentence, i) => faultsOf(english[i] ?? [], sentence)),
      said.map(({ length }) => length),
    ];
  }
});
