import type { ServerPlace } from './ids.ts';
import type { RecordedMessages } from './recorded.ts';
import type { EpochMicros, Micros } from './units.ts';

/**
 * A world that is a model of a record: the mail of a real Postfix arrives as it did, and its servers are what the record
 * lets one infer of them. Unlike a record that is followed, everything may go another way: settings, processes and
 * destinations can be changed. Columns, as in `RecordedSetup`. Rules: core/world/modelled/README.md.
 */
export interface ModelledSetup {
  /** Instant 0 of the run in microseconds since 1970: a whole second. */
  origin: EpochMicros;
  /** Texts that the columns refer to by index. */
  texts: string[];
  messages: ModelledMessages;
  servers: ModelledServer[];
  /** Answers given inside a session, oldest first: those of recipient r stand at `first[r]` to `first[r + 1]`. */
  answers: ModelledAnswers;
  /** Instants of the record at which the deferred queue was scanned, ascending: the grid of the scans. */
  scans: Micros[];
  /** What passes between the end of a delivery and the next one of the same agent. */
  turn: Micros;
  /** What starting a process took, as measured, ascending; empty = the record does not show it, and a process is there at once. */
  startUp: Micros[];
  /** A process ends after so much time without a request (max_idle), and after so many requests (max_use). */
  maxIdle: Micros;
  maxUse: number;
  /** Server that takes mail whose own server refuses the connection (smtp_fallback_relay); −1 = none. */
  fallback: ServerPlace;
  /** Which luck the deliveries have: 0 = each recipient keeps what the record shows of it, else drawn anew. */
  luck: number;
}

/** Postfix's defaults of max_idle (microseconds) and max_use. */
export const PROCESSES = { maxIdle: 100_000_000, maxUse: 100 } as const;

/** What can be done to a record that is followed, and to a model of one. */
export type ModelCommand =
  /** From here on the world is this model, and the record is not followed any more. Its messages are those of the record. */
  | { kind: 'log.model'; model: ModelledSetup }
  /** A server of the model is another one from now on, by its name; what is absent stays. Times are microseconds. */
  | ({ kind: 'log.server'; server: string } & ServerChange);

/** `state`: 'recorded' = down when the record has it down. */
interface ServerChange {
  message?: Micros;
  recipient?: Micros;
  sessions?: number;
  state?: 'recorded' | 'up' | 'down';
}

/** Messages in the order of their arrival; message i has the number i + 1 in the run. */
interface ModelledMessages extends RecordedMessages {
  /** First activation, after instant 0; then the queue manager reads the message and resolves its recipients. */
  at: Micros[];
  read: Micros[];
  /** Server of each recipient (index). */
  server: ServerPlace[];
  /** How much slower than usual each recipient was served in the record, in thousandths; 0 = not known. */
  pace: number[];
}

interface ModelledAnswers {
  first: number[];
  /** 0 accepted, 1 refused for now, 2 refused for good. */
  fate: number[];
}

/** What is known of a server. Times are microseconds. Editable: it is a model, not a record. */
export interface ModelledServer {
  name: string;
  /** Times of connection and greeting, as measured, ascending; empty = none. */
  greeting: Micros[];
  /** A delivery of k recipients takes `message` + k × `recipient`. */
  message: Micros;
  recipient: Micros;
  /** How deliveries differ from that, as measured, in thousandths, ascending. */
  paces: number[];
  /** Connections are kept open for the next delivery when mail waits. */
  reuse: boolean;
  /** Sessions at once; 0 = no limit is known. */
  sessions: number;
  /** New sessions in so much time; null = no limit is known. */
  rate: { sessions: number; per: Micros } | null;
  /** Time of a refusal, reason and status of one (of `sessions` and of `rate`). */
  refusal: { after: Micros; reason: string; status: string };
  down: ModelledDown[];
}

/** A server takes no session from `from` to `until`: each connection fails after `after`. */
export interface ModelledDown {
  from: Micros;
  until: Micros;
  after: Micros;
  reason: string;
  status: string;
}
