import type { LineNumber } from '../../protocol/ids.ts';

/**
 * Settings of a real Postfix as plain data, as `importers/settings` reads them and as the page shows them. Every value
 * says where it comes from. Source: postconf(5), master(5), record/importers/README.md §1.
 */

/** Where something stands, as it stands there. */
export interface SettingPlace {
  /** Name of the text it was read from, as the caller gave it. */
  file: string;
  /** First line of the logical line, counted from 1. */
  line: LineNumber;
  /** The logical line: continuation lines joined, comments left out. */
  text: string;
}

/** One `name = value` of main.cf, of `postconf -n`, or of a `-o` in master.cf. */
export interface MainSetting {
  name: string;
  /** As written. */
  value: string;
  /** With `$name` replaced, as far as the texts and the defaults say what stands there. */
  expanded: string;
  place: SettingPlace;
}

/** One service of master.cf. Fields that hold `-` keep it: it asks for the default. */
export interface MasterService {
  name: string;
  type: string;
  private: string;
  unprivileged: string;
  chroot: string;
  wakeup: string;
  maxproc: string;
  command: string;
  /** Arguments that are no `-o`, in order; what stood in braces without them. */
  args: string[];
  overrides: MainSetting[];
  place: SettingPlace;
}

/** `default`: of that version of Postfix. `master.cf`: a field of the service, or a `-o` that the reader of the parameter has. */
type SettingOrigin = 'default' | 'main.cf' | 'master.cf';

/** A value that holds, with its origin. */
export interface EffectiveValue {
  /** Name whose line or default gave the value: `smtp_destination_rate_delay`, or `default_destination_rate_delay`. */
  name: string;
  /** Expanded text, as Postfix reads it. */
  value: string;
  /** Whole number, or seconds of a time; null when the value is neither, or is malformed. */
  number: number | null;
  /** `s` for times; otherwise what is counted (`deliveries`), or "". */
  unit: string;
  origin: SettingOrigin;
  /** Where it is set; absent for a default. */
  place?: SettingPlace;
  /** What really holds, when a rule of Postfix overrules the value, and why: a rate delay makes the limit 1. */
  overruled?: { value: string; why: string };
}

/** What holds for one transport. */
export interface EffectiveTransport {
  name: string;
  /** Program of master.cf; "" when there is no master.cf and the transport is known by name only. */
  program: string;
  /** Delivery processes at once; 0 = no limit. */
  maxproc: EffectiveValue;
  /** By the suffix of the parameter: `destination_concurrency_limit`. */
  values: Record<string, EffectiveValue>;
  /** Name in log lines: `postfix`, `postfix/slow`. */
  syslogName: string;
}

/** A line of a transport map: mail for the pattern goes there. Empty texts as in transport(5): no change. */
export interface TransportRoute {
  pattern: string;
  transport: string;
  nexthop: string;
  place: SettingPlace;
}

/** A name that no version known here has, and that no other line uses. */
export interface UnknownSetting {
  setting: MainSetting;
  /** Known name that differs by a letter or two; null when there is none. */
  nearest: string | null;
}

export type SettingsTextKind = 'main' | 'master' | 'overrides' | 'transport' | 'mixed' | 'other';

/** What was found in one text. */
export interface SettingsSource {
  file: string;
  kind: SettingsTextKind;
  /** Lines that say something: without comments and empty ones, continuations counted once. */
  lines: number;
  /** Lines that were not understood, with the first few as samples. */
  notUnderstood: number;
  samples: SettingPlace[];
  /** First line of a text that begins with a byte order mark, without the mark. */
  startsWithMark?: string;
  /** Lines of a print of all parameters that say what holds without them. */
  defaults?: number;
}

export interface Settings {
  /** `3.7.11`, or null when no text says it: then defaults are those of 3.x. */
  version: string | null;
  sources: SettingsSource[];
  /** In order; a later line of the same name overrules an earlier one. */
  main: MainSetting[];
  services: MasterService[];
  routes: TransportRoute[];
  /** False when no master.cf was given: transports are then those of a stock master.cf, and nothing is said to be missing. */
  hasMaster: boolean;
  hasMain: boolean;
  transports: EffectiveTransport[];
  /** Parameters without a transport, by name. */
  globals: Record<string, EffectiveValue>;
  unknown: UnknownSetting[];
}
