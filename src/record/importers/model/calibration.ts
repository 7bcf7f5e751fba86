import type {
  CalibrationFigures,
  CalibrationVerdict,
  ClassFigures,
  RunFigures,
} from '../../protocol/predict.ts';
import type { Settings } from '../../protocol/settings.ts';
import type { Instance } from '../store/instance.ts';
import { ofAnotherTime } from './other-time.ts';
import type { Model } from './setup.ts';

/** Relative deviations for the verdicts, and absolute ones (seconds) that never count (record/importers/README.md §3.2). */
const PARTLY = 0.15;
const LOCKED = 0.4;
const NO_DIFFERENCE = { b: 0.3, total: 0.5, empty: 5 };
/** Fewest recipients of a class whose quantiles are compared. In smaller classes quantiles depend on chance. */
const ENOUGH = 30;
/**
 * A model is only partly right if one of these is at least this share: the agents' time spent on mail that was active
 * before the record, or the recipients without a first attempt at its end. The comparison of b shows whether that
 * matters.
 */
const AT_EDGE = 0.1;

interface Found {
  level: 1 | 2;
  text: string;
}

/**
 * Judges whether a model explains its record, class by class, and by evidence known without a run. An unexplained class
 * is not predicted; if most mail is in unexplained classes, no class is predicted. `simulated`: figures as they are
 * known at the end of the record.
 */
export function calibrate(
  names: readonly string[],
  recorded: RunFigures,
  simulated: RunFigures,
  evidence: readonly Found[],
): CalibrationVerdict {
  const found = [...evidence];
  const rows = names.map((name, i) => rowOf(name, recorded.classes[i], simulated.classes[i]));
  const all = rowOf('all mail', recorded.all, simulated.all);
  for (const row of [...rows, all]) found.push(...row.found);
  const unexplained = rows.reduce((sum, { level, recipients }) => sum + (level === 2 ? recipients : 0), 0);
  const isLocked =
    evidence.some(({ level }) => level === 2) || all.level === 2 || 2 * unexplained > recorded.all.recipients;
  const level = isLocked ? 2 : Math.min(1, Math.max(0, ...found.map((one) => one.level)));
  return {
    verdict: VERDICTS[level] ?? 'locked',
    reasons: found.toSorted((a, b) => b.level - a.level).map(({ text }) => text),
    classes: rows.map((row) =>
      row.recipients < ENOUGH && recorded.all.recipients >= ENOUGH
        ? 'small'
        : (VERDICTS[row.level] ?? 'locked'),
    ),
  };
}

const VERDICTS = ['explains', 'partly', 'locked'] as const;

/**
 * Compares a class. Waits in the queue manager can lock a model. Total times cannot, because they also depend on the
 * chance of retries.
 */
function rowOf(
  name: string,
  one: ClassFigures | undefined,
  two: ClassFigures | undefined,
): { found: Found[]; level: number; recipients: number } {
  const found: Found[] = [];
  const recipients = one?.recipients ?? 0;
  if (one === undefined || two === undefined || recipients < ENOUGH) return { found, level: 0, recipients };
  const compare = (what: string, was: number, is: number, nothing: number, most: 1 | 2): void => {
    const off = Math.abs(is - was);
    if (off <= nothing || off <= PARTLY * Math.max(was, is)) return;
    found.push({
      level: most === 2 && off > LOCKED * Math.max(was, is) ? 2 : 1,
      text: `${name}: ${what} is ${seconds(was)} in the record and ${seconds(is)} in the model`,
    });
  };
  compare('median of b', one.b.p50, two.b.p50, NO_DIFFERENCE.b, 2);
  compare('90th percentile of b', one.b.p90, two.b.p90, NO_DIFFERENCE.b, 2);
  compare('median of the total time', one.total.p50, two.total.p50, NO_DIFFERENCE.total, 1);
  const was = (100 * one.deferredFirst) / recipients;
  const is = (100 * two.deferredFirst) / recipients;
  if (Math.abs(was - is) > 6)
    found.push({
      level: Math.abs(was - is) > 20 ? 2 : 1,
      text: `${name}: ${was.toFixed(1)} % are deferred at the first attempt in the record and ${is.toFixed(1)} % in the model`,
    });
  return { found, level: Math.max(0, ...found.map(({ level }) => level)), recipients };
}

function seconds(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 1)} s`;
}

/** Selects the model's figures to compare with the record's. */
export function calibrationFigures(figures: RunFigures['all'], run: RunFigures): CalibrationFigures {
  const { deliveredFirst, deferredFirst, bounced, b, total, open } = figures;
  return { deliveredFirst, deferredFirst, bounced, open, b, total, inFlight: run.inFlight, empty: run.empty };
}

/**
 * Reasons to doubt the model that need no run: much active mail at an edge of the log, or settings that were not in force when it was
 * written.
 */
export function evidenceAgainst(
  instance: Instance,
  settings: Settings | null,
  model: Model,
  recorded: RunFigures,
  untried: number,
): Found[] {
  return [
    ...edges(model, recorded, untried),
    ...ofAnotherTime(instance, settings, model).map((text): Found => ({ level: 2, text })),
  ];
}

/** Mail in flight at the edges of the log. Mail that is deferred at an edge is no reason to doubt the model. */
function edges({ requests, counted, before }: Model, { all }: RunFigures, untried: number): Found[] {
  const found: Found[] = [];
  let [earlier, busy] = [0, 1];
  for (const { message, start, end } of requests) {
    busy += end - start;
    if (message < before) earlier += end - start;
  }
  const say = (share: number, text: string): void => {
    if (share >= AT_EDGE) found.push({ level: 1, text: text.replace('%', `${(100 * share).toFixed(0)} %`) });
  };
  say(
    earlier / busy,
    'the record begins while mail is being delivered: % of the agents’ time goes to mail that was active before. The log of the minutes before shows that mail too',
  );
  say(
    untried / Math.max(1, all.recipients),
    'the record ends while mail waits: % of the recipients had no first attempt yet. The log of the minutes after shows those attempts',
  );
  if (found.length > 0 && all.recipients - untried < ENOUGH)
    found.push({
      level: 2,
      text: `only ${all.recipients - untried} recipients arrived and were tried in this time, too few to compare them with the model`,
    });
  if (!counted.includes(1))
    found.push({ level: 2, text: 'no mail arrived in this time, so there is nothing to compare' });
  return found;
}
