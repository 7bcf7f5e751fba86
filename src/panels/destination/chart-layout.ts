import { formatTick } from '../../explain/format.ts';
import type { Micros } from '../../protocol/units.ts';
import type { FeedbackEvent, FeedbackHistory, FeedbackRuleName } from '../../protocol/inspect.ts';
import { MICROS_PER_SECOND, type Seconds } from '../../protocol/units.ts';
import { type Strip, stairPath, stairsPath } from './chart-lines.ts';
import { wholeTicks } from '../../plot/values.ts';
import type { Outage } from './outages.ts';

/**
 * Layout of a destination's concurrency chart. x is the event number, not time, because the feedback rule acts per
 * event. A pause (the destination was dead, dropped while idle, or quiet) is a break in the axis.
 */

export interface ChartSize {
  width: number;
  height: number;
}

export interface Place extends Strip {
  /** Number of the event in the whole history, from 1. */
  number: number;
  gapSeconds: Seconds;
  /** Another break is so close that the texts of the two would overlap. */
  crowded: boolean;
}

/** One bar of a row of sums. y counts down from the top of the chart. */
interface Bar {
  place: number;
  x: number;
  y: number;
  height: number;
  /**
   * Part of the sum: `kept` = not changed by this event, `base` = below its change, `added` or `eaten` = its change,
   * `step` = the sum reached the stop.
   */
  kind: 'kept' | 'base' | 'added' | 'eaten' | 'step';
}

export interface Row {
  name: 'success' | 'failure' | 'cohorts';
  top: number;
  height: number;
  stopY: number;
  stop: string;
  bars: Bar[];
  /** `+1`, `−1` or `✕` above the stop line. Of signs that would overlap, only the first is kept. */
  signs: { x: number; text: string }[];
}

export interface Chart {
  places: Place[];
  /** Width of one event, in pixels. */
  cell: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  ticks: { y: number; text: number; base: boolean }[];
  lines: Record<FeedbackRuleName, string>;
  /** Areas between the curves of the two rules. */
  between: { x: number; y: number; width: number; height: number }[];
  reportY: number;
  rows: Row[];
  axisY: number;
  numbers: { x: number; text: string }[];
  instants: { x: number; text: string; anchor: 'middle' | 'end' }[];
  height: number;
  /** y of the bottom of the last row of sums. */
  rowsEnd: number;
  yOf: (window: number) => number;
}

/** Left margin for row names and axis figures, in pixels. */
export const LEFT = 80;
export const RIGHT = 16;
export const TOP = 26;
const GAP = { dead: 34, new: 20, pause: 20 } as const;
/** Width reserved for the text of a break, in pixels. */
const WORDS = 84;
const CELL_MAX = 24;
/** Widest event, in pixels, when few events fill the chart. */
const CELL_WIDE = 56;
const FEW = 16;
/** If a chart has at most `events` events, each is at most `wide` pixels and at most 1/`few` of the chart wide. */
const FIRST = { events: 6, wide: 84, few: 8 } as const;
/** Narrowest event, in pixels. If events would be narrower, the chart omits the oldest. */
const CELL_MIN = 5;
/** Height reserved for a sign above a stop line, in pixels. */
const SIGN = 16;
/** Height of the report marks, event numbers and instants, in pixels. */
const AXIS = 62;

/** Number of events that fit into a chart when each has the smallest width. */
export function eventsThatFit(width: number): number {
  return Math.max(8, Math.floor((width - LEFT - RIGHT - 2 * GAP.dead) / CELL_MIN));
}

/** Smallest start such that the events from it to `to` (excluded) fit, including breaks. */
export function firstThatFits(history: FeedbackHistory, from: number, to: number, width: number): number {
  let room = width - LEFT - RIGHT;
  for (let i = to - 1; i >= from; i--) {
    const event = history.events[i];
    if (event === undefined) return i + 1;
    const gap = i === from ? '' : gapBefore(event, history.events[i - 1]);
    room -= CELL_MIN + (gap === '' ? 0 : GAP[gap]);
    if (room < 0) return Math.min(to - 1, i + 1);
  }
  return from;
}

