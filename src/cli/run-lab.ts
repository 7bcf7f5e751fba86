import type { LogSink } from '../core/simulation.ts';
import { labReport } from '../core/lab/project.ts';
import { createLab, labNextInstant, labPosition, labStep } from '../core/lab/sim.ts';
import type { Cursor } from '../protocol/frame.ts';
import type { Scenario } from '../protocol/scenario.ts';

/** A run of the timer laboratory without a page. */
export interface LabRun {
  end: Cursor;
  idle: boolean;
  /** Counters of the three designs as a table; empty for one raw wheel. */
  table: string[];
}

/** Runs until nothing is left or until an instant in microseconds; events go to `sink`. */
export function runLab(scenario: Scenario, sink: LogSink, until: number): LabRun {
  const sim = createLab(scenario, sink);
  let next = labNextInstant(sim);
  while (next !== null && next <= until) {
    labStep(sim);
    next = labNextInstant(sim);
  }
  const designs = labReport(sim)?.designs ?? [];
  const names = Object.keys(designs[0]?.counters ?? {});
  const line = (cells: readonly string[]): string =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(18) : cell.padStart(12))).join(' ');
  const rows = names.map((name) => line([name, ...designs.map(({ counters }) => String(counters[name]))]));
  const table =
    designs.length === 0 ? [] : [line(['counter', ...designs.map(({ design }) => design)]), ...rows];
  return { end: labPosition(sim), idle: next === null, table };
}
