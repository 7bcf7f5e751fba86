import type {
  Answer,
  Beyond,
  ChangedRun,
  ClassAnswer,
  PredictView,
  PredictedChange,
} from '../../protocol/predict.ts';
import type { Seconds } from '../../../protocol/units.ts';

/** Writes a time as `0.06 s`, `2.8 s`, `47 s` or `3.2 min`; below a hundredth of a second as `< 0.01 s`. */
export function formatPredictedTime(seconds: Seconds): string {
  if (seconds < 0.01) return '< 0.01 s';
  if (seconds < 1) return `${seconds.toFixed(2)} s`;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7200 ? `${(seconds / 60).toFixed(1)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

/** Writes a range as `2.8 s to 47 s`, or as one figure when both ends round to the same text. */
export function reachText([low, high]: readonly [number, number]): string {
  const [from, to] = [formatPredictedTime(low), formatPredictedTime(high)];
  return from === to ? from : `${from} to ${to}`;
}

/** Writes a 90th percentile in words. */
export function slowest(seconds: Seconds): string {
  return seconds < 0.01 ? '90 % under 0.01 s' : `slowest 10 % over ${formatPredictedTime(seconds)}`;
}

/** Writes the mean of a count over runs. Only small means get a fraction. */
export function formatMeanCount(value: number): string {
  return value < 10 && !Number.isInteger(value) ? value.toFixed(1) : String(Math.round(value));
}

/** Returns ▼ for less and ▲ for more than today; '' for at most 3 % or 0.05, or if both have the same text. */
export function arrow(was: number, is: number): string {
  if (
    Math.abs(is - was) <= Math.max(0.05, 0.03 * was) ||
    formatPredictedTime(was) === formatPredictedTime(is)
  )
    return '';
  return is < was ? '▼' : '▲';
}

/** Says which load a change puts on a server, and what the highest load in the log is. */
export function askedOf({ atOnce, inMinute }: Beyond): string {
  return inMinute[1] / Math.max(1, inMinute[0]) >= atOnce[1] / Math.max(1, atOnce[0])
    ? `${Math.round(inMinute[1])} new sessions in a minute instead of ${inMinute[0]}`
    : `${Math.round(atOnce[1])} concurrent sessions instead of ${atOnce[0]}`;
}

export function helpedOf(view: PredictView, answer: Answer): { name: string; figures: ClassAnswer } {
  const figures = answer.classes[view.helped];
  return figures === undefined
    ? { name: 'all mail', figures: answer.all }
    : { name: view.names[view.helped] ?? '', figures };
}

/** True if, as far as the log can tell, a change speeds up the class, or other classes without slowing this one. */
export function helps(view: PredictView, { answer, gain, cost }: PredictedChange): boolean {
  if (helpedOf(view, answer).figures.doubt !== null) return false;
  return gain >= 0.05 || (gain > -0.05 && cost <= -0.05);
}

/** Says at which instant the run of a change opens, and why. */
export function openedAt({ number, of, waited, deferred }: ChangedRun): string {
  const mail = of === '' ? 'message' : `message of ${of}`;
  const fate = [
    ...(waited > 0 ? [`waited ${formatPredictedTime(waited)} for its first attempt`] : []),
    ...(deferred ? ['was deferred at its first attempt'] : []),
  ].join(' and ');
  return fate === ''
    ? `The first ${mail} (${number}) is arriving. In the log, mail of this class never waited a second and was never deferred.`
    : `Message ${number} is arriving, the first ${mail} that ${fate} in the log. Play to see what happens to it with the change.`;
}

/** A figure of the model misses the log when it differs by more than this share and this amount (seconds, recipients). */
const MIN_MISFIT = { share: 0.1, b: 0.3, total: 0.5, deferred: 3 };

/**
 * Sentences about the figures of the model that miss the log, largest share first. Each sentence names its figure by
 * the title of the table column.
 */
export function offBy({ names, recorded, today }: PredictView): string[] {
  const rows = [...names, 'all mail'].flatMap((name, i) => {
    const log = recorded.classes[i] ?? recorded.all;
    const model = today.classes[i] ?? today.all;
    const times = (what: string, was: number, is: number, least: number) => ({
      least,
      was,
      is,
      text: `${name}: ${what} is ${formatPredictedTime(was)} in the log, and ${formatPredictedTime(is)} in the model`,
    });
    const [was, is] = [log.deferredFirst, model.deferredFirst];
    return [
      times('b median', log.b.p50, model.b.p50, MIN_MISFIT.b),
      times('b 90 %', log.b.p90, model.b.p90, MIN_MISFIT.b),
      times('total median', log.total.p50, model.total.p50, MIN_MISFIT.total),
      {
        least: MIN_MISFIT.deferred,
        was,
        is,
        text: `${name}: ${formatMeanCount(was)} recipients are deferred at the first attempt in the log, and ${formatMeanCount(is)} in the model`,
      },
    ];
  });
  return rows
    .map((row) => ({
      ...row,
      off: Math.abs(row.is - row.was),
      by: Math.abs(row.is - row.was) / Math.max(row.was, row.is, 1e-9),
    }))
    .filter(({ off, by, least }) => off >= least && by > MIN_MISFIT.share)
    .sort((a, b) => b.by - a.by)
    .map(({ text }) => text);
}
