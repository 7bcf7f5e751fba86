import { type ForestNode, jobKey } from './forest.ts';
import type { JobMark, LinkMark, Point, Rect, StationMark } from './stage-marks.ts';
import type { Metrics } from './metrics.ts';
import { legCrosses, roundedPath } from './paths.ts';
import type { Row } from './rows.ts';

/** Largest number of children with a line each; more children share a comb. */
const OWN_LINES = 4;

interface Geometry {
  nodes: ReadonlyMap<string, ForestNode>;
  /** Boxes of jobs and ghosts by node key. */
  boxes: ReadonlyMap<string, Rect>;
  rows: readonly Row[];
  metrics: Metrics;
}

/** Links from a parent to its children, before lanes in the gap above the children are assigned. */
interface Bundle {
  parent: ForestNode;
  children: ForestNode[];
  level: number;
  from: number;
  to: number;
  lanes: number;
  firstLane: number;
}

const centre = (box: Rect): number => box.x + box.width / 2;

/**
 * Right-angled links from parents to children, and adoptions. They enter an only child from the side, others from
 * above.
 */
export function forestLinks(geometry: Geometry): LinkMark[] {
  const links: LinkMark[] = [];
  const bundles: Bundle[] = [];
  for (const parent of geometry.nodes.values()) {
    const children = parent.children.flatMap((key) => {
      const child = geometry.nodes.get(key);
      return child !== undefined && geometry.boxes.has(key) ? [child] : [];
    });
    const box = geometry.boxes.get(parent.key);
    const [only] = children;
    if (box === undefined) continue;
    if (parent.job === null && parent.parent === '') links.push(stub(parent, box, geometry.metrics));
    if (only === undefined) continue;
    const side = children.length === 1 ? sideLink(parent, only, geometry) : null;
    if (side !== null) links.push(side);
    else bundles.push(bundleOf(parent, children, geometry));
  }
  assignLanes(bundles);
  for (const bundle of bundles) links.push(...bundleLinks(bundle, bundles, geometry));
  return links;
}

/** x where lines leave a parent: near the left edge of a card, the centre of anything narrower. */
function trunkOf(parent: ForestNode, box: Rect, metrics: Metrics): number {
  const inset = Math.max(16 * metrics.unit, 1.3 * metrics.cell);
  return parent.job === null || box.width < 3 * inset ? centre(box) : box.x + inset;
}

/** A link. A dashed line through a vanished job has that job's colour, any other line the child's. */
function linkFor(child: ForestNode, parent: ForestNode, points: Point[], metrics: Metrics): LinkMark {
  return {
    key: `link:${child.key}`,
    kind: child.job === null ? 'adoption' : 'child',
    number: child.number,
    d: roundedPath(points, 9 * metrics.unit),
    points,
    ends: [child.key, parent.key],
  };
}

function sideLink(parent: ForestNode, child: ForestNode, geometry: Geometry): LinkMark | null {
  const { metrics, boxes } = geometry;
  const from = boxes.get(parent.key) as Rect;
  const to = boxes.get(child.key) as Rect;
  const x = trunkOf(parent, from, metrics);
  // A ghost's only child is below it, and a bar is too narrow to be entered from the side.
  if (parent.job === null || to.width < 1.5 * metrics.barWidth) return null;
  const right = to.x + to.width;
  if (x < right + 12 * metrics.unit) return null;
  const mid = Math.round(to.y + to.height / 2);
  const points: Point[] = [
    [x, from.y + from.height],
    [x, mid],
    [right, mid],
  ];
  for (const [key, box] of boxes) {
    if (key === parent.key || key === child.key) continue;
    if (points.some((p, i) => i > 0 && legCrosses(points[i - 1] as Point, p, box))) return null;
  }
  return linkFor(child, parent, points, metrics);
}

function bundleOf(parent: ForestNode, children: ForestNode[], { boxes, metrics }: Geometry): Bundle {
  const sorted = children.toSorted(
    (a, b) => centre(boxes.get(a.key) as Rect) - centre(boxes.get(b.key) as Rect),
  );
  const xs = sorted.map((child) => centre(boxes.get(child.key) as Rect));
  const trunk = trunkOf(parent, boxes.get(parent.key) as Rect, metrics);
  return {
    parent,
    children: sorted,
    level: Math.min(...children.map((child) => child.level)),
    from: Math.min(trunk, ...xs) - 12 * metrics.unit,
    to: Math.max(trunk, ...xs) + 12 * metrics.unit,
    lanes: children.length > OWN_LINES ? 1 : children.length,
    firstLane: 0,
  };
}

/** Assigns lanes so that lines in the same gap do not overlap. */
function assignLanes(bundles: readonly Bundle[]): void {
  bundles.forEach((bundle, i) => {
    const taken = bundles
      .slice(0, i)
      .filter((other) => other.level === bundle.level && other.from < bundle.to && bundle.from < other.to);
    bundle.firstLane = taken.reduce((lane, other) => Math.max(lane, other.firstLane + other.lanes), 0);
  });
}

