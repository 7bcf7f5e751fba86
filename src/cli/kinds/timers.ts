import type { Micros } from '../../protocol/units.ts';
import { refuseOfMail } from './refuse.ts';
import { plainSummary, type RunJob } from './run-kind.ts';
import type { LogSink } from '../../core/simulation.ts';
import { labReport } from '../../core/lab/project.ts';
import { createLab, labNextInstant, labPosition, labStep } from '../../core/lab/sim.ts';
import type { Cursor } from '../../protocol/frame.ts';
import type { TimerScenario } from '../../protocol/scenario.ts';

interface LabRun {
  end: Cursor;
  idle: boolean;
  /** Counters of the three designs as a table; empty for one raw wheel. */
  table: string[];
}

/** Runs until nothing is left or until an instant in microseconds; events go to `sink`. */
function runLab(scenario: TimerScenario, sink: LogSink, until: Micros): LabRun {
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

/** The laboratory decides nothing and holds no mail: what it has are events and counters. */
export function runTimers(scenario: TimerScenario, job: RunJob): void {
  refuseOfMail(job, 'the timer laboratory', ['decisions']);
  const { mode, until, report, print } = job;
  const { end, idle, table } = runLab(scenario, report.sink, until);
  const figures = report.figures(end, idle);
  if (mode === 'json') print(JSON.stringify(figures, null, 2));
  if (mode === 'figures') print([plainSummary(figures), ...table].join('\n'));
}
