import { basename, dirname, join } from 'node:path';
import * as v from 'valibot';
import type { ClassAnswer } from '../../protocol/predict.ts';
import { type EpochMicros, MICROS_PER_SECOND, type Seconds } from '../../../protocol/units.ts';
import { answerTo, type NamedClass, type Subject, subjectOf, verdictOf } from '../../worker/model/study.ts';
import { failInput, PATH_KINDS } from '../../../cli/command.ts';
import { readJsonFile } from '../../../cli/read-file.ts';
import { print } from '../../../cli/terminal.ts';
import { readChanges, readClasses } from './arguments.ts';
import { readPaths } from './read.ts';

/*
 * Judges predictions from records of running servers: each log begins with a backlog and ends with mail still deferred.
 * A pair is a folder NAME-base-rN and a folder of the same round with a changed setting.
 */

const MEASURED = v.object({
  recipients: v.number(),
  b_first: v.object({ q50: v.number(), q90: v.number() }),
  total: v.object({ q50: v.number(), q90: v.number() }),
  deferred_first: v.number(),
});
const TRUTH = v.object({
  workload: v.string(),
  round: v.string(),
  change: v.string(),
  this: v.object({ window_150_690: v.record(v.string(), v.unknown()) }),
});

/** Classes with fewer recipients are not judged. */
const ENOUGH = 30;
/** Accepted errors: a share of the measured value, and an amount (seconds or percentage points). */
const LIMITS = { b50: [0.15, 0.3], b90: [0.25, 0.5], deferred: [0, 5] } as const;
/** Logs of a base run: one with exact time stamps, and one with whole seconds. */
const LOGS = [
  ['exact', 'maillog-window.gz'],
  ['classic', 'maillog-window-classic.gz'],
] as const;

type Figure = keyof typeof LIMITS;
const FIGURES: readonly Figure[] = ['b50', 'b90', 'deferred'];

interface Judged {
  /**
   * The predicted value, and the interval that holds the truth in nine of ten cases. Seconds, or % of the recipients.
   */
  value: Seconds;
  interval: readonly [Seconds, Seconds];
  measured: Seconds;
}

interface RunningCell {
  pair: string;
  stamps: string;
  class: string;
  recipients: number;
  verdict: string;
  figures: Record<Figure, Judged>;
  misses: Figure[];
}

export interface RunningPair {
  base: string;
  changed: string;
  /** The change as options of this command, and the classes that are judged. */
  change: string;
  names: string[];
}

/** The pair of a folder with a changed run of a running server. Null for any other folder. */
export function runningPair(dir: string): RunningPair | null {
  const read = v.safeParse(TRUTH, readJsonFile('DIR', join(dir, 'truth.json')));
  if (!read.success || read.output.change.startsWith('(')) return null;
  const { workload, round, change, this: measured } = read.output;
  const names = measuredIn(measured.window_150_690).map(({ name }) => name);
  return {
    base: join(dirname(dir), `${workload.toLowerCase()}-base-r${round}`),
    changed: dir,
    change,
    names,
  };
}

const BEGAN = v.union([v.object({ t0: v.number() }), v.object({ this: v.object({ t0: v.number() }) })]);

/** The beginning of a run (microseconds since 1970), from its truth.json. */
export function beganAt(dir: string): EpochMicros {
  const read = v.parse(BEGAN, readJsonFile('DIR', join(dir, 'truth.json')));
  return Math.round(MICROS_PER_SECOND * ('t0' in read ? read.t0 : read.this.t0));
}

/** Judges pairs, and prints cells, accuracy, and coverage and width of the intervals. Returns the share of right cells. */
export async function judgeRunning(
  pairs: readonly RunningPair[],
  zone: string,
  seeds: number,
  json: boolean,
): Promise<number> {
  const cells: RunningCell[] = [];
  let windows = 0;
  let answered = 0;
  for (const pair of pairs)
    for (const [stamps, log] of LOGS) {
      // oxlint-disable-next-line no-await-in-loop
      const found = await cellsOf(pair, stamps, log, zone, seeds);
      windows++;
      if (found.some(({ verdict }) => verdict !== 'locked')) answered++;
      cells.push(...found);
      for (const cell of found) print(json ? JSON.stringify({ kind: 'running', ...cell }) : cellText(cell));
    }
  const right = cells.filter(({ misses, verdict }) => misses.length === 0 && verdict !== 'locked').length;
  const all = cells.flatMap(({ figures }) => FIGURES.map((name) => ({ name, ...figures[name] })));
  const held = all.filter(
    ({ interval: [low, high], measured }) => measured >= low && measured <= high,
  ).length;
  const wide = all.filter(isWide).length;
  const sum = { windows, answered, cells: cells.length, right, figures: all.length, held, wide };
  print(json ? JSON.stringify({ kind: 'running-judged', ...sum }) : sumText(sum));
  return right / Math.max(1, cells.length);
}

