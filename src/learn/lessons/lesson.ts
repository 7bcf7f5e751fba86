import type { RuleAsked } from '../../explain/rules/rule.ts';
import type { Scenario } from '../../protocol/scenario.ts';
import type { Micros } from '../../protocol/units.ts';
import type { OrderName } from './orders.ts';

/** The documents that lessons are about. `own` = a lesson that another author wrote about something else. */
export const DOCUMENTS = ['scheduler', 'timers', 'threads', 'own'] as const;
export type LessonDocument = (typeof DOCUMENTS)[number];

/** What a question asks about the next thing that the engine does; `questions/ask.ts` has one file for each. */
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
  /** What it is about, where the kind takes something: a message number, a destination; "" = whatever comes next. */
  about: string;
  /** The line of the file that asks it, from 1; absent where no file does. */
  line?: number;
}

/** Where in the run a stop stands. `decision` is the state just before that delivery slot is given. */
export type StopPlace = { at: Micros } | { decision: number } | { event: number };

/** What stands beside the text. */
export type StopView =
  | 'stage'
  | 'wheel'
  | 'destination'
  | 'destinations'
  | 'memory'
  | 'deferred'
  | 'designs'
  | 'threads'
  /** The same mail in several orders, `orders` says which. */
  | 'orders'
  /** The window of a destination, beside one that is moved as TCP's is. */
  | 'aimd'
  /** The timers of the wheel, beside a heap of them. */
  | 'heap';

/** What a stop may show in slow motion, part by part. */
export const SLOW = ['preemption', 'cascade'] as const;
export type SlowKind = (typeof SLOW)[number];

/** The rule that a stop shows line by line: once its question is answered, or at once where it asks nothing. */
export interface StopRule {
  asked: RuleAsked;
  /** Lines that are shown first, from 1; 0 = all of them. */
  from: number;
  to: number;
  /** The line of the file, from 1. */
  line?: number;
}

/** A question that the author of a lesson has written, with everything that is said of its answers. Text is markup. */
export type OwnQuestion = { text: string } & (
  | { kind: 'choose'; right: OwnChoice; wrong: OwnChoice[] }
  /** Answered with a number; `unit` stands behind it, "" = none. */
  | { kind: 'number'; unit: string; right: OwnNumber; wrong: OwnNumber[] }
  /** Answered in words, and compared with the model answer by who wrote them. */
  | { kind: 'write'; model: string }
);

/**
 * An answer to choose. `key` = the same in every language: of a figure the figure itself, else "". `why` = of a wrong one the misconception that it shows, of the
 * right one the solution.
 */
export interface OwnChoice {
  key: string;
  text: string;
  why: string;
}

/** A number that a reader may answer with, as far away as `tolerance`. */
export interface OwnNumber {
  value: number;
  tolerance: number;
  why: string;
}

/** What an author draws on a picture; it holds on to a thing, not to a place on the screen. */
export interface Annotation {
  kind: 'ring' | 'arrow' | 'label';
  /** The thing and its name: `job` `2`, `bucket` `2.1`, `thread` `A`. */
  thing: AnnotatedThing;
  name: string;
  /** "" = nothing is said. */
  text: string;
}

export const ANNOTATED = [
  'job',
  'coins',
  'entries',
  /** The entries of a message that are with an agent. */
  'agents',
  /** An agent of the picture of orders, from 1. */
  'agent',
  'timer',
  'bucket',
  'thread',
  'gate',
  'destination',
  /** Another word for destination, as the scheduler's document has it. */
  'queue',
  /** What a destination may have in flight. */
  'window',
  /** A part of the window chart: one of `CHART_PARTS`. */
  'chart',
  /** A report of the window chart, by the number of its event. */
  'report',
] as const;
/** Lines of the window chart, from the top. */
export const CHART_PARTS = ['window', 'success', 'failure', 'cohorts'] as const;
export type AnnotatedThing = (typeof ANNOTATED)[number];

/** One stop of a lesson: a title, a few sentences, and an instant of a run. Text is markup (`markup.ts`), never HTML. */
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
  /** Messages that are in question, by number; empty = all. */
  jobs: number[];
  ask: Ask | null;
  /** A question of the author's own, where the engine is not asked. */
  own: OwnQuestion | null;
  rule: StopRule | null;
  /** The motion that it shows slowly: once its question is answered, or at once where it asks nothing. */
  slow: SlowKind | null;
  /** Drawn on the picture, in their order; at most three. */
  marks: Annotation[];
  /** Paragraphs. */
  text: string[];
  /** What the speaker says, in the notes window. */
  notes: string[];
}

/** A lesson, as its file says. */
export interface Lesson {
  id: string;
  title: string;
  document: LessonDocument;
  /** One sentence: what it is about. */
  about: string;
  /** How long it takes, in minutes, as its author says. */
  minutes: number;
  /** What is taken for granted: other lessons, or "nothing". */
  assumes: string;
  /** What a reader can do afterwards, each a clause that goes on after "You can": "compute the window after a success". */
  able: string[];
  scenes: Record<string, Scenario>;
  /** What a scene is called in this language, where that is not its scenario's title. */
  sceneTitles: Record<string, string>;
  stops: LessonStop[];
  /** The language of all that it says, as `lang` takes it. */
  language: string;
  /** All that its file has, the file's own first. */
  languages: readonly string[];
  /** The same lesson in the others: with its scenes, its stops at their places. Empty in each of those. */
  others: readonly Lesson[];
}

/** A lesson in the language that a reader wants; where it has not that one, in its own. "" = no wish. */
export function lessonIn(lesson: Lesson, language: string): Lesson {
  return lesson.others.find((other) => other.language === language) ?? lesson;
}

/** Whether a stop asks something, of the engine or of the author's own. */
export function asksSomething({ ask, own }: Pick<LessonStop, 'ask' | 'own'>): boolean {
  return ask !== null || own !== null;
}

/** The title of the run of a stop, from 0, that is not the run of the stop before it; "" = it is the same one. */
export function otherRun(
  { stops, scenes, sceneTitles }: Pick<Lesson, 'stops' | 'scenes' | 'sceneTitles'>,
  index: number,
): string {
  const scene = stops[index]?.scene ?? '';
  if (index === 0 || stops[index - 1]?.scene === scene) return '';
  const title = Object.hasOwn(sceneTitles, scene) ? sceneTitles[scene] : undefined;
  return title ?? scenes[scene]?.title ?? '';
}
