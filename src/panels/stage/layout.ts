import { type Column, columnsOf, placeColumns } from './columns.ts';
import { denseLayout } from './dense.ts';
import { detailsOf, type Scheme, schemesFor } from './detail.ts';
import { boxesOf, type ForestNode, forestOf, jobKey } from './forest.ts';
import { CARDS_MAX, jobsListed, OUTLINE_BELOW, type StageInput } from './input.ts';
import { barMark, cardMark } from './job-marks.ts';
import { labelBox, labelsOf } from './labels.ts';
import { forestLinks, leadLinks } from './links.ts';
import type { DenseBand, JobMark, LinkMark, Rect, StageLayout, StationMark } from './stage-marks.ts';
import { type Metrics, metricsOf, stationWidth, type Step } from './metrics.ts';
import { outlineLayout } from './outline.ts';
import { overlaps, pathCrosses } from './paths.ts';
import { placeOnRows, placeRows, rowHeights, rowsHeight } from './rows.ts';

/**
 * Geometry of the stage: x is the list position, y the stack level. The function is pure: the same rows and box give
 * the same picture, whatever was drawn before.
 */
export function stageLayout(input: StageInput): StageLayout {
  if (input.upright !== true && input.width < OUTLINE_BELOW * (input.rem / 16)) return outlineLayout(input);
  if (schemesFor(jobsListed(input))[0] === 'dense') return withKey(denseLayout(input), input);
  return withKey(railLayout(input), input);
}

const MARGIN = 16;
/** Narrowest stage, in design pixels, in which cards may be one size step larger. */
const ROOMY = 1100;
/** Most jobs for which a card may be 1.5 times as wide before its cells wrap. */
const WIDE_MAX = 4;

interface Plan {
  metrics: Metrics;
  marks: JobMark[];
  columns: Column[];
  nodes: Map<string, ForestNode>;
  heights: number[];
  width: number;
  height: number;
}

function planOf(input: StageInput, scheme: Scheme, step: Step): Plan {
  const metrics = metricsOf(step, input.rem, input.jobs.length <= WIDE_MAX);
  metrics.columnsMax = Math.min(metrics.columnsMax, input.columnsMax ?? metrics.columnsMax);
  const details = detailsOf(input, scheme);
  const cards = input.jobs.map((job, i) => (details[i] === 'card' ? cardMark(job, input, metrics) : null));
  if (scheme === 'bars') fitBars(metrics, cards, input);
  const marks: JobMark[] = input.jobs.map(
    (job, i) => cards[i] ?? barMark(job, input, metrics, scheme === 'tail'),
  );
  const nodes = forestOf(input.jobs);
  const columns = columnsOf(marks, nodes, metrics);
  const ghosts = [...nodes.values()].filter((node) => node.job === null);
  const heights = rowHeights(
    marks,
    ghosts.map(({ level }) => ({ level, height: 30 * metrics.unit })),
  );
  return {
    metrics,
    marks,
    columns,
    nodes,
    heights,
    width: columns.reduce((sum, c) => sum + c.width, 0) + (columns.length - 1) * metrics.columnGap,
    height:
      metrics.rail + 2 * metrics.unit + rowsHeight(heights, metrics) + bottomOf(nodes, heights, metrics),
  };
}

/** Space below the deepest level: one line of text if siblings of a ghost need their label below that level. */
function bottomOf(
  nodes: ReadonlyMap<string, ForestNode>,
  heights: readonly number[],
  { unit }: Metrics,
): number {
  const deepest = heights.length - 1;
  const words = [...nodes.values()].some(
    (n) => n.job === null && n.level === deepest - 1 && n.children.length > 1,
  );
  return (words ? 14 : 6) * unit;
}

/** Divides the width that the cards leave among the bars. Each is between the width of its number and 26 px. */
function fitBars(metrics: Metrics, cards: readonly ({ width: number } | null)[], input: StageInput): void {
  const bars = cards.filter((card) => card === null).length;
  metrics.columnGap = 1.5 * metrics.unit;
  metrics.columnGapMax = 10 * metrics.unit;
  const used = cards.reduce((sum, card) => sum + (card?.width ?? 0), 0) + cards.length * metrics.columnGap;
  const share = (input.width - 2 * MARGIN * metrics.unit - used) / Math.max(1, bars);
  metrics.barWidth = Math.min(26, Math.max(17, share / metrics.unit)) * metrics.unit;
}

/** Size steps to try, by the number of jobs alone, so that the size does not change with every recipient. */
function stepsFor(count: number, designWidth: number): Step[] {
  if (count <= 3) return ['large', 'medium', 'normal', 'small'];
  if (count <= 6 || (count <= CARDS_MAX && designWidth >= ROOMY)) return ['medium', 'normal', 'small'];
  return ['normal', 'small'];
}

/** The first plan that fits; otherwise the last one, which scrolls. */
function chooseScale(input: StageInput): { scheme: Scheme; step: Step } {
  const width = input.width - 2 * MARGIN * (input.rem / 16);
  const schemes: Scheme[] = input.compact === true ? ['bars'] : schemesFor(input.jobs.length);
  // Prefer size to completeness: eight readable cards and a tail of bars are better than eleven small cards.
  for (const step of stepsFor(input.jobs.length, (input.width * 16) / input.rem)) {
    for (const scheme of schemes) {
      const plan = planOf(input, scheme, step);
      if (plan.width <= width && plan.height <= input.height) return { scheme, step };
    }
  }
  // Nothing fits: scroll a readable picture instead of a tiny one.
  return { scheme: schemes.at(-1) as Scheme, step: 'normal' };
}

