import type { FeedbackHistory } from '../../protocol/inspect.ts';
import { breakWordsY, type Chart } from './chart-layout.ts';

/** Words on the chart: what a reader would otherwise miss. At most a few, and never one over another. */
export interface Note {
  x: number;
  y: number;
  /** Where its line meets the curve. */
  tipY: number;
  anchor: 'start' | 'end';
  lines: readonly [string, string];
  /** What the words stand on, so that a curve behind them does not make them hard to read. */
  ground: { x: number; y: number; width: number; height: number };
}

const HEIGHT = 28;
/** Average width of a letter at the size of the notes. */
const LETTER = 5.4;

/** Notes for the events shown, in order of importance; those without room are left out. */
export function chartNotes(chart: Chart, history: FeedbackHistory): Note[] {
  const notes: Note[] = [];
  const taken: { x1: number; x2: number; y1: number; y2: number }[] = [];
  // The words of the breaks are there already.
  for (const place of chart.places) {
    if (place.gap === '') continue;
    const middle = (place.gapX + place.x) / 2;
    const base = breakWordsY(chart, place);
    taken.push({ x1: middle - 28, x2: middle + 28, y1: base - 46, y2: base - 14 });
  }
  const { rule } = history;
  const other = rule === 'shipped' ? 'documented' : 'shipped';
  const add = (i: number, lines: readonly [string, string], side: 'above' | 'below'): void => {
    const place = chart.places[i];
    if (place === undefined) return;
    const tip = place.event[rule];
    const x = place.x + chart.cell / 2;
    const tipY = chart.yOf(side === 'above' ? Math.max(tip.window, tip.windowBefore) : tip.window);
    const width = Math.max(lines[0].length, lines[1].length) * LETTER;
    const anchor = x + width + 8 > chart.right ? 'end' : 'start';
    const x1 = anchor === 'start' ? x - 3 : x - width;
    for (const far of [26, 58, 90]) {
      const y = side === 'above' ? tipY - far : tipY + far;
      const box = { x1, x2: x1 + width + 6, y1: y - 12, y2: y - 12 + HEIGHT };
      const inside = box.y1 >= chart.top - 12 && box.y2 <= chart.bottom - 4;
      const free = taken.every((t) => box.x2 < t.x1 || box.x1 > t.x2 || box.y2 < t.y1 || box.y1 > t.y2);
      if (!inside || !free) continue;
      taken.push(box);
      const ground = { x: x1 - 2, y: y - 11, width: width + 6, height: HEIGHT - 2 };
      notes.push({ x, y, tipY, anchor, lines, ground });
      return;
    }
  };
  const { places } = chart;
  const found = (test: (i: number) => boolean): number => places.findIndex((_, i) => test(i));
  const down = found((i) => moved(chart, i, rule) < 0 && !places[i]?.event[rule].died);
  if (down >= 0) add(down, ['the first failure', `steps at once, ${step(chart, down, rule)}`], 'below');
  const revival = found((i) => places[i]?.event.sign === 'revival');
  if (revival >= 0) add(revival, ['revival', `window is ${places[revival]?.event[rule].window}`], 'below');
  const up = found((i) => moved(chart, i, rule) > 0 && places[i]?.event.sign === 'positive');
  if (up >= 0) {
    const reports = runLength(chart, up, rule);
    const words = [`${reports} reports: one step up`, 'paid at the end'] as const;
    add(up, reports === 1 ? ['each good report', 'is a step up'] : words, 'below');
  }
  const apart = found((i) => places[i]?.event[rule].window !== places[i]?.event[other].window);
  if (apart >= 0 && apart !== down)
    add(apart, ['here the rules part', `${other}: ${places[apart]?.event[other].window}`], 'above');
  return notes;
}

function moved(chart: Chart, i: number, rule: FeedbackHistory['rule']): number {
  const track = chart.places[i]?.event[rule];
  return track === undefined || !track.alive ? 0 : track.window - track.windowBefore;
}

function step(chart: Chart, i: number, rule: FeedbackHistory['rule']): string {
  const track = chart.places[i]?.event[rule];
  return track === undefined ? '' : `${track.windowBefore} → ${track.window}`;
}

/** Good reports in a row that were added up for a step. */
function runLength(chart: Chart, i: number, rule: FeedbackHistory['rule']): number {
  let count = 1;
  for (let j = i - 1; j >= 0; j--) {
    const track = chart.places[j]?.event[rule];
    if (track === undefined || moved(chart, j, rule) !== 0) break;
    if (chart.places[j]?.event.sign === 'positive' && track.applied) count++;
  }
  return count;
}
