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

/** What a card and the sentence above its answer say is chosen here, once for both, and is of the time until mail is there. */

type Figure = 'p50' | 'p90' | 'max';

/** One figure of a class, today and with a change. */
interface Moved {
  figure: Figure;
  was: Seconds;
  is: Seconds;
  /** With the change, in words: from the lowest to the highest run where those differ by a good part of what is gained or lost. */
  text: string;
  differ: boolean;
}

/** Said of a change that moves no figure. */
export const CHANGES_NOTHING = 'changes nothing here';

/** Runs that differ by less are given as their median: in seconds, as a share of the change, as a share of the figure. */
const MIN_RUN_SPREAD = { least: 0.5, share: 0.25, own: 0.1 };

/** What a change does, as a person would say it: for the class that is helped, and for the one that pays most. */
export function sentenceOf(view: PredictView, { answer }: PredictedChange): string {
  const { name, figures } = helpedOf(view, answer);
  const { figures: today } = helpedOf(view, view.today);
  if (figures.doubt !== null)
    return `The log cannot tell what this does for ${name}: ${rangeText(figures.doubt, share(today))}.`;
  const [first, ...rest] = movedOf({ before: today, one: figures }, OWN);
  const lead =
    first === undefined
      ? `A tenth of ${name} takes over ${formatPredictedTime(today.total.p90)} until it is there; with this, the same.`
      : leadText(name, first) + butText(first, rest);
  const other = otherOf(view, answer);
  return other === null ? lead : `${lead} ${restSentence(other)}`;
}

/** What a change is worth, in a few words for each class that its sentence speaks of. */
export function worth(view: PredictView, { answer }: PredictedChange): string[] {
  const { figures } = helpedOf(view, answer);
  const { figures: today } = helpedOf(view, view.today);
  if (figures.doubt !== null) {
    const { total } = figures.doubt.between;
    return [`the log cannot tell${apart(total) > 0.05 ? `: half ${reachText(total)}` : ''}`];
  }
  const own = movedOf({ before: today, one: figures }, OWN);
  const other = otherOf(view, answer);
  const theirs = other === null || other.one.doubt !== null ? [] : movedOf(other, OTHERS);
  if (own.length === 0 && theirs.length === 0) return [CHANGES_NOTHING];
  const lines = [own.length === 0 ? 'no sooner and no later' : own.map(shortText).join(', ')];
  const [first, ...rest] = theirs;
  if (other !== null && first !== undefined)
    lines.push(`${other.name}: ${[first, ...against(first, rest)].map(shortText).join(', ')}`);
  return lines;
}

/** How it comes about, where the first try explains it: fewer that are deferred, or the wait for it. Empty = it does not. */
export function whyOf(view: PredictView, { answer }: PredictedChange): string {
  const { figures } = helpedOf(view, answer);
  const { figures: today } = helpedOf(view, view.today);
  const [first] = movedOf({ before: today, one: figures }, OWN);
  if (figures.doubt !== null || first === undefined) return '';
  const sooner = first.is < first.was;
  const more = figures.deferredFirst - today.deferredFirst;
  const fates =
    Math.abs(more) > Math.max(1, 0.05 * today.recipients) && more < 0 === sooner
      ? `${figures.deferredFirst === 0 ? 'None' : formatMeanCount(figures.deferredFirst)} of its recipients are deferred at the first try instead of ${formatMeanCount(today.deferredFirst)}`
      : '';
  const [was, is] = [today.b.p90, figures.b.p90];
  if (arrow(was, is) === '' || Math.max(was, is) < 0.05) return fates === '' ? '' : `${fates}.`;
  const wait = `${is < 0.01 ? 'nine of ten wait under 0.01 s' : `a tenth waits over ${formatPredictedTime(is)}`} in the queue manager at the first try instead of ${was < 0.01 ? 'under 0.01 s' : formatPredictedTime(was)}`;
  if (is < was === sooner)
    return fates === '' ? `${wait.charAt(0).toUpperCase()}${wait.slice(1)}.` : `${fates}; ${wait}.`;
  // A longer wait for a try that succeeds is no loss beside it, and without that it explains nothing.
  return fates === '' ? '' : `${fates}; for that ${wait}.`;
}

/** Why more mail than today finds its server away, where it waits longer for its first try. Empty = it does not. */
export function awayOf(view: PredictView, { answer }: PredictedChange): string {
  const { figures } = helpedOf(view, answer);
  const { figures: today } = helpedOf(view, view.today);
  const longer = (['p50', 'p90'] as const).some((at) => arrow(today.b[at], figures.b[at]) === '▲');
  const more = figures.awayFirst - today.awayFirst;
  if (figures.doubt !== null || !longer || more <= Math.max(1, 0.02 * today.recipients)) return '';
  const all = formatMeanCount(figures.awayFirst) === formatMeanCount(figures.deferredFirst) ? 'all ' : '';
  return `Of those deferred, ${all}${formatMeanCount(figures.awayFirst)} found the server away, or its destination dead after that (today ${formatMeanCount(today.awayFirst)}): mail that waits longer for its first try meets the time in which a server is away more often.`;
}

