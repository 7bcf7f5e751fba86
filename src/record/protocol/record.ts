import type { FilePlace, LineNumber } from '../../protocol/ids.ts';
import type { EpochMicros, EpochMillis, Seconds } from '../../protocol/units.ts';
import type { MailClass } from './classes.ts';
import type { ModelledSetup } from '../../protocol/modelled.ts';
import type { LogLine, ReplayOf, ReplayView } from './replay.ts';
import type { RecordQuestions } from './record-questions.ts';

/** A record of a real Postfix as the page sees it: what its worker (`record/worker/record-host.ts`) answers. */

/** A browser's File, by what is used of it: the vocabulary knows no browser. */
export interface GivenFile {
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly lastModified: EpochMillis;
  text(): Promise<string>;
}

/** A file given to the reader. Pasted text comes as a file too. */
export interface RecordFile {
  /** With the folders that were dropped. */
  name: string;
  file: GivenFile;
}

export interface RecordOptions {
  /** Of stamps without one: `Europe/Vienna`, `UTC`, `+02:00`. */
  zone: string;
  /** Of the first stamp without one; null = from queue ids, else from the file's date. */
  year: number | null;
}

/** How far the reading is. */
export interface RecordProgress {
  bytes: number;
  total: number;
  lines: number;
  /** Of the file that is being read. */
  name: string;
}

/** What a text that is no log turned out to be. */
export type TextKind =
  | 'postconf'
  | 'master'
  | 'transport-map'
  | 'postqueue'
  | 'qshape'
  | 'settings'
  | 'classes'
  | 'unknown';

export interface RecordFileRow {
  name: string;
  size: number;
  kind: 'log' | 'empty' | 'refused' | TextKind;
  /** Why it was not read, or not to its end, and what is accepted. */
  trouble: string;
  /** What is in it, in a sentence, for what is no log. */
  what: string;
  lines: number;
  postfix: number;
  otherPrograms: number;
  /** Lines that were read before, in another file or in this one. */
  repeated: number;
  junk: number;
  /** Bytes of it as stored that were read: less than its size where the reading was ended. */
  bytesRead: number;
  /** Whole microseconds since 1970, UTC; 0 = none. */
  from: EpochMicros;
  to: EpochMicros;
  yearless: number;
  zoneless: number;
  year: number;
  yearFrom: 'given' | 'queue-ids' | 'file-date' | 'today';
  /** Seconds that the stamps' zone is ahead of what was assumed, by what long queue ids say; null = they say nothing. */
  zoneFromIds: Seconds | null;
}

export interface NotUnderstood {
  program: string;
  shape: string;
  count: number;
  sample: string;
  file: string;
  line: LineNumber;
}

/** A time span in whole microseconds since 1970, UTC. */
interface RecordSpan {
  from: EpochMicros;
  to: EpochMicros;
}

/** One (host, syslog_name) of a record. */
export interface RecordInstance {
  host: string;
  instance: string;
  version: string;
  from: EpochMicros;
  to: EpochMicros;
  lines: number;
  used: number;
  notNeeded: number;
  notUnderstood: NotUnderstood[];
  messages: number;
  mails: number;
  activations: number;
  sent: number;
  deferred: number;
  bounced: number;
  expired: number;
  deliveries: number;
  chains: number;
  restarts: number;
  windows: number;
  selections: number;
  gaps: RecordSpan[];
  clockSteps: RecordSpan[];
  /** Stamps have whole seconds only. */
  wholeSeconds: boolean;
}

export interface RecordView {
  files: RecordFileRow[];
  instances: RecordInstance[];
  otherPrograms: { name: string; count: number }[];
  junk: NotUnderstood[];
  /** The reading was ended before its end; what is here was read. */
  cancelled: boolean;
  hasMain: boolean;
  hasMaster: boolean;
  hasQueue: boolean;
  /** Classes of mail that came with a shared record. */
  classes: MailClass[];
  /** The zone that was taken. */
  zone: string;
}

/** A record that is kept on the machine, as it is listed. */
export interface KeptRecord {
  id: string;
  name: string;
  /** Milliseconds since 1970. */
  kept: EpochMillis;
  /** That its columns take. */
  bytes: number;
  messages: number;
  /** Whole microseconds since 1970, UTC. */
  from: EpochMicros;
  to: EpochMicros;
  form: number;
  /** False: damaged, or kept by another version of this page. */
  readable: boolean;
}

/** The reader in its worker. */
export interface RecordApi extends RecordQuestions {
  /** The record as a run that follows it; without a name the instance with the most activations. Null = nothing became active. */
  replay(which: ReplayOf | null): Promise<ReplayView | null>;
  /** A model of the same instance (`log.model`). Null = nothing became active. */
  model(which: ReplayOf | null): Promise<ModelledSetup | null>;
  /** Lines of a file as they stand in it, `from` to `to`, counted from 1. */
  lines(file: FilePlace, from: LineNumber, to: LineNumber): Promise<LogLine[]>;
  /** Keeps the record that is open on the machine. Rejects with a sentence where there is no room. */
  keep(name: string): Promise<KeptRecord>;
  /** What is kept, the latest first. */
  kept(): Promise<KeptRecord[]>;
  /** Opens a kept one in the place of the one before, without reading its files again. */
  openKept(id: string): Promise<RecordView>;
  forget(id: string): Promise<void>;
}
