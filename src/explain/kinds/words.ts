import type { CoreEvent, EventNoun } from '../../protocol/events.ts';
import type { Names, Token } from '../tokens.ts';
import { mailSentence } from './mail.ts';
import { threadSentence } from './threads.ts';
import { labSentence } from './timers.ts';
import { timerSentence } from './wheel.ts';

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

/** What says an event in a sentence. */
export function wordsOf({ kind }: CoreEvent): Words {
  return WORDS[kind.slice(0, kind.indexOf('.')) as EventNoun];
}
