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
 * Agents as threads: what the mail world keeps about them beside the machine (world/README.md §1, §2).
 *
 * One source and one group for each transport. A token on the source says "the transport has something selectable";
 * the thread that is admitted and takes it makes the queue manager select at that very instant. Nothing here is
 * outside of tables, so keyframes, links and stepping back include all of it.
 */
export interface ThreadWorld {
  readonly setup: ThreadsSetup;
  readonly machine: Machine;
  /** Row id = id of the agent pool. */
  readonly pools: Table<ThreadPoolRecord>;
  readonly bound: Table<BoundRecord>;
  readonly one: Table<ThreadWorldRecord>;
}

/** One row. Phases draw from a stream of their own: servers without phases give what they give without threads. */
interface ThreadWorldRecord extends Row {
  phaseStream: number;
  /** Agents that have reported at this instant and come back when tokens have been posted. */
  returning: readonly ThreadId[];
  /** Threads that compute for ever, oldest first. */
  background: readonly ThreadId[];
}

/** The threads of one transport. `agents[i]` is the thread of agent i + 1, 0 when that number is free. */
export interface ThreadPoolRecord extends Row {
  readonly parts: TransportParts;
  agents: readonly ThreadId[];
  /** Tokens that no agent has answered for yet: pending, or (AIO of today) held by a thread in the exit gate. */
  tokens: number;
  /** The same for entries that were bound ahead (`prefetch`). */
  bound: number;
  /** What the ratio of all time to CPU time is measured by: deliveries that are over, their time, their CPU work. */
  done: number;
  allTime: Micros;
  cpuTime: Micros;
  /** Its runnable threads, also where no group counts them, and how that was lately. */
  runnable: number;
  samples: readonly CountSample[];
}

/** An entry that was selected before an agent was there; its id is the tag of the event. */
interface BoundRecord extends Row {
  readonly pool: PoolId;
  readonly choice: Choice;
}

/**
 * A step of a delivery: the wait for the server (−1: it will never answer), then the work on what came. `local` is the
 * only one of an agent without a remote side.
 */
export interface Leg {
  readonly phase: DeliveryPhase | 'local';
  readonly wait: Micros;
  readonly cpu: Micros;
}
