/** Event records → one sentence each: every kind has one, the compiler sees to it. */
import type { CoreEvent, EventNoun, EventRecord, TimerEvent } from '../protocol/events.ts';
import { mailSentence } from './kinds/mail.ts';
import { threadSentence } from './kinds/threads.ts';
import { labSentence } from './kinds/timers.ts';
import { timerSentence } from './kinds/wheel.ts';
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

type Words = (event: never, names: Names) => Token[];

/** Whose words the events of a noun have. A wheel, and groups, are parts that more than one kind of run has. */
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
