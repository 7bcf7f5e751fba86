import { describe, expect, it } from 'vitest';
import {
  clockCancel,
  clockPop,
  clockSchedule,
  clockScheduleDeadline,
  createClock,
} from '../../src/core/timers/clock.ts';
import type { Clock, ClockPort } from '../../src/core/timers/clock-model.ts';
import { projectWheel } from '../../src/core/timers/project-wheel.ts';
import {
  explainBucket,
  explainSleep,
  explainTimer,
  type TimerExplanation,
} from '../../src/explain/timers.ts';
import { toText } from '../../src/explain/tokens.ts';
import type { TimerEvent } from '../../src/protocol/events.ts';

const S = 1_000_000;

/** Makes a clock, and explains each of its events with the state of the wheel at that instant. */
function listen(): { c: Clock; port: ClockPort; told: string[]; all: TimerExplanation[] } {
  const c = createClock();
  const all: TimerExplanation[] = [];
  const told: string[] = [];
  const port: ClockPort = {
    label: (kind, ref) => `${kind} ${ref}`,
    emit(event: TimerEvent) {
      const explanation = explainTimer(event, c.wheel.now, projectWheel(c, 0));
      all.push(explanation);
      told.push(toText(explanation.sentence), ...explanation.notes.map((note) => `  ${toText(note)}`));
    },
  };
  return { c, port, told, all };
}

describe('explainTimer', () => {
  it('describes the life of a timer that overflows, falls and runs', () => {
    const { c, port, told } = listen();
    clockScheduleDeadline(c, 47 * S, 'retry', 4, port);
    clockPop(c, 40 * S, port);
    expect(clockPop(c, 47 * S, port)?.ref).toBe(4);
    expect(told).toEqual([
      'A timer is due beyond level 1 (20 s), so level 2 is added: 20 buckets of 20 s reach 400 s ahead.',
      '  Levels are added on demand and never removed.',
      'retry 4: due in 47 s, beyond level 1 (20 s), so level 2, bucket 2, which opens at 40 s.',
      'Bucket 2 of level 2 comes due at 40 s: 1 timer falls to a lower level, none is due.',
      'retry 4 falls from level 2, bucket 2, to level 1, bucket 7, which opens at 47 s.',
      'Bucket 7 of level 1 comes due at 47 s: 1 timer is due.',
      'retry 4 runs: it was due at 47 s.',
    ]);
  });

  it('describes a cancel, the bucket that it leaves armed, and the empty wake-up', () => {
    const { c, port, told } = listen();
    const id = clockSchedule(c, 5 * S, 'connect', 2, port);
    clockCancel(c, id, port);
    clockPop(c, 5 * S, port);
    expect(told.slice(1)).toEqual([
      'connect 2 is cancelled: unlinked from level 1, bucket 5, at the same cost whatever else is pending.',
      '  The bucket is empty now but stays in the delay queue: it will wake the clock at 5 s for nothing.',
      'Bucket 5 of level 1 opens at 5 s for nothing: its timers were cancelled.',
      '  A bucket stays in the delay queue until it comes due: removing it would cost what cancelling saves.',
    ]);
  });

  it('describes a timer within the open tick', () => {
    const { c, port, told } = listen();
    clockSchedule(c, 250_000, 'reply', 1, port);
    expect(told).toEqual([
      'reply 1: due in 0.25 s, within the wheel’s current tick (from 0 s), so it is not stored. It runs when it is due.',
    ]);
  });

  it('describes a wheel that is behind the clock', () => {
    const { c, port, told } = listen();
    clockPop(c, 15 * S, port);
    clockSchedule(c, 20 * S, 'scan', 1, port);
    expect(told.at(-1)).toBe(
      '  It would fit level 1 by the clock, but the wheel is 15 s behind it: wheel time moves only when a bucket opens.',
    );
  });

  it('asks the questions of the code in their order', () => {
    const { c, port, all } = listen();
    clockSchedule(c, 47 * S, 'retry', 4, port);
    const { lines, verdict } = all.at(-1)!.arithmetic!;
    expect(lines.map((line) => `${toText(line.label)} ${line.expression}`)).toEqual([
      'due at E = 47',
      'due within this tick? 47 < 0 + 1 no',
      'fits level 1? 47 < 0 + 20 no',
      'fits level 2? 47 < 0 + 400 yes',
      'bucket ⌊47 ÷ 20⌋ mod 20 = 2',
    ]);
    expect(toText(verdict)).toBe('Level 2, bucket 2.');
  });

  it.each<[TimerEvent, string[]]>([
    [
      { kind: 'purgatory.purged', estimate: 14, interval: 12, visited: 59, removed: 17 },
      [
        'About 14 completed operations were still watched, more than 12. All lists were walked: 59 nodes visited, 17 unlinked.',
      ],
    ],
    [
      { kind: 'purgatory.purged', estimate: 3, interval: 2, visited: 1, removed: 0 },
      [
        'About 3 completed operations were still watched, more than 2. All lists were walked: 1 node visited, 0 unlinked.',
        'The estimate counts operations, not nodes: checks had already unlinked these.',
      ],
    ],
    [
      { kind: 'operation.completed', operation: 1, cause: 'expired', nodesLeft: 2 },
      [
        'The operation is complete: its time ran out. It leaves the wheel immediately.',
        'It stays on 2 watch lists until the key is checked or the lists are purged.',
      ],
    ],
    [
      { kind: 'operation.watched', operation: 1, timer: 3, keys: ['c.example'] },
      ['The operation is not complete, so it waits for c.example and its timeout is on the wheel.'],
    ],
  ])('describes $0', (event, sentences) => {
    const { sentence, notes } = explainTimer(event, 0, projectWheel(createClock(), 0));
    expect([sentence, ...notes].map(toText)).toEqual(sentences);
  });
});

describe('the wheel at rest', () => {
  it('says how long it sleeps', () => {
    const c = createClock();
    expect(toText(explainSleep(projectWheel(c, 0), 0))).toBe(
      'Nothing is armed. The clock sleeps until the next insert.',
    );
    clockSchedule(c, 8 * S, 'a', 1);
    clockSchedule(c, 8 * S, 'b', 2);
    expect(toText(explainSleep(projectWheel(c, 0), 0))).toBe(
      'Next wake-up in 8 s; nothing ticks in between. 1 armed bucket for 2 timers.',
    );
  });

  it('describes a bucket', () => {
    const c = createClock();
    clockSchedule(c, 8 * S, 'a', 1);
    clockCancel(c, clockSchedule(c, 9 * S, 'b', 2));
    const wheel = projectWheel(c, 0);
    expect([7, 8, 9].map((index) => toText(explainBucket(wheel, 0, index)))).toEqual([
      'Level 1, bucket 7 is not armed.',
      'Level 1, bucket 8 opens at 8 s: 1 timer due.',
      'Level 1, bucket 9 is empty but armed: it wakes the clock at 9 s for nothing.',
    ]);
  });
});
