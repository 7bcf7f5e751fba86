import { memo, useState } from 'react';
import { type Micros, MICROS_PER_SECOND } from '../../protocol/units.ts';
import type { WheelDetail } from '../../protocol/wheel.ts';
import { middleAngle, polar, type Ring, segmentPath, SINGLE_SEGMENTS } from './geometry.ts';
import { bucketName, type Scale, written } from './wheel-words.ts';
import css from './wheel.module.css';

interface SegmentsProps {
  detail: WheelDetail;
  rings: readonly Ring[];
  scale: Scale;
  open: { level: number; bucket: number } | null;
  counts: boolean;
  full: readonly { level: number; bucket: number; count: number }[] | undefined;
}

/** The breakpoint that a right click on a bucket offers. */
function bucketBreak(level: number, bucket: number, due: Micros): string {
  return `bucket:${due / MICROS_PER_SECOND}:${bucketName(level, bucket)}`;
}

/** Duration of the drawing of a new ring, segment by segment, in milliseconds. */
const MADE_MS = 300;

/** Draws the buckets of every level: armed, full, open, and the current one at the hand. */
export const Segments = memo(function Segments({ detail, rings, scale, open, counts, full }: SegmentsProps) {
  // Levels that exist when the picture first appears are not drawn as new.
  const [known] = useState(detail.levels.length);
  return detail.levels.map((level, k) => {
    const ring = rings[k]!;
    if (!ring.made) return null;
    const current = Math.floor(level.currentTime / level.tick) % detail.size;
    const armed = new Map(detail.queue.filter((row) => row.level === k).map((row) => [row.bucket, row]));
    const isOpen = (bucket: number): boolean => open?.level === k && open.bucket === bucket;
    const buckets = Array.from({ length: detail.size }, (_, bucket) => bucket);
    // Draw buckets with an outline last, because a neighbour would cover the outline.
    const order = [
      ...buckets.filter((bucket) => bucket !== current && !isOpen(bucket)),
      ...buckets.filter((bucket) => bucket === current || isOpen(bucket)),
    ];
    return (
      <g key={k} className={k >= known ? css.levelMade : undefined}>
        {order.map((bucket) => {
          const row = armed.get(bucket);
          const count = row?.count ?? 0;
          const filled = count > 0 && (counts || full?.some((f) => f.level === k && f.bucket === bucket));
          const state = row === undefined ? '' : count === 0 ? 'stale' : filled ? 'full' : 'armed';
          const words =
            row === undefined
              ? `${bucketName(k, bucket)}, not armed`
              : `${bucketName(k, bucket)}, opens at ${written(row.due, scale)}, ${count === 0 ? 'empty' : `${count} timers`}`;
          const middle = polar((ring.inner + ring.outer) / 2, middleAngle(bucket, detail.size));
          return (
            <g
              key={bucket}
              className={css.bucket}
              data-stands={bucket === current || undefined}
              data-open={isOpen(bucket) || undefined}
              data-bucket={`${k + 1}.${bucket}`}
              data-break={row === undefined ? undefined : bucketBreak(k, bucket, row.due)}
              style={
                k < known
                  ? undefined
                  : {
                      animationDelay: `${(((bucket - current + detail.size) % detail.size) * MADE_MS) / detail.size}ms`,
                    }
              }
            >
              <title>{words}</title>
              <path data-look={state} className={css.segment} d={segmentPath(ring, bucket, detail.size)} />
              {filled === true && detail.size <= SINGLE_SEGMENTS && (
                <text className={css.onInk} x={middle.x} y={middle.y + 3.6}>
                  {count}
                </text>
              )}
            </g>
          );
        })}
      </g>
    );
  });
});
