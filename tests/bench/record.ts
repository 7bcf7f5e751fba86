import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { RealMillis } from '../../src/protocol/units.ts';
import { type ReadResult, readRecord } from '../../src/record/importers/input/read.ts';
import { finish } from '../../src/record/importers/store/finish.ts';
import type { Instance } from '../../src/record/importers/store/instance.ts';
import { RecordQueries } from '../../src/record/importers/store/queries/queries.ts';
import type { Member } from '../../src/record/importers/store/record.ts';
import type { Selection } from '../../src/record/protocol/record-questions.ts';
import { differencesOf } from '../../src/record/worker/record/differ.ts';
import { holdRecord, lateReport } from '../../src/record/worker/record/held.ts';
import { lifeOf } from '../../src/record/worker/record/life.ts';
import { overviewOf } from '../../src/record/worker/record/overview.ts';
import { searchIn } from '../../src/record/worker/record/search.ts';
import { sourcesOf } from '../../src/record/cli/records/files.ts';
import { writeMadeLog } from './parts/made-log.ts';
import { cpuMs } from './parts/processor.ts';
import type { BenchRow } from './parts/types.ts';
import { mapAndArrayNs } from './parts/yardstick.ts';

const MB = 1_000_000;
/** Size in bytes of a generated log with a million attempts. */
const MILLION = 420 * MB;

/**
 * Reads a whole log (lives, attempts, deliveries, chains). Compares processor time for 100 MB with pflogsumm on the same
 * file, one directly after the other, and measures the memory for a million attempts. The log repeats an afternoon from the
 * fixtures with other ids, times, processes and names. If pflogsumm is not installed, there is no reference.
 */
