import { earnsCoins } from '../../charts/coins.ts';
import { type Column, columnsOf, placeColumns } from './columns.ts';
import { denseLayout } from './dense.ts';
import { detailsOf, type Scheme, schemesFor } from './detail.ts';
import { boxesOf, type ForestNode, forestOf, jobKey } from './forest.ts';
import { CARDS_MAX, HEAD_CARDS, jobsListed, OUTLINE_BELOW, type StageInput } from './input.ts';
import { barMark, cardMark } from './job-marks.ts';
import { labelsOf } from './labels.ts';
import { forestLinks, leadLinks } from './links.ts';
import type { JobMark, Rect, StageLayout, StationMark } from './stage-marks.ts';
import { type Metrics, metricsOf, stationWidth, type Step } from './metrics.ts';
import { outlineLayout } from './outline.ts';
import { type Vacant, vacantOf } from './vacant.ts';
import { hangingRows, placeOnRows, placeRows, type Row, rowHeights, rowsHeight } from './rows.ts';

/**
 * Geometry of the stage: x is the list position, y the stack level. The function is pure: the same rows and box give
 * the same picture, whatever was drawn before.
 */
export function stageLayout(input: StageInput): StageLayout {
  if (input.width < OUTLINE_BELOW * (input.rem / 16)) {
    const upright = input.upright === true ? railLayout(input) : null;
    return upright !== null && fits(upright, input) ? upright : outlineLayout(input);
  }
  if (schemesFor(jobsListed(input))[0] === 'dense') return denseLayout(input);
  return railLayout(input);
}

const fits = (layout: StageLayout, { width, height }: StageInput): boolean =>
  layout.width <= width && layout.height <= height;

const MARGIN = 16;
/** Space around an enlarged picture, with the labels of the rail, in design pixels. */
const ROOM = { x: 44, y: 34 };
/** Largest enlargement. A cell of the largest step is then 44 design pixels wide. */
const ZOOM_MAX = 2.75;
/** Largest share of the stage's width for one card. The stage is narrow below `narrowBelow` design pixels. */
const CARD_SHARE = { wide: 0.43, narrow: 0.6, narrowBelow: 700 };
/** Narrowest stage, in design pixels, in which cards may be one size step larger. */
const ROOMY = 1100;
/**
 * Columns of cells in a card of a short list, at most. Further cells form a second band, so that cells can be larger.
 */
const COLUMNS_FEW = 14;
const COLUMNS_MANY = 24;

interface Plan {
  scheme: Scheme;
  step: Step;
  metrics: Metrics;
  marks: JobMark[];
  columns: Column[];
  nodes: Map<string, ForestNode>;
  /** Levels from y = 0 down. `hangs`: they overlap in height. */
  rows: Row[];
  hangs: boolean;
  vacant: Vacant | null;
  width: number;
  height: number;
}

interface Size {
  scheme: Scheme;
  step: Step;
  zoom: number;
}

function planOf(input: StageInput, { scheme, step, zoom }: Size): Plan {
  const few = Math.max(input.jobs.length, input.beside?.jobs.length ?? 0) <= HEAD_CARDS;
  const metrics = {
    ...metricsOf(step, input.rem, few ? COLUMNS_FEW : COLUMNS_MANY, zoom),
    ...rowsBeside(input),
  };
  const details = detailsOf(input, scheme);
  const cards = input.jobs.map((job, i) => (details[i] === 'card' ? cardMark(job, input, metrics) : null));
  if (scheme === 'bars') fitBars(metrics, cards, input);
  const marks: JobMark[] = input.jobs.map(
    (job, i) => cards[i] ?? barMark(job, input, metrics, scheme === 'tail'),
  );
  const nodes = forestOf(input.jobs);
  const columns = columnsOf(marks, nodes, metrics);
  const vacant = scheme === 'cards' && few ? vacantOf(input, marks) : null;
  if (vacant !== null) {
    const key = input.jobs[vacant.at] === undefined ? '' : jobKey(input.jobs[vacant.at]?.id ?? 0);
    const at = columns.findIndex((column) => column.key === key);
    columns.splice(at < 0 ? columns.length : at, 0, { key: VACANT, width: vacant.width });
  }
  const ghosts = [...nodes.values()].filter((node) => node.job === null);
  const bands = (): Row[] => {
    const heights = rowHeights(
      marks,
      ghosts.map(({ level }) => ({ level, height: 30 * metrics.unit })),
    );
    return placeRows(heights, 0, 0, metrics);
  };
  const hanging = hangingRows(marks, vacant, metrics);
  const rows = hanging ?? bands();
  const bottom = Math.max(0, ...rows.map((row) => row.top + row.height));
  return {
    scheme,
    step,
    metrics,
    marks,
    columns,
    nodes,
    rows,
    hangs: hanging !== null,
    vacant,
    width: columns.reduce((sum, c) => sum + c.width, 0) + (columns.length - 1) * metrics.columnGap,
    height: metrics.rail + metrics.railGap + bottom + bottomOf(nodes, rows, metrics),
  };
}

