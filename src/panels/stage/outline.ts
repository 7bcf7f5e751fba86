import { alwaysCards } from './detail.ts';
import { denseBand } from './dense.ts';
import { adopterOf, boxesOf, type ForestNode, forestOf, ghostKey, jobKey } from './forest.ts';
import { BARS_MAX, CARDS_MAX, jobsListed, type StageInput } from './input.ts';
import { cardMark, footerText, ghostSize, rowMark } from './job-marks.ts';
import type { GhostMark, JobMark, LinkMark, Point, Rect, StageLayout } from './stage-marks.ts';
import { cellsLeft, type Metrics, metricsOf } from './metrics.ts';
import { legCrosses, roundedPath } from './paths.ts';

/** Enlargements to try for a short list, largest first, and the longest list for which they are tried. */
const ZOOMS = [2, 1.85, 1.7, 1.55, 1.4, 1.25];
const ENLARGED_MAX = 4;
/** Largest number of columns of cells in an enlarged row, and width of the words at the right end, in design pixels. */
const COLUMNS = 14;
const WORDS = 84;

/**
 * Lays out the stage turned by 90° for narrow boxes: the list runs down, the level is the indentation, and links are
 * the same. A few jobs fill the box; more scroll like a page.
 */
export function outlineLayout(input: StageInput): StageLayout {
  if (jobsListed(input) <= ENLARGED_MAX)
    for (const zoom of ZOOMS) {
      const layout = outlineAt(input, metricsOf('roomy', input.rem, COLUMNS, zoom));
      const { height, jobs } = layout;
      if (height <= input.height && jobs.every((mark) => cellsFit(mark, layout.metrics))) return layout;
    }
  return outlineAt(input, metricsOf('outline', input.rem));
}

function cellsFit(mark: JobMark, metrics: Metrics): boolean {
  const words = mark.current || mark.candidate ? WORDS : 0;
  return cellsLeft(metrics) + mark.block.width + (12 + words) * metrics.text <= mark.width;
}

function outlineAt(input: StageInput, metrics: Metrics): StageLayout {
  const unit = metrics.text;
  const always = alwaysCards(input);
  const count = jobsListed(input);
  const jobs = count > BARS_MAX ? input.jobs.filter((job) => always.has(job.id)) : input.jobs;
  const nodes = forestOf(jobs);
  const levels = Math.max(1, ...[...nodes.values()].map((node) => node.level));
  const indent = Math.min(22 * unit, (input.width * 0.3) / levels);
  const margin = 16 * unit;
  const gutter = input.order === 'time' ? 14 * unit : 0;
  const left = (level: number): number => margin + gutter + level * indent;
  const band =
    count > BARS_MAX
      ? denseBand(
          input,
          { x: margin, y: 16 * unit, width: input.width - 2 * margin, height: 92 * unit },
          metrics,
        )
      : null;

  const marks: JobMark[] = [];
  const ghosts: GhostMark[] = [];
  const roomy = metrics.step === 'roomy';
  let y = band === null ? (roomy ? 12 : 2) * unit : band.y + band.height + 14 * unit;
  const waiting = ghostsByLastChild(nodes);
  for (const job of jobs) {
    const x = left(job.level);
    const width = input.width - margin - x;
    const asCard = count <= CARDS_MAX || always.has(job.id);
    const mark = asCard ? outlineCard(job, input, metrics, width) : rowMark(job, input, metrics);
    const height = asCard ? cardHeight(mark, metrics) : 28 * unit;
    marks.push({ ...mark, x, y, width, height });
    y += height + 8 * unit;
    for (const ghost of waiting.get(jobKey(job.id)) ?? []) {
      const mark = outlineGhost(ghost, nodes, metrics, left(ghost.level), y);
      ghosts.push(mark);
      y += mark.height + 8 * unit;
    }
  }
  const boxes = boxesOf(marks, ghosts);
  return {
    orientation: 'outline',
    metrics,
    width: input.width,
    // Below enlarged rows, leave space for the button of the key.
    height: Math.max(input.height, y + (roomy ? 36 : 8) * unit),
    rail: null,
    stations: [],
    jobs: marks,
    ghosts,
    links: outlineLinks(nodes, boxes, metrics, margin),
    labels: [],
    dense: band,
    vacant: null,
  };
}

/** Height of a card. Its figures are right of the cells or, in an enlarged row, below the chip. */
function cardHeight({ block }: JobMark, { step, text, unit, chip, padTop }: Metrics): number {
  if (step !== 'roomy') return Math.max(46 * text, block.height + 16 * text);
  return Math.max(padTop + chip + 28 * text, block.height + 12 * unit);
}

