import type { DeliveryId } from '../../protocol/ids.ts';
import type { DeliveryRow } from '../../protocol/rows.ts';
import { type Micros, MICROS_PER_SECOND } from '../../protocol/units.ts';
import { isOpen } from './agent-places.ts';
import { bareLabel, timeStep, timeTicks } from '../../plot/ticks.ts';

/** Geometry of the agents' lanes under the strip. Positions are in pixels; x is time. */

export interface BarMark {
  /** Id of the (first) delivery. */
  id: DeliveryId;
  number: number;
  x: number;
  width: number;
  /** True while the delivery is unfinished: the bar has full colour and a fading right edge. */
  open: boolean;
  failed: boolean;
  /** Number drawn inside, if it fits. */
  text: string;
  /** Number of deliveries; more than one where they are too short to draw separately. */
  count: number;
}

interface LaneMark {
  /** Agent number, or 0 when lanes are shared because there are too many agents. */
  agent: number;
  label: string;
  y: number;
  bars: BarMark[];
}

export interface LanesLayout {
  lanes: LaneMark[];
  laneHeight: number;
  /** True if there are too many lanes for elements: each is painted as a line, and empty ones are omitted. */
  dense: boolean;
  height: number;
  nowX: number;
  ticks: { at: Micros; x: number; text: string }[];
}

/** Numbers of the highlighted message and delivery, 0 = none. */
export interface Lit {
  hovered: number;
  selected: number;
  twin: number;
}

/** Input for drawing lanes, as elements or painted. */
export interface LanesProps {
  layout: LanesLayout;
  width: number;
  lit: Lit;
}

export interface LanesInput {
  deliveries: readonly DeliveryRow[];
  /** Some earlier deliveries are not on the page. */
  truncated: boolean;
  now: Micros;
  agentLimit: number;
  width: number;
  unit: number;
  /** Zoomed interval; null = everything. */
  window?: TimeWindow | null;
}

export interface TimeWindow {
  from: Micros;
  to: Micros;
}

/** Largest number of agents with their own lanes. More agents share lanes: a delivery takes the highest free one. */
const NAMED_MAX = 12;
const HEIGHT_MAX = 96;
const LANE_MAX = 14;
const LANE_MIN = 3;
const MERGE_BELOW = 2;

/** Axis lengths, in seconds, smallest first. */
const SPANS = [
  5, 10, 15, 20, 30, 40, 60, 80, 100, 120, 150, 180, 240, 300, 420, 600, 900, 1200, 1800, 2700, 3600, 5400,
  7200, 14_400, 28_800, 43_200, 86_400, 172_800, 604_800,
];

/** Start and end of the axis: a round span that seldom changes, with space to the right of now. */
export function lanesAxis({
  deliveries,
  truncated,
  now,
}: Pick<LanesInput, 'deliveries' | 'truncated' | 'now'>): { from: Micros; to: Micros } {
  const from = truncated ? steadyStart(deliveries[0]?.start ?? 0, now) : 0;
  const passed = (now - from) / MICROS_PER_SECOND;
  const span = SPANS.find((s) => passed <= s * 0.95) ?? Math.ceil(passed * 1.1);
  return { from, to: from + span * MICROS_PER_SECOND };
}

/**
 * Start of the axis when old deliveries have been dropped. It advances in steps of an eighth: an axis that followed the
 * oldest delivery would move every bar at each selection.
 */
function steadyStart(oldest: Micros, now: Micros): Micros {
  const leap = 2 ** Math.ceil(Math.log2(Math.max(1, (now - oldest) / 8)));
  return Math.floor(oldest / leap) * leap;
}

export function lanesLayout(input: LanesInput): LanesLayout {
  const { deliveries, now, width, unit } = input;
  const axis = input.window ?? lanesAxis(input);
  const x = (at: Micros): number => ((at - axis.from) / (axis.to - axis.from)) * width;
  const rows = laneRows(input);
  const { laneHeight, gap, dense } = laneSizes(rows.length, unit);
  const named = rows.length <= NAMED_MAX && laneHeight >= 8 * unit;
  const lanes = rows.map(({ agent, list }, i) => ({
    agent,
    label: named && agent !== 0 ? `a${i + 1}` : '',
    y: i * (laneHeight + gap),
    bars: barsOf(list, x, now, width, laneHeight >= 10 * unit, unit),
  }));
  return {
    lanes,
    laneHeight,
    dense,
    height: Math.max(0, rows.length * (laneHeight + gap) - gap),
    nowX: Math.min(width, Math.max(-4, x(now))),
    ticks: deliveries.length === 0 && now === 0 ? [] : ticksOf(axis, x, width),
  };
}

