import type { MessageNumber } from '../../protocol/ids.ts';
import type { LogFilter } from '../../protocol/debug.ts';
import type { EventKind } from '../../protocol/events.ts';

/** Kinds that a reader filters by, under one word. What is in no group shows when nothing is chosen. */
export const KIND_GROUPS: readonly { word: string; kinds: readonly EventKind[] }[] = [
  { word: 'injection', kinds: ['message.injected'] },
  { word: 'preemption', kinds: ['job.preempted'] },
  { word: 'selection', kinds: ['entry.selected'] },
  { word: 'blocked', kinds: ['job.blocked', 'queue.unblocked'] },
  { word: 'delivered', kinds: ['entry.done'] },
  { word: 'done', kinds: ['message.done'] },
  { word: 'window', kinds: ['queue.window', 'queue.dead', 'queue.revived'] },
  {
    word: 'timer',
    kinds: ['timer.added', 'timer.cancelled', 'timer.cascaded', 'timer.expired', 'bucket.opened'],
  },
];

/** Words that each line of a kind has, whatever it is about: the worker, which has no sentences, is told by kind. */
const WORDS: readonly [EventKind, string][] = [
  ['message.injected', 'arrives with recipients injected injection'],
  ['job.preempted', 'preempts preempted for delivery slots stack level'],
  ['job.linked', 'joins the job list'],
  ['job.popped', 'leaves the preemption stack'],
  ['job.retired', 'leaves the job list nothing is left to select'],
  ['job.blocked', 'becomes a blocker blocked destinations have no room'],
  ['entry.selected', 'gets the turn selected'],
  ['entry.done', 'is delivered deferred failed done'],
  ['delivery.started', 'agent starts delivering'],
  ['delivery.ended', 'agent reports on'],
  ['message.done', 'is done its queue file is removed deferred'],
  ['message.read', 'recipients read into core'],
  ['queue.created', 'destination appears'],
  ['queue.dropped', 'has nothing left and is forgotten'],
  ['queue.dead', 'is dead until'],
  ['queue.window', 'window of'],
  ['queue.revived', 'may be tried again'],
  ['timer.cascaded', 'timer cascades falls'],
  ['timer.expired', 'timer expires'],
  ['timer.added', 'timer added'],
  ['timer.cancelled', 'timer cancelled'],
];

export interface LogQuery {
  text: string;
  /** Words of KIND_GROUPS. */
  groups: readonly string[];
  message: MessageNumber;
  destination: string;
}

export const NO_QUERY: LogQuery = { text: '', groups: [], message: 0, destination: '' };

/** What the worker is asked for. */
export function filterOf(query: LogQuery): LogFilter {
  const words = query.text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return {
    kinds: KIND_GROUPS.filter(({ word }) => query.groups.includes(word)).flatMap(({ kinds }) => [...kinds]),
    message: query.message,
    destination: query.destination,
    words: words.slice(0, 8).map((text) => ({
      text,
      kinds: WORDS.filter(([, line]) => line.includes(text)).map(([kind]) => kind),
    })),
  };
}