/** Entries per column in a comparison in which a job of either side earns coins; empty otherwise. */
function rowsBeside({ jobs, beside }: StageInput): { rows?: number } {
  const earning =
    beside === undefined ? undefined : [...jobs, ...beside.jobs].find(({ cost }) => earnsCoins(cost));
  return earning === undefined ? {} : { rows: earning.cost };
}

/** Space below the deepest level: one line of text if siblings of a ghost need their label below that level. */
function bottomOf(nodes: ReadonlyMap<string, ForestNode>, rows: readonly Row[], { text }: Metrics): number {
  const deepest = rows.length - 1;
  const words = [...nodes.values()].some(
    (n) => n.job === null && n.level === deepest - 1 && n.children.length > 1,
  );
  return (words ? 14 : 6) * text;
}

/** Divides the width beside the cards equally among the bars. A bar is 17 to 26 design pixels wide. */
function fitBars(metrics: Metrics, cards: readonly ({ width: number } | null)[], input: StageInput): void {
  const bars = cards.filter((card) => card === null).length;
  metrics.columnGap = 1.5 * metrics.unit;
  metrics.columnGapMax = 10 * metrics.unit;
  const used = cards.reduce((sum, card) => sum + (card?.width ?? 0), 0) + cards.length * metrics.columnGap;
  const share = (input.width - 2 * MARGIN * metrics.unit - used) / Math.max(1, bars);
  metrics.barWidth = Math.min(26, Math.max(17, share / metrics.unit)) * metrics.unit;
}

/** Size steps to try. They do not depend on recipients, so that the size does not change with each of them. */
function stepsFor(count: number, designWidth: number): Step[] {
  if (count <= HEAD_CARDS) return ['large', 'medium', 'normal', 'small'];
  if (count <= CARDS_MAX && designWidth >= ROOMY) return ['medium', 'normal', 'small'];
  return ['normal', 'small'];
}

/** The first plan that fits; otherwise the last one, which scrolls. */
function chooseSize(input: StageInput): Size {
  const width = input.width - 2 * MARGIN * (input.rem / 16);
  const schemes: Scheme[] = input.compact === true ? ['bars'] : schemesFor(input.jobs.length);
  // Prefer size to completeness: eight readable cards and a tail of bars are better than eleven small cards.
  for (const step of stepsFor(input.jobs.length, (input.width * 16) / input.rem)) {
    for (const scheme of schemes) {
      const plan = planOf(input, { scheme, step, zoom: 1 });
      if (plan.width <= width && plan.height <= input.height)
        return { scheme, step, zoom: input.compact === true ? 1 : zoomOf(plan, input) };
    }
  }
  // Nothing fits: scroll a readable picture instead of a tiny one.
  return { scheme: schemes.at(-1) as Scheme, step: 'normal', zoom: 1 };
}

/** Factor by which a picture that fits can be enlarged, at least 1. All sizes grow in proportion to it. */
function zoomOf({ width, height, marks }: Plan, input: StageInput): number {
  const text = input.rem / 16;
  const widest = Math.max(1, ...marks.map((mark) => mark.width));
  const share = CARD_SHARE[input.width < CARD_SHARE.narrowBelow * text ? 'narrow' : 'wide'];
  const zoom = Math.min(
    ZOOM_MAX,
    (input.width - 2 * ROOM.x * text) / width,
    (input.height - 2 * ROOM.y * text) / height,
    (share * input.width) / widest,
  );
  // Round down to hundredths: a finer zoom would change whenever a footer gets another digit.
  return Math.max(1, Math.floor(zoom * 100) / 100);
}

/**
 * Chooses scheme and size as if no job were enlarged: selecting a job, or a new best candidate, enlarges one card and
 * must not change the size of all others. `other`: the plan of the other side of a comparison, in the same size.
 */
function choosePlan(input: StageInput): { plan: Plan; other: Plan | null } {
  const natural = (side: StageInput): Size => chooseSize({ ...side, selected: 0, candidate: 0 });
  const own = natural(input);
  if (input.beside === undefined) return { plan: planOf(input, own), other: null };
  const beside = { ...input.beside, beside: input };
  const size = smaller(own, natural(beside));
  return { plan: planOf(input, size), other: planOf(beside, size) };
}

function smaller(one: Size, other: Size): Size {
  const cell = ({ step, zoom }: Size): number => metricsOf(step, 16, COLUMNS_FEW, zoom).cell;
  const { step, zoom } = cell(one) <= cell(other) ? one : other;
  return { step, zoom, scheme: one.scheme === 'cards' ? other.scheme : one.scheme };
}