/** A card with its chip on the left, its figures on the right, and as many columns of cells as fit between them. */
function outlineCard(
  job: StageInput['jobs'][number],
  input: StageInput,
  metrics: Metrics,
  width: number,
): JobMark {
  const numbers = Math.max(7, footerText(job).length) * metrics.mono;
  if (metrics.step === 'roomy') return cardMark(job, input, metrics);
  // Leave space before the figures for the words about the current job, and for the candidate's score.
  const words = job.id === input.current || job.id === input.candidate ? WORDS * metrics.unit : 0;
  const free = width - (10 + 52 + 12 + 10) * metrics.unit - numbers - words;
  const columnsMax = Math.max(4, Math.floor((free + metrics.gap) / (metrics.cell + metrics.gap)));
  return cardMark(job, input, { ...metrics, columnsMax: Math.min(metrics.columnsMax, columnsMax) });
}

/** Ghosts by the node that they follow, which is their last descendant; of two ghosts, the inner one first. */
function ghostsByLastChild(nodes: ReadonlyMap<string, ForestNode>): Map<string, ForestNode[]> {
  const last = new Map<string, string>();
  for (const node of nodes.values()) {
    if (node.job === null) continue;
    let above = nodes.get(node.parent);
    while (above !== undefined) {
      if (above.job === null) last.set(above.key, node.key);
      above = nodes.get(above.parent);
    }
  }
  const byJob = new Map<string, ForestNode[]>();
  for (const [ghost, job] of last) {
    const node = nodes.get(ghost);
    if (node !== undefined)
      byJob.set(
        job,
        [...(byJob.get(job) ?? []), node].toSorted((a, b) => b.level - a.level),
      );
  }
  return byJob;
}

function outlineGhost(
  node: ForestNode,
  nodes: ReadonlyMap<string, ForestNode>,
  metrics: Metrics,
  x: number,
  y: number,
): GhostMark {
  const size = ghostSize(node.number, node.parent !== '', metrics);
  return {
    number: node.number,
    level: node.level,
    adopter: adopterOf(nodes, node)?.number ?? 0,
    children: node.children.flatMap((key) => nodes.get(key)?.number ?? []),
    x,
    y,
    width: size.width + 14 * metrics.text,
    height: 30 * metrics.text,
  };
}

/** Links from a parent's left edge along its side to a child, or through the margin if a mark lies between them. */
function outlineLinks(
  nodes: ReadonlyMap<string, ForestNode>,
  boxes: ReadonlyMap<string, Rect>,
  metrics: Metrics,
  margin: number,
): LinkMark[] {
  const lanes: [number, number][][] = [];
  const links: LinkMark[] = [];
  for (const child of nodes.values()) {
    const to = boxes.get(child.key);
    const parent = nodes.get(child.parent);
    const from = parent === undefined ? undefined : boxes.get(parent.key);
    if (to === undefined) continue;
    if (parent === undefined || from === undefined) {
      if (child.job === null) links.push(outlineStub(child, to, metrics));
      continue;
    }
    const direct = directPoints(from, to, metrics);
    const free = [...boxes].every(
      ([key, box]) =>
        key === child.key ||
        key === parent.key ||
        !direct.some((p, i) => i > 0 && legCrosses(direct[i - 1] as Point, p, box)),
    );
    const points = free ? direct : marginPoints(from, to, lanes, metrics, margin);
    links.push({
      key: `link:${child.key}`,
      kind: child.job === null ? 'adoption' : 'child',
      number: child.number,
      d: roundedPath(points, 8 * metrics.text),
      points,
      ends: [child.key, parent.key],
    });
  }
  return links;
}

function directPoints(from: Rect, to: Rect, { text: unit }: Metrics): Point[] {
  const x = from.x + 11 * unit;
  const y = Math.round(to.y + to.height / 2);
  return [
    [x, to.y < from.y ? from.y : from.y + from.height],
    [x, y],
    [to.x, y],
  ];
}

/** A lane of the left margin that is free along the link. */
function marginPoints(
  from: Rect,
  to: Rect,
  lanes: [number, number][][],
  metrics: Metrics,
  margin: number,
): Point[] {
  const a = Math.round(from.y + from.height / 2 + 4 * metrics.text);
  const b = Math.round(to.y + to.height / 2 - 4 * metrics.text);
  const [top, bottom] = [Math.min(a, b), Math.max(a, b)];
  let lane = lanes.findIndex((used) => used.every(([t, e]) => bottom < t || top > e));
  if (lane < 0) lane = lanes.push([]) - 1;
  lanes[lane]?.push([top, bottom]);
  const x = Math.max(3, margin - 4 * metrics.text - lane * 5 * metrics.text);
  return [
    [from.x, a],
    [x, a],
    [x, b],
    [to.x, b],
  ];
}

function outlineStub(ghost: ForestNode, box: Rect, { text: unit }: Metrics): LinkMark {
  const y = box.y + box.height / 2;
  const x = box.x - 11 * unit;
  return {
    key: `stub:${ghost.key}`,
    kind: 'stub',
    number: ghost.number,
    d: `M${box.x} ${y}H${x}M${x} ${y - 6 * unit}V${y + 6 * unit}`,
    points: [
      [box.x, y],
      [x, y],
    ],
    ends: [ghostKey(ghost.number)],
  };
}
