/** The messages about a growing log that `record/worker/live-host.ts` sends to the page. */
import type { GivenFile } from './record.ts';
import type { EpochMicros, EpochMillis, Micros, Seconds } from '../../protocol/units.ts';

/** One destination (a recipient domain). Times are whole microseconds since 1970, UTC. */
export interface LiveLane {
  /** Name of the destination. '' = all destinations without a lane. */
  name: string;
  /** Mean number of concurrent deliveries in each bin. */
  busy: number[];
  /** Recipients in each bin: `refused` got no connection (421, refused, timed out), `later` were deferred in a session (4xx). */
  refused: number[];
  later: number[];
  /** Latest window and limit from feedback debug lines. Null if the log has none. */
  window: number | null;
  limit: number | null;
  /**
   * When the destination became dead; since then its mail is deferred without an attempt. Null while it is not dead.
   */
  deadSince: EpochMicros | null;
  /** True if the last attempt failed before a session began. */
  failing: boolean;
  /** Number of recipients that are deferred now. Counts only messages that the log shows. */
  deferred: number;
  /** Recipients waiting in the active queue in the last `postqueue -j`. Null if there is no such listing. */
  waiting: number | null;
  totals: LiveTotals;
}

/** Recipients (`to=` lines) since the start of reading. `suspended` counts the deferred ones that were not attempted. */
export interface LiveTotals {
  sent: number;
  deferred: number;
  bounced: number;
  suspended: number;
}

/** An event in the log, with the time at which the log first showed it. */
export interface LiveMoment {
  at: EpochMicros;
  what:
    | 'start'
    | 'reload'
    | 'stop'
    | 'warning'
    | 'clog'
    | 'lost-lines'
    | 'dead'
    | 'alive'
    | 'busy-refused'
    | 'refused'
    | 'later'
    | 'burst'
    | 'burst-over'
    | 'slow'
    | 'slow-over'
    | 'all-busy';
  /** Destination, sender, transport, or the text of a line. */
  subject: string;
  /** What `n` counts. busy-refused: concurrent deliveries. burst: messages in ten seconds. alive, slow: seconds. all-busy: processes. */
  n: number;
  /** For `alive`: the number of recipients that were deferred. */
  m: number;
}

/** State of the queue at the last `postqueue -j`. */
export interface LiveQueue {
  at: EpochMicros;
  /** Messages by queue name. */
  messages: Record<string, number>;
  trouble: string;
}

export interface LiveView {
  /** Time is divided into bins of equal length: the first begins at `from`, each is `each` long, the last ends at `to`. */
  from: EpochMicros;
  to: EpochMicros;
  each: Micros;
  /** Number of messages that became active for the first time, and of recipients attempted, in each bin. */
  arrivals: number[];
  deliveries: number[];
  /** Number of messages known to be active (or deferred) at the end of each bin. */
  active: number[];
  deferred: number[];
  lanes: LiveLane[];
  /** All destinations without a lane, together. Null if there are none. */
  others: LiveLane | null;
  /** All destinations, busiest first. */
  table: { name: string; totals: LiveTotals }[];
  now: {
    /** `arrivals` and `deliveries` are the numbers within the last minute. */
    arrivals: number;
    deliveries: number;
    active: number;
    deferred: number;
    /** Number of recipients of active messages that have not been attempted yet. */
    untried: number;
    /** Mean number of busy processes over the last ten seconds by transport, busiest first. `limit` null = unknown. */
    transports: { name: string; busy: number; limit: number | null }[];
    /** Seconds until a message that arrives now would get its first attempt. Null while nothing is being delivered. */
    wait: Seconds | null;
  };
  totals: LiveTotals & { messages: number; removed: number };
  queue: LiveQueue | null;
  moments: LiveMoment[];
  lines: number;
  postfix: number;
  notUnderstood: number;
  /** Time stamps of the first and the last line. 0 = no line yet. */
  first: EpochMicros;
  last: EpochMicros;
  /** Value of qmgr_message_active_limit. Null = unknown. */
  activeLimit: number | null;
}

export interface LiveState {
  link: 'opening' | 'following' | 'broken' | 'ended' | 'gone' | 'refused';
  name: string;
  /** Why following the log ended, or what is wrong with it. */
  reason: string;
  /** Number of bytes of the log that are available but not read yet. */
  behind: number;
  /** Bytes that arrived while this page was disconnected and are no longer available. */
  lost: number;
  /** How often the file was replaced or truncated, and when last (wall clock, milliseconds). */
  rotations: number;
  rotatedAt: EpochMillis;
  /** When this state was sent (wall clock, milliseconds). */
  at: EpochMillis;
  /** When the last lines were read from the file (wall clock, milliseconds). */
  readAt: EpochMillis;
}

export type LiveSpan = 900 | 3600 | 10_800;

/** What to follow: the stream of `npm run watch`, or a file handle of the browser. */
export type LiveSource = { stream: string } | { handle: LiveHandle; name: string; zone: string };

/** The part of a browser's FileSystemFileHandle that is used. */
export interface LiveHandle {
  getFile(): Promise<GivenFile & { slice(from: number): { arrayBuffer(): Promise<ArrayBuffer> } }>;
}

export interface LiveApi {
  /** Starts following. `heard` is called at most four times a second, and once a second when no lines come. */
  follow(source: LiveSource, heard: (view: LiveView | null, state: LiveState) => void): Promise<void>;
  /** Sets the time span of the view, in seconds. */
  show(span: LiveSpan): Promise<void>;
  /** Returns the kept log lines as a file, and files of the settings and of the queue if these are known. */
  hold(name: string): Promise<unknown[]>;
}
