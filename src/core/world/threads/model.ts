import type { PoolId } from '../../../protocol/ids.ts';
import type { ThreadId } from '../../../protocol/threads.ts';
import type { DeliveryPhase, ThreadsSetup } from '../../../protocol/threads-setup.ts';
import type { CountSample } from '../../../protocol/threads-view.ts';
import type { Micros } from '../../../protocol/units.ts';
import type { Choice } from '../../qmgr/selection.ts';
import type { Row, Table } from '../../tables.ts';
import type { TransportParts } from '../../threads/host.ts';
import type { Machine } from '../../threads/tables.ts';

/**
 * Agents as threads: what the world of mail stores in addition to the machine (world/README.md §1, §2).
 *
 * Each transport has one source and one group. A token on the source means that the transport has something to
 * select. The queue manager selects when an admitted thread takes the token. All state is in tables, so keyframes,
 * links and stepping back include it.
 */
export interface ThreadWorld {
  readonly setup: ThreadsSetup;
  readonly machine: Machine;
  /** Row id = id of the agent pool. */
  readonly pools: Table<ThreadPoolRecord>;
  readonly bound: Table<BoundRecord>;
  readonly one: Table<ThreadWorldRecord>;
}

/** The only row. Phases draw from a separate random stream, so that they do not change what the rest of the run draws. */
interface ThreadWorldRecord extends Row {
  phaseStream: number;
  /** Agents that have reported now and fetch again after tokens have been posted. */
  returning: readonly ThreadId[];
  /** Threads that compute for ever, oldest first. */
  background: readonly ThreadId[];
}

/** The threads of one transport. `agents[i]` is the thread of agent i + 1, 0 when that number is free. */
export interface ThreadPoolRecord extends Row {
  readonly parts: TransportParts;
  agents: readonly ThreadId[];
  /** Unanswered tokens: pending, or already held by a thread that waits at the exit gate (`aioMode` `today`). */
  tokens: number;
  /** Unanswered entries that were bound ahead (`prefetch`). */
  bound: number;
  /** Finished deliveries, their time and CPU work: for the ratio of total time to CPU time. */
  done: number;
  allTime: Micros;
  cpuTime: Micros;
  /** Number of runnable threads of the transport, with or without a group, and its recent history. */
  runnable: number;
  samples: readonly CountSample[];
}

/** An entry that was selected before an agent took it. Row id = tag of the event. */
interface BoundRecord extends Row {
  readonly pool: PoolId;
  readonly choice: Choice;
}

/**
 * A step of a delivery: a wait for the server (−1: no answer comes), then work on the answer. `local` is the only step
 * of an agent without a server.
 */
export interface Leg {
  readonly phase: DeliveryPhase | 'local';
  readonly wait: Micros;
  readonly cpu: Micros;
}