/**
 * Chooses scheme and size as if no job were enlarged: selecting a job, or a new best candidate, enlarges one card and
 * must not change the size of all others.
 */
function choosePlan(input: StageInput): Plan {
  const { scheme, step } = chooseScale({ ...input, selected: 0, candidate: 0 });
  return planOf(input, scheme, step);
}

function railLayout(input: StageInput): StageLayout {
  const plan = choosePlan(input);
  const { metrics, marks, nodes } = plan;
  const { unit } = metrics;
  const margin = MARGIN * unit;
  const room = input.width - 2 * margin - plan.width;
  const gap = Math.min(
    metrics.columnGapMax,
    Math.max(metrics.columnGap / 2, metrics.columnGap + room / Math.max(1, plan.columns.length - 1)),
  );
  const ghosts = placeColumns(plan.columns, marks, nodes, metrics, margin, gap);
  const bottom = bottomOf(nodes, plan.heights, metrics);
  // With extra space the first level moves down, so that the lines from the rail are visible.
  const top = metrics.rail + Math.min(12, Math.max(2, (input.height / unit - plan.height / unit) / 4)) * unit;
  const rows = placeRows(plan.heights, top, input.height - top - bottom, metrics);
  placeOnRows(rows, marks, ghosts);
  const stations = marks.map((mark) => stationOf(mark, metrics));
  const boxes = boxesOf(marks, ghosts);
  const covered = (id: number): boolean => hangsFromGhost(nodes, jobKey(id));
  const links = [...leadLinks(stations, marks, covered), ...forestLinks({ nodes, boxes, rows, metrics })];
  const last = rows.at(-1);
  const right = Math.max(0, ...marks.map((m) => m.x + m.width), ...ghosts.map((g) => g.x + g.width));
  const content = {
    width: Math.max(input.width, right + margin),
    height: Math.max(input.height, (last === undefined ? 0 : last.top + last.height) + bottom),
  };
  const labels = input.annotations
    ? labelsOf({ jobs: marks, ghosts, stations, links, nodes, rows, metrics, ...content })
    : [];
  return {
    orientation: 'rail',
    metrics,
    ...content,
    rail: railOf(stations, content.width, metrics),
    stations,
    jobs: marks,
    ghosts,
    links,
    labels,
    dense: null,
    keyFits: false,
  };
}

/** Whether a job is attached to a vanished one, directly or indirectly. */
function hangsFromGhost(nodes: ReadonlyMap<string, ForestNode>, key: string): boolean {
  let node = nodes.get(nodes.get(key)?.parent ?? '');
  while (node !== undefined && node.job !== null) node = nodes.get(node.parent);
  return node !== undefined;
}

function stationOf(mark: JobMark, metrics: Metrics): StationMark {
  const { current, candidate, blocker } = mark;
  const wide = stationWidth(mark.job.number, metrics);
  return {
    id: mark.id,
    number: mark.job.number,
    current,
    candidate,
    blocker,
    x: mark.x + mark.width / 2,
    y: metrics.rail / 2,
    width: mark.kind === 'bar' ? Math.min(wide, mark.width - 1) : wide,
  };
}

/** The rail continues after the last station, because the list is open at its end. */
function railOf(
  stations: readonly StationMark[],
  width: number,
  { rail, unit }: Metrics,
): StageLayout['rail'] {
  const first = stations[0];
  const last = stations.at(-1);
  if (first === undefined || last === undefined)
    return { y: rail / 2, from: MARGIN * unit, to: width - MARGIN * unit };
  return { y: rail / 2, from: first.x, to: Math.min(width - 4 * unit, last.x + last.width / 2 + 12 * unit) };
}

function lensBox(band: DenseBand): Rect {
  const y = band.y + (band.lensTop ?? 0);
  return { x: band.x, y, width: band.width, height: 1 };
}

/** Sets whether the legend fits into the lower right corner. */
function withKey(layout: StageLayout, input: StageInput): StageLayout {
  if (input.key === null || layout.width > input.width || layout.height > input.height) return layout;
  const { unit } = layout.metrics;
  const box: Rect = {
    x: input.width - MARGIN * unit - input.key.width,
    y: input.height - 10 * unit - input.key.height,
    ...input.key,
  };
  const inTheWay: Rect[] = [
    ...layout.jobs,
    ...layout.ghosts,
    ...(layout.dense === null ? [] : [layout.dense]),
    ...(layout.dense === null || layout.dense.lensTop === null ? [] : [lensBox(layout.dense)]),
    ...layout.labels.map((label) => labelBox(label, unit)),
  ];
  const crossed = (link: LinkMark): boolean => pathCrosses(link.points, box);
  const keyFits = inTheWay.every((rect) => !overlaps(rect, box, 8 * unit)) && !layout.links.some(crossed);
  return { ...layout, keyFits };
}
