import type { RunState, SourceKind, WakeOrder } from './threads.ts';
import type { Micros } from './units.ts';

/**
 * A run of threads without mail, made from a file of threads/README.md §16. `story` (from `cmgroup-scenario/1`): threads
 * follow the script. `stream` (from `cmgroup-workload/1`): a pool of threads serves requests.
 */
export type CmgroupSetup = CmgroupStory | CmgroupStream;

/** Costs that the CPUs add, in µs. Absent costs are 0. */
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
  /** Creates threads that fetch from `source` whenever no thread waits at this source (§14). */
  pool?: { source: string; max: number; growBy?: number; prefix?: string };
}

interface StorySource {
  name: string;
  /** Default: epoll. */
  kind?: SourceKind;
  group?: string;
  wake?: WakeOrder;
  /** AIO as in the kernel, or as the document intends it (§8). */
  aioMode?: 'today' | 'intended';
  pending?: string[];
}

/**
 * A thread at the start of the run. Waiting threads are put on their source's stack in this order, so the last one is on top.
 */
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

/** A duration in µs, or the two ends of the range from which the duration is drawn. */
type StreamSpan = Micros | [low: Micros, high: Micros];

export interface CmgroupStream {
  kind: 'stream';
  cpus: number;
  cpu?: CmgroupCosts;
  arrivals: { count: number; gap: StreamSpan };
  handler: ({ cpu: StreamSpan } | { block: StreamSpan })[];
  policy: StreamPolicy;
}

/** The pool of threads that serves the requests (threads/README.md §14). */
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

/** Commands whose only argument is a thread. */
export type CmgroupVerb = 'unblock' | 'fault-done' | 'stop' | 'continue' | 'exit' | 'dissociate' | 'exec';

/** The operations of threads/README.md §16 as commands. They refer to threads, sources and groups by name. */
export type CmgroupCommand =
  | { kind: 'cmg.post'; source: string; events: string[]; trigger?: 'level' | 'edge' | 'one-shot' }
  | { kind: 'cmg.read' | 'cmg.rearm'; source: string; events: string[] }
  | { kind: `cmg.${CmgroupVerb}`; thread: string }
  /** A masked signal has no effect. */
  | { kind: 'cmg.signal'; thread: string; masked?: boolean }
  /** A thread waits for something that no group controls. The wait ends after `us` microseconds, or by `cmg.unblock`. */
  | { kind: 'cmg.block'; thread: string; why: string; us?: Micros }
  | { kind: 'cmg.fault'; thread: string; minor?: boolean }
  /** Continues every thread that waits for `why`, such as a server that came back. */
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
