import type { FeedbackHistory, FeedbackRuleName, FeedbackTrack } from '../../protocol/inspect.ts';
import { breakWordsY, type Chart, outageSpans } from './chart-layout.ts';
import { stairPath } from './chart-lines.ts';
import type { Outage } from './outages.ts';

/** A note on the chart. Notes never overlap. */
export interface Note {
  /** x of the note's line, which runs from the curve to the first line of text. */
  x: number;
  tipY: number;
  y: number;
  /** x at which the text starts or ends. */
  textX: number;
  anchor: 'start' | 'end';
  lines: readonly [string, string];
  /** Background of the text. */
  ground: { x: number; y: number; width: number; height: number };
}

const HEIGHT = 28;
/** Average width of a letter of the notes, in pixels. */
const LETTER = 5.4;
/** Distances from the curve to the first line of text, in pixels, nearest first. */
const FAR = [26, 42, 58, 74, 90, 122, 154];
/** Clearance on both sides of a chart line, in pixels. */
const CLEAR = 3;

interface Box {
  x1: number;
  x2: number;
  y1: number;
  y2: number;
}

/**
 * Notes for the events shown, most important first. A note that would cover another note, the name of an outage or one
 * of the drawn `lines` is omitted.
 */
export function chartNotes(
  chart: Chart,
  history: FeedbackHistory,
  lines: readonly FeedbackRuleName[],
  outages: readonly Outage[],
): Note[] {
  const notes: Note[] = [];
  const taken = [
    ...breakBoxes(chart),
    ...outageBoxes(chart, outages),
    ...lines.flatMap((line) => lineBoxes(chart, line)),
  ];
  const { rule } = history;
  const other = rule === 'shipped' ? 'documented' : 'shipped';
  const add = (i: number, words: Note['lines'], side: Side): void => {
    const event = chart.places[i]?.event[rule];
    if (event === undefined) return;
    const found = noteAt(chart, i, event, words, side, taken);
    if (found === null) return;
    taken.push(found.box);
    notes.push(found.note);
  };
  const { places } = chart;
  const found = (test: (i: number) => boolean): number => places.findIndex((_, i) => test(i));
  const down = found((i) => moved(chart, i, rule) < 0 && !places[i]?.event[rule].died);
  if (down >= 0) add(down, ['the first failure', `steps immediately, ${step(chart, down, rule)}`], 'below');
  const revival = found((i) => places[i]?.event.sign === 'revival');
  if (revival >= 0) add(revival, ['revival', `window is ${places[revival]?.event[rule].window}`], 'below');
  const up = found((i) => moved(chart, i, rule) > 0 && places[i]?.event.sign === 'positive');
  if (up >= 0) {
    const reports = runLength(chart, up, rule);
    const words = [`${reports} reports: one step up`, 'at their end'] as const;
    add(up, reports === 1 ? ['each good report', 'is a step up'] : words, 'below');
  }
  const apart = found((i) => places[i]?.event[rule].window !== places[i]?.event[other].window);
  if (apart >= 0 && apart !== down)
    add(apart, ['the rules differ here', `${other}: ${places[apart]?.event[other].window}`], 'above');
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

/** Number of consecutive successes that added up to a step of the window. */
function runLength(chart: Chart, i: number, rule: FeedbackHistory['rule']): number {
  let count = 1;
  for (let j = i - 1; j >= 0; j--) {
    const track = chart.places[j]?.event[rule];
    if (track === undefined || moved(chart, j, rule) !== 0) break;
    if (chart.places[j]?.event.sign === 'positive' && track.applied) count++;
  }
  return count;
}

type Side = 'above' | 'below';

/** First free position for an event's note: on the requested side, otherwise on the opposite side. */
function noteAt(
  chart: Chart,
  i: number,
  { window, windowBefore }: FeedbackTrack,
  lines: Note['lines'],
  wanted: Side,
  taken: readonly Box[],
): { note: Note; box: Box } | null {
  const x = (chart.places[i]?.x ?? 0) + chart.cell / 2;
  const width = Math.max(lines[0].length, lines[1].length) * LETTER;
  // Positions of the text: right of the note's line, left of it, or centred on it within the chart.
  const middle = Math.max(chart.left, Math.min(chart.right - width, x - width / 2));
  const spots = [
    { left: x, anchor: 'start' as const },
    { left: x - width, anchor: 'end' as const },
    { left: middle, anchor: 'start' as const },
  ].filter(({ left }) => left >= chart.left && left + width <= chart.right);
  for (const side of wanted === 'below' ? (['below', 'above'] as const) : (['above', 'below'] as const)) {
    // Keep the text clear of both levels of the step.
    const tipY = chart.yOf(
      side === 'above' ? Math.max(window, windowBefore) : Math.min(window, windowBefore),
    );
    for (const far of FAR) {
      const y = side === 'above' ? tipY - far : tipY + far;
      const way = side === 'below' ? { y1: tipY + 8, y2: y } : { y1: y, y2: tipY - 8 };
      const inside = y - 12 >= chart.top - 12 && y - 12 + HEIGHT <= chart.bottom - 4;
      if (!inside || taken.some((one) => touches(one, { x1: x, x2: x, ...way }))) continue;
      for (const { left, anchor } of spots) {
        const box = { x1: left - 3, x2: left + width + 3, y1: y - 12, y2: y - 12 + HEIGHT };
        if (taken.some((one) => touches(one, box))) continue;
        const textX = anchor === 'start' ? left : x;
        const ground = { x: left - 3, y: y - 11, width: width + 6, height: HEIGHT - 2 };
        return { note: { x, y, tipY, textX, anchor, lines, ground }, box };
      }
    }
  }
  return null;
}

function touches(a: Box, b: Box): boolean {
  return a.x1 <= b.x2 && b.x1 <= a.x2 && a.y1 <= b.y2 && b.y1 <= a.y2;
}

/** Boxes of the break texts, which are placed first. */
function breakBoxes(chart: Chart): Box[] {
  return chart.places.flatMap((place) => {
    if (place.gap === '') return [];
    const middle = (place.gapX + place.x) / 2;
    const base = breakWordsY(chart, place);
    return [{ x1: middle - 28, x2: middle + 28, y1: base - 46, y2: base - 14 }];
  });
}

/** Boxes of the names of outages, which are in the upper left corners of the outages. */
function outageBoxes(chart: Chart, outages: readonly Outage[]): Box[] {
  return outageSpans(chart, outages).map(({ x, words }) => ({
    x1: x,
    x2: x + 10 + words.length * LETTER,
    y1: chart.top,
    y2: chart.top + 18,
  }));
}

/** Boxes that a curve covers, one for each level and each step. */
function lineBoxes(chart: Chart, rule: FeedbackRuleName): Box[] {
  return stairPath(chart.places, rule, chart.cell, chart.yOf).flatMap((stairs) =>
    stairs.slice(1).map((to, i) => {
      const from = stairs[i] ?? to;
      return {
        x1: Math.min(from.x, to.x) - CLEAR,
        x2: Math.max(from.x, to.x) + CLEAR,
        y1: Math.min(from.y, to.y) - CLEAR,
        y2: Math.max(from.y, to.y) + CLEAR,
      };
    }),
  );
}