/** Height of a lane and of the gap below it; the height of all lanes together is limited. */
function laneSizes(lanes: number, unit: number): { laneHeight: number; gap: number; dense: boolean } {
  if (lanes * (LANE_MIN + 1) > HEIGHT_MAX) {
    const pitch = (HEIGHT_MAX / lanes) * unit;
    const gap = pitch > 2 * unit ? 1 * unit : 0;
    return { laneHeight: pitch - gap, gap, dense: true };
  }
  const laneHeight = Math.max(LANE_MIN, Math.min(LANE_MAX, Math.floor(HEIGHT_MAX / lanes) - 2)) * unit;
  return { laneHeight, gap: laneHeight < 6 * unit ? 1 * unit : 2 * unit, dense: false };
}

/** One row per agent; with many agents, shared rows without overlaps. */
function laneRows({ deliveries, agentLimit, now }: LanesInput): { agent: number; list: DeliveryRow[] }[] {
  const byAgent = new Map<number, DeliveryRow[]>();
  for (const row of deliveries) {
    const list = byAgent.get(row.agent);
    if (list === undefined) byAgent.set(row.agent, [row]);
    else list.push(row);
  }
  const rows = [...byAgent].toSorted((a, b) => a[0] - b[0]).map(([agent, list]) => ({ agent, list }));
  if (rows.length <= NAMED_MAX) {
    const idle = Math.max(0, Math.min(agentLimit, 6) - rows.length);
    return [...rows, ...Array.from({ length: idle }, () => ({ agent: 0, list: [] }))];
  }
  const shared: { agent: number; list: DeliveryRow[]; end: Micros }[] = [];
  for (const row of deliveries) {
    const lane = shared.find((s) => s.end <= row.start);
    const end = isOpen(row, now) ? Number.POSITIVE_INFINITY : row.end;
    if (lane === undefined) shared.push({ agent: 0, list: [row], end });
    else {
      lane.list.push(row);
      lane.end = end;
    }
  }
  return shared;
}

function barsOf(
  list: readonly DeliveryRow[],
  x: (at: Micros) => number,
  now: Micros,
  width: number,
  withText: boolean,
  unit: number,
): BarMark[] {
  const bars: BarMark[] = [];
  for (const row of list) {
    const open = isOpen(row, now);
    const from = Math.max(-2, x(row.start));
    const end = Math.min(width + 2, x(open ? now : row.end));
    // The delivery is outside the zoomed interval.
    if (end < 0 || from > width) continue;
    const last = bars.at(-1);
    // Deliveries too short to see become one bar; unfinished ones stay separate, because they show the present.
    if (
      last !== undefined &&
      !open &&
      !last.open &&
      last.number === row.number &&
      end - last.x < MERGE_BELOW * unit
    ) {
      last.width = Math.max(1, end - last.x);
      last.count += 1;
      continue;
    }
    const long = Math.max(open ? 3 : 1, end - from - 1);
    bars.push({
      id: row.id,
      number: row.number,
      x: from,
      width: long,
      open,
      failed: row.result !== '' && row.result !== 'ok' && !open,
      text: withText && long > (6 + String(row.number).length * 7) * unit ? String(row.number) : '',
      count: 1,
    });
  }
  return bars;
}

/** Width of a label in pixels, and the smallest step: labels are seconds with at most two decimals. */
const LABEL_PITCH = 56;
const FINEST: Micros = 10_000;

function ticksOf(
  axis: { from: Micros; to: Micros },
  x: (at: Micros) => number,
  width: number,
): { at: Micros; x: number; text: string }[] {
  const most = (width - 1) / LABEL_PITCH;
  const { step, at } = timeTicks(axis, most, Math.max(FINEST, timeStep(axis.to - axis.from, most)));
  return at.map((instant, i) => ({ at: instant, x: x(instant), text: bareLabel(instant, step, i === 0) }));
}

export function barAt(layout: LanesLayout, x: number, y: number): BarMark | null {
  const lane = layout.lanes.find((l) => y >= l.y && y < l.y + layout.laneHeight);
  return lane?.bars.findLast((bar) => x >= bar.x && x < bar.x + Math.max(3, bar.width)) ?? null;
}
