import type { SweepFigures } from './experiments.ts';
import type { MailScenario } from './scenario.ts';

/** A sweep as a file: what `npm run sweep` runs, and the first line of its results. */
export interface SweepSpec {
  kind: 'sweep';
  version: 1;
  /** What is varied, as it was typed; the page shows it so. */
  x: { kind: string; values: string };
  y: { kind: string; values: string } | null;
  scene: string;
  /** Runs of each point. */
  seeds: number;
  points: { key: string; x: string; y: string; scenario: MailScenario }[];
}

/** One run of a sweep: number (seed × points + point), and its figures. */
export interface SweepLine {
  kind: 'run';
  run: number;
  point: string;
  seed: number;
  figures: SweepFigures;
}
