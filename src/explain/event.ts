/** Event records → one sentence each: every kind has one, the compiler sees to it. */
import type { CoreEvent, EventRecord, TimerEvent } from '../protocol/events.ts';
import { timerSentence } from './kinds/wheel.ts';
import { wordsOf } from './kinds/words.ts';
import type { Names, Token } from './tokens.ts';

/** What happened, in one sentence. Pure. Names that the record does not carry come from `names`. */
export function explainEvent(record: EventRecord, names: Names): Token[] {
  return eventSentence(record.event, names);
}

/** Same, for an event that has no place in a log yet. */
export function eventSentence(event: CoreEvent, names: Names): Token[] {
  return wordsOf(event)(event as never, names);
}

/** An event of the wheel or the purgatory: timers.ts has the long form of its sentence. */
export function isTimerEvent(event: CoreEvent): event is TimerEvent {
  return wordsOf(event) === timerSentence;
}
