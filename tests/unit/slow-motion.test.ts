import { describe, expect, test } from 'vitest';
import { toText } from '../../src/explain/tokens.ts';
import { LESSONS, readLesson } from '../../src/learn/lessons/catalogue.ts';
import { describeFault } from '../../src/learn/lessons/lesson-file.ts';
import type { Lesson } from '../../src/learn/lessons/lesson.ts';
import { prepareStop } from '../../src/learn/questions/ask.ts';
import { type SlowPart, slowParts } from '../../src/learn/questions/slow-motion.ts';
import { DE } from '../../src/learn/words/de/index.ts';
import { EN } from '../../src/learn/words/en/index.ts';
import { createProbe } from '../fixtures/probe.ts';

const SLOW = LESSONS.flatMap((lesson) =>
  lesson.stops.flatMap(({ slow }, i) => (slow === null ? [] : [[lesson.id, i, slow, lesson] as const])),
);

async function partsOf(lesson: Lesson, i: number, words = EN): Promise<SlowPart[]> {
  const probe = await createProbe();
  const stop = lesson.stops[i]!;
  const ready = await prepareStop(probe, stop, lesson.scenes[stop.scene]!, `${lesson.id} ${i}`);
  if (!ready.ok) throw new Error('not ready');
  await probe.api.seek({ step: ready.value.cursor.step });
  return slowParts(probe, stop.slow!, words);
}

describe('slow motion', () => {
  test('lessons show a preemption and a cascade', () => {
    expect(new Set(SLOW.map(([, , slow]) => slow))).toEqual(new Set(['preemption', 'cascade']));
  });

  test.each(SLOW)(
    '%s, stop at %i: %s plays in parts before and after the step',
    async (_id, i, _s, lesson) => {
      const parts = await partsOf(lesson, i);
      expect(parts.length).toBeGreaterThanOrEqual(3);
      expect(parts.length).toBeLessThanOrEqual(6);
      const steps = parts.map(({ step }) => step);
      expect(new Set(steps.slice(0, -1)).size).toBe(1);
      expect(steps.at(-1)).toBe(steps[0]! + 1);
      for (const { marks, said } of parts) {
        expect(marks.length).toBeGreaterThan(0);
        expect(marks.length).toBeLessThanOrEqual(3);
        expect(toText(said)).toMatch(/\.$/);
      }
      // The German version must have the same parts with the same figures.
      const german = await partsOf(lesson, i, DE);
      const figures = (list: SlowPart[]) => list.map(({ said }) => new Set(toText(said).match(/\d+/g)));
      expect(figures(german)).toEqual(figures(parts));
      expect(german.map(({ marks }) => marks)).toEqual(parts.map(({ marks }) => marks));
    },
  );

  test('a preemption names price, coins on hand, and the comparison that admits it', async () => {
    const at = LESSONS.findIndex(({ id }) => id === 'what-is-a-job');
    const lesson = LESSONS[at]!;
    const parts = await partsOf(
      lesson,
      lesson.stops.findIndex(({ slow }) => slow !== null),
    );
    expect(parts.map(({ said }) => toText(said))).toEqual([
      '2 needs 3 delivery slots, one for each of its entries.',
      '1 has 3 on hand.',
      '3 ≥ 3: 2 gets ahead of 1.',
      '2 is in front of 1 and hands over its first entry.',
    ]);
  });

  test('a run without any has none, and an unknown word is refused with its line', async () => {
    const text = (slow: string) =>
      `# T\nid: t\nabout: A.\n\n## S\nscene: fifo\nat: start\nslow: ${slow}\n\nText.\n`;
    const parsed = readLesson(text('cascade'));
    if (!parsed.ok) throw new Error('refused');
    expect(await partsOf(parsed.lesson, 0)).toEqual([]);
    const wrong = readLesson(text('all'));
    expect(wrong.ok ? [] : wrong.faults.map(describeFault)).toEqual([
      'Line 8, slow: all is not accepted; it takes one of preemption, cascade.',
    ]);
  });
});
