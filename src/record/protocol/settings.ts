import type { LineNumber } from '../../protocol/ids.ts';

/**
 * Settings of a real Postfix as plain data, with the origin of every value. Sources: postconf(5), master(5), record/importers/README.md §1.
 */

/** Position and text of a setting. */
export interface SettingPlace {
  /** Name of the text, as given by the caller. */
  file: string;
  /** First line of the logical line, counted from 1. */
  line: LineNumber;
  /** The logical line: continuation lines joined, comments removed. */
  text: string;
}

/** One `name = value` of main.cf, of `postconf -n`, or of a `-o` in master.cf. */
export interface MainSetting {
  name: string;
  /** The value as written. */
  value: string;
  /** The value with each `$name` replaced, where the texts or the defaults say what `name` is. */
  expanded: string;
  place: SettingPlace;
}

/** One service of master.cf. A field `-` is kept: it stands for the default. */
export interface MasterService {
  name: string;
  type: string;
  private: string;
  unprivileged: string;
  chroot: string;
  wakeup: string;
  maxproc: string;
  command: string;
  /** Arguments other than `-o`, in order. Braces are removed. */
  args: string[];
  overrides: MainSetting[];
  place: SettingPlace;
}

/**
 * `default`: the default of that version of Postfix. `master.cf`: a field of the service, or a `-o` of the program
 * that reads the parameter.
 */
type SettingOrigin = 'default' | 'main.cf' | 'master.cf';

export interface EffectiveValue {
  /** Parameter whose line or default gave the value: `smtp_destination_rate_delay` or `default_destination_rate_delay`. */
  name: string;
  /** Expanded text, as Postfix reads it. */
  value: string;
  /** Whole number, or a time in seconds. Null when the value is neither or is malformed. */
  number: number | null;
  /** `s` for times, otherwise what is counted (`deliveries`), or "". */
  unit: string;
  origin: SettingOrigin;
  /** The line that sets the value. Absent for a default. */
  place?: SettingPlace;
  /** The value that Postfix uses instead, and why: a rate delay makes the concurrency limit 1. */
  overruled?: { value: string; why: string };
}

/** Effective settings of one transport. */
export interface EffectiveTransport {
  name: string;
  /** Program of the transport according to master.cf. "" without a master.cf. */
  program: string;
  /** Process limit. 0 = no limit. */
  maxproc: EffectiveValue;
  /** Values by parameter suffix: `destination_concurrency_limit`. */
  values: Record<string, EffectiveValue>;
  /** Name in log lines: `postfix`, `postfix/slow`. */
  syslogName: string;
}

/** A line of a transport map: the route of mail that matches the pattern. Empty texts mean no change, as in transport(5). */
export interface TransportRoute {
  pattern: string;
  transport: string;
  nexthop: string;
  place: SettingPlace;
}

/** A name that no known version of Postfix has and no other line uses. */
export interface UnknownSetting {
  setting: MainSetting;
  /** Name of a known parameter that differs by one or two letters, or null. */
  nearest: string | null;
}

export type SettingsTextKind = 'main' | 'master' | 'overrides' | 'transport' | 'mixed' | 'other';

export interface SettingsSource {
  file: string;
  kind: SettingsTextKind;
  /** Number of logical lines, not counting comments and empty lines. */
  lines: number;
  /** Number of lines that were not understood, and the first few of these lines as samples. */
  notUnderstood: number;
  samples: SettingPlace[];
  /** If the text begins with a byte order mark: its first line without the mark. */
  startsWithMark?: string;
  /** Number of lines that only repeat the default. Only output that lists all parameters has such lines. */
  defaults?: number;
}

export interface Settings {
  /** `3.7.11`. Null if no text says it, and the defaults are those of 3.x. */
  version: string | null;
  sources: SettingsSource[];
  /** Lines of main.cf in order. A later line of the same name overrides an earlier one. */
  main: MainSetting[];
  services: MasterService[];
  routes: TransportRoute[];
  /** False without a master.cf. Transports are then those of the stock master.cf, and nothing is reported as missing. */
  hasMaster: boolean;
  hasMain: boolean;
  transports: EffectiveTransport[];
  /** Parameters that belong to no transport, by name. */
  globals: Record<string, EffectiveValue>;
  unknown: UnknownSetting[];
}
