import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { ClassAnswer } from '../../protocol/predict.ts';
import type { Seconds } from '../../../protocol/units.ts';
import { answerTo, type Subject, subjectOf, verdictOf } from '../../worker/model/study.ts';
import { failInput, PATH_KINDS } from '../../../cli/command.ts';
import { readPaths } from './read.ts';
import { judgeCuts } from './cuts.ts';
import { judgeRunning, runningPair } from './running.ts';
import { aboutOf, differences, foldersIn, pairsIn, sendersOf } from './pairs.ts';
import { type ClassTruth, measuredOf, truthOf } from './truth.ts';
import { print } from '../../../cli/terminal.ts';

interface Cell {
  pair: string;
  class: string;
  failures: boolean;
  verdict: string;
  predicted: Figures;
  measured: Figures;
  within: boolean;
  misses: (keyof Figures)[];
  /** True if repeated base runs, which differ only in the servers' random behaviour, differ by more than each miss. */
  withinSpread: boolean;
  /** By how much runs of the base differ, for each figure. */
  spread: Figures;
  /** Why the record cannot decide the answer. Figures are then the middle of a range. Empty = the record decides it. */
  doubt: string[];
  /** True if the measured values (median of b and of the total time, deferred) lie in that range, or if there is no range. */
  inRange: boolean;
  /** Of the differences between base and change that exceed the spread of the base: how many were predicted in the right direction. */
  directions: { right: number; of: number };
}

interface Figures {
  b50: Seconds;
  b90: Seconds;
  total50: Seconds;
  total90: Seconds;
  /** Percentage of recipients deferred at the first attempt. */
  deferred: number;
}

/** Relative and absolute errors that are accepted, without and with failures (record/importers/README.md §3.3). */
const LIMITS = {
  plain: { p50: [0.08, 0.15], p90: [0.12, 0.3] },
  failing: { p50: [0.15, 0.3], p90: [0.25, 0.5] },
} as const;
const DEFERRED_POINTS = 2;

/**
 * Prints the table of pair × class. Exit status 1 when fewer than nine of ten cells are within the limits. Where the record cannot tell
 * (outages without an attempt, servers asked for more than before), the answer is a range and the cell is counted separately.
 */
export async function judge(
  dirs: readonly string[],
  zone: string,
  seeds: number,
  json: boolean,
  cuts: boolean,
): Promise<number> {
  if (cuts) return judgeCuts(dirs.flatMap(foldersIn), zone, seeds, json);
  const running = dirs.flatMap((dir) => foldersIn(dir).flatMap((one) => runningPair(one) ?? []));
  const runs = running.length > 0 ? [] : dirs.flatMap(pairsIn);
  if (running.length > 0) return (await judgeRunning(running, zone, seeds, json)) >= 0.85 ? 0 : 1;
  if (runs.length === 0)
    failInput(
      'DIR',
      dirs.join(' '),
      'a folder with pairs of folders NAME-base and NAME-change, each with truth.json',
    );
  const subjects = new Map<string, Subject>();
  const cells: Cell[] = [];
  for (const { base, changed } of runs) {
    // oxlint-disable-next-line no-await-in-loop
    const of = subjects.get(base) ?? (await subjectIn(base, zone));
    subjects.set(base, of);
    // oxlint-disable-next-line no-await-in-loop
    for (const cell of await cellsOf(of, base, changed, zone, seeds)) {
      cells.push(cell);
      print(json ? JSON.stringify({ kind: 'cell', ...cell }) : cellText(cell));
    }
  }
  const shares = [false, true].flatMap((failures) => {
    const own = cells.filter((cell) => cell.failures === failures);
    const answered = own.filter(({ doubt }) => doubt.length === 0);
    const ranges = own.filter(({ doubt }) => doubt.length > 0);
    if (own.length === 0) return [];
    return [
      {
        failures,
        within: answered.filter((cell) => cell.within).length,
        near: answered.filter((cell) => !cell.within && cell.withinSpread).length,
        of: answered.length,
        ranges: ranges.length,
        inRange: ranges.filter((cell) => cell.inRange).length,
        rangesWithin: ranges.filter((cell) => cell.within).length,
      },
    ];
  });
  for (const share of shares) print(json ? JSON.stringify({ kind: 'judged', ...share }) : shareText(share));
  return shares.every(({ within, of }) => within >= 0.9 * of) ? 0 : 1;
}

interface Share {
  failures: boolean;
  within: number;
  near: number;
  of: number;
  ranges: number;
  inRange: number;
  rangesWithin: number;
}

function shareText({ failures, within, near, of, ranges, inRange, rangesWithin }: Share): string {
  const parts = [`${failures ? 'with failures' : 'without failures'}: ${within} of ${of} cells within`];
  if (near > 0) parts.push(`${near} more within the spread of the base`);
  if (ranges > 0)
    parts.push(
      `${ranges} more have a range, because the record cannot tell: ${inRange} contain the measured value, ${rangesWithin} have their middle within`,
    );
  return parts.join('; ');
}

async function subjectIn(dir: string, zone: string): Promise<Subject> {
  const { member, settings } = await readPaths([dir], zone, null);
  const subject = subjectOf(member.instance, settings, sendersOf(dir), basename(dir));
  if (subject === null) failInput('DIR', dir, PATH_KINDS.logFolder);
  return subject;
}

