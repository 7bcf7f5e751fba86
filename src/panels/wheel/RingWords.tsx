import { formatCounted } from '../../explain/format.ts';
import type { Micros } from '../../protocol/units.ts';
import { memo } from 'react';
import type { WheelDetail } from '../../protocol/wheel.ts';
import {
  BOX,
  edgeLabels,
  indexLabels,
  middleAngle,
  type Point,
  polar,
  type Ring,
  segmentPath,
} from './geometry.ts';
import { bare, bucketName, edgeText, nextWake, type Scale, waitText, written } from './wheel-words.ts';
import css from './wheel.module.css';

interface PointedProps {
  detail: WheelDetail;
  rings: readonly Ring[];
  scale: Scale;
  at: { level: number; bucket: number };
}

/** Outlines the bucket under the pointer of a crowded wheel, and says what it contains. */
export function Pointed({ detail, rings, scale, at: { level, bucket } }: PointedProps) {
  const ring = rings[level];
  if (ring === undefined) return null;
  const row = detail.queue.find((one) => one.level === level && one.bucket === bucket);
  const { x, y } = polar(ring.outer, middleAngle(bucket, detail.size));
  const [first, second] =
    row === undefined
      ? [bucketName(level, bucket), 'not armed']
      : [
          `${bucketName(level, bucket)}, opens at ${written(row.due, scale)}`,
          row.count === 0 ? 'empty' : formatCounted(row.count, 'timer'),
        ];
  const width = Math.max(first.length, second.length) * 6.1 + 16;
  // Keep the text inside the picture, whichever side the bucket is on.
  const left = Math.min(BOX.width - width - 4, Math.max(4, x - width / 2));
  const top = y < BOX.cy ? Math.max(4, y - 46) : Math.min(BOX.height - 44, y + 8);
  return (
    <g pointerEvents="none" aria-hidden="true">
      <path className={css.line} strokeWidth={2} d={segmentPath(ring, bucket, detail.size)} />
      <rect className={css.solid} x={left} y={top} width={width} height="38" rx="5" />
      <text className={css.onInk} x={left + width / 2} y={top + 15.5}>
        {first}
      </text>
      <text className={css.onInk} x={left + width / 2} y={top + 29.5}>
        {second}
      </text>
    </g>
  );
}

/** Draws absolute instants on the edges of the buckets, and bucket numbers in the hub. */
export function Labels({
  detail,
  rings,
  scale,
  isCovered,
}: {
  detail: WheelDetail;
  rings: readonly Ring[];
  scale: Scale;
  /** True if something covers a label at this place; then the label is left out. */
  isCovered: (place: Point) => boolean;
}) {
  const next = detail.queue[0];
  return (
    <g aria-hidden="true">
      {rings.map((ring) => {
        const level = detail.levels[ring.level];
        if (level === undefined || !ring.made) return null;
        const armed = detail.queue.flatMap((row) => (row.level === ring.level ? [row.bucket] : []));
        return (
          <RingLabels
            key={ring.level}
            ring={ring}
            level={level.tick}
            stands={level.currentTime}
            size={detail.size}
            armed={armed.toSorted((a, b) => a - b).join()}
            scale={scale}
            isCovered={isCovered}
          />
        );
      })}
      <IndexLabels size={detail.size} next={next?.level === 0 ? next.bucket : -1} />
    </g>
  );
}

interface RingLabelsProps {
  ring: Ring;
  level: number;
  stands: number;
  size: number;
  /** Text that names the armed buckets. While it is unchanged, the labels need no update. */
  armed: string;
  scale: Scale;
  isCovered: (place: Point) => boolean;
}

const RingLabels = memo(function RingLabels(props: RingLabelsProps) {
  const { ring, level, stands, size, armed, scale, isCovered } = props;
  const bold = new Set(armed === '' ? [] : armed.split(',').map(Number));
  return edgeLabels(ring, { tick: level, currentTime: stands }, size, bold)
    .filter(({ place }) => !isCovered(place))
    .map(({ key, place, at, armed: is }) => (
      <text key={key} className={`${css.edgeLabel}${is ? ` ${css.bold}` : ''}`} x={place.x} y={place.y + 3.2}>
        {edgeText(at, scale, level)}
      </text>
    ));
});

const IndexLabels = memo(function IndexLabels({ size, next }: { size: number; next: number }) {
  return (
    <g>
      {indexLabels(size).map(({ bucket, place }) => (
        <text
          key={bucket}
          className={`${css.indexLabel}${next === bucket ? ` ${css.bold}` : ''}`}
          x={place.x}
          y={place.y + 3.3}
        >
          {bucket}
        </text>
      ))}
    </g>
  );
});

/** Draws the clock in the middle of the rings. */
export function Hub({ detail, now, scale }: { detail: WheelDetail; now: Micros; scale: Scale }) {
  const due = nextWake(detail);
  const asleep = due === null ? 'nothing armed' : `asleep ${waitText(due - now, scale)}`;
  const tenth = scale.micros / 10;
  const clock = bare(Math.floor(now / tenth) * tenth, scale);
  return (
    <g aria-hidden="true">
      <text
        className={`${css.hubClock} ${css.bold}`}
        data-long={clock.length > 6 || undefined}
        x={BOX.cx}
        y={BOX.cy + 1}
      >
        {clock}
      </text>
      <text className={css.hubSleep} x={BOX.cx} y={BOX.cy + 18}>
        {asleep}
      </text>
    </g>
  );
}
