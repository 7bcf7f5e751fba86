import type { RuleAsked } from '../../explain/rules/rule.ts';
import type { Scenario } from '../../protocol/scenario.ts';
import type { Micros } from '../../protocol/units.ts';
import type { OrderName } from './orders.ts';

/** Documents that lessons are about. `own` = a lesson of another author about something else. */
export const DOCUMENTS = ['scheduler', 'timers', 'threads', 'own'] as const;
export type LessonDocument = (typeof DOCUMENTS)[number];

/** Kinds of questions that the engine answers; `questions/ask.ts` maps each to its code. */
export const ASKS = [
  'next-job',
  'verdict',
  'adoption',
  'on-hand',
  'window',
  'failure',
  'bucket',
  'wake-up',
  'opens',
  'who-wakes',
  'count',
  'refill',
  'sponsor',
  'extra',
  'deferral',
  'retry',
  'time-out',
  'watch-list',
  'purge',
  'finishes',
] as const;
export type AskKind = (typeof ASKS)[number];

export interface Ask {
  kind: AskKind;
  /** Subject of the question: a message number, a destination, or "" = whatever comes next. */
  about: string;
  /** Line in the file, from 1; absent when the question is not from a file. */
  line?: number;
}

/** Where a stop is in its run. `decision`: the state just before that decision. */
export type StopPlace = { at: Micros } | { decision: number } | { event: number };

export type StopView =
  | 'stage'
  | 'wheel'
  | 'destination'
  | 'destinations'
  | 'memory'
  | 'deferred'
  | 'designs'
  | 'threads'
  /** The same mail in several orders, see `orders`. */
  | 'orders'
  /** The window of a destination compared with one that moves like TCP's. */
  | 'aimd'
  /** The timers of the wheel compared with a heap. */
  | 'heap';

/** Motions that a stop can show in slow motion. */
export const SLOW = ['preemption', 'cascade'] as const;
export type SlowKind = (typeof SLOW)[number];

/** A rule shown line by line once the question is answered, or immediately if there is none. */
export interface StopRule {
  asked: RuleAsked;
  /** First line to highlight, from 1; 0 = all lines. */
  from: number;
  to: number;
  /** Line in the file, from 1. */
  line?: number;
}

/** A question that an author wrote, with comments on its answers. All texts are markup. */
export type OwnQuestion = { text: string } & (
  | { kind: 'choose'; right: OwnChoice; wrong: OwnChoice[] }
  /** Answered with a number in `unit` ("" = none). */
  | { kind: 'number'; unit: string; right: OwnNumber; wrong: OwnNumber[] }
  /** Answered in words; the reader compares the answer with the model. */
  | { kind: 'write'; model: string }
);

/**
 * An answer to choose. `key` is the same in every language: the figure itself for figures, else "". `why` explains the
 * misconception of a wrong answer, or the solution.
 */
export interface OwnChoice {
  key: string;
  text: string;
  why: string;
}

/** A number within `tolerance` of which an answer counts. */
export interface OwnNumber {
  value: number;
  tolerance: number;
  why: string;
}

/** A mark on a picture. It is attached to a thing, not to a place on the screen. */
export interface Annotation {
  kind: 'ring' | 'arrow' | 'label';
  /** Thing and name: `job` `2`, `bucket` `2.1`, `thread` `A`. */
  thing: AnnotatedThing;
  name: string;
  /** Label; "" = none. */
  text: string;
}

export const ANNOTATED = [
  'job',
  'coins',
  'entries',
  /** Entries of a message that are with an agent. */
  'agents',
  /** An agent in the view `orders`, from 1. */
  'agent',
  'timer',
  'bucket',
  'thread',
  'gate',
  'destination',
  /** The documentation's word for a destination. */
  'queue',
  /** The window of a destination. */
  'window',
  /** A part of the window chart: one of `CHART_PARTS`. */
  'chart',
  /** A report of the window chart, by the number of its event. */
  'report',
] as const;
/** Lines of the window chart, from the top. */
export const CHART_PARTS = ['window', 'success', 'failure', 'cohorts'] as const;
export type AnnotatedThing = (typeof ANNOTATED)[number];

/** A stop of a lesson: a title, a few sentences and an instant of a run. Text is markup (`markup.ts`), never HTML. */
export interface LessonStop {
  title: string;
  /** Name of a scene of this lesson, or the id of a gallery scene. */
  scene: string;
  place: StopPlace;
  view: StopView;
  /** Destination of the views `destination` and `aimd`. */
  destination: string;
  /** Orders of the view `orders`, from the top. */
  orders: OrderName[];
  /** Numbers of the messages to show; empty = all. */
  jobs: number[];
  ask: Ask | null;
  /** An author's question; then the engine is not asked. */
  own: OwnQuestion | null;
  rule: StopRule | null;
  /** The motion to show once the question is answered, or immediately if there is none. */
  slow: SlowKind | null;
  /** Marks in order; at most three. */
  marks: Annotation[];
  text: string[];
  /** Speaker notes. */
  notes: string[];
}

export interface Lesson {
  id: string;
  title: string;
  document: LessonDocument;
  /** One sentence about its subject. */
  about: string;
  /** Duration in minutes, according to its author. */
  minutes: number;
  /** Prerequisites: other lessons, or "nothing". */
  assumes: string;
  /** Outcomes, each a clause that follows "You can": "compute the window after a success". */
  able: string[];
  scenes: Record<string, Scenario>;
  /** Titles of scenes in this language where they differ from the scenario's. */
  sceneTitles: Record<string, string>;
  stops: LessonStop[];
  /** Language of its texts, as in `lang`. */
  language: string;
  /** All languages of its file, its own first. */
  languages: readonly string[];
  /** The lesson in its other languages, with the same scenes and stops. Empty in those. */
  others: readonly Lesson[];
}

/** The lesson in the requested language, or in its own. "" = no request. */
export function lessonIn(lesson: Lesson, language: string): Lesson {
  return lesson.others.find((other) => other.language === language) ?? lesson;
}

export function asksSomething({ ask, own }: Pick<LessonStop, 'ask' | 'own'>): boolean {
  return ask !== null || own !== null;
}

/** Title of the run of a stop (from 0) if it differs from the previous stop's run; else "". */
export function otherRun(
  { stops, scenes, sceneTitles }: Pick<Lesson, 'stops' | 'scenes' | 'sceneTitles'>,
  index: number,
): string {
  const scene = stops[index]?.scene ?? '';
  if (index === 0 || stops[index - 1]?.scene === scene) return '';
  const title = Object.hasOwn(sceneTitles, scene) ? sceneTitles[scene] : undefined;
  return title ?? scenes[scene]?.title ?? '';
}
