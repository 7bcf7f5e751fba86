import { describe, expect, test } from 'vitest';
import { parseRoute } from '../../src/app/routes.ts';
import { LESSONS } from '../../src/learn/lessons/catalogue.ts';
import { galleryItem } from '../../src/scenes/gallery.ts';
import { asksSomething } from '../../src/learn/lessons/lesson.ts';
import { practiceRound } from '../../src/learn/questions/practice.ts';
import { HOMEWORK } from '../../src/learn/teacher/homework.ts';
import { PLANS } from '../../src/learn/teacher/plans.ts';
import type { Reference } from '../../src/learn/teacher/reference.ts';
import { COURSE_TOPICS } from '../../src/learn/teacher/topics.ts';
import { teach as DE } from '../../src/learn/words/de/teach.ts';
import { teach as EN } from '../../src/learn/words/en/teach.ts';
import { createProbe } from '../fixtures/probe.ts';

const lessonOf = (id: string) => LESSONS.find((lesson) => lesson.id === id);

/** Returns the first thing that a reference names and that does not exist; "" = everything exists. */
function missing(ref: Reference): string {
  if (ref.kind === 'scene') return galleryItem(ref.id) === undefined ? `scene ${ref.id}` : '';
  if (ref.kind === 'page') return parseRoute(ref.hash).kind === 'page' ? '' : `page ${ref.hash}`;
  const stops = lessonOf(ref.lesson)?.stops.length ?? 0;
  return ref.from >= 1 && ref.from <= ref.to && ref.to <= stops
    ? ''
    : `${ref.lesson} ${ref.from} to ${ref.to} of ${stops}`;
}

test('detects names of things that do not exist', () => {
  expect(missing({ kind: 'stops', lesson: 'windows', from: 1, to: 99 })).not.toBe('');
  expect(missing({ kind: 'stops', lesson: 'no-such', from: 1, to: 1 })).not.toBe('');
  expect(missing({ kind: 'scene', id: 'no-such' })).not.toBe('');
  expect(missing({ kind: 'page', hash: '#no-such' })).not.toBe('');
});

describe.each(PLANS.map((plan) => [plan.id, plan] as const))('plan %s', (_, plan) => {
  const refs = plan.steps.flatMap((step) => step.refs);

  test('names what exists, and fills its minutes', () => {
    expect(refs.map(missing).filter(Boolean)).toEqual([]);
    expect(plan.steps.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(plan.minutes);
    expect(HOMEWORK.map(({ id }) => id)).toContain(plan.homework);
  });

  test('gives each part of a lesson no less time than its reader needs alone', () => {
    for (const { minutes, refs: some } of plan.steps) {
      const alone = some.reduce((sum, ref) => {
        const lesson = ref.kind === 'stops' ? lessonOf(ref.lesson) : undefined;
        if (ref.kind !== 'stops' || lesson === undefined) return sum;
        return sum + (lesson.minutes * (ref.to - ref.from + 1)) / lesson.stops.length;
      }, 0);
      expect(minutes).toBeGreaterThanOrEqual(alone);
    }
  });

  test('promises only what its own lessons say', () => {
    const used = new Set(refs.flatMap((ref) => (ref.kind === 'stops' ? [ref.lesson] : [])));
    for (const { lesson, clauses } of plan.outcomes) {
      expect(used).toContain(lesson);
      for (const n of clauses) expect(lessonOf(lesson)?.able[n - 1], `${lesson} ${n}`).toBeDefined();
    }
  });
});

test.each([
  ['English', EN],
  ['German', DE],
] as const)('in %s every plan, step, topic, homework and page has its text', (_, words) => {
  for (const { id, steps } of PLANS) expect(words.plans[id]?.steps.length, id).toBe(steps.length);
  for (const { id } of COURSE_TOPICS) expect(words.topics[id]?.here, id).toBeTruthy();
  for (const { id } of HOMEWORK) expect(words.homework[id], id).toBeTruthy();
  const pages = PLANS.flatMap(({ steps }) => steps.flatMap(({ refs }) => refs)).flatMap((ref) =>
    ref.kind === 'page' ? [ref.hash] : [],
  );
  for (const hash of pages) expect(words.pages[hash], hash).toBeTruthy();
  // The tables have no texts for plans and topics that no longer exist.
  expect(Object.keys(words.plans).sort()).toEqual(PLANS.map(({ id }) => id).sort());
  expect(Object.keys(words.topics).sort()).toEqual(COURSE_TOPICS.map(({ id }) => id).sort());
});

test('each topic of a course leads to stops and scenes that exist', () => {
  for (const { id, stops, scenes } of COURSE_TOPICS) {
    expect([...stops, ...scenes].map(missing).filter(Boolean), id).toEqual([]);
    expect(stops.length, id).toBeGreaterThan(0);
    expect(scenes.length, id).toBeGreaterThan(0);
  }
});

test('every homework has questions, and the engine answers each exercise', async () => {
  const probe = await createProbe();
  for (const { id, lesson, exercises } of HOMEWORK) {
    expect(lessonOf(lesson)?.stops.filter(asksSomething).length, id).toBeGreaterThan(1);
    for (const exercise of exercises) {
      // oxlint-disable-next-line no-await-in-loop
      const round = await practiceRound(probe, exercise);
      expect(round?.question.choices.map(({ key }) => key)).toContain(round?.question.right);
    }
  }
});
