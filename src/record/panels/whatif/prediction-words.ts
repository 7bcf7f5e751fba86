import type {
  Answer,
  Beyond,
  ChangedRun,
  ClassAnswer,
  PredictView,
  PredictedChange,
} from '../../protocol/predict.ts';
import type { Seconds } from '../../../protocol/units.ts';

/** 0.06 s, 2.8 s, 47 s, 3.2 min; what is below a hundredth is said so. */
export function formatPredictedTime(seconds: Seconds): string {
  if (seconds < 0.01) return '< 0.01 s';
  if (seconds < 1) return `${seconds.toFixed(2)} s`;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7200 ? `${(seconds / 60).toFixed(1)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

/** From the lowest to the highest; what reads alike is said once. */
export function reachText([low, high]: readonly [number, number]): string {
  const [from, to] = [formatPredictedTime(low), formatPredictedTime(high)];
  return from === to ? from : `${from} to ${to}`;
}

/** What the slowest tenth is beyond; below a hundredth of a second it is beyond nothing that is told. */
export function tenth(seconds: Seconds): string {
  return seconds < 0.01 ? 'nine of ten under 0.01 s' : `a tenth over ${formatPredictedTime(seconds)}`;
}

/** Counts are means over runs: a fraction matters only where they are few. */
export function formatMeanCount(value: number): string {
  return value < 10 && !Number.isInteger(value) ? value.toFixed(1) : String(Math.round(value));
}

/** ▼ less, ▲ more than today, by more than 3 per cent and five hundredths. */
export function arrow(was: number, is: number): string {
  if (
    Math.abs(is - was) <= Math.max(0.05, 0.03 * was) ||
    formatPredictedTime(was) === formatPredictedTime(is)
  )
    return '';
  return is < was ? '▼' : '▲';
}

/** What a server would be asked for, beside the most that the log has. */
export function askedOf({ atOnce, inMinute }: Beyond): string {
  return inMinute[1] / Math.max(1, inMinute[0]) >= atOnce[1] / Math.max(1, atOnce[0])
    ? `${Math.round(inMinute[1])} new sessions in a minute instead of ${inMinute[0]}`
    : `${Math.round(atOnce[1])} sessions at once instead of ${atOnce[0]}`;
}

/** The class that an answer is about. */
export function helpedOf(view: PredictView, answer: Answer): { name: string; figures: ClassAnswer } {
  const figures = answer.classes[view.helped];
  return figures === undefined
    ? { name: 'all mail', figures: answer.all }
    : { name: view.names[view.helped] ?? '', figures };
}

/** Whether a change does something for the class that is helped, or for the others at no cost to it, as far as the log can tell. */
export function helps(view: PredictView, { answer, gain, cost }: PredictedChange): boolean {
  if (helpedOf(view, answer).figures.doubt !== null) return false;
  return gain >= 0.05 || (gain > -0.05 && cost <= -0.05);
}

/** Where a run of a change is opened, and why there. */
export function openedAt({ number, of, waited, deferred }: ChangedRun): string {
  const mail = of === '' ? 'message' : `message of ${of}`;
  const fate = [
    ...(waited > 0 ? [`waited ${formatPredictedTime(waited)} for its first try`] : []),
    ...(deferred ? ['was deferred at its first try'] : []),
  ].join(' and ');
  return fate === ''
    ? `This is the moment at which the first ${mail} arrives (${number}). In the log no such mail waited a second or was deferred.`
    : `This is the moment at which message ${number} arrives: the first ${mail} that in the log ${fate}. Play to see what becomes of it with the change.`;
}

/** Figures beside the log's that are called off: by more than a tenth, and by so much (seconds, recipients). */
const MIN_MISFIT = { share: 0.1, b: 0.3, total: 0.5, deferred: 3 };

/** What of the figures that stand beside the log is off, by the names of their columns, a sentence each, the largest share first. */
export function offBy({ names, recorded, today }: PredictView): string[] {
  const rows = [...names, 'all mail'].flatMap((name, i) => {
    const log = recorded.classes[i] ?? recorded.all;
    const model = today.classes[i] ?? today.all;
    const times = (what: string, was: number, is: number, least: number) => ({
      least,
      was,
      is,
      text: `${name}: ${what} is ${formatPredictedTime(was)} in the log and ${formatPredictedTime(is)} in the model`,
    });
    const [was, is] = [log.deferredFirst, model.deferredFirst];
    return [
      times('b median', log.b.p50, model.b.p50, MIN_MISFIT.b),
      times('b 0.9', log.b.p90, model.b.p90, MIN_MISFIT.b),
      times('total median', log.total.p50, model.total.p50, MIN_MISFIT.total),
      {
        least: MIN_MISFIT.deferred,
        was,
        is,
        text: `${name}: ${formatMeanCount(was)} recipients are deferred at the first try in the log and ${formatMeanCount(is)} in the model`,
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
