import { formatNumber } from '../figures.ts';
import { formatCounted } from '../format.ts';
import type { ThreadEvent } from '../../protocol/events.ts';
import type { ThreadCause } from '../../protocol/threads.ts';
import { mono, type Token, signed } from '../tokens.ts';
import { say } from '../tokens.ts';
import { THREAD_STATES } from '../thread-states.ts';

type Released = Extract<ThreadEvent, { kind: 'thread.released' }>;
type Counted = Extract<ThreadEvent, { kind: 'group.count' }>;
type Moved = Extract<ThreadEvent, { kind: 'thread.state' }>;
type Waited = Extract<ThreadEvent, { kind: 'fetch.waited' }>;
type Returned = Extract<ThreadEvent, { kind: 'fetch.returned' }>;

/** Writes the sentence of a thread event, which names the rule that acted (threads/README.md §6). */
export function threadSentence(event: ThreadEvent): Token[] {
  switch (event.kind) {
    case 'thread.created':
      return say`Thread ${mono(event.name)} is created; it is in no group until its first fetch.`;
    case 'thread.state':
      return stateSentence(event);
    case 'thread.released':
      return releaseSentence(event);
    case 'thread.joined':
      return say`${mono(event.name)} is in group ${mono(event.groupName)} now: ${JOINED[event.cause] ?? 'it was associated'}.`;
    case 'thread.left':
      return say`${mono(event.name)} leaves group ${mono(event.groupName)}.`;
    case 'fetch.waited':
      return waitSentence(event);
    case 'fetch.returned':
      return returnSentence(event);
    case 'cpu.dispatched':
      return event.warm
        ? say`${mono(event.name)} continues on CPU ${event.cpu - 1}, where it ran last.`
        : say`${mono(event.name)} gets CPU ${event.cpu - 1}; the switch costs ${formatNumber(event.cost)} µs.`;
    case 'call.failed':
      return say`${mono(event.call)} on ${mono(event.subject)} fails with ${mono(event.error)}: nothing changes.`;
    case 'pool.grew':
      return say`No thread is left on standby: ${formatCounted(event.created, 'thread')} created, ${event.live} of at most ${event.max}.`;
    default:
      return groupSentence(event);
  }
}

type GroupEvent = Extract<ThreadEvent, { kind: `group.${string}` | `source.${string}` }>;

function groupSentence(event: GroupEvent): Token[] {
  switch (event.kind) {
    case 'group.count':
      return countSentence(event);
    case 'group.created':
      return say`Group ${mono(event.name)} is created with concurrency value ${event.limit}.`;
    case 'group.limit':
      return say`Concurrency value of ${mono(event.name)}: ${event.from} → ${event.to}${limitEffect(event)}.`;
    case 'group.freed':
      return say`Group ${mono(event.name)} ends: no descriptor, thread or source refers to it.`;
    case 'source.bound':
      return say`Source ${mono(event.name)} is bound to group ${mono(event.groupName)} for life; ${formatCounted(event.adopted, 'waiting thread is', 'waiting threads are')} adopted.`;
    case 'source.posted':
      return say`${mono(event.item)} arrives at ${mono(event.name)}: ${event.pending} pending.`;
    case 'source.withdrawn':
      return say`${formatCounted(event.count, 'event is', 'events are')} taken back from ${mono(event.name)}, the newest first: ${event.pending} pending.`;
    case 'source.destroyed':
      return say`Source ${mono(event.name)} is destroyed: ${event.dropped} pending dropped, ${formatCounted(event.released, 'thread')} released whatever the limit.`;
    default:
      return event satisfies never;
  }
}

function limitEffect(event: Extract<ThreadEvent, { kind: 'group.limit' }>): string {
  const before = event.from - event.runnable;
  const after = event.to - event.runnable;
  if (after < 0 && event.to > event.from)
    return `; available ${signed(before)} to ${signed(after)}, which releases no thread`;
  if (after < 0) return `; no thread is stopped, the group is over its limit by ${-after}`;
  if (before <= 0 && after >= 1) return '; there is room now';
  return '';
}

/** Says why a thread was released (by rule W1, W2 or W3, or by another cause), and which thread made room. */
function releaseSentence(event: Released): Token[] {
  const name = mono(event.name);
  switch (event.cause) {
    case 'W1':
      return say`Rule W1: an event arrived and ${room(event)}, so ${name} was woken.`;
    case 'W2':
      return say`Rule W2: ${opening(event)}, so there was room and ${name} was woken.`;
    case 'W3':
      return say`Rule W3: ${mono(event.byName)} has its events, more are pending and ${room(event)}, so ${name} was woken.`;
    case 'pass-on':
      return say`Rule W3: the fetch of ${mono(event.byName)} ended without taking anything, so its wake-up passed to ${name}.`;
    case 'herd':
      return say`Herd: every event wakes all waiting threads, including ${name}.`;
    case 'exit-gate':
      return say`Exit gate: ${opening(event)}, so ${name}, which held its events longest, may leave.`;
    case 'timeout':
      return say`The fetch of ${name} timed out: it was released whatever the limit.`;
    case 'signal':
      return say`A signal ended the fetch of ${name}: it was released whatever the limit.`;
    case 'destroy':
      return say`Its source is destroyed: ${name} was released whatever the limit.`;
    default:
      return event.cause satisfies never;
  }
}

