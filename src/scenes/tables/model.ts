import type { MailScenario } from '../../protocol/scenario.ts';
import type { Micros } from '../../protocol/units.ts';

/** How the window reacts, as named in the document's tables. N is the client's window. */
export type FeedbackStyle = '1/N' | '1/sqrt(N)' | '1';

/** Figures measured on real machines. `meanWindow` and `sdWindow`: mean and standard deviation over feedback events. */
export interface PublishedFigures {
  readonly deferredPercent: number;
  readonly meanWindow: number;
  readonly sdWindow: number;
}

/** One line of a table: a scenario for each seed, and the figures that the document gives. */
export interface TableRow {
  /** Never change an id: with a seed it names a scene, `#scene=table-…`. */
  readonly id: string;
  readonly rule: MailScenario['feedback'];
  readonly feedback: FeedbackStyle;
  readonly published: PublishedFigures;
  /** Instant at which a run opens: after the first failures. */
  readonly opensAt: Micros;
  readonly scenario: (seed: number) => MailScenario;
}

/** One result table of SCHEDULER_README. All text is plain. */
export interface ResultTable {
  readonly id: 'connect-timeout' | 'greeting-timeout' | 'active-limiter';
  readonly title: string;
  /** The server's configuration, in one sentence. */
  readonly setting: string;
  readonly source: string;
  /** Why the simulated figures differ from the measured ones. */
  readonly reasons: string;
  readonly rows: readonly TableRow[];
}

/** Seeds of the runs of each row, unless the reader chooses others. */
export const TABLE_SEEDS: readonly number[] = [1, 2, 3, 4, 5];