async function cellsOf(
  subject: Subject,
  base: string,
  changed: string,
  zone: string,
  seeds: number,
): Promise<Cell[]> {
  const before = truthOf(base);
  const other = await readPaths([changed], zone, null);
  const changes = differences(subject, other.settings, before, aboutOf(changed));
  const today = answerTo(subject, [], seeds);
  const answer = answerTo(subject, changes, seeds);
  const { verdict } = verdictOf(subject, today);
  const failures = [...before.classes.values()].some((one) => one.deferred_at_first_try > 0);
  return subject.names.map((name, i): Cell => {
    const truth = measuredOf(changed, name);
    const predicted = predictedFigures(answer.classes[i] as ClassAnswer);
    const measured = measuredFigures(truth);
    const misses = missesOf(predicted, measured, failures);
    const spread = spreadOf(base, name);
    return {
      pair: basename(changed),
      class: name,
      failures,
      verdict,
      predicted,
      measured,
      within: misses.length === 0,
      withinSpread: misses.every(
        (figure) => Math.abs(predicted[figure] - measured[figure]) <= spread[figure],
      ),
      spread,
      misses,
      doubt: answer.classes[i]?.doubt?.reasons ?? [],
      inRange: isInRange(answer.classes[i] as ClassAnswer, measured),
      directions: directionsOf(
        base,
        name,
        predictedFigures(today.classes[i] as ClassAnswer),
        predicted,
        measured,
      ),
    };
  });
}

/**
 * True if the measured values lie in the predicted range, with the accepted errors of `LIMITS` as tolerance. True also
 * for a prediction without a range.
 */
function isInRange({ doubt }: ClassAnswer, measured: Figures): boolean {
  if (doubt === null) return true;
  const { b, total, deferred } = doubt.between;
  const holds = ([low, high]: readonly [number, number], value: number, slack: number): boolean =>
    value >= low - slack && value <= high + slack;
  const [, seconds] = LIMITS.failing.p50;
  return (
    holds(b, measured.b50, seconds) &&
    holds(total, measured.total50, seconds) &&
    holds(deferred, measured.deferred, DEFERRED_POINTS)
  );
}

function predictedFigures({ b, total, deferredFirst, recipients }: ClassAnswer): Figures {
  return {
    b50: b.p50,
    b90: b.p90,
    total50: total.p50,
    total90: total.p90,
    deferred: (100 * deferredFirst) / Math.max(1, recipients),
  };
}

function measuredFigures({ b_first, total, deferred_at_first_try, recipients }: ClassTruth): Figures {
  return {
    b50: b_first.q50,
    b90: b_first.q90,
    total50: total.q50,
    total90: total.q90,
    deferred: (100 * deferred_at_first_try) / Math.max(1, recipients),
  };
}

function missesOf(predicted: Figures, measured: Figures, failures: boolean): (keyof Figures)[] {
  const { p50, p90 } = failures ? LIMITS.failing : LIMITS.plain;
  const off = (name: keyof Figures, [share, absolute]: readonly [number, number]): (keyof Figures)[] => {
    const difference = Math.abs(predicted[name] - measured[name]);
    return difference <= Math.max(absolute, share * measured[name]) ? [] : [name];
  };
  return [
    ...off('b50', p50),
    ...off('b90', p90),
    ...(failures
      ? [...off('total50', p50), ...off('total90', p90), ...off('deferred', [0, DEFERRED_POINTS])]
      : []),
  ];
}

/** Reads the figures of the base run, then of its repetitions, which differ only in the servers' random behaviour. */
function runsOfBase(base: string, name: string): Figures[] {
  return [base, `${base}-seed2`, `${base}-seed3`]
    .filter((dir) => existsSync(dir))
    .map((dir) => measuredFigures(measuredOf(dir, name)));
}

function spreadOf(base: string, name: string): Figures {
  const runs = runsOfBase(base, name);
  const of = (figure: keyof Figures): number => {
    const values = runs.map((one) => one[figure]);
    return Math.max(...values) - Math.min(...values);
  };
  return {
    b50: of('b50'),
    b90: of('b90'),
    total50: of('total50'),
    total90: of('total90'),
    deferred: of('deferred'),
  };
}

/** Counts predicted directions that are right. A difference within the spread of the base, plus a margin, is left out. */
function directionsOf(
  base: string,
  name: string,
  today: Figures,
  predicted: Figures,
  measured: Figures,
): { right: number; of: number } {
  const figures = runsOfBase(base, name);
  let [right, of] = [0, 0];
  for (const figure of ['b50', 'b90', 'total50', 'total90', 'deferred'] as const) {
    const values = figures.map((one) => one[figure]);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const margin = Math.max(high - low, figure === 'deferred' ? DEFERRED_POINTS : 0.1);
    const was = values[0] ?? 0;
    const is = measured[figure];
    if (is >= low - margin && is <= high + margin) continue;
    of++;
    if (Math.sign(is - was) === Math.sign(predicted[figure] - today[figure])) right++;
  }
  return { right, of };
}

function cellText({
  pair,
  class: name,
  predicted,
  measured,
  within,
  withinSpread,
  misses,
  verdict,
  doubt,
  inRange,
  directions,
}: Cell): string {
  const pairOf = (figure: keyof Figures): string => {
    const digits = figure === 'deferred' ? 1 : 3;
    return `${predicted[figure].toFixed(digits)}|${measured[figure].toFixed(digits)}`.padEnd(16);
  };
  return (
    `${pair.padEnd(20)} ${name.padEnd(11)} b ${pairOf('b50')}${pairOf('b90')} total ${pairOf('total50')}${pairOf('total90')} ` +
    `deferred% ${pairOf('deferred')} ${doubt.length === 0 ? '' : `RANGE ${inRange ? 'contains' : 'misses'} the measured value, middle `}${within ? 'within' : `${withinSpread ? 'within the spread of the base' : 'OFF'} ${misses.join(',')}`} ${verdict} directions ${directions.right}/${directions.of}`
  );
}
