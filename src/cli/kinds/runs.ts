import type { Scenario, MailScenario, TimerScenario } from '../../protocol/scenario.ts';
import { type ByKind, ofKind } from '../../scenario/kinds/by-kind.ts';
import { type RunJob, plainSummary, refuseOfMail } from './run-kind.ts';
import { runThreadsAlone } from './threads.ts';
import { createSimulation, nextInstant, position, stepOnce, type LogSink } from '../../core/simulation.ts';
import { bad } from '../bad-input.ts';
import { stateFigures } from '../run-state.ts';
import { answerWhy, parseWhy, WHY_ACCEPTED } from '../why-args.ts';
import type { Micros } from '../../protocol/units.ts';
import { labReport } from '../../core/lab/project.ts';
import { createLab, labNextInstant, labPosition, labStep } from '../../core/lab/sim.ts';
import type { Cursor } from '../../protocol/frame.ts';

const RUNS: ByKind<(job: RunJob) => void> = {
  mail: (scenario) => (job) => runMail(scenario, job),
  'timer-lab': (scenario) => (job) => runTimers(scenario, job),
  'threads-alone': (scenario) => (job) => runThreadsAlone(scenario, job),
};

export function runKind(scenario: Scenario, job: RunJob): void {
  ofKind(RUNS, scenario)(job);
}

function runMail(scenario: MailScenario, { mode, until, report, why, print }: RunJob): void {
  const { transport } = scenario.view;
  const questions = why.map((word) => {
    const parsed = parseWhy(word, transport);
    if (parsed === null) throw bad('--why', word, WHY_ACCEPTED);
    return { word, parsed };
  });
  const sim = createSimulation(scenario, report.sink);
  let next = nextInstant(sim);
  while (next !== null && next <= until) {
    stepOnce(sim);
    next = nextInstant(sim);
  }
  for (const { word, parsed } of questions) for (const line of answerWhy(sim, word, parsed)) print(line);
  if (questions.length > 0 && mode === 'figures') return;
  const figures = report.figures(position(sim), next === null);
  if (mode === 'json')
    print(JSON.stringify({ ...figures, state: stateFigures({ sim, transport }) }, null, 2));
  if (mode === 'figures') print(report.summary(figures));
}

interface LabRun {
  end: Cursor;
  idle: boolean;
  /** Counters of the three designs as a table; empty for a single wheel. */
  table: string[];
}

/** Runs until nothing is left to happen, or until an instant in microseconds. Events go to `sink`. */
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

/** Runs the timer laboratory and prints its events and counters. It has no decisions and no mail. */
function runTimers(scenario: TimerScenario, job: RunJob): void {
  refuseOfMail(job, 'the timer laboratory', ['decisions']);
  const { mode, until, report, print } = job;
  const { end, idle, table } = runLab(scenario, report.sink, until);
  const figures = report.figures(end, idle);
  if (mode === 'json') print(JSON.stringify(figures, null, 2));
  if (mode === 'figures') print([plainSummary(figures), ...table].join('\n'));
}