function bundleLinks(bundle: Bundle, bundles: readonly Bundle[], geometry: Geometry): LinkMark[] {
  const { boxes, rows, metrics } = geometry;
  const lanes = Math.max(
    ...bundles.filter((b) => b.level === bundle.level).map((b) => b.firstLane + b.lanes),
  );
  const above = rows[bundle.level - 1];
  const below = rows[bundle.level];
  const bottom = below?.top ?? 0;
  const top = above === undefined ? bottom - metrics.levelGap : above.top + above.height;
  const laneY = (lane: number): number => Math.round(top + ((bottom - top) * (lane + 1)) / (lanes + 1));
  const parentBox = boxes.get(bundle.parent.key) as Rect;
  const trunk = trunkOf(bundle.parent, parentBox, metrics);
  const start = parentBox.y + parentBox.height;
  if (bundle.children.length > OWN_LINES)
    return comb(bundle, trunk, start, laneY(bundle.firstLane), geometry);
  const spread = Math.min(metrics.unit * 14, (parentBox.width - 24 * metrics.unit) / bundle.children.length);
  const middle = (bundle.children.length - 1) / 2;
  return bundle.children.map((child, i) => {
    const box = boxes.get(child.key) as Rect;
    const x = centre(box);
    const leave = trunk + (i - (bundle.parent.job === null ? middle : 0)) * Math.max(0, spread);
    // To the left, the more distant child uses the higher lane, so that lines do not cross those of nearer siblings; to
    // the right, the lower one.
    const right = bundle.children.filter((c) => centre(boxes.get(c.key) as Rect) > leave).length;
    const lane = x <= leave ? i : bundle.children.length - 1 - i + (bundle.children.length - right);
    const y = laneY(bundle.firstLane + Math.min(lane, bundle.lanes - 1));
    const points: Point[] =
      Math.abs(x - leave) < 1
        ? [
            [leave, start],
            [leave, box.y],
          ]
        : [
            [leave, start],
            [leave, y],
            [x, y],
            [x, box.y],
          ];
    return linkFor(child, bundle.parent, points, metrics);
  });
}

/** A link for many siblings: one line along all of them, with a tooth in the colour of each. */
function comb(
  bundle: Bundle,
  trunk: number,
  start: number,
  y: number,
  { boxes, metrics }: Geometry,
): LinkMark[] {
  const xs = bundle.children.map((child) => centre(boxes.get(child.key) as Rect));
  const points: Point[] = [
    [trunk, start],
    [trunk, y],
    [xs[0] as number, y],
  ];
  const right = Math.max(...xs);
  const line: LinkMark = {
    key: `comb:${bundle.parent.key}`,
    kind: 'child',
    number: 0,
    d: roundedPath(points, 9 * metrics.unit) + (right > trunk ? `M${trunk} ${y}L${right} ${y}` : ''),
    points: right > trunk ? [...points, [right, y]] : points,
    ends: [bundle.parent.key, ...bundle.children.map((child) => child.key)],
  };
  const teeth = bundle.children.map((child, i) =>
    linkFor(
      child,
      bundle.parent,
      [
        [xs[i] as number, y],
        [xs[i] as number, (boxes.get(child.key) as Rect).y],
      ],
      metrics,
    ),
  );
  return [line, ...teeth];
}

/** A ghost whose children were not adopted: a short line that ends in a bar. */
function stub(ghost: ForestNode, box: Rect, { unit }: Metrics): LinkMark {
  const x = centre(box);
  const top = box.y - 13 * unit;
  const points: Point[] = [
    [x, box.y],
    [x, top],
  ];
  const bar = 6 * unit;
  return {
    key: `stub:${ghost.key}`,
    kind: 'stub',
    number: ghost.number,
    d: `M${x} ${box.y}V${top}M${x - bar} ${top}H${x + bar}`,
    points,
    ends: [ghost.key],
  };
}

/** Lines from stations of the rail down to cards: black for the current job, faint for others. */
export function leadLinks(
  stations: readonly StationMark[],
  marks: readonly JobMark[],
  { station: height }: Metrics,
  covered: (id: number) => boolean,
): LinkMark[] {
  const byId = new Map(marks.map((mark) => [mark.id, mark]));
  return stations.flatMap((station) => {
    const mark = byId.get(station.id);
    // Below a ghost, the ghost's line already shows the attachment; a second line would cross its box.
    if (mark === undefined || (covered(station.id) && !station.current)) return [];
    const points: Point[] = [
      [station.x, station.y + height / 2],
      [station.x, mark.y],
    ];
    return [
      {
        key: `lead:${station.id}`,
        kind: station.current ? ('current' as const) : ('lead' as const),
        number: station.number,
        d: `M${station.x} ${station.y + height / 2}V${mark.y}`,
        points,
        ends: [jobKey(station.id)],
      },
    ];
  });
}
