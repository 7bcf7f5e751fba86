import type { AgentId } from './ids.ts';
import type { Micros, Millis } from './units.ts';

/** Agents as threads: the machine of a scenario, and the commands for it. */

/** Phases of a delivery. In each, an agent waits for the server and then processes its reply (world/README.md §2, §3). */
export type DeliveryPhase = 'connect' | 'greeting' | 'commands' | 'data' | 'end';
export const DELIVERY_PHASES: readonly DeliveryPhase[] = ['connect', 'greeting', 'commands', 'data', 'end'];

/** A value, or the inclusive range from which it is drawn with the scenario's seed. */
export type Span = number | [number, number];

/** Figures of one phase: how long the server takes to answer, and how long the agent then computes. Absent = 0. */
interface PhaseTimes {
  waitMs?: Span;
  cpuUs?: Span;
}

/** Phases of a delivery. Without a wait in `end`, the server's latency applies, as in a run without threads. */
export type PhaseTable = Partial<Record<DeliveryPhase, PhaseTimes>>;

/**
 * Length of a slice (threads/README.md §13). `none`: endless. `text`: the document's figure. `kernel-3.14`: the
 * kernel's formula. `one-cpu`: the kernel's value for one CPU. `round-robin`: fixed.
 */
type SliceRule = 'none' | 'text' | 'kernel-3.14' | 'one-cpu' | 'round-robin';
/** Event source of every transport: epoll, or AIO as it is or as the document intends it (§8). */
export type ThreadSource = 'epoll' | 'aio-today' | 'aio-intended';

/** One machine with all delivery agents as its threads; each transport has one event source and one group. */
export interface ThreadsSetup {
  cpus: number;
  /** Concurrency value of each transport's group: 0 = CPUs, null = no group, so every thread is admitted. */
  limit: number | null;
  /** Concurrency values that differ from `limit`, by transport. */
  limits: Record<string, number | null>;
  /** Number of agents at the start; null = the process limit. More are created when no agent is on standby. */
  initial: number | null;
  /** Number of agents created at a time; 0 = none. */
  growBy: number;
  /** Phases of a delivery at servers that do not set their own. */
  phases: PhaseTable;
  switchUs: Micros;
  rewarmUs: Micros;
  /** Slowdown per mille of CPU work for each runnable thread above the number of CPUs. */
  alphaMilli: number;
  slices: SliceRule;
  runQueue: 'global' | 'per-cpu';
  source: ThreadSource;
  /** Number of threads that compute for ever, in no group. */
  background: number;
  /** Number of entries that the queue manager binds before an agent is available; 0 = late binding. */
  prefetch: number;
  /** 1 = real. With n, waits and timer ticks are n times shorter relative to CPU work. */
  story: number;
}

/** Commands given while the run goes on. An agent is named by its transport and number. */
export type ThreadCommand =
  /** Sets the concurrency value of a transport's group; 0 = present number of CPUs. */
  | { kind: 'threads.limit'; transport: string; limit: number }
  | { kind: 'threads.cpus'; cpus: number }
  /** Sends an agent SIGSTOP, SIGCONT, an unmasked signal, or SIGKILL. */
  | {
      kind: 'threads.stop' | 'threads.continue' | 'threads.signal' | 'threads.kill';
      transport: string;
      agent: AgentId;
    }
  /** Causes a page fault, for which the agent waits `ms` milliseconds for I/O. */
  | { kind: 'threads.fault'; transport: string; agent: AgentId; ms: Millis }
  /** Adds agents, up to the process limit. */
  | { kind: 'threads.add'; transport: string; count: number }
  | { kind: 'threads.background'; count: number };