export async function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'qmgrscope-record-'));
  try {
    const small = join(folder, 'maillog');
    const made = writeMadeLog(small, 100 * MB);
    const yardstickNs = mapAndArrayNs(2_000_000, cpuMs);
    const ours = await cpuOfReading(small);
    const theirs = cpuOfSummary(small);
    /** @param ns processor time per line in nanoseconds; omitted for figures that are not times. */
    const row = (
      name: string,
      value: number,
      unit: string,
      reference: number | null,
      ns = Number.NaN,
    ): BenchRow => ({
      bench: 'record',
      case: name,
      value,
      unit,
      yardstickRatio: ns / yardstickNs,
      reference,
    });
    const first = [
      row(
        '100 MB read, processor time (pflogsumm / 3)',
        ours,
        's',
        theirs === null ? null : theirs / 3,
        (ours * 1e9) / made.lines,
      ),
      row('lines per second', made.lines / ours, 'lines', null),
    ];
    const large = join(folder, 'large');
    writeMadeLog(large, MILLION);
    const memory = await memoryOf(large);
    return [
      ...first,
      row('attempts in memory', memory.attempts, 'attempts', null),
      row('memory of a million attempts', ((memory.bytes / memory.attempts) * 1e6) / MB, 'MB', 200),
      row('size of that log', statSync(large).size / MB, 'MB', null),
      ...memory.questions.map(({ name, first, again }) =>
        row(`${name}, repeated (first: ${Math.round(first)} ms)`, again, 'ms', 100),
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function cpuOfReading(path: string): Promise<number> {
  const before = cpuMs();
  await read(path);
  return (cpuMs() - before) / 1000;
}

async function read(path: string): Promise<ReadResult> {
  const result = await readRecord(sourcesOf([path]), { zone: 'UTC', now: Date.now() });
  finish(result.builder.members.map(({ instance }) => instance));
  return result;
}

/** Returns the processor time of pflogsumm in seconds; null when pflogsumm is not installed. */
function cpuOfSummary(path: string): number | null {
  const { status, stderr } = spawnSync(
    'bash',
    ['-c', 'TIMEFORMAT="%U %S"; time pflogsumm "$0" > /dev/null', path],
    {
      encoding: 'utf8',
    },
  );
  const times = /([\d.]+) ([\d.]+)\s*$/.exec(stderr);
  return status !== 0 || times === null ? null : Number(times[1]) + Number(times[2]);
}

/** Measures the memory of a record in bytes: its columns and texts, and everything else that stays in memory with it. */
async function memoryOf(path: string): Promise<{ bytes: number; attempts: number; questions: Asked[] }> {
  const before = held();
  const result = await read(path);
  const { builder } = result;
  const bytes = held() - before;
  return {
    bytes,
    attempts: builder.members.reduce((sum, { instance }) => sum + instance.tables.attempts.length - 1, 0),
    questions: builder.members
      .slice(0, 1)
      .flatMap((member) => [...askAll(member.instance), ...viewAll(result, member)]),
  };
}

/**
 * A question to a record, with two times in milliseconds: that of the first answer, and that of the slowest later
 * answer.
 */
interface Asked {
  name: string;
  first: RealMillis;
  again: RealMillis;
}

/** Asks the questions of the views, for nearly the whole record, with as many bins as a wide screen has pixels. */
function askAll(instance: Instance): Asked[] {
  const queries = new RecordQueries(instance);
  const span = instance.to - instance.from;
  const where = { from: instance.from + span * 0.05, to: instance.to - span * 0.03 };
  const lane = { ...where, by: 'destination', group: 0 };
  const id = instance.pools.texts.text(instance.tables.lives.id[1] ?? 0);
  const questions: Record<string, () => unknown> = {
    'counts in 2000 bins': () => queries.counts('attempts', where, 2000),
    'counts of a destination': () => queries.counts('attempts', lane, 2000),
    'totals of every destination': () => queries.totals('attempts', 'destination', where.from, where.to),
    'waits in 2000 bins': () => queries.waits('firstPasses', where, 2000),
    'in flight, one destination': () => queries.levels('inFlight', lane, 2000),
    'waiting, in all': () => queries.levels('waiting', where, 2000),
    'a message with its deliveries': () =>
      queries.messages.withId(id).map((life) => queries.messages.deliveries(life)),
  };
  return Object.entries(questions).map(([name, ask]) => {
    const first = msOf(ask);
    return { name, first, again: Math.max(...[1, 2, 3].map(() => msOf(ask))) };
  });
}

/**
 * Asks what the views of the page ask. Findings of a range are computed in pieces, and the page can ask other questions in
 * between. So the longest piece is their figure, and their total time is a separate row.
 */
function viewAll(result: ReadResult, member: Member): Asked[] {
  const held = holdRecord(result, new Map());
  const { instance } = member;
  const at = (share: number): number => Math.round(instance.from + (instance.to - instance.from) * share);
  const name = { host: member.host, instance: member.name, classes: [] };
  const pieces = (from: number, to: number): number[] => {
    const report = lateReport(held, member, { ...name, from: at(from), to: at(to) });
    const took: number[] = [];
    for (let done = false; !done; ) took.push(msOf(() => (done = report.next().done === true)));
    return took;
  };
  const selection = (from: number, to: number): Selection => ({
    from: at(from),
    to: at(to),
    over: 0,
    under: Infinity,
    lane: '',
    lanes: 'destination',
    predicate: '',
  });
  const sum = (list: readonly number[]): number => list.reduce((one, other) => one + other, 0);
  const id = instance.pools.texts.text(instance.tables.lives.id[1] ?? 0);
  const views: Record<string, (turn: number) => number> = {
    'view: overview': (turn) =>
      msOf(() =>
        overviewOf(held, member, { ...name, from: at(turn), to: at(0.97), bins: 240, lanes: 'destination' }),
      ),
    'view: what differs in half the time range': (turn) =>
      msOf(() => differencesOf(held, member, { ...name, selection: selection(0.2 + turn, 0.7) })),
    'view: search for a text': () =>
      msOf(() => searchIn(held, member, { text: 'flaky', lanes: 'destination', classes: [] })),
    'view: one message': () => msOf(() => lifeOf(held, member, id)),
    'view: findings of a tenth of the time, total': (turn) => sum(pieces(0.3 + turn, 0.4)),
    'view: findings of four fifths, longest piece': (turn) => Math.max(...pieces(0.1 + turn, 0.9)),
    'view: findings of four fifths of the time, total': (turn) => sum(pieces(0.11 + turn, 0.9)),
  };
  return Object.entries(views).map(([view, ask]) => {
    const first = ask(0.001);
    return { name: view, first, again: Math.max(...[0.002, 0.003, 0.004].map(ask)) };
  });
}

function msOf(work: () => unknown): number {
  const before = cpuMs();
  work();
  return cpuMs() - before;
}

/** Returns the memory in use. Runs the garbage collector first, so that garbage does not count. */
function held(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let i = 0; i < 3; i++) collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
