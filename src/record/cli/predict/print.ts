import { askedText } from '../../importers/model/doubt.ts';
import type {
  Beyond,
  CalibrationFigures,
  CalibrationVerdict,
  ClassAnswer,
  Doubt,
  Quantiles,
  ToApply,
} from '../../protocol/predict.ts';
import type { Seconds } from '../../../protocol/units.ts';

/** Texts of the command for people. */

const seconds = (value: Seconds): string => `${value.toFixed(value < 10 ? 3 : 1)} s`;

function quantileText({ p50, p90, max }: Quantiles): string {
  return `${seconds(p50)} / ${seconds(p90)} / ${seconds(max)}`;
}

/** A class before anything is changed: what the record says and what the model makes of it, a line each. */
export function calibrationText(line: {
  class: string;
  recipients: number;
  recorded: CalibrationFigures;
  simulated: CalibrationFigures;
}): string {
  const row = (name: string, { b, total, deferredFirst }: CalibrationFigures): string =>
    `  ${name.padEnd(7)} b ${quantileText(b).padEnd(34)} total ${quantileText(total).padEnd(34)} deferred at first ${deferredFirst}`;
  return `${line.class}, ${line.recipients} recipients (0.5 / 0.9 / most)\n${row('record', line.recorded)}\n${row('model', line.simulated)}`;
}

/** Whether the model explains the record, why, and what was assumed, a line each. */
export function linesText({ verdict, reasons }: CalibrationVerdict, assumed: readonly string[]): string {
  const said = {
    explains: 'The model explains this record.',
    partly: 'The model explains this record partly.',
    locked: 'The model does not explain this record, so nothing is predicted.',
  };
  const list = (texts: readonly string[]): string => texts.map((text) => `\n  - ${text}`).join('');
  return `${said[verdict]}${list(reasons)}${assumed.length === 0 ? '' : `\nAssumed:${list(assumed)}`}`;
}

/** What becomes of a class after a change: today and then, in seconds, with how far apart runs are. */
export function predictionText(
  line: {
    class: string;
    recipients: number;
    deferredFirst: number;
    b: Quantiles;
    total: Quantiles;
    empty: Seconds;
    interval: ClassAnswer['interval'];
  },
  before: ClassAnswer,
): string {
  const { interval } = line;
  const reach = ([low, high]: [Seconds, Seconds]): string => `${seconds(low)} to ${seconds(high)}`;
  return (
    `${line.class}: with the change\n` +
    `  b       ${quantileText(before.b)} becomes ${quantileText(line.b)}; median ${reach(interval.p50)}, 0.9 ${reach(interval.p90)} over the runs\n` +
    `  total   ${quantileText(before.total)} becomes ${quantileText(line.total)}\n` +
    `  deferred at first ${before.deferredFirst} becomes ${line.deferredFirst}; nothing left after ${seconds(line.empty)}`
  );
}

/** The lines of main.cf and master.cf that make a change, what they need (a reload or a restart), and what to watch then. */
export function applyText({ lines, needs, watch }: ToApply): string {
  return `\nTo apply:\n${lines.map((line) => `  ${line}\n`).join('')}${needs}\nThen watch: ${watch}`;
}

/** What the record cannot tell of a class, and between what it may lie. */
export function doubtText({ reasons, between }: Doubt): string {
  const of = ([low, high]: [Seconds, Seconds]): string => `${seconds(low)} to ${seconds(high)}`;
  const [low, high] = between.deferred.map((share) => share.toFixed(0));
  return (
    `  The record cannot tell; this is the middle of what may be: median of b ${of(between.b)}, of the total time ${of(between.total)}, deferred at first ${low} to ${high} %\n` +
    reasons.map((reason) => `  - ${reason}`).join('\n')
  );
}

/** Servers that are asked for more than ever. */
export function beyondText(beyond: readonly Beyond[]): string {
  const rows = beyond.slice(0, 5).map((one) => `\n  ${one.server}: ${askedText(one)}`);
  const more = beyond.length > 5 ? `\n  and ${beyond.length - 5} more` : '';
  return `\nAsked for more than the record has seen them take; it holds if they take it:${rows.join('')}${more}`;
}
