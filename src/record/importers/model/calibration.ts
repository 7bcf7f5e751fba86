import type { AttemptRow } from '../../../protocol/ids.ts';
import type { CalibrationFigures, CalibrationVerdict, RunFigures } from '../../protocol/predict.ts';
import type { Settings } from '../../protocol/settings.ts';
import { MICROS_PER_SECOND } from '../../../protocol/units.ts';
import type { Instance } from '../store/instance.ts';
import { ofAnotherTime } from './other-time.ts';
import type { Model } from './setup.ts';

/** Relative deviations for the verdicts, and absolute ones (seconds) that never count (record/importers/README.md §3.2). */
const PARTLY = 0.15;
const LOCKED = 0.4;
const NO_DIFFERENCE = { b: 0.3, total: 0.5, empty: 5 };
/** Fewest recipients of a class whose quantiles are compared. In smaller classes quantiles depend on chance. */
const ENOUGH = 30;
/** From these shares of recipients whose wait or outcome is not in the record, the model counts as partly right, or is locked. */
const CUT_PARTLY = 0.01;
const CUT_LOCKED = 0.04;
/** Rounding of arrival times: `delay=` has two digits, and stamps may be whole seconds. `least` in microseconds. */
const ROUNDED = { share: 0.06, least: 2_000_000 };

interface Found {
  level: 1 | 2;
  text: string;
}

/** Judges whether a model explains its record, class by class, and by evidence known without a run. */
export function calibrate(
  names: readonly string[],
  recorded: RunFigures,
  simulated: RunFigures,
  evidence: readonly Found[],
): CalibrationVerdict {
  const found = [...evidence];
  const rows = names.map((name, i) => ({ name, one: recorded.classes[i], two: simulated.classes[i] }));
  rows.push({ name: 'all mail', one: recorded.all, two: simulated.all });
  for (const { name, one, two } of rows) {
    if (one === undefined || two === undefined || one.recipients < ENOUGH) continue;
    const compare = (what: string, was: number, is: number, nothing: number): void => {
      const off = Math.abs(is - was);
      if (off <= nothing || off <= PARTLY * Math.max(was, is)) return;
      const level = off > LOCKED * Math.max(was, is) ? 2 : 1;
      found.push({
        level,
        text: `${name}: ${what} is ${seconds(was)} in the record and ${seconds(is)} in the model`,
      });
    };
    compare('median of b', one.b.p50, two.b.p50, NO_DIFFERENCE.b);
    compare('90th percentile of b', one.b.p90, two.b.p90, NO_DIFFERENCE.b);
    compare('median of the total time', one.total.p50, two.total.p50, NO_DIFFERENCE.total);
    const was = (100 * one.deferredFirst) / one.recipients;
    const is = (100 * two.deferredFirst) / two.recipients;
    if (Math.abs(was - is) > 6)
      found.push({
        level: Math.abs(was - is) > 20 ? 2 : 1,
        text: `${name}: ${was.toFixed(1)} % are deferred at the first attempt in the record and ${is.toFixed(1)} % in the model`,
      });
  }
  const level = found.reduce((most, one) => Math.max(most, one.level), 0);
  return {
    verdict: level === 2 ? 'locked' : level === 1 ? 'partly' : 'explains',
    reasons: found.sort((a, b) => b.level - a.level).map(({ text }) => text),
  };
}

function seconds(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 1)} s`;
}

/** Selects the model's figures to compare with the record's. */
export function calibrationFigures(figures: RunFigures['all'], run: RunFigures): CalibrationFigures {
  const { deliveredFirst, deferredFirst, bounced, b, total, open } = figures;
  return { deliveredFirst, deferredFirst, bounced, open, b, total, inFlight: run.inFlight, empty: run.empty };
}

/** Reasons to doubt the model that need no run: the log is cut off, or the settings were not in force when it was written. */
export function evidenceAgainst(
  instance: Instance,
  settings: Settings | null,
  model: Model,
  recorded: RunFigures,
): Found[] {
  return [
    ...cut(instance, recorded),
    ...ofAnotherTime(instance, settings, model).map((text): Found => ({ level: 2, text })),
  ];
}

function cut({ tables, from }: Instance, { all }: RunFigures): Found[] {
  const found: Found[] = [];
  const { attempts, lives, deliveries } = tables;
  const rows = Math.max(1, attempts.length - 1);
  let before = 0;
  for (let row = 1; row < attempts.length; row++) {
    const delivery = attempts.delivery[row] ?? 0;
    if (
      (lives.firstActivation[attempts.life[row] ?? 0] ?? 0) === 0 ||
      (deliveries.activation[delivery] ?? 0) === 0 ||
      arrivedBefore(row)
    )
      before++;
  }
  /** Mail deferred before the record began looks new when it becomes active. Its delay reveals it. */
  function arrivedBefore(row: AttemptRow): boolean {
    const delay = MICROS_PER_SECOND * (attempts.delay[row] ?? 0);
    return (attempts.time[row] ?? 0) - delay < from - Math.max(ROUNDED.least, ROUNDED.share * delay);
  }
  const share = (part: number, of: number): string => `${((100 * part) / of).toFixed(0)} %`;
  if (before / rows > CUT_PARTLY)
    found.push({
      level: before / rows > CUT_LOCKED ? 2 : 1,
      text: `the record begins too late: ${share(before, rows)} of its deliveries are of earlier mail. Use a log that begins earlier`,
    });
  const recipients = Math.max(1, all.recipients);
  if (all.open / recipients > CUT_PARTLY)
    found.push({
      level: all.open / recipients > CUT_LOCKED ? 2 : 1,
      text: `the record ends too early: the outcome of ${share(all.open, recipients)} of its recipients is missing. Use a longer log`,
    });
  return found;
}
