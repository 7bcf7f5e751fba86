import type { RunState, SourceKind, WakeOrder } from './threads.ts';
import type { Micros } from './units.ts';

/**
 * A run of threads alone, without mail: the `cmgroup-scenario/1` and `cmgroup-workload/1` files of threads/README.md §16
 * as a scenario. `story` = threads that do what the script says; `stream` = a pool that serves requests.
 */
export type CmgroupSetup = CmgroupStory | CmgroupStream;

/** What CPUs cost, µs. Members that are absent cost nothing. */
export interface CmgroupCosts {
  switch?: Micros;
  rewarm?: Micros;
  dispatchDelay?: Micros;
  latency?: Micros;
  minSlice?: Micros;
  /** Slowdown per mille for each runnable thread above the number of CPUs. */
  alphaMilli?: number;
  runQueue?: 'global' | 'per-cpu';
}

export interface CmgroupStory {
  kind: 'story';
  cpus: number;
  cpu?: CmgroupCosts;
  groups?: { name: string; cv: number; cloexec?: boolean }[];
  sources?: StorySource[];
  threads?: StoryThread[];
  /** New threads that fetch from `source` when no thread waits there (§14). */
  pool?: { source: string; max: number; growBy?: number; prefix?: string };
}

interface StorySource {
  name: string;
  /** Default: epoll. */
  kind?: SourceKind;
  group?: string;
  wake?: WakeOrder;
  /** AIO as the kernel has it, or as the document means it (§8). */
  aioMode?: 'today' | 'intended';
  pending?: string[];
}

/** A thread at the start. Waiters are pushed in order: the last one is on top. */
export interface StoryThread {
  name: string;
  state: RunState;
  group?: string;
  source?: string;
  timeout?: Micros;
  max?: number;
  min?: number;
  /** What a thread blocked in its handler waits for. */
  why?: string;
}

/** A duration, or the ends of a range that it is drawn from. */
type StreamSpan = Micros | [low: Micros, high: Micros];

export interface CmgroupStream {
  kind: 'stream';
  cpus: number;
  cpu?: CmgroupCosts;
  arrivals: { count: number; gap: StreamSpan };
  handler: ({ cpu: StreamSpan } | { block: StreamSpan })[];
  policy: StreamPolicy;
}

/** Who serves the requests (§14). */
interface StreamPolicy {
  workers: number;
  wake?: WakeOrder;
  cmgroup?: boolean;
  /** 0 = number of CPUs. */
  cv?: number;
  max?: number;
  kind?: SourceKind;
  aioMode?: 'today' | 'intended';
  growBy?: number;
  maxWorkers?: number;
}

/** What a thread can be told. Each names one that exists. */
export type CmgroupVerb = 'unblock' | 'fault-done' | 'stop' | 'continue' | 'exit' | 'dissociate' | 'exec';

/** The operations of threads/README.md §16, as commands. Things are named as the run names them. */
export type CmgroupCommand =
  | { kind: 'cmg.post'; source: string; events: string[]; trigger?: 'level' | 'edge' | 'one-shot' }
  | { kind: 'cmg.read' | 'cmg.rearm'; source: string; events: string[] }
  | { kind: `cmg.${CmgroupVerb}`; thread: string }
  /** A masked one changes nothing. */
  | { kind: 'cmg.signal'; thread: string; masked?: boolean }
  /** A wait that no group controls; it ends by itself after `us`, or by `cmg.unblock`. */
  | { kind: 'cmg.block'; thread: string; why: string; us?: Micros }
  | { kind: 'cmg.fault'; thread: string; minor?: boolean }
  /** Every thread that waits for this goes on: a server that came back. */
  | { kind: 'cmg.answer'; why: string }
  | { kind: 'cmg.fetch'; thread: string; source: string; timeout?: Micros; max?: number; min?: number }
  | { kind: 'cmg.spawn'; name: string }
  | { kind: 'cmg.associate'; thread: string; group: string }
  | { kind: 'cmg.limit'; group: string; cv: number }
  | { kind: 'cmg.cpus'; count: number }
  | { kind: 'cmg.group'; name: string; cv: number; cloexec?: boolean }
  | { kind: 'cmg.bind'; source: string; group: string }
  | { kind: 'cmg.close'; group: string }
  | { kind: 'cmg.destroy'; source: string };