/** Lays out the events from `from` to `to` (excluded). */
export function chartLayout(history: FeedbackHistory, from: number, to: number, size: ChartSize): Chart {
  const { places, cell } = placeEvents(history, from, to, size.width);
  const rowHeight = Math.max(26, Math.min(50, (size.height - 300) / 4));
  const rowsHeight = 3 * (rowHeight + 22);
  const bottom = Math.max(TOP + 70, size.height - rowsHeight - AXIS);
  const most = Math.max(
    history.initialConcurrency + 1,
    ...places.map(({ event }) =>
      Math.max(event.shipped.window, event.documented.window, event.shipped.windowBefore),
    ),
  );
  const top = Math.max(2, most % 2 === 0 ? most : most + 1);
  const yOf = (window: number): number => bottom - (window / top) * (bottom - TOP);
  const right = size.width - RIGHT;
  const reportY = bottom + 22;
  const rows = layoutRows(history, places, cell, reportY + 24, rowHeight);
  const axisY = (rows.at(-1)?.top ?? reportY) + rowHeight + 16;
  return {
    places,
    cell,
    left: LEFT,
    right,
    top: TOP,
    bottom,
    ticks: windowTicks(top, bottom - TOP).map((window) => ({
      y: yOf(window),
      text: window,
      base: window === 0,
    })),
    lines: {
      shipped: stairsPath(stairPath(places, 'shipped', cell, yOf)),
      documented: stairsPath(stairPath(places, 'documented', cell, yOf)),
    },
    between: betweenOf(places, cell, yOf),
    reportY,
    rows,
    axisY,
    numbers: numbersOf(places, cell),
    instants: instantsOf(places, cell),
    height: axisY + 22,
    rowsEnd: axisY - 16,
    yOf,
  };
}

function placeEvents(
  history: FeedbackHistory,
  from: number,
  to: number,
  width: number,
): { places: Place[]; cell: number } {
  const before = history.total - history.events.length;
  const events = history.events.slice(from, to);
  const gaps = events.map((event, i) => gapBefore(event, events[i - 1]));
  const gapsWidth = gaps.reduce((sum, gap) => sum + (gap === '' ? 0 : GAP[gap]), 0);
  const room = width - LEFT - RIGHT - gapsWidth;
  const first = events.length <= FIRST.events;
  const widest = Math.max(
    CELL_MAX,
    first ? Math.min(FIRST.wide, room / FIRST.few) : Math.min(CELL_WIDE, room / FEW),
  );
  const cell = Math.min(widest, Math.max(2, room / Math.max(1, events.length)));
  let x = LEFT;
  let lastBreak = Number.NEGATIVE_INFINITY;
  const places = events.map((event, i) => {
    const gap = gaps[i] ?? '';
    const gapX = x;
    if (gap !== '') x += GAP[gap];
    const last = events[i - 1];
    const place: Place = {
      event,
      number: before + from + i + 1,
      x,
      gap,
      gapX,
      gapSeconds: last === undefined ? 0 : Math.round((event.at - last.at) / MICROS_PER_SECOND),
      crowded: gap !== '' && gapX - lastBreak < WORDS,
    };
    if (gap !== '') lastBreak = place.crowded ? Number.NEGATIVE_INFINITY : gapX;
    x += cell;
    return place;
  });
  return { places, cell };
}

/** Shortest time without events that the chart draws as a break, in seconds. */
const PAUSE_SECONDS = 60;

function gapBefore(event: FeedbackEvent, before: FeedbackEvent | undefined): Place['gap'] {
  if (before === undefined) return '';
  if (event.life !== before.life) return 'new';
  const wasDead = before.shipped.window === 0 || before.documented.window === 0;
  if (event.sign === 'revival' && wasDead && event.at - before.at > MICROS_PER_SECOND) return 'dead';
  return event.at - before.at >= PAUSE_SECONDS * MICROS_PER_SECOND ? 'pause' : '';
}

