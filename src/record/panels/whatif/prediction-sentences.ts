import type {
  Answer,
  ClassAnswer,
  Doubt,
  PredictView,
  Quantiles,
  PredictedChange,
} from '../../protocol/predict.ts';
import type { Seconds } from '../../../protocol/units.ts';
import { arrow, formatMeanCount, formatPredictedTime, helpedOf, reachText } from './prediction-words.ts';

/** Texts of the cards and of the sentence above an answer. Times run from arrival to delivery. */

type Figure = 'p50' | 'p90' | 'max';

/** One figure of a class, today and with a change. */
interface Moved {
  figure: Figure;
  was: Seconds;
  is: Seconds;
  /** The figure with the change as text; a range when runs differ by more than MIN_RUN_SPREAD. */
  text: string;
  differ: boolean;
}

export const CHANGES_NOTHING = 'changes nothing here';

/**
 * Runs that differ by less are given as their median. Limits: seconds, share of the change, share of the figure itself.
 */
const MIN_RUN_SPREAD = { least: 0.5, share: 0.25, own: 0.1 };

/** Says what a change does to the class to improve, and to the class that loses most. */
export function sentenceOf(view: PredictView, { answer }: PredictedChange): string {
  const { name, figures } = helpedOf(view, answer);
  const { figures: today } = helpedOf(view, view.today);
  const level = view.verdict.classes[view.helped];
  if (level === 'small' || level === 'locked')
    return level === 'small'
      ? `${name} has too few recipients in this log to predict its times.`
      : `The model does not explain the waits of ${name}, so it cannot predict them.`;
  if (figures.doubt !== null)
    return `The log cannot tell what this does for ${name}: ${rangeText(figures.doubt, share(today))}.`;
  const [first, ...rest] = movedOf({ before: today, one: figures }, OWN);
  const lead =
    first === undefined
      ? `The slowest 10 % of ${name} take over ${formatPredictedTime(today.total.p90)} today, and the same with this change.`
      : leadText(name, first) + daysText(first, figures) + butText(first, rest);
  const other = otherOf(view, answer);
  return other === null ? lead : `${lead} ${restSentence(other)}`;
}

/** Says in a few words what the classes named in the sentence gain or lose. */
export function worth(view: PredictView, { answer }: PredictedChange): string[] {
  const { figures } = helpedOf(view, answer);
  const { figures: today } = helpedOf(view, view.today);
  if (figures.doubt !== null) {
    const { total } = figures.doubt.between;
    return [`the log cannot tell${apart(total) > 0.05 ? `: median ${reachText(total)}` : ''}`];
  }
  const own = movedOf({ before: today, one: figures }, OWN);
  const other = otherOf(view, answer);
  const theirs = other === null || other.one.doubt !== null ? [] : movedOf(other, OTHERS);
  if (own.length === 0 && theirs.length === 0) return [CHANGES_NOTHING];
  const lines = [own.length === 0 ? 'no gain and no loss' : own.map(shortText).join(', ')];
  const [first, ...rest] = theirs;
  if (other !== null && first !== undefined)
    lines.push(`${other.name}: ${[first, ...against(first, rest)].map(shortText).join(', ')}`);
  return lines;
}

/** Explains the effect by the number deferred at the first attempt, or the wait for that attempt. '' = neither explains it. */
export function whyOf(view: PredictView, { answer }: PredictedChange): string {
  const { figures } = helpedOf(view, answer);
  const { figures: today } = helpedOf(view, view.today);
  const [first] = movedOf({ before: today, one: figures }, OWN);
  if (figures.doubt !== null || first === undefined) return '';
  const sooner = first.is < first.was;
  const more = figures.deferredFirst - today.deferredFirst;
  const fates =
    Math.abs(more) > Math.max(1, 0.05 * today.recipients) && more < 0 === sooner
      ? `${figures.deferredFirst === 0 ? 'None' : formatMeanCount(figures.deferredFirst)} of its recipients are deferred at the first attempt, instead of ${formatMeanCount(today.deferredFirst)}`
      : '';
  const [was, is] = [today.b.p90, figures.b.p90];
  if (arrow(was, is) === '' || Math.max(was, is) < 0.05) return fates === '' ? '' : `${fates}.`;
  const who = is < 0.01 ? '90 % wait under 0.01 s' : `the slowest 10 % wait over ${formatPredictedTime(is)}`;
  const wait = `${who} in the queue manager for the first attempt, instead of ${was < 0.01 ? 'under 0.01 s' : formatPredictedTime(was)}`;
  if (is < was === sooner) {
    const sentence = `${wait.charAt(0).toUpperCase()}${wait.slice(1)}.`;
    return fates === '' ? sentence : `${fates}. ${sentence}`;
  }
  // A longer wait matters only if the attempt then succeeds.
  return fates === '' ? '' : `${fates}. In return, ${wait}.`;
}