function room(event: Released): string {
  return event.group === 0 ? 'the source has no group' : 'there is room';
}

/** Says what took a thread out of the count: "agent 7 went to wait in connect". */
function opening(event: Released): Token[] {
  if (event.by === 0) return say`the concurrency value was raised`;
  const name = mono(event.byName);
  const what = event.opening === '' ? undefined : OPENINGS[event.opening];
  if (event.opening === 'block') return say`${name} went to wait in ${event.detail}`;
  return say`${name} ${what ?? 'left the count'}`;
}

/** Causes by which a thread leaves the count. */
const LEAVINGS = {
  'page-fault': 'went to wait for a page',
  'wait-event': 'went to wait for events',
  'wait-gate': 'was held at the gate',
  'wait-exit-gate': 'was held in the exit gate',
  stop: 'was stopped',
  exit: 'ended',
  dissociate: 'left the group',
} as const;

const OPENINGS: Partial<Record<ThreadCause, string>> = {
  ...LEAVINGS,
  associate: 'changed to another group',
  fetch: 'went to fetch for another group',
};

const JOINED: Partial<Record<ThreadCause | 'adopted', string>> = {
  adopted: 'it slept on the source that was bound',
  fetch: 'it fetches from the source of the group',
  setup: 'it began there',
};

/** States the change of the count, its cause, and the excess over the limit. */
function countSentence(event: Counted): Token[] {
  const over = event.to - event.limit;
  const verdict = over > 0 ? `, over by ${over}` : '';
  return say`${mono(event.name)}: ${event.from} → ${event.to} of ${event.limit}${verdict}: ${mono(event.threadName)} ${causeText(event.cause, event.detail)}.`;
}

/** Says what a thread did, as a clause without a subject. */
export function causeText(cause: ThreadCause, detail: string): string {
  // A stream of requests has the generic detail "wait".
  const named = detail !== '' && detail !== 'wait';
  if (cause === 'block') return named ? `went to wait in ${detail}` : 'went to wait';
  if (cause === 'unblock') return named ? `ended its wait in ${detail}` : 'ended its wait';
  return CAUSES[cause];
}

const CAUSES: Record<ThreadCause, string> = {
  W1: 'was woken by rule W1',
  W2: 'was woken by rule W2',
  W3: 'was woken by rule W3',
  'pass-on': 'was woken in the place of another',
  herd: 'was woken with all others',
  'exit-gate': 'may leave the exit gate',
  timeout: 'was released at its timeout',
  signal: 'was released by a signal',
  destroy: 'was released because its source is gone',
  setup: 'began there',
  created: 'was created',
  dispatched: 'got a CPU',
  'slice-end': 'has used up its slice',
  'cpu-removed': 'lost its CPU, which was unplugged',
  unblock: 'ended its wait',
  'fault-done': 'has its page',
  continue: 'was continued',
  associate: 'was associated',
  fetch: 'came to fetch',
  block: 'went to wait',
  ...LEAVINGS,
  'limit-set': 'met a new limit',
};

function stateSentence(event: Moved): Token[] {
  return say`${mono(event.name)} ${causeText(event.cause, event.detail)}: ${STATES[event.from]} → ${STATES[event.to]}.`;
}

/** Words for the states of threads within a sentence. */
const STATES = { ...THREAD_STATES, 'blocked-in-fetch': 'waiting in its fetch' };

function waitSentence(event: Waited): Token[] {
  const name = mono(event.name);
  if (event.reason === 'gate') {
    const again = event.again ? ' again' : '';
    return say`${name} is held at the gate${again}: ${event.runnable} runnable, itself included, > ${event.limit}; ${event.pending} pending.`;
  }
  if (event.reason === 'exit-gate') {
    return say`${name} has its events and waits to leave: ${event.runnable} runnable > ${event.limit}.`;
  }
  if (event.again) return say`${name} was woken for nothing and goes back to its place in the stack.`;
  return say`Nothing is pending for ${name}: it waits on top of the stack.`;
}

function returnSentence(event: Returned): Token[] {
  const name = mono(event.name);
  if (event.error !== '') return say`The fetch of ${name} returns ${mono(event.error)}.`;
  if (event.items.length === 0) return say`The fetch of ${name} returns nothing.`;
  const items = event.items.slice(0, 6).join(', ');
  const rest = event.items.length > 6 ? ` and ${event.items.length - 6} more` : '';
  return say`${name} takes ${mono(items)}${rest}.`;
}
