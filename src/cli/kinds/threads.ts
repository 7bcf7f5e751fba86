/** Runs a scenario of threads without mail, and prints changes of counts with their causes, and figures. */
import type { Micros } from '../../protocol/units.ts';
import { refuseOfMail, plainSummary, type RunJob } from './run-kind.ts';
import type { LogSink } from '../../core/simulation.ts';
import { threadSimRow } from '../../core/threadlab/project.ts';
import { createThreadSim, threadNextInstant, threadPosition, threadStep } from '../../core/threadlab/sim.ts';
import { readFigures } from '../../core/threads/metrics.ts';
import { readWorkloadFigures } from '../../core/threads/workload.ts';
import { LEDGER_KINDS, type LedgerRow, ledgerRows, type LedgerScope } from '../../explain/ledger.ts';
import { toText } from '../../explain/tokens.ts';
import type { EventRecord } from '../../protocol/events.ts';
import type { Cursor } from '../../protocol/frame.ts';
import type { ThreadScenario } from '../../protocol/scenario.ts';
import { formatLogClock } from '../../explain/figures.ts';

/**
 * Final state of a group or, without a group, of a source. `peak`: maximum of runnable threads; `concurrencyValue` null = no
 * group.
 */
interface GroupFigures {
  name: string;
  concurrencyValue: number | null;
  runnable: number;
  peak: number;
  pending: number;
  waiting: number;
  blocked: number;
}

/** Measurements of a run: times in µs, shares of CPUs × time. */
interface ThreadFigures {
  groups: GroupFigures[];
  /** Measured values by name: per CPU for a story, per request for a stream. */
  measured: Record<string, number | null>;
}

interface ThreadRun {
  end: Cursor;
  idle: boolean;
  figures: ThreadFigures;
  /** One line for each change of a count, with its cause. */
  causes: string[];
}

/**
 * Runs until nothing is left to happen, or until an instant in microseconds. Events go to `sink`; causes are collected if
 * `causes`.
 */
function runThreads(scenario: ThreadScenario, sink: LogSink, until: Micros, causes: boolean): ThreadRun {
  const records: EventRecord[] = [];
  let n = 0;
  const sim = createThreadSim(scenario, {
    decision: (at, step, decision) => sink.decision(at, step, decision),
    event(at, step, event) {
      sink.event(at, step, event);
      n++;
      if (causes && LEDGER_KINDS.includes(event.kind)) records.push({ n, at, step, event });
    },
  });
  const names = threadSimRow(sim, '')?.names ?? [];
  const scopes = names.map((name) => scopeOf(sim, name));
  let next = threadNextInstant(sim);
  while (next !== null && next <= until) {
    threadStep(sim);
    next = threadNextInstant(sim);
  }
  const { machine, stream } = sim;
  const main = threadSimRow(sim, '');
  const measured =
    stream === null
      ? readFigures(machine, main?.group?.id ?? 0, main?.source.id ?? 0, sim.now)
      : readWorkloadFigures(stream);
  return {
    end: threadPosition(sim),
    idle: next === null,
    figures: { groups: names.map((name) => groupFigures(sim, name)), measured: numbersOf(measured) },
    causes: causes ? causeLines(records, scopes) : [],
  };
}

function numbersOf(measured: object): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(measured).filter(([, value]) => typeof value !== 'object' || value === null),
  );
}

type Sim = ReturnType<typeof createThreadSim>;

function scopeOf(sim: Sim, name: string): LedgerScope {
  const row = threadSimRow(sim, name);
  return {
    group: row?.group?.name ?? '',
    source: row?.source.name ?? '',
    runnable: row?.group?.runnable ?? 0,
    limit: row?.group?.limit ?? 0,
  };
}

function groupFigures(sim: Sim, name: string): GroupFigures {
  const row = threadSimRow(sim, name);
  return {
    name,
    concurrencyValue: row?.group?.limit ?? null,
    runnable: row?.group?.runnable ?? 0,
    peak: row?.peak ?? 0,
    pending: row?.source.pending ?? 0,
    waiting: row?.source.waiting ?? 0,
    blocked: row?.blockedCount ?? 0,
  };
}

/** Returns one line for each change of a group's count, by time. A line names the group if there are several. */
function causeLines(records: readonly EventRecord[], scopes: readonly LedgerScope[]): string[] {
  const rows = scopes.flatMap((scope) =>
    ledgerRows(records, scope).map((row) => ({ row, name: scope.group === '' ? scope.source : scope.group })),
  );
  return rows
    .toSorted((a, b) => a.row.at - b.row.at || a.row.first - b.row.first)
    .map(({ row, name }) => causeLine(row, scopes.length > 1 ? `${name}: ` : ''));
}

function causeLine({ at, pill, acted, what, chain, limit }: LedgerRow, whose: string): string {
  const rule = pill === '' ? '' : acted ? pill : `(${pill})`;
  const count = chain.length === 0 ? '' : `  ${chain.join(' → ')} of ${limit}`;
  return `${formatLogClock(at)}  ${rule.padEnd(6)}  ${whose}${toText(what)}.${count}`;
}

function threadsSummary({ groups, measured }: ThreadFigures): string[] {
  const columns: (keyof GroupFigures)[] = [
    'name',
    'concurrencyValue',
    'runnable',
    'peak',
    'pending',
    'waiting',
    'blocked',
  ];
  const line = (cells: readonly string[]): string =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(12) : cell.padStart(17))).join('');
  return [
    line(columns.map((column) => (column === 'name' ? 'group' : column))),
    ...groups.map((group) => line(columns.map((column) => String(group[column] ?? 'none')))),
    ...Object.entries(measured).map(([name, value]) => `${name.padEnd(18)} ${valueText(value)}`),
  ];
}

function valueText(value: number | null): string {
  if (value === null) return 'not known';
  return Number.isInteger(value) ? String(value) : value.toFixed(3);
}

/** Runs threads without mail. `--decisions` prints each change of a count with its cause (threads/README.md §6). */
export function runThreadsAlone(scenario: ThreadScenario, job: RunJob): void {
  refuseOfMail(job, 'a run of threads alone', []);
  const { mode, until, report, print } = job;
  const ran = runThreads(scenario, report.sink, until, mode === 'decisions');
  for (const line of ran.causes) print(line);
  const figures = report.figures(ran.end, ran.idle);
  if (mode === 'json') print(JSON.stringify({ ...figures, threads: ran.figures }, null, 2));
  if (mode === 'figures') print([plainSummary(figures), ...threadsSummary(ran.figures)].join('\n'));
}
