import type { FilePlace, LineNumber } from '../../protocol/ids.ts';
import type { EpochMicros, EpochMillis, Seconds } from '../../protocol/units.ts';
import type { MailClass } from './classes.ts';
import type { ModelledSetup } from '../../protocol/modelled.ts';
import type { LogLine, ReplayOf, ReplayView } from './replay.ts';
import type { RecordQuestions } from './record-questions.ts';

/** Answers about the record of a real Postfix, which its worker (`record/worker/record-host.ts`) gives to the page. */

/** The part of a browser's File that is used. This layer must not depend on browser types. */
export interface GivenFile {
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly lastModified: EpochMillis;
  text(): Promise<string>;
}

/** A file, or a pasted text, that the user adds to a record. */
export interface RecordFile {
  /** Name of the file, with its path within the dropped folders. */
  name: string;
  file: GivenFile;
}

export interface RecordOptions {
  /** Time zone of time stamps that do not name one: `Europe/Vienna`, `UTC`, `+02:00`. */
  zone: string;
  /** Year of the first time stamp that has no year. Null = taken from queue ids, otherwise from the file's date. */
  year: number | null;
}

/** A record that a command serves to the page (`late --open`). File N is at `record/TOKEN/N`. */
export interface ServedRecord extends RecordOptions {
  classes: MailClass[];
  /** `modified` in milliseconds since 1970; 0 = unknown. */
  files: { name: string; modified: EpochMillis }[];
}

export interface RecordProgress {
  bytes: number;
  total: number;
  lines: number;
  /** Name of the file being read. */
  name: string;
}

/** Kind of a text that is not a log. */
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
  /** Why the file was not read, or not completely, and what is accepted instead. */
  trouble: string;
  /** Content of a file that is not a log, in a sentence. */
  what: string;
  lines: number;
  postfix: number;
  otherPrograms: number;
  /** Number of lines skipped because this or another file had them already. */
  repeated: number;
  junk: number;
  /** Stored bytes that were read. Less than `size` if reading was stopped. */
  bytesRead: number;
  /** Time of the first and the last line in whole microseconds since 1970, UTC. 0 = none. */
  from: EpochMicros;
  to: EpochMicros;
  yearless: number;
  zoneless: number;
  year: number;
  yearFrom: 'given' | 'queue-ids' | 'file-date' | 'today';
  /** Seconds by which the stamps' zone is ahead of the assumed one, according to long queue ids. Null if they do not say. */
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

/** One instance (host and syslog_name) of a record. */
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
  /** True if the time stamps have whole seconds only. */
  wholeSeconds: boolean;
}

export interface RecordView {
  files: RecordFileRow[];
  instances: RecordInstance[];
  otherPrograms: { name: string; count: number }[];
  junk: NotUnderstood[];
  /** Reading was stopped early. The view has what was read by then. */
  cancelled: boolean;
  hasMain: boolean;
  hasMaster: boolean;
  hasQueue: boolean;
  /** Classes of mail that came with a shared record. */
  classes: MailClass[];
  /** Time zone that was used for time stamps without one. */
  zone: string;
}

/** A record saved in the browser, as an entry of the list of saved records. */
export interface KeptRecord {
  id: string;
  name: string;
  /** Milliseconds since 1970. */
  kept: EpochMillis;
  /** Size of its columns in bytes. */
  bytes: number;
  messages: number;
  /** Whole microseconds since 1970, UTC. */
  from: EpochMicros;
  to: EpochMicros;
  form: number;
  /** False if the saved record is damaged, or was saved by another version of this page. */
  readable: boolean;
}

export interface RecordApi extends RecordQuestions {
  /**
   * Makes a run that follows an instance: the given one, or without `which` the instance with the most activations.
   * Null if no message became active.
   */
  replay(which: ReplayOf | null): Promise<ReplayView | null>;
  /** Makes a model of the instance (`log.model`). Null if no message became active. */
  model(which: ReplayOf | null): Promise<ModelledSetup | null>;
  /** Returns lines `from` to `to` of a file as written. Lines count from 1. */
  lines(file: FilePlace, from: LineNumber, to: LineNumber): Promise<LogLine[]>;
  /** Saves the open record in the browser. Rejects with a sentence if there is no room. */
  keep(name: string): Promise<KeptRecord>;
  /** Lists the saved records, latest first. */
  kept(): Promise<KeptRecord[]>;
  /** Opens a saved record in place of the current one, without reading its files again. */
  openKept(id: string): Promise<RecordView>;
  forget(id: string): Promise<void>;
}
