import { type ForestNode, ghostKey, jobKey } from './forest.ts';
import { ghostSize } from './job-marks.ts';
import type { GhostMark, JobMark } from './stage-marks.ts';
import type { Metrics } from './metrics.ts';

/**
 * A position on the x axis. Each job has its own column on any level, so cards never overlap. A ghost is above its
 * children without a column, unless a card of its level is between them; then it gets a column, but no station.
 */
export interface Column {
  key: string;
  width: number;
}

/** Columns of jobs in list order, and of ghosts that have no free space above their children. */
export function columnsOf(
  marks: readonly JobMark[],
  nodes: ReadonlyMap<string, ForestNode>,
  metrics: Metrics,
): Column[] {
  // Bars need no extra distance; a card between bars needs space for its ring.
  const air = (mark: JobMark): number =>
    mark.kind === 'card' ? Math.max(0, 8 * metrics.unit - metrics.columnGap) : 0;
  const columns: Column[] = marks.map((mark) => ({
    key: jobKey(mark.id),
    width: mark.width + 2 * air(mark),
  }));
  // Place the deepest ghosts first: a lower ghost widens the columns that the ghost above it spans.
  const ghosts = [...nodes.values()].filter((n) => n.job === null).toSorted((a, b) => b.level - a.level);
  const spans: { level: number; keys: Set<string> }[] = [];
  for (const ghost of ghosts) {
    const size = ghostSize(ghost.number, ghost.parent !== '', metrics);
    const span = spanOf(columns, nodes, ghost);
    if (span === null || spans.some((s) => s.level === ghost.level && span.some((c) => s.keys.has(c.key)))) {
      const first = columns.findIndex((c) => isBelow(nodes, c.key, ghost.key));
      columns.splice(Math.max(0, first), 0, { key: ghost.key, width: size.width });
      continue;
    }
    spans.push({ level: ghost.level, keys: new Set(span.map((c) => c.key)) });
    const has = span.reduce((sum, c) => sum + c.width, 0) + (span.length - 1) * metrics.columnGap;
    const missing = (size.width - has) / span.length;
    if (missing > 0) for (const column of span) column.width += missing;
  }
  return columns;
}

function isBelow(nodes: ReadonlyMap<string, ForestNode>, key: string, above: string): boolean {
  let node = nodes.get(key);
  while (node !== undefined && node.key !== above) node = nodes.get(node.parent);
  return node !== undefined;
}

/** Columns from a ghost's first to its last descendant; null if a job of the ghost's level or above is between them. */
function spanOf(
  columns: readonly Column[],
  nodes: ReadonlyMap<string, ForestNode>,
  ghost: ForestNode,
): Column[] | null {
  const below = columns.map((c) => isBelow(nodes, c.key, ghost.key));
  const first = below.indexOf(true);
  if (first < 0) return null;
  const span = columns.slice(first, below.lastIndexOf(true) + 1);
  return span.every((c) => (nodes.get(c.key)?.level ?? 0) > ghost.level) ? span : null;
}

/** Sets x of all jobs and returns the ghosts with x set; `left`: edge of the first column. */
export function placeColumns(
  columns: readonly Column[],
  marks: readonly JobMark[],
  nodes: ReadonlyMap<string, ForestNode>,
  metrics: Metrics,
  left: number,
  gap: number,
): GhostMark[] {
  const byKey = new Map(marks.map((mark) => [jobKey(mark.id), mark]));
  const at = new Map<string, { x: number; width: number }>();
  let x = left;
  for (const { key, width } of columns) {
    at.set(key, { x, width });
    const mark = byKey.get(key);
    if (mark !== undefined) mark.x = Math.round(x + (width - mark.width) / 2);
    x += width + gap;
  }
  return [...nodes.values()]
    .filter((node) => node.job === null)
    .map((node) => ghostMark(node, columns, nodes, at, metrics));
}

function ghostMark(
  node: ForestNode,
  columns: readonly Column[],
  nodes: ReadonlyMap<string, ForestNode>,
  at: ReadonlyMap<string, { x: number; width: number }>,
  metrics: Metrics,
): GhostMark {
  let adopter = nodes.get(node.parent);
  while (adopter !== undefined && adopter.job === null) adopter = nodes.get(adopter.parent);
  const size = ghostSize(node.number, node.parent !== '', metrics);
  const own = at.get(ghostKey(node.number));
  const below = columns.filter((c) => isBelow(nodes, c.key, node.key)).flatMap((c) => at.get(c.key) ?? []);
  const first = own ?? below[0] ?? { x: 0, width: size.width };
  const last = own ?? below.at(-1) ?? first;
  const centre = (first.x + last.x + last.width) / 2;
  return {
    number: node.number,
    level: node.level,
    adopter: adopter?.number ?? 0,
    children: node.children.flatMap((key) => nodes.get(key)?.number ?? []),
    x: Math.round(centre - size.width / 2),
    y: 0,
    ...size,
  };
}
