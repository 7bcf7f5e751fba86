import { useCallback, useMemo, useRef } from 'react';
import { Canvas, useTheme } from '../../charts/Canvas.tsx';
import { useSize } from '../../charts/useSize.ts';
import type { WheelDetail } from '../../protocol/wheel.ts';
import { bandPath, BOX, edgeAngle, fillShare, type Ring, segmentPath, SINGLE_SEGMENTS } from './geometry.ts';
import type { ViewBox } from './corner-room.ts';
import css from './wheel.module.css';

interface RingCanvasProps {
  detail: WheelDetail;
  rings: readonly Ring[];
  /** The part of the drawing that is shown. */
  box: ViewBox;
  open: { level: number; bucket: number } | null;
}

/**
 * Draws the buckets of a crowded wheel, at a cost that depends on the number of buckets, not of timers. The bucket
 * under the pointer is computed from its position; keys and screen readers have the queue and the table.
 */
export function RingCanvas({ detail, rings, box, open }: RingCanvasProps) {
  const holder = useRef<HTMLDivElement>(null);
  const size = useSize(holder);
  const theme = useTheme();
  // The theme is a dependency, because `colours` reads it from the page.
  // oxlint-disable-next-line react/exhaustive-deps
  const colour = useMemo(colours, [theme]);
  const outlines = useMemo(() => outlinesOf(rings, detail.size), [rings, detail.size]);
  const draw = useCallback(
    (context: CanvasRenderingContext2D) => {
      if (size === null) return;
      const factor = Math.min(size.width / box.width, size.height / box.height);
      context.translate((size.width - box.width * factor) / 2, (size.height - box.height * factor) / 2);
      context.scale(factor, factor);
      context.translate(-box.x, -box.y);
      paint(context, { detail, outlines }, rings, open, colour);
    },
    [detail, rings, box, open, size, outlines, colour],
  );
  return (
    <div ref={holder} className={css.ringCanvas}>
      {size !== null && <Canvas width={size.width} height={size.height} draw={draw} />}
    </div>
  );
}

type Colours = Record<'track' | 'fill' | 'stage' | 'ink' | 'ink3', string>;

function colours(): Colours {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string): string => style.getPropertyValue(name).trim();
  return {
    track: of('--sunk'),
    fill: of('--ink2'),
    stage: of('--stage'),
    ink: of('--ink'),
    ink3: of('--ink3'),
  };
}

/** Outlines of the segments: made once from the measures of the wheel, and stroked in every frame. */
interface Outlines {
  /** By level: the outlines of all segments in one path, and each segment's own path. */
  track: Path2D[];
  segments: Path2D[][];
}

function outlinesOf(rings: readonly Ring[], size: number): Outlines {
  const made = rings.filter((ring) => ring.made);
  const segments = made.map((ring) =>
    Array.from({ length: size }, (_, bucket) => new Path2D(segmentPath(ring, bucket, size))),
  );
  const track = made.map((ring, k) => {
    const whole = new Path2D();
    if (size > SINGLE_SEGMENTS)
      for (const radius of [ring.outer, ring.inner]) {
        whole.moveTo(BOX.cx + radius, BOX.cy);
        whole.arc(BOX.cx, BOX.cy, radius, 0, 2 * Math.PI);
      }
    else for (const segment of segments[k] ?? []) whole.addPath(segment);
    return whole;
  });
  return { track, segments };
}

function paint(
  context: CanvasRenderingContext2D,
  { detail, outlines }: { detail: WheelDetail; outlines: Outlines },
  rings: readonly Ring[],
  open: RingCanvasProps['open'],
  colour: Colours,
): void {
  const { size } = detail;
  for (const [k, level] of detail.levels.entries()) {
    const ring = rings[k]!;
    const segments = outlines.segments[k] ?? [];
    context.fillStyle = colour.track;
    context.fill(outlines.track[k] ?? new Path2D(), 'evenodd');
    for (const row of detail.queue) {
      if (row.level !== k) continue;
      if (row.count === 0) outline(context, segments[row.bucket], colour.ink3, [2.5, 2.5]);
      else fillBucket(context, { ring, size, outline: segments[row.bucket] }, row.bucket, row.count, colour);
    }
    const stands = Math.floor(level.currentTime / level.tick) % size;
    outline(context, segments[stands], colour.ink, []);
    if (open?.level === k) outline(context, segments[open.bucket], colour.ink, [], 2.4);
  }
}

/** Fills a bucket from the hub outwards, as high as the logarithm of its timers. */
function fillBucket(
  context: CanvasRenderingContext2D,
  { ring, size, outline: whole }: { ring: Ring; size: number; outline: Path2D | undefined },
  bucket: number,
  count: number,
  colour: Colours,
): void {
  const gap = size > SINGLE_SEGMENTS ? 0 : 0.9 / ((ring.inner + ring.outer) / 2);
  const from = edgeAngle(bucket, size) + gap;
  const to = edgeAngle(bucket + 1, size) - gap;
  const outer = ring.inner + (ring.outer - ring.inner) * fillShare(count);
  context.fillStyle = colour.stage;
  if (whole !== undefined) context.fill(whole);
  context.fillStyle = colour.fill;
  context.fill(new Path2D(bandPath(ring.inner, outer, from, to)));
}

function outline(
  context: CanvasRenderingContext2D,
  path: Path2D | undefined,
  colour: string,
  dash: number[],
  width = 1.6,
): void {
  if (path === undefined) return;
  context.setLineDash(dash);
  context.strokeStyle = colour;
  context.lineWidth = dash.length > 0 ? 1 : width;
  context.stroke(path);
  context.setLineDash([]);
}
