import type { Answer, Beyond, ClassAnswer, Doubt, PredictView, Tried } from '../../protocol/predict.ts';
import type { Seconds } from '../../protocol/units.ts';

/** 0.06 s, 2.8 s, 47 s, 3.2 min; what is below a hundredth is said so. */
export function duration(seconds: Seconds): string {
  if (seconds < 0.01) return '< 0.01 s';
  if (seconds < 1) return `${seconds.toFixed(2)} s`;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7200 ? `${(seconds / 60).toFixed(1)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

/** From the lowest to the highest; what reads alike is said once. */
export function reachText([low, high]: readonly [number, number]): string {
  const [from, to] = [duration(low), duration(high)];
  return from === to ? from : `${from} to ${to}`;
}

/** Counts are means over runs: a fraction matters only where they are few. */
export function counted(value: number): string {
  return value < 10 && !Number.isInteger(value) ? value.toFixed(1) : String(Math.round(value));
}

/** ▼ less, ▲ more than today, by more than 3 per cent and five hundredths. */
export function arrow(was: number, is: number): string {
  if (Math.abs(is - was) <= Math.max(0.05, 0.03 * was)) return '';
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

/** What a change does, as a person would say it: for the class that is helped, and for the one that pays most. */
export function sentenceOf(view: PredictView, { answer }: Tried): string {
  const { name, figures } = helpedOf(view, answer);
  const { figures: today } = helpedOf(view, view.today);
  if (figures.doubt !== null)
    return `The log cannot tell what this does for ${name}: ${rangeText(figures.doubt, share(today))}.`;
  const first = waitSentence(name, today, figures);
  const others = answer.classes
    .map((one, i) => ({ i, one, before: view.today.classes[i] ?? one }))
    .filter(({ i }) => i !== view.helped)
    .sort((a, b) => paid(b) - paid(a) || b.one.recipients - a.one.recipients);
  const [other] = others;
  return other === undefined ? first : `${first} ${restSentence(view.names[other.i] ?? '', other)}`;
}

interface Beside {
  before: ClassAnswer;
  one: ClassAnswer;
}

/** Seconds that a class takes longer, at its last recipient or at nine of ten; less than five hundredths are none. */
function paid({ before, one }: Beside): number {
  const more = Math.max(one.total.max - before.total.max, one.total.p90 - before.total.p90);
  return more > 0.05 ? more : 0;
}

/** What becomes of a class that is not the one to be helped: nothing only when neither its middle, its slow tenth nor its last moves. */
function restSentence(name: string, { before, one }: Beside): string {
  const moved = (figure: 'p50' | 'p90' | 'max'): boolean =>
    arrow(before.total[figure], one.total[figure]) !== '';
  const [was, is] = [duration(before.total.p90), duration(one.total.p90)];
  if (moved('max'))
    return `The last of ${name} is there after ${duration(one.total.max)} instead of ${duration(before.total.max)}.`;
  if (moved('p90')) return `A tenth of ${name} takes over ${is} until it is there, instead of ${was}.`;
  if (moved('p50'))
    return `Half of ${name} is there after ${duration(one.total.p50)} instead of ${duration(before.total.p50)}.`;
  return `${name} takes as long as today.`;
}

/** Whose price is named beside what the class that is helped gains; null where there is no other class. */
export function payerOf({ names, helped }: PredictView): string | null {
  const rest = names.filter((_, i) => i !== helped);
  return rest.length > 1 ? 'others' : (rest[0] ?? null);
}

/** Whether a change does something for the class that is helped, or for the others at no cost to it, as far as the log can tell. */
export function helps(view: PredictView, { answer, gain, cost }: Tried): boolean {
  if (helpedOf(view, answer).figures.doubt !== null) return false;
  return gain >= 0.05 || (gain > -0.05 && cost <= -0.05);
}

/** From the lowest to the highest run: half of the recipients, and all but a tenth. */
export function runsOf(
  figures: ClassAnswer,
  figure: 'b' | 'total',
): Record<'half' | 'most', [Seconds, Seconds]> {
  const { low, high } = figures.curves[figure];
  const at = (share: number): [Seconds, Seconds] => {
    const place = Math.round(share * (low.length - 1));
    return [low[place] ?? 0, high[place] ?? 0];
  };
  return { half: at(0.5), most: at(0.9) };
}

/** What a change is worth, in a few words. */
export function worth(view: PredictView, { answer, gain, cost }: Tried): string {
  const { doubt } = helpedOf(view, answer).figures;
  if (doubt !== null) {
    const [low, high] = doubt.between.total;
    const range = `: half is there after ${duration(low)} to ${duration(high)}`;
    return `the log cannot tell${apart([low, high]) > 0.05 ? range : ''}`;
  }
  if (Math.abs(gain) < 0.05 && Math.abs(cost) < 0.05) return 'changes nothing here';
  const said = gain >= 0 ? `${duration(gain)} less` : `${duration(Math.abs(gain))} more`;
  if (Math.abs(cost) < 0.05) return said;
  return `${said}; ${payerOf(view)} ${duration(Math.abs(cost))} ${cost > 0 ? 'more' : 'less'}`;
}

/** Between what it may lie, the figure first that differs most; `deferred`: share of today in per cent. */
function rangeText({ between: { b, total, deferred } }: Doubt, today: number): string {
  const parts: [number, string][] = [
    [apart(total), `half of it is there after ${duration(total[0])} to ${duration(total[1])}`],
    [apart(b), `half of it waits ${duration(b[0])} to ${duration(b[1])} at the first try`],
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

/** What an answer is about: the wait in the queue manager at the first try, or, where there is none or retries are what moves, the time until mail is there. */
export function figureOf(view: PredictView, { answer }: Tried): 'b' | 'total' {
  return figureBetween(helpedOf(view, view.today).figures, helpedOf(view, answer).figures);
}

function figureBetween(today: ClassAnswer, figures: ClassAnswer): 'b' | 'total' {
  const moved = (one: 'b' | 'total'): number => Math.abs(figures[one].p90 - today[one].p90);
  const byRetries = moved('total') > 2 * moved('b') && arrow(today.total.p90, figures.total.p90) !== '';
  // Where nine of ten do not wait to speak of, how long they wait says nothing of a change.
  return byRetries || Math.max(today.b.p90, figures.b.p90) < 0.05 ? 'total' : 'b';
}

/** What becomes of the slowest tenth, or else of the middle: in the queue manager at the first try, or until it is there. */
function waitSentence(name: string, today: ClassAnswer, figures: ClassAnswer): string {
  const figure = figureBetween(today, figures);
  const [was, is] = [today[figure], figures[figure]];
  const [verb, until] = figure === 'total' ? ['takes', ' until it is there'] : ['waits', ''];
  const tenth = `A tenth of ${name} ${verb} over ${duration(was.p90)}${until}; with this,`;
  if (arrow(was.p90, is.p90) !== '')
    return `${tenth} ${is.p90 < 0.01 ? 'under' : 'over'} ${duration(Math.max(0.01, is.p90))}.`;
  if (arrow(was.p50, is.p50) !== '')
    return `Half of ${name} ${verb} over ${duration(was.p50)}${until}; with this, ${is.p50 < 0.01 ? 'under' : 'over'} ${duration(Math.max(0.01, is.p50))}.`;
  return `${tenth} the same.`;
}
