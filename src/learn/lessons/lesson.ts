import type { RuleAsked } from '../../explain/rules/rule.ts';
import type { Scenario } from '../../protocol/scenario.ts';
import type { Micros } from '../../protocol/units.ts';
import type { OrderName } from './orders.ts';

/** Subjects that lessons are about, by document. `own` = another author's lesson about something else. */
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
  /** Line of the question in the file, from 1; absent when the question is not from a file. */
  line?: number;
}

/** Place of a stop in its run. `decision`: the state just before that decision. */
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
  /** The window of a destination compared with a window that moves like TCP's. */
  | 'aimd'
  /** The timers of the wheel compared with a heap. */
  | 'heap';

/** Motions of the engine that a stop can show in slow motion. */
export const SLOW = ['preemption', 'cascade'] as const;
export type SlowKind = (typeof SLOW)[number];

/** A rule shown line by line: after the question is answered or, at a stop without a question, immediately. */
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
  /** The reader answers with a number in `unit` ("" = no unit). */
  | { kind: 'number'; unit: string; right: OwnNumber; wrong: OwnNumber[] }
  /** The reader answers in words and compares the answer with the model answer. */
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

/** A number with a tolerance. The answer is accepted if it differs by at most `tolerance`. */
export interface OwnNumber {
  value: number;
  tolerance: number;
  why: string;
}

/** A mark on a picture. The mark is attached to a thing and moves with that thing. */
export interface Annotation {
  kind: 'ring' | 'arrow' | 'label';
  /** Kind and name of the thing: `job` `2`, `bucket` `2.1`, `thread` `A`. */
  thing: AnnotatedThing;
  name: string;
  /** Text of a label; "" = no label. */
  text: string;
}

export const ANNOTATED = [
  'job',
  'coins',
  'entries',
  /** The entries of a message that agents are delivering. */
  'agents',
  /** An agent in the view `orders`, by its number from 1. */
  'agent',
  'timer',
  'bucket',
  'thread',
  'gate',
  'destination',
  /** The documentation's word for a destination. */
  'queue',
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
  /** Destination that the views `destination` and `aimd` show; "" in all other views. */
  destination: string;
  /** Orders of the view `orders`, from the top. */
  orders: OrderName[];
  /** Numbers of the messages to show; empty = all. */
  jobs: number[];
  ask: Ask | null;
  /** An author's question. It replaces a question that the engine answers; null = none. */
  own: OwnQuestion | null;
  rule: StopRule | null;
  /** The motion to show after the question is answered or, at a stop without a question, immediately. Null = none. */
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
  /** One sentence about the subject of the lesson. */
  about: string;
  /** Duration in minutes, as estimated by the author. */
  minutes: number;
  /** What a reader needs to know before: other lessons, or "nothing". */
  assumes: string;
  /** What the reader can do afterwards. Each clause follows "You can": "compute the window after a success". */
  able: string[];
  scenes: Record<string, Scenario>;
  /** Titles of scenes in this language where they differ from the scenario's. */
  sceneTitles: Record<string, string>;
  stops: LessonStop[];
  /** Language of the lesson's texts, as an HTML `lang` attribute. */
  language: string;
  /** All languages of its file, its own first. */
  languages: readonly string[];
  /** The lesson in its other languages, with the same scenes and stops. A translated lesson has an empty list. */
  others: readonly Lesson[];
}

/**
 * Returns the lesson in the requested language, or in the first language of its file if it does not exist in that
 * language. "" = no request.
 */
export function lessonIn(lesson: Lesson, language: string): Lesson {
  return lesson.others.find((other) => other.language === language) ?? lesson;
}

export function asksSomething({ ask, own }: Pick<LessonStop, 'ask' | 'own'>): boolean {
  return ask !== null || own !== null;
}

/** Returns the title of the run of a stop (from 0) if the previous stop has another run; else "". */
export function otherRun(
  { stops, scenes, sceneTitles }: Pick<Lesson, 'stops' | 'scenes' | 'sceneTitles'>,
  index: number,
): string {
  const scene = stops[index]?.scene ?? '';
  if (index === 0 || stops[index - 1]?.scene === scene) return '';
  const title = Object.hasOwn(sceneTitles, scene) ? sceneTitles[scene] : undefined;
  return title ?? scenes[scene]?.title ?? '';
}
