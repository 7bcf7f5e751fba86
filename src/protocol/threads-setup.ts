import type { AgentId } from './ids.ts';
import type { Micros, Millis } from './units.ts';

/** Agents as threads: what a scenario says about the machine, and what can be done to it while it runs. */

/** Steps of a delivery in which an agent waits for the server and then works on what came (world/README.md §2, §3). */
export type DeliveryPhase = 'connect' | 'greeting' | 'commands' | 'data' | 'end';
export const DELIVERY_PHASES: readonly DeliveryPhase[] = ['connect', 'greeting', 'commands', 'data', 'end'];

/** A figure, or the inclusive range that one is drawn from with the scenario's seed. */
export type Span = number | [number, number];

/** One step: how long the server takes to answer, and what the agent computes then. Absent = nothing. */
interface PhaseTimes {
  waitMs?: Span;
  cpuUs?: Span;
}

/** Steps of a delivery. Without a wait in `end`, that is the latency of the server, as in a run without threads. */
export type PhaseTable = Partial<Record<DeliveryPhase, PhaseTimes>>;

/** Slices: none, what the document gives, the kernel's own formula, one CPU, or a fixed quantum (threads/README.md §13). */
type SliceRule = 'none' | 'text' | 'kernel-3.14' | 'one-cpu' | 'round-robin';
/** Event source of every transport: epoll, or AIO as it is today or as the document wants it (§8). */
export type ThreadSource = 'epoll' | 'aio-today' | 'aio-intended';

/** One machine with all delivery agents as its threads: one event source and one group a transport. */
export interface ThreadsSetup {
  cpus: number;
  /** Concurrency value of each transport's group: 0 = CPUs, null = no group, every thread passes. */
  limit: number | null;
  /** Transports that differ from that. */
  limits: Record<string, number | null>;
  /** Agents there at the start; null = as many as the process limit. More come when no agent is left on standby. */
  initial: number | null;
  /** Agents created at a time; 0 = none. */
  growBy: number;
  /** Times that a server does not give. */
  phases: PhaseTable;
  switchUs: Micros;
  rewarmUs: Micros;
  /** Slowdown per mille of CPU work for each runnable thread above the number of CPUs. */
  alphaMilli: number;
  slices: SliceRule;
  runQueue: 'global' | 'per-cpu';
  source: ThreadSource;
  /** Threads that compute for ever, in no group. */
  background: number;
  /** Entries that the queue manager binds before an agent is there; 0 = late binding. */
  prefetch: number;
  /** 1 = real; else waits are so many times shorter than real next to CPU work, timer ticks with them. */
  story: number;
}

/** By hand, while it runs. An agent is named by its transport and number. */
export type ThreadCommand =
  /** Concurrency value; 0 = number of CPUs now. */
  | { kind: 'threads.limit'; transport: string; limit: number }
  | { kind: 'threads.cpus'; cpus: number }
  /** SIGSTOP, SIGCONT, an unmasked signal, SIGKILL. */
  | {
      kind: 'threads.stop' | 'threads.continue' | 'threads.signal' | 'threads.kill';
      transport: string;
      agent: AgentId;
    }
  /** A page fault that waits so long for IO, in milliseconds. */
  | { kind: 'threads.fault'; transport: string; agent: AgentId; ms: Millis }
  /** More agents, up to the process limit. */
  | { kind: 'threads.add'; transport: string; count: number }
  /** So many threads that compute for ever. */
  | { kind: 'threads.background'; count: number };