/** Says that more mail than today meets an outage because it waits longer for its first attempt. '' = no such increase. */
export function awayOf(view: PredictView, { answer }: PredictedChange): string {
  const { figures } = helpedOf(view, answer);
  const { figures: today } = helpedOf(view, view.today);
  const longer = (['p50', 'p90'] as const).some((at) => arrow(today.b[at], figures.b[at]) === '▲');
  const more = figures.awayFirst - today.awayFirst;
  if (figures.doubt !== null || !longer || more <= Math.max(1, 0.02 * today.recipients)) return '';
  const all = formatMeanCount(figures.awayFirst) === formatMeanCount(figures.deferredFirst) ? 'all ' : '';
  return `Of those deferred, ${all}${formatMeanCount(figures.awayFirst)} found the server unavailable or its destination dead (today ${formatMeanCount(today.awayFirst)}). Mail that waits longer for its first attempt is more likely to meet an outage.`;
}

/** Lowest and highest run of the time until delivery: median and 90th percentile. */
export function runsOf({ curves }: ClassAnswer): Record<'half' | 'most', [Seconds, Seconds]> {
  const { low, high } = curves.total;
  const at = (part: number): [Seconds, Seconds] => {
    const place = Math.round(part * (low.length - 1));
    return [low[place] ?? 0, high[place] ?? 0];
  };
  return { half: at(0.5), most: at(0.9) };
}

/** Writes the value that a figure has with the change. */
export function withChange(today: ClassAnswer, one: ClassAnswer, figure: Figure): string {
  return movement({ before: today, one }, figure).text;
}

const OWN = [['p90', 'p50'], ['max']] as const;
const OTHERS = [['max', 'p90', 'p50']] as const;

interface Beside {
  name: string;
  before: ClassAnswer;
  one: ClassAnswer;
}

function movement({ before, one }: Pick<Beside, 'before' | 'one'>, figure: Figure): Moved {
  const [was, is] = [before.total[figure], one.total[figure]];
  const runs = figure === 'max' ? null : runsOf(one)[figure === 'p50' ? 'half' : 'most'];
  const [low, high] = runs === null ? [is, is] : [Math.min(is, runs[0]), Math.max(is, runs[1])];
  const differ =
    runs !== null &&
    runs[1] > 0 &&
    high - low >
      Math.max(MIN_RUN_SPREAD.least, MIN_RUN_SPREAD.share * Math.abs(is - was), MIN_RUN_SPREAD.own * is) &&
    formatPredictedTime(low) !== formatPredictedTime(high);
  return { figure, was, is, differ, text: differ ? reachText([low, high]) : formatPredictedTime(is) };
}

/** Returns the figures that change, from the first group in which any figure changes. */
function movedOf(
  beside: Pick<Beside, 'before' | 'one'>,
  groups: readonly (readonly (keyof Quantiles & Figure)[])[],
): Moved[] {
  for (const group of groups) {
    const moved = group
      .map((figure) => movement(beside, figure))
      .filter(({ was, is }) => arrow(was, is) !== '');
    if (moved.length > 0) return moved;
  }
  return [];
}

/** Finds the first figure that moves in the opposite direction to `first`. */
function against(first: Moved, rest: readonly Moved[]): Moved[] {
  const other = rest.find(({ was, is }) => is < was !== first.is < first.was);
  return other === undefined ? [] : [other];
}

const SHORT = { p50: 'median', p90: 'slowest 10 % over', max: 'maximum' };