/** From the lowest to the highest run, until mail is there: half of the recipients, and all but a tenth. */
export function runsOf({ curves }: ClassAnswer): Record<'half' | 'most', [Seconds, Seconds]> {
  const { low, high } = curves.total;
  const at = (part: number): [Seconds, Seconds] => {
    const place = Math.round(part * (low.length - 1));
    return [low[place] ?? 0, high[place] ?? 0];
  };
  return { half: at(0.5), most: at(0.9) };
}

/** A figure with the change as card, sentence and table say it. */
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

/** Of the first group with any: the figures that move, in its order. */
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

/** What goes the other way than the figure that leads. */
function against(first: Moved, rest: readonly Moved[]): Moved[] {
  const other = rest.find(({ was, is }) => is < was !== first.is < first.was);
  return other === undefined ? [] : [other];
}

const WHO = { p50: 'half', p90: 'a tenth', max: 'the last' };

function shortText({ figure, was, text }: Moved): string {
  return `${WHO[figure]}${figure === 'p90' ? ' over' : ''} ${formatPredictedTime(was)} → ${text}`;
}

function leadText(name: string, { figure, was, text, differ }: Moved): string {
  const runs = differ ? ', as the runs differ' : '';
  if (figure === 'max')
    return `The last of ${name} is there after ${formatPredictedTime(was)}; with this, after ${text}${runs}.`;
  const who = figure === 'p90' ? 'A tenth' : 'Half';
  return `${who} of ${name} takes over ${formatPredictedTime(was)} until it is there; with this, over ${text}${runs}.`;
}

function butText(first: Moved, rest: readonly Moved[]): string {
  return against(first, rest)
    .map(
      ({ figure, was, text }) =>
        ` But ${WHO[figure]} takes over ${text} instead of ${formatPredictedTime(was)}.`,
    )
    .join('');
}

/** Of the classes that are not the one to be helped: the one that pays most, or else gains least; null where there is none. */
function otherOf(view: PredictView, answer: Answer): Beside | null {
  const burden = ({ total }: ClassAnswer): number => total.p50 + total.p90;
  const later = ({ before, one }: Beside): number => burden(one) - burden(before);
  const [other] = answer.classes
    .map((one, i) => ({ i, name: view.names[i] ?? '', one, before: view.today.classes[i] ?? one }))
    .filter(({ i }) => i !== view.helped)
    .sort((a, b) => paid(b) - paid(a) || later(b) - later(a) || b.one.recipients - a.one.recipients);
  return other ?? null;
}

/** Seconds that a class takes longer, at its last recipient or at nine of ten; less than five hundredths are none. */
function paid({ before, one }: Beside): number {
  const more = Math.max(one.total.max - before.total.max, one.total.p90 - before.total.p90);
  return more > 0.05 ? more : 0;
}

/** What becomes of a class that is not the one to be helped: nothing only when neither its middle, its slow tenth nor its last moves. */
function restSentence(beside: Beside): string {
  const { name, one } = beside;
  if (one.doubt !== null) return `What it does for ${name} the log cannot tell.`;
  const [first, ...rest] = movedOf(beside, OTHERS);
  if (first === undefined) return `${name} takes as long as today.`;
  const { figure, was, text } = first;
  const instead = ` instead of ${formatPredictedTime(was)}`;
  const said =
    figure === 'p90'
      ? `A tenth of ${name} takes over ${text} until it is there,${instead}.`
      : `${figure === 'max' ? 'The last' : 'Half'} of ${name} is there after ${text}${instead}.`;
  return said + butText(first, rest);
}

/** Between what it may lie, the figure first that differs most; `deferred`: share of today in per cent. */
function rangeText({ between: { b, total, deferred } }: Doubt, today: number): string {
  const parts: [number, string][] = [
    [
      apart(total),
      `half of it is there after ${formatPredictedTime(total[0])} to ${formatPredictedTime(total[1])}`,
    ],
    [
      apart(b),
      `half of it waits ${formatPredictedTime(b[0])} to ${formatPredictedTime(b[1])} at the first try`,
    ],
    [
      (deferred[1] - deferred[0]) / 100,
      `${deferred[0].toFixed(0)} to ${deferred[1].toFixed(0)} % are deferred at the first try (today ${today.toFixed(0)} %)`,
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

/** Per cent that are deferred at the first try. */
function share({ deferredFirst, recipients }: ClassAnswer): number {
  return (100 * deferredFirst) / Math.max(1, recipients);
}
