import type { CoreEvent, EventNoun, EventRecord, TimerEvent } from '../protocol/events.ts';
import { mailSentence } from './kinds/mail.ts';
import { threadSentence } from './kinds/threads.ts';
import { labSentence } from './kinds/timers.ts';
import { timerSentence } from './kinds/wheel.ts';
import type { Names, Token } from './tokens.ts';

/** Says in one sentence what happened. `names` supplies the names that the record lacks. */
export function explainEvent(record: EventRecord, names: Names): Token[] {
  return eventSentence(record.event, names);
}

/** The sentence of an event that is not in a log yet. */
export function eventSentence(event: CoreEvent, names: Names): Token[] {
  return wordsOf(event)(event as never, names);
}

/** True for events of the wheel and the purgatory; `timers.ts` explains them at length. */
export function isTimerEvent(event: CoreEvent): event is TimerEvent {
  return wordsOf(event) === timerSentence;
}

type Words = (event: never, names: Names) => Token[];

/** Functions that write the sentence of an event, by the noun of its kind. Wheels and groups occur in several kinds of run. */
const WORDS: Readonly<Record<EventNoun, Words>> = {
  message: mailSentence,
  recipients: mailSentence,
  delivery: mailSentence,
  entry: mailSentence,
  job: mailSentence,
  queue: mailSentence,
  transport: mailSentence,
  server: mailSentence,
  param: mailSentence,
  agents: mailSentence,
  qmgr: mailSentence,
  record: mailSentence,
  command: mailSentence,
  timer: timerSentence,
  wheel: timerSentence,
  bucket: timerSentence,
  operation: timerSentence,
  purgatory: timerSentence,
  thread: threadSentence,
  group: threadSentence,
  source: threadSentence,
  fetch: threadSentence,
  cpu: threadSentence,
  pool: threadSentence,
  call: threadSentence,
  lab: labSentence,
};

function wordsOf({ kind }: CoreEvent): Words {
  return WORDS[kind.slice(0, kind.indexOf('.')) as EventNoun];
}
