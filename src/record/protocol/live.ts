/** A log as it grows, as the page sees it: what its worker (`record/worker/live-host.ts`) tells. */
import type { GivenFile } from './record.ts';
import type { EpochMicros, EpochMillis, Micros, Seconds } from '../../protocol/units.ts';

/** One destination (a recipient domain); times are whole microseconds since 1970, UTC. */
export interface LiveLane {
  /** '' = all that have no lane of their own. */
  name: string;
  /** Deliveries at once in each bin: the mean. */
  busy: number[];
  /** Recipients in each bin that were refused a connection (421, refused, timed out), and those put off in a session (4xx). */
  refused: number[];
  later: number[];
  /** The last window and limit that the log has (feedback debug); null = it has none. */
  window: number | null;
  limit: number | null;
  /** Since when mail to it is put off without a try; null = it is not. */
  deadSince: EpochMicros | null;
  /** Its last try failed before a session. */
  failing: boolean;
  /** Recipients of it that are deferred, of messages that were seen. */
  deferred: number;
  /** Recipients that wait in the active queue by the last `postqueue -j`; null = there is none. */
  waiting: number | null;
  totals: LiveTotals;
}

/** Recipients (`to=` lines) since the beginning of what was read. `suspended`: of the deferred, without a try. */
export interface LiveTotals {
  sent: number;
  deferred: number;
  bounced: number;
  suspended: number;
}

/** What happened, at the moment at which it was seen to be so. */
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
  /** busy-refused: deliveries at once; burst: messages in ten seconds; alive: seconds, all-busy: processes; slow: seconds. */
  n: number;
  /** alive: recipients that were put off. */
  m: number;
}

/** The queue by the last `postqueue -j`. */
export interface LiveQueue {
  at: EpochMicros;
  /** Messages by the name of the queue they are in. */
  messages: Record<string, number>;
  trouble: string;
}

export interface LiveView {
  /** Bins: the first begins at `from`, each is `each` long, the last ends at `to`. */
  from: EpochMicros;
  to: EpochMicros;
  each: Micros;
  /** First passes, and recipients tried, in each bin. */
  arrivals: number[];
  deliveries: number[];
  /** Messages at the end of each bin that are known to be active, and deferred. */
  active: number[];
  deferred: number[];
  lanes: LiveLane[];
  /** Destinations that have no lane; null = none. */
  others: LiveLane | null;
  /** All destinations, the busiest first. */
  table: { name: string; totals: LiveTotals }[];
  now: {
    /** In the last minute. */
    arrivals: number;
    deliveries: number;
    active: number;
    deferred: number;
    /** Recipients of active messages that were not tried yet. */
    untried: number;
    /** Busy with deliveries, the mean of the last ten seconds, by transport, that with most first; `limit` null = not known. */
    transports: { name: string; busy: number; limit: number | null }[];
    /** Seconds until a message that comes in now would have its first try; null = nothing goes out. */
    wait: Seconds | null;
  };
  totals: LiveTotals & { messages: number; removed: number };
  queue: LiveQueue | null;
  moments: LiveMoment[];
  lines: number;
  postfix: number;
  notUnderstood: number;
  /** Stamps of the first and the last line; 0 = none. */
  first: EpochMicros;
  last: EpochMicros;
  /** qmgr_message_active_limit; null = not known. */
  activeLimit: number | null;
}

/** How the lines come in. */
export interface LiveState {
  link: 'opening' | 'following' | 'broken' | 'ended' | 'gone' | 'refused';
  /** What is followed. */
  name: string;
  /** Why it ended, or what is wrong. */
  reason: string;
  /** Bytes that are there and were not read yet. */
  behind: number;
  /** Bytes that are kept nowhere any more: they came while this page was away. */
  lost: number;
  /** Times that another file took its place or that it was cut off, and when last (wall clock, milliseconds). */
  rotations: number;
  rotatedAt: EpochMillis;
  /** Wall clock, milliseconds: when this was told. */
  at: EpochMillis;
  /** Wall clock, milliseconds: when the last lines were read from the file. */
  readAt: EpochMillis;
}

export type LiveSpan = 900 | 3600 | 10_800;

/** What is followed: the stream of `npm run watch`, or a file handle of the browser. */
export type LiveSource = { stream: string } | { handle: LiveHandle; name: string; zone: string };

/** A browser's FileSystemFileHandle, by what is used of it. */
export interface LiveHandle {
  getFile(): Promise<GivenFile & { slice(from: number): { arrayBuffer(): Promise<ArrayBuffer> } }>;
}

/** The follower in its worker. */
export interface LiveApi {
  /** Follows; `heard` has a picture at most four times a second, and once a second when nothing comes. */
  follow(source: LiveSource, heard: (view: LiveView | null, state: LiveState) => void): Promise<void>;
  /** Seconds that pictures show. */
  show(span: LiveSpan): Promise<void>;
  /** The lines that are kept, as a file, and what is known of settings and queue, a file each. */
  hold(name: string): Promise<unknown[]>;
}