/** Up to five whole-number ticks from 0 to the top, as many as fit. */
export function windowTicks(top: number, room: number): number[] {
  return wholeTicks(top, Math.max(1, Math.min(5, Math.floor(room / 26))));
}

function betweenOf(
  places: readonly Place[],
  cell: number,
  yOf: (window: number) => number,
): Chart['between'] {
  const areas: Chart['between'] = [];
  places.forEach((place, i) => {
    const a = place.event.shipped.window;
    const b = place.event.documented.window;
    if (a === b) return;
    const next = places[i + 1];
    const x = place.x + cell / 2;
    const end = next === undefined ? place.x + cell : next.gap === '' ? next.x + cell / 2 : next.gapX;
    areas.push({ x, y: yOf(Math.max(a, b)), width: end - x, height: Math.abs(yOf(a) - yOf(b)) });
  });
  return areas;
}

function layoutRows(
  history: FeedbackHistory,
  places: readonly Place[],
  cell: number,
  top: number,
  height: number,
): Row[] {
  const { cohortLimit, rule } = history;
  const specs = [
    { name: 'success' as const, stop: 1, label: '1' },
    { name: 'failure' as const, stop: 1, label: '1' },
    { name: 'cohorts' as const, stop: cohortLimit, label: cohortLimit === 0 ? '' : String(cohortLimit) },
  ];
  return specs.map(({ name, stop, label }, i) => {
    const rowTop = top + i * (height + 22);
    // Without a limit, the largest sum (at least 1) fills the row.
    const scale = stop === 0 ? Math.max(1, ...places.map((s) => s.event[rule].failCohorts)) : stop;
    const yOf = (value: number): number =>
      rowTop + height - (Math.max(0, Math.min(scale * 1.12, value)) / scale) * (height - 6);
    const row: Row = { name, top: rowTop, height, stopY: yOf(scale), stop: label, bars: [], signs: [] };
    places.forEach((place, s) => barsOf(row, place, s, cell, rule, yOf));
    return row;
  });
}

function barsOf(
  row: Row,
  place: Place,
  s: number,
  cell: number,
  rule: FeedbackRuleName,
  yOf: (value: number) => number,
): void {
  const { event } = place;
  const track = event[rule];
  if (event.muted || event.sign === 'revival') return;
  const floor = row.top + row.height;
  const bar = (from: number, to: number, kind: Bar['kind']): void => {
    const y = yOf(Math.max(from, to));
    const height = Math.max(1.5, yOf(Math.min(from, to)) - y);
    row.bars.push({ place: s, x: place.x, y: Math.min(y, floor - height), height, kind });
  };
  const sign = (text: string): void => {
    const x = place.x + cell / 2;
    if (x - (row.signs.at(-1)?.x ?? Number.NEGATIVE_INFINITY) >= SIGN) row.signs.push({ x, text });
  };
  const good = event.sign === 'positive';
  const moved = track.window - track.windowBefore;
  if (row.name === 'success') {
    const added = good && track.applied ? track.amount : 0;
    if (good && moved > 0) {
      bar(0, 1, 'step');
      sign(`+${moved}`);
    } else if (added > 0) {
      bar(0, Math.max(0, track.success - added), 'base');
      bar(Math.max(0, track.success - added), track.success, 'added');
    } else if (track.success > 0.001) bar(0, track.success, 'kept');
    return;
  }
  if (row.name === 'failure') {
    if (!good && moved < 0 && !track.died) {
      bar(0, track.failure, 'step');
      sign(`−${-moved}`);
    } else if (!good && track.applied) {
      if (track.failure > 0.001) bar(0, track.failure, 'base');
      bar(track.failure, track.failure + track.amount, 'eaten');
    } else if (track.failure > 0.001) bar(0, track.failure, 'kept');
    return;
  }
  if (good || track.failCohorts <= 0) return;
  const one = 1 / Math.max(1, track.windowBefore);
  bar(0, Math.max(0, track.failCohorts - one), 'base');
  bar(Math.max(0, track.failCohorts - one), track.failCohorts, 'added');
  if (track.died) sign('✕');
}

