/** Findings about a configuration, and the evidence from a record that they may use. Rules: record/importers/README.md §5. */
import type { Settings, SettingPlace } from './settings.ts';
import type { Seconds } from '../../protocol/units.ts';

/**
 * `wrong`: Postfix refuses it, or mail stays in the queue. `dead`: the line has no effect. `risky`: it does not do
 * what most people expect, or costs mail when something fails. `hint`: worth knowing.
 */
export type LintSeverity = 'wrong' | 'dead' | 'risky' | 'hint';

export interface LintFinding {
  /** Number of the rule in record/importers/README.md §5.1. Rules from 101 on come from the manual pages. */
  rule: number;
  severity: LintSeverity;
  /** Transport that the finding is about, or null. */
  transport: string | null;
  /** Parameter name, or `service/type` of master.cf. */
  setting: string;
  /** Effective value, as text. */
  value: string;
  /** The lines as written. Empty when the finding is about a default. */
  lines: SettingPlace[];
  /** The problem in one short sentence. */
  title: string;
  /** What Postfix does with the setting. */
  sentence: string;
  /** Manual page or document that describes this behaviour. */
  source: string;
  /** What the record shows about the finding. Null without a record. */
  evidence: string | null;
  /** Shell commands that repair the setting. Empty when nothing needs repair. */
  repair: string[];
  /** When and why to use the repair, or an alternative. "" when there is nothing to add. */
  repairNote: string;
  /** Name of a scene that shows the finding with these figures (`record/importers/lint/scenes.ts`), or null. */
  scene: string | null;
}

export interface LintReport {
  settings: Settings;
  /** Sorted: findings with evidence first, then by severity, then by rule. */
  findings: LintFinding[];
  /** What could not be checked and what input is missing, one sentence each. */
  notChecked: string[];
}

/** Deliveries of one transport to one destination, counted from a record. */
export interface DestinationEvidence {
  transport: string;
  name: string;
  deliveries: number;
  /** Number of recipients for the destination that became active in the busiest minute. */
  arrivalsPerMinute: number;
  /** Number of deliveries in the busiest minute. */
  deliveriesPerMinute: number;
  /** Mean duration of a delivery: c + d of delays=. */
  secondsEach: Seconds;
  /** Highest number of concurrent deliveries. */
  peakConcurrency: number;
  /** Highest number of recipients waiting at one moment. */
  peakWaiting: number;
}

/**
 * Totals of a record that rules may use; nothing about single messages. An absent field means that the record does
 * not say, and rules that need it report less.
 */
export interface LintEvidence {
  /** Description of the record in a sentence: `the log of 20 November, 08:00 to 17:00`. */
  record: string;
  destinations?: DestinationEvidence[];
  /** Highest number of busy processes at one moment, by transport. */
  peakBusy?: Record<string, number>;
  /** Highest number of messages in the active queue at one moment. */
  activePeak?: number;
  /** Recipients of the largest message, and deliveries of the message with the most deliveries. */
  largestMessage?: { recipients: number; deliveries: number };
  /** Times of reloads and restarts, as printed in the log. */
  reloads?: string[];
  /** True if the record has window lines (destination_concurrency_feedback_debug). */
  windowsLogged?: boolean;
  /** Number of feedback debug lines, and number of all lines of the log. */
  debugLines?: { debug: number; all: number };
  /** Deliveries that ended in a timeout while connecting or waiting for the greeting. */
  silent?: { deliveries: number; longestSeconds: Seconds };
  /** Configuration directories that logged `daemon started`, by syslog name. */
  instances?: { syslogName: string; directories: string[] }[];
}