function shortText({ figure, was, text }: Moved): string {
  return `${SHORT[figure]} ${formatPredictedTime(was)} → ${text}`;
}

/** Returns subject and verb of a sentence about a figure: `the median of resets is`. */
function subject(figure: Figure, of: string): string {
  if (figure === 'p50') return `the median${of} is`;
  return figure === 'p90' ? `the slowest 10 %${of} take over` : `the slowest delivery${of} takes`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function leadText(name: string, { figure, was, text, differ }: Moved): string {
  const runs = differ ? ', depending on the run' : '';
  const today = `${subject(figure, ` of ${name}`)} ${formatPredictedTime(was)} today`;
  return `${capital(today)}, and ${text} with this change${runs}.`;
}

/** Says in which range a figure lies on nine of ten days. Empty if unknown, or if its text is already a range. */
function daysText({ figure, differ }: Moved, { interval }: ClassAnswer): string {
  const [low, high] = figure === 'p50' ? interval.total50 : interval.total90;
  const [from, to] = [formatPredictedTime(low), formatPredictedTime(high)];
  return differ || figure === 'max' || high === 0 || from === to
    ? ''
    : ` On nine of ten days it is ${from} to ${to}.`;
}

const insteadText = ({ figure, was, text }: Moved, of = ''): string =>
  `${subject(figure, of)} ${text} instead of ${formatPredictedTime(was)}.`;

function butText(first: Moved, rest: readonly Moved[]): string {
  return against(first, rest)
    .map((moved) => ` But ${insteadText(moved)}`)
    .join('');
}

/** Finds the class, other than the one to improve, that loses most or gains least. Null if there is only one class. */
function otherOf(view: PredictView, answer: Answer): Beside | null {
  const burden = ({ total }: ClassAnswer): number => total.p50 + total.p90;
  const later = ({ before, one }: Beside): number => burden(one) - burden(before);
  const [other] = answer.classes
    .map((one, i) => ({ i, name: view.names[i] ?? '', one, before: view.today.classes[i] ?? one }))
    .filter(({ i }) => i !== view.helped)
    .sort((a, b) => paid(b) - paid(a) || later(b) - later(a) || b.one.recipients - a.one.recipients);
  return other ?? null;
}

/** Increase of the maximum or the 90th percentile of a class, in seconds. Below 0.05 s it counts as 0. */
function paid({ before, one }: Beside): number {
  const more = Math.max(one.total.max - before.total.max, one.total.p90 - before.total.p90);
  return more > 0.05 ? more : 0;
}

/** Says what a change does to a class other than the one to improve. */
function restSentence(beside: Beside): string {
  const { name, one } = beside;
  if (one.doubt !== null) return `The log cannot tell what it does for ${name}.`;
  const [first, ...rest] = movedOf(beside, OTHERS);
  if (first === undefined) return `${name} takes as long as today.`;
  return capital(insteadText(first, ` of ${name}`)) + butText(first, rest);
}

/** Lists the possible ranges of the figures, the widest first. `today`: percentage deferred today. */
function rangeText({ between: { b, total, deferred } }: Doubt, today: number): string {
  const parts: [number, string][] = [
    [apart(total), `its median is ${formatPredictedTime(total[0])} to ${formatPredictedTime(total[1])}`],
    [
      apart(b),
      `its median wait for the first attempt is ${formatPredictedTime(b[0])} to ${formatPredictedTime(b[1])}`,
    ],
    [
      (deferred[1] - deferred[0]) / 100,
      `${deferred[0].toFixed(0)} to ${deferred[1].toFixed(0)} % are deferred at the first attempt (today ${today.toFixed(0)} %)`,
    ],
  ];
  const shown = parts.filter(([off]) => off > 0.05).sort((one, two) => two[0] - one[0]);
  return (shown.length > 0 ? shown : parts.slice(0, 1))
    .slice(0, 2)
    .map(([, text]) => text)
    .join(', ');
}

function apart([low, high]: readonly [number, number]): number {
  return high - low < 0.05 ? 0 : (high - low) / high;
}

/** Returns the percentage of recipients deferred at the first attempt. */
function share({ deferredFirst, recipients }: ClassAnswer): number {
  return (100 * deferredFirst) / Math.max(1, recipients);
}
