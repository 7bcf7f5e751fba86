import type { ServerPlace } from './ids.ts';
import type { RecordedMessages } from './recorded.ts';
import type { EpochMicros, Micros } from './units.ts';

/**
 * A world modelled on a record: the mail of a real Postfix arrives as it did, and its servers are inferred from the record.
 * Unlike a run that follows a record, everything may develop differently: settings, processes and destinations can be changed.
 * Columns, as in `RecordedSetup`. Rules: core/world/modelled/README.md.
 */
export interface ModelledSetup {
  /** Instant 0 of the run in microseconds since 1970: a whole second. */
  origin: EpochMicros;
  /** Texts; the columns below refer to them by index. */
  texts: string[];
  messages: ModelledMessages;
  servers: ModelledServer[];
  /**
   * Replies in sessions, oldest first. Recipient r gets the replies with the indexes from `first[r]` up to, but not
   * including, `first[r + 1]`.
   */
  answers: ModelledAnswers;
  /** Instants at which the record scanned the deferred queue, ascending. Scans of the run follow the same grid. */
  scans: Micros[];
  /** Time from the end of a delivery to the next delivery of the same agent. */
  turn: Micros;
  /** Measured start-up times of processes, ascending; empty = not in the record, so processes start instantly. */
  startUp: Micros[];
  /** A process ends after this time without a request (max_idle), and after this many requests (max_use). */
  maxIdle: Micros;
  maxUse: number;
  /** Server for mail whose own server refuses the connection (smtp_fallback_relay); −1 = none. */
  fallback: ServerPlace;
  /** Seed for the random outcomes of deliveries; 0 = each recipient keeps its outcome from the record. */
  luck: number;
}

/** Postfix's defaults of max_idle (microseconds) and max_use. */
export const PROCESSES = { maxIdle: 100_000_000, maxUse: 100 } as const;

/** Commands for a run that follows a record or its model. */
export type ModelCommand =
  /** Stops following the record: from now on the run follows this model. The messages are those of the record. */
  | { kind: 'log.model'; model: ModelledSetup }
  /** Changes the named server of the model. Absent members stay unchanged. Times are microseconds. */
  | ({ kind: 'log.server'; server: string } & ServerChange);

/** `state` 'recorded': the server is down at the times at which it was down in the record. */
interface ServerChange {
  message?: Micros;
  recipient?: Micros;
  sessions?: number;
  state?: 'recorded' | 'up' | 'down';
}

/** Messages in order of arrival; message i has number i + 1 in the run. */
interface ModelledMessages extends RecordedMessages {
  /** Instant of the first activation; and how long the queue manager takes to read and resolve the message. */
  at: Micros[];
  read: Micros[];
  /** Server index of each recipient. */
  server: ServerPlace[];
  /** Recorded duration of each recipient's delivery, in thousandths of the server's usual duration; 0 = unknown. */
  pace: number[];
}

interface ModelledAnswers {
  first: number[];
  /** 0 accepted, 1 refused temporarily, 2 refused permanently. */
  fate: number[];
}

/** A server as inferred. Times are microseconds. Editable, because it is a model. */
export interface ModelledServer {
  name: string;
  /** Measured times of connection and greeting, ascending; empty = none was measured. */
  greeting: Micros[];
  /** A delivery of k recipients takes `message` + k × `recipient`. */
  message: Micros;
  recipient: Micros;
  /** Measured durations of deliveries, in thousandths of that usual duration, ascending. */
  paces: number[];
  /** True when connections stay open for the next delivery while mail waits. */
  reuse: boolean;
  /** Concurrent sessions; 0 = no known limit. */
  sessions: number;
  /** Maximum recipients accepted in one delivery; the rest are deferred. Absent = no known limit. */
  recipients?: number;
  /** Maximum number of new sessions in a period; null = no known limit. */
  rate: { sessions: number; per: Micros } | null;
  /** How the server refuses a session (by `sessions` or `rate`): duration in microseconds, reason and status. */
  refusal: { after: Micros; reason: string; status: string };
  down: ModelledDown[];
}

/** A server accepts no session from `from` to `until`: each connection fails after `after` microseconds. */
export interface ModelledDown {
  from: Micros;
  until: Micros;
  after: Micros;
  reason: string;
  status: string;
}
