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

const seconds = (value: Seconds): string => `${value.toFixed(value < 10 ? 3 : 1)} s`;

function quantileText({ p50, p90, max }: Quantiles): string {
  return `${seconds(p50)} / ${seconds(p90)} / ${seconds(max)}`;
}

export function calibrationText(line: {
  class: string;
  recipients: number;
  recorded: CalibrationFigures;
  simulated: CalibrationFigures;
}): string {
  const row = (name: string, { b, total, deferredFirst, open }: CalibrationFigures): string =>
    `  ${name.padEnd(7)} b ${quantileText(b).padEnd(34)} total ${quantileText(total).padEnd(34)} deferred at the first attempt: ${deferredFirst}, still in the queue at the end: ${open}`;
  return `${line.class}, ${line.recipients} recipients (median / 90 % / longest)\n${row('record', line.recorded)}\n${row('model', line.simulated)}`;
}

export function linesText({ verdict, reasons }: CalibrationVerdict, assumed: readonly string[]): string {
  const said = {
    explains: 'The model explains this record.',
    partly: 'The model explains this record partly.',
    locked: 'The model does not explain this record, so nothing is predicted.',
  };
  const list = (texts: readonly string[]): string => texts.map((text) => `\n  - ${text}`).join('');
  return `${said[verdict]}${list(reasons)}${assumed.length === 0 ? '' : `\nAssumed:${list(assumed)}`}`;
}

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
    `${line.class}: today → with the change\n` +
    `  b       ${quantileText(before.b)} → ${quantileText(line.b)}; nine of ten days: median ${reach(interval.p50)}, 90 % ${reach(interval.p90)}\n` +
    `  total   ${quantileText(before.total)} → ${quantileText(line.total)}\n` +
    `  deferred at the first attempt: ${before.deferredFirst} → ${line.deferredFirst} (${interval.deferred.map((share) => share.toFixed(0)).join(' to ')} %); queue empty after ${seconds(line.empty)}`
  );
}

/** Why a class has no prediction. */
export function withoutAnswerText(name: string, level: 'small' | 'locked'): string {
  return level === 'small'
    ? `${name}: too few recipients to compare with the model, so only its record is shown`
    : `${name}: the model does not explain this class, so only its record is shown`;
}

export function applyText({ lines, needs, watch }: ToApply): string {
  return `\nTo apply:\n${lines.map((line) => `  ${line}\n`).join('')}${needs}\nThen watch: ${watch}`;
}

export function doubtText({ reasons, between }: Doubt): string {
  const of = ([low, high]: [Seconds, Seconds]): string => `${seconds(low)} to ${seconds(high)}`;
  const [low, high] = between.deferred.map((share) => share.toFixed(0));
  return (
    `  The record does not determine exact figures; each is the middle of a range. Median of b ${of(between.b)}, of the total time ${of(between.total)}; deferred at the first attempt ${low} to ${high} %\n` +
    reasons.map((reason) => `  - ${reason}`).join('\n')
  );
}

export function beyondText(beyond: readonly Beyond[]): string {
  const rows = beyond.slice(0, 5).map((one) => `\n  ${one.server}: ${askedText(one)}`);
  const more = beyond.length > 5 ? `\n  and ${beyond.length - 5} more` : '';
  return `\nThese servers would get more than they ever accepted in the record. The prediction holds only if they accept it:${rows.join('')}${more}`;
}
