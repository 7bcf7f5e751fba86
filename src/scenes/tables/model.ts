import type { MailScenario } from '../../protocol/scenario.ts';
import type { Micros } from '../../protocol/units.ts';

/** How the window reacts, as the document's tables name it. N is the client's window. */
export type FeedbackStyle = '1/N' | '1/sqrt(N)' | '1';

/** Figures that were measured on real machines. Windows are means over feedback events. */
export interface PublishedFigures {
  readonly deferredPercent: number;
  readonly meanWindow: number;
  readonly sdWindow: number;
}

/** One line of a table: a scenario for each seed, and what was measured elsewhere. */
export interface TableRow {
  /** Stable: with a seed it names a scene, `#scene=table-…`. */
  readonly id: string;
  readonly rule: MailScenario['feedback'];
  readonly feedback: FeedbackStyle;
  readonly published: PublishedFigures;
  /** Where a run of it opens: after the first failures. */
  readonly opensAt: Micros;
  readonly scenario: (seed: number) => MailScenario;
}

/** One result table of SCHEDULER_README. All text is plain. */
export interface ResultTable {
  readonly id: 'connect-timeout' | 'greeting-timeout' | 'active-limiter';
  readonly title: string;
  /** What was done to the server, in one sentence. */
  readonly setting: string;
  /** Where the measured figures come from. */
  readonly source: string;
  /** Why the simulated figures are not the measured ones. */
  readonly reasons: string;
  readonly rows: readonly TableRow[];
}

/** Seeds that are run unless the reader asks for other ones. */
export const TABLE_SEEDS: readonly number[] = [1, 2, 3, 4, 5];
