import type { CoreEvent } from '../../protocol/events.ts';
import type { PoolId } from '../../protocol/ids.ts';
import { LANE_SIGNS, LANE_STATES, type LaneSignKind, type LaneState } from '../../protocol/thread-lanes.ts';
import type { ThreadCause, ThreadId, GroupId } from '../../protocol/threads.ts';
import type { Micros } from '../../protocol/units.ts';
import { type Column, createColumn, pushColumn } from './column.ts';

/**
 * State changes of the threads of one branch, a few bytes each. Without the trail, every picture of lanes would unpack all
 * events of the run.
 */
export interface ThreadTrail {
  at: Column;
  thread: Column;
  /** Index into `LANE_STATES`. */
  state: Column;
  /** CPU number from 1; 0 = unknown. */
  cpu: Column;
  /** Index into `texts`: what the thread waits for, or the event it took. */
  text: Column;
  event: Column;
  counts: { at: Column; group: Column; runnable: Column; limit: Column; event: Column };
  /** Signals, faults and stops. `kind` is an index into `LANE_SIGNS`. */
  signs: { at: Column; thread: Column; kind: Column; event: Column };
  texts: string[];
  textIds: Map<string, number>;
  names: Map<ThreadId, { name: string; transport: PoolId }>;
}

export function createThreadTrail(): ThreadTrail {
  return {
    at: createColumn('f64'),
    thread: createColumn('u32'),
    state: createColumn('u8'),
    cpu: createColumn('u32'),
    text: createColumn('u32'),
    event: createColumn('u32'),
    counts: {
      at: createColumn('f64'),
      group: createColumn('u32'),
      runnable: createColumn('u32'),
      limit: createColumn('u32'),
      event: createColumn('u32'),
    },
    signs: {
      at: createColumn('f64'),
      thread: createColumn('u32'),
      kind: createColumn('u8'),
      event: createColumn('u32'),
    },
    texts: [''],
    textIds: new Map([['', 0]]),
    names: new Map(),
  };
}

/**
 * Records event number `n`. Returns true if the event changed a count or a gate decided it. The user can step to such
 * events.
 */
export function noteThreads(trail: ThreadTrail, at: Micros, n: number, event: CoreEvent): boolean {
  noteSign(trail, at, n, event);
  switch (event.kind) {
    case 'thread.created':
      trail.names.set(event.thread, { name: event.name, transport: event.transport });
      note(trail, at, n, event.thread, 'ready');
      return false;
    case 'thread.state':
      note(trail, at, n, event.thread, laneState(event.to, event.cause), { text: event.detail });
      return false;
    case 'cpu.dispatched':
      note(trail, at, n, event.thread, 'running', { cpu: event.cpu });
      return false;
    case 'fetch.returned': {
      const took = event.items.length > 0;
      if (took) note(trail, at, n, event.thread, 'running', { text: event.items.join(', ') });
      // The gate has admitted the thread. This is a decision, too, although the count does not change.
      return took;
    }
    case 'delivery.started':
      // The event of the fetch could not name the message, because the message is selected only now.
      if (event.thread !== undefined) note(trail, at, n, event.thread, 'running', { text: event.item ?? '' });
      return false;
    case 'group.count':
      noteCount(trail, at, n, event.group, event.to, event.limit);
      return true;
    case 'group.limit':
      noteCount(trail, at, n, event.group, event.runnable, event.to);
      return true;
    case 'source.posted':
    case 'call.failed':
    case 'command.skipped':
      return true;
    default:
      return false;
  }
}

function laneState(to: string, cause: ThreadCause): LaneState {
  switch (to) {
    case 'running':
    case 'ready':
    case 'stopped':
      return to;
    case 'blocked-in-handler':
      return 'blocked';
    case 'blocked-in-fetch':
      return cause === 'wait-gate' ? 'held' : cause === 'wait-exit-gate' ? 'leaving' : 'waiting';
    default:
      return 'none';
  }
}

function note(
  trail: ThreadTrail,
  at: Micros,
  n: number,
  thread: ThreadId,
  state: LaneState,
  { text = '', cpu = 0 }: { text?: string; cpu?: number } = {},
): void {
  pushColumn(trail.at, at);
  pushColumn(trail.thread, thread);
  pushColumn(trail.state, LANE_STATES.indexOf(state));
  pushColumn(trail.cpu, cpu);
  pushColumn(trail.text, textId(trail, text));
  pushColumn(trail.event, n);
}

/** Returns the sign of an event, or null. Signs show details that states do not, such as why a fetch ended. */
function signOf(event: CoreEvent): { kind: LaneSignKind; thread: ThreadId } | null {
  if (event.kind === 'thread.released') {
    const { cause, thread } = event;
    return cause === 'signal' || cause === 'timeout' ? { kind: cause, thread } : null;
  }
  if (event.kind !== 'thread.state') return null;
  const { cause, thread } = event;
  switch (cause) {
    case 'page-fault':
    case 'fault-done':
    case 'stop':
    case 'continue':
    case 'exit':
      return { kind: cause, thread };
    default:
      return null;
  }
}

function noteSign({ signs }: ThreadTrail, at: Micros, n: number, event: CoreEvent): void {
  const sign = signOf(event);
  if (sign === null) return;
  pushColumn(signs.at, at);
  pushColumn(signs.thread, sign.thread);
  pushColumn(signs.kind, LANE_SIGNS.indexOf(sign.kind));
  pushColumn(signs.event, n);
}

function noteCount(
  { counts }: ThreadTrail,
  at: Micros,
  n: number,
  group: GroupId,
  runnable: number,
  limit: number,
): void {
  pushColumn(counts.at, at);
  pushColumn(counts.group, group);
  pushColumn(counts.runnable, runnable);
  pushColumn(counts.limit, limit);
  pushColumn(counts.event, n);
}

function textId(trail: ThreadTrail, text: string): number {
  const known = trail.textIds.get(text);
  if (known !== undefined) return known;
  trail.textIds.set(text, trail.texts.length);
  return trail.texts.push(text) - 1;
}
