/** Findings about a configuration, and what of a record they may rest on. Rules: record/importers/README.md §5. */
import type { Settings, SettingPlace } from './settings.ts';
import type { Seconds } from '../../protocol/units.ts';

/**
 * `wrong`: Postfix refuses it, or mail stays. `dead`: the line has no effect. `risky`: it does something else than most
 * who write it expect, or costs mail when something fails. `hint`: worth knowing.
 */
export type LintSeverity = 'wrong' | 'dead' | 'risky' | 'hint';

export interface LintFinding {
  /** Number of record/importers/README.md §5.1; from 101 on, what else the manual pages say. */
  rule: number;
  severity: LintSeverity;
  /** Transport that it is about, or null. */
  transport: string | null;
  /** Parameter, or `service/type` of master.cf. */
  setting: string;
  /** Value that holds, as text. */
  value: string;
  /** Lines as they stand; none when the finding is about defaults. */
  lines: SettingPlace[];
  /** What is the matter, in one short sentence. */
  title: string;
  /** What Postfix does with it. */
  sentence: string;
  /** Manual page or document that says so. */
  source: string;
  /** What the record says about it; null without one. */
  evidence: string | null;
  /** Shell commands; none when nothing needs repair. */
  repair: string[];
  /** When and why to use the repair, or what else could be done; "" when it needs no word. */
  repairNote: string;
  /** Name of a scene that shows it with these figures (`record/importers/lint/scenes.ts`); null when none does. */
  scene: string | null;
}

export interface LintReport {
  settings: Settings;
  /** Evidence first, then by severity, then by rule. */
  findings: LintFinding[];
  /** What could not be checked, and what would be needed: one sentence each. */
  notChecked: string[];
}

/** Deliveries over one transport to one destination, counted from a record. */
export interface DestinationEvidence {
  transport: string;
  name: string;
  deliveries: number;
  /** Recipients that became active for it, in the busiest minute. */
  arrivalsPerMinute: number;
  /** Deliveries in the busiest minute. */
  deliveriesPerMinute: number;
  /** Mean of c + d. */
  secondsEach: Seconds;
  /** Most deliveries at once. */
  peakConcurrency: number;
  /** Recipients waiting at the worst moment. */
  peakWaiting: number;
}

/**
 * What rules may use of a record. Absent = the record does not say; a rule that needs it then says less. Filled by
 * what read the record; nothing here is about single messages.
 */
export interface LintEvidence {
  /** Sentence for the reader: `the log of 20 November, 08:00 to 17:00`. */
  record: string;
  destinations?: DestinationEvidence[];
  /** Most processes busy at once, by transport. */
  peakBusy?: Record<string, number>;
  /** Most messages in the active queue at once. */
  activePeak?: number;
  /** Sizes of messages: recipients of the largest, deliveries of the one with the most. */
  largestMessage?: { recipients: number; deliveries: number };
  /** `reload` and restart lines, as the record writes their times. */
  reloads?: string[];
  /** True when the record has window lines (destination_concurrency_feedback_debug). */
  windowsLogged?: boolean;
  /** Feedback debug lines and all lines of the record. */
  debugLines?: { debug: number; all: number };
  /** Deliveries that ended in a timeout of the connection or of the greeting. */
  silent?: { deliveries: number; longestSeconds: Seconds };
  /** Configuration directories that logged `daemon started` under each syslog name. */
  instances?: { syslogName: string; directories: string[] }[];
}