/** True if an interval is wider than its value and also wider than the accepted error. */
function isWide({ name, value, interval: [low, high] }: Judged & { name: Figure }): boolean {
  const [, least] = LIMITS[name];
  return high - low > Math.max(value, 2 * least);
}

/** Makes the subject of predictions from a log of a running server, with the classes in its truth.json. */
async function runningSubject(
  dir: string,
  log: string,
  names: readonly string[],
  zone: string,
): Promise<Subject> {
  const files = [log, 'postconf.txt', 'master.txt'].map((name) => join(dir, name));
  const { member, settings } = await readPaths(files, zone, null);
  const classes: NamedClass[] = readClasses(names.map((name) => `${name}=message-id=${name}*`));
  const subject = subjectOf(member.instance, settings, classes, basename(dir));
  if (subject === null) failInput('DIR', dir, PATH_KINDS.logFolder);
  return subject;
}

function measuredIn(window: Record<string, unknown>): ({ name: string } & v.InferOutput<typeof MEASURED>)[] {
  return Object.entries(window).flatMap(([name, one]) => {
    const read = v.safeParse(MEASURED, one);
    return read.success && read.output.recipients >= ENOUGH ? [{ name, ...read.output }] : [];
  });
}

async function cellsOf(
  { base, changed, change, names }: RunningPair,
  stamps: string,
  log: string,
  zone: string,
  seeds: number,
): Promise<RunningCell[]> {
  const truth = v.parse(TRUTH, readJsonFile('DIR', join(changed, 'truth.json')));
  const subject = await runningSubject(base, log, names, zone);
  const today = answerTo(subject, [], seeds);
  const { verdict, reasons, classes } = verdictOf(subject, today);
  if (verdict === 'locked') print(`${basename(changed)} ${stamps}: ${reasons.join('; ')}`);
  const answer = answerTo(subject, changesIn(change), seeds);
  return measuredIn(truth.this.window_150_690).map((one, i): RunningCell => {
    const figures = judgedFigures(answer.classes[i], one);
    return {
      pair: basename(changed),
      stamps,
      class: one.name,
      recipients: one.recipients,
      verdict: verdict === 'locked' ? verdict : (classes[i] ?? verdict),
      figures,
      misses: FIGURES.filter((name) => isOff(name, figures[name])),
    };
  });
}

function judgedFigures(
  answer: ClassAnswer | undefined,
  { b_first, deferred_first, recipients }: v.InferOutput<typeof MEASURED>,
): RunningCell['figures'] {
  if (answer === undefined) throw new Error('no answer');
  const { b, deferredFirst, recipients: all, interval } = answer;
  return {
    b50: { value: b.p50, interval: interval.p50, measured: b_first.q50 },
    b90: { value: b.p90, interval: interval.p90, measured: b_first.q90 },
    deferred: {
      value: (100 * deferredFirst) / Math.max(1, all),
      interval: interval.deferred,
      measured: (100 * deferred_first) / Math.max(1, recipients),
    },
  };
}

function isOff(name: Figure, { value, measured }: Judged): boolean {
  const [share, least] = LIMITS[name];
  return Math.abs(value - measured) > Math.max(least, share * measured);
}

/** Reads the change of a run, which its truth.json writes as options of this command. */
export function changesIn(text: string): ReturnType<typeof readChanges>['changes'] {
  const of = (option: string): string[] =>
    [...text.matchAll(new RegExp(`--${option} (\\S+)`, 'g'))].map(([, value = '']) => value);
  const [split] = of('split');
  return readChanges({
    set: of('set'),
    maxproc: of('maxproc'),
    own: of('own'),
    instance: of('instance'),
    up: of('up'),
    ...(split === undefined ? {} : { split }),
  }).changes;
}

function cellText({ pair, stamps, class: name, recipients, verdict, figures, misses }: RunningCell): string {
  const of = (figure: Figure): string => {
    const { value, measured, interval } = figures[figure];
    const digits = figure === 'deferred' ? 1 : 2;
    const [low, high] = interval.map((one) => one.toFixed(digits));
    return `${figure} ${value.toFixed(digits)}|${measured.toFixed(digits)} [${low} ${high}]${measured >= interval[0] && measured <= interval[1] ? '' : '!'}`.padEnd(
      34,
    );
  };
  return `${pair.padEnd(12)} ${stamps.padEnd(7)} ${name.padEnd(8)} ${String(recipients).padStart(4)} ${FIGURES.map(of).join('')} ${misses.length === 0 ? 'right' : `OFF ${misses.join(',')}`} ${verdict}`;
}

function sumText(sum: {
  windows: number;
  answered: number;
  cells: number;
  right: number;
  figures: number;
  held: number;
  wide: number;
}): string {
  const share = (part: number, of: number): string => `${((100 * part) / Math.max(1, of)).toFixed(0)} %`;
  return `running servers: ${sum.answered} of ${sum.windows} windows answered; ${sum.right} of ${sum.cells} cells right (${share(sum.right, sum.cells)}); intervals hold the truth in ${share(sum.held, sum.figures)}, ${share(sum.wide, sum.figures)} wider than their value`;
}
