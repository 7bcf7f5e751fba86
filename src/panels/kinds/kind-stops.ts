import type { NamedStop } from '../../explain/stops.ts';
import type { EventKind, EventNoun } from '../../protocol/events.ts';

export type UntilMode = 'expression' | 'event' | 'job' | 'destination' | 'timer';

/** Events that a reader filters by, under one word. */
interface EventGroup {
  word: string;
  kinds: readonly EventKind[];
}

/** What can happen in a kind of run: what it can run until, what playing can stop at, and what its log is filtered by. */
export interface KindStops {
  modes: readonly UntilMode[];
  /** Offered first. */
  first: UntilMode;
  /** An expression, as an example; and the names that have a value in it, where that is not all of them. */
  example: string;
  /** The same of a breakpoint that hits only then. */
  guard: string;
  names?: readonly string[];
  /** What its events are about, what is asked for most first; and the event that is offered. */
  nouns: readonly EventNoun[];
  usual: EventKind;
  /** Events are of messages and destinations, by which they can be chosen. */
  ofMail?: true;
  /** Breakpoints without a subject. */
  common: readonly NamedStop[];
  /** What can happen to timers. */
  timers: readonly NamedStop[];
  /** What the log is filtered by. What is in no group shows when nothing is chosen. */
  groups: readonly EventGroup[];
  /** Words that each line of a kind has, whatever it is about: the worker, which has no sentences, is told by kind. */
  words: readonly (readonly [EventKind, string])[];
}