function numbersOf(places: readonly Place[], cell: number): Chart['numbers'] {
  const every = cell >= 9 ? 10 : cell >= 5 ? 20 : 50;
  return places
    .filter((place, i) => i === 0 || place.number % every === 0)
    .map((place) => ({ x: place.x + cell / 2, text: String(place.number) }));
}

const TENTH: Micros = 100_000;

function tenthsOf(at: Micros): Micros {
  return Math.floor(at / TENTH) * TENTH;
}

/** Time labels below the axis: the first, the last, and others with enough distance. */
function instantsOf(places: readonly Place[], cell: number): Chart['instants'] {
  const out: Chart['instants'] = [];
  let free = Number.NEGATIVE_INFINITY;
  const last = places.at(-1);
  const end = last === undefined ? 0 : last.x + cell;
  places.forEach((place, i) => {
    const x = place.x + cell / 2;
    const wanted = i === 0 || place.gap !== '' || place.number % 10 === 1;
    if (!wanted || x < free || (i > 0 && x > end - 78)) return;
    out.push({ x, text: formatTick(tenthsOf(place.event.at), TENTH), anchor: 'middle' });
    free = x + 56;
  });
  // Omit the label at the end if it would overlap the label before it.
  const before = out.at(-1);
  if (last !== undefined && places.length > 1 && (before === undefined || end - before.x > 72))
    out.push({ x: end, text: formatTick(tenthsOf(last.event.at), TENTH), anchor: 'end' });
  return out;
}

/** Parts of the chart whose events happened during an outage. */
export function outageSpans(
  chart: Pick<Chart, 'places' | 'cell'>,
  outages: readonly Outage[],
): { x: number; width: number; words: string }[] {
  return outages.flatMap(({ from, until, words }) => {
    const inside = chart.places.filter(({ event }) => event.at >= from && event.at < until);
    const first = inside[0];
    const last = inside.at(-1);
    if (first === undefined || last === undefined) return [];
    return [{ x: first.x, width: last.x + chart.cell - first.x, words }];
  });
}

/** Next event before or after `selected` that moved the window or marked the destination dead; 0 = none. */
export function nextStep(history: FeedbackHistory, selected: number, direction: number): number {
  const first = history.total - history.events.length;
  for (let at = selected - first - 1 + direction; at >= 0 && at < history.events.length; at += direction) {
    const event = history.events[at];
    const track = event?.[history.rule];
    if (track === undefined || event === undefined) break;
    if (event.sign === 'revival' || track.died || (track.alive && track.window !== track.windowBefore))
      return first + at + 1;
  }
  return 0;
}

/** Next event after `selected`, wrapping around, at which the row's sum reached its stop; 0 = none. */
export function nextReached(history: FeedbackHistory, selected: number, row: Row['name']): number {
  const first = history.total - history.events.length;
  const count = history.events.length;
  const begin = selected - first;
  for (let i = 0; i < count; i++) {
    const at = (begin + i) % count;
    const event = history.events[at];
    const track = event?.[history.rule];
    if (event === undefined || track === undefined || event.muted || event.sign === 'revival') continue;
    const moved = track.window - track.windowBefore;
    const reached = { success: moved > 0, failure: moved < 0 && !track.died, cohorts: track.died };
    if (reached[row]) return first + at + 1;
  }
  return 0;
}

/** y of the text of a break; adjacent breaks use different heights. */
export function breakWordsY(chart: Pick<Chart, 'yOf'>, place: Place): number {
  return chart.yOf(0) - (place.crowded ? 36 : 0);
}