function railLayout(input: StageInput): StageLayout {
  const { plan, other } = choosePlan(input);
  const { metrics, marks, nodes } = plan;
  const { text } = metrics;
  const margin = MARGIN * text;
  const room = input.width - 2 * margin - plan.width;
  const gap = Math.min(
    metrics.columnGapMax,
    Math.max(metrics.columnGap / 2, metrics.columnGap + room / Math.max(1, plan.columns.length - 1)),
  );
  const used = plan.width + (gap - metrics.columnGap) * (plan.columns.length - 1);
  const left = Math.max(margin, (input.width - used) / 2);
  const ghosts = placeColumns(plan.columns, marks, nodes, metrics, left, gap);
  const bottom = bottomOf(nodes, plan.rows, metrics);
  const most =
    other === null ? Infinity : rowsOf(other, input, bottomOf(other.nodes, other.rows, metrics)).top;
  const { rows, top } = rowsOf(plan, input, bottom, most);
  placeOnRows(rows, marks, ghosts);
  const stations = marks.map((mark) => stationOf(mark, metrics, top));
  const boxes = boxesOf(marks, ghosts);
  const covered = (id: number): boolean => hangsFromGhost(nodes, jobKey(id));
  const links = [
    ...leadLinks(stations, marks, metrics, covered),
    ...forestLinks({ nodes, boxes, rows, metrics }),
  ];
  const last = Math.max(0, ...rows.map((row) => row.top + row.height));
  const right = Math.max(0, ...marks.map((m) => m.x + m.width), ...ghosts.map((g) => g.x + g.width));
  const content = {
    width: Math.max(input.width, right + margin),
    height: Math.max(input.height, last + bottom),
  };
  const whole = plan.scheme === 'cards' && marks.length <= HEAD_CARDS && content.width <= input.width;
  const rail = railOf(stations, content.width, metrics, top, whole);
  const labels = input.annotations
    ? labelsOf({
        jobs: marks,
        ghosts,
        stations,
        links,
        nodes,
        rows,
        metrics,
        rail: whole ? rail : null,
        ...content,
      })
    : [];
  return {
    orientation: 'rail',
    metrics,
    ...content,
    rail,
    stations,
    jobs: marks,
    ghosts,
    links,
    labels,
    dense: null,
    vacant: plan.vacant === null ? null : vacantBox(plan, left, gap, rows[0]?.top ?? 0),
  };
}

/**
 * Places the levels in the height of the stage. `top`: top of the rail, at most `most`. With spare height the levels
 * move apart, so that the links between them are visible.
 */
function rowsOf(
  plan: Plan,
  input: StageInput,
  bottom: number,
  most = Infinity,
): { rows: Row[]; top: number } {
  const { metrics } = plan;
  const spare = Math.max(0, input.height - plan.height);
  const heights = plan.rows.map((row) => row.height);
  const railGap = metrics.railGap + (metrics.step === 'large' ? 0 : Math.min(10 * metrics.unit, spare / 4));
  const shift = railGap - metrics.railGap;
  const rows = plan.hangs
    ? plan.rows
    : placeRows(heights, 0, rowsHeight(heights, metrics) + spare - shift, metrics);
  const lowest = Math.max(0, ...rows.map((row) => row.top + row.height));
  const top = Math.max(0, Math.min(most, (input.height - metrics.rail - railGap - lowest - bottom) * ABOVE));
  const first = Math.round(top + metrics.rail + railGap);
  return { rows: rows.map((row) => ({ ...row, top: row.top + first })), top: Math.round(top) };
}

/** Share of the spare height that goes above the picture. At 0.5 the picture would seem too low. */
const ABOVE = 0.42;

/** Key of the empty column. */
const VACANT = 'vacant';

function vacantBox({ columns, vacant }: Plan, left: number, gap: number, y: number): Rect {
  let x = left;
  for (const { key, width } of columns) {
    if (key === VACANT) break;
    x += width + gap;
  }
  return { x: Math.round(x), y, width: vacant?.width ?? 0, height: vacant?.height ?? 0 };
}

/** True if the job is attached to a vanished job, directly or indirectly. */
function hangsFromGhost(nodes: ReadonlyMap<string, ForestNode>, key: string): boolean {
  let node = nodes.get(nodes.get(key)?.parent ?? '');
  while (node !== undefined && node.job !== null) node = nodes.get(node.parent);
  return node !== undefined;
}

function stationOf(mark: JobMark, metrics: Metrics, top: number): StationMark {
  const { current, candidate, blocker } = mark;
  const wide = stationWidth(mark.job.number, metrics);
  return {
    id: mark.id,
    number: mark.job.number,
    current,
    candidate,
    blocker,
    x: mark.x + mark.width / 2,
    y: top + metrics.rail / 2,
    width: mark.kind === 'bar' ? Math.min(wide, mark.width - 1) : wide,
  };
}

/** The rail. It extends past the last station, as the list is open at its end. `whole`: it spans the stage. */
function railOf(
  stations: readonly StationMark[],
  width: number,
  { rail, text }: Metrics,
  top: number,
  whole: boolean,
): NonNullable<StageLayout['rail']> {
  const y = top + rail / 2;
  const first = stations[0];
  const last = stations.at(-1);
  const edge = 26 * text;
  if (whole || first === undefined || last === undefined) return { y, from: edge, to: width - edge };
  return { y, from: first.x, to: Math.min(width - 4 * text, last.x + last.width / 2 + 12 * text) };
}
