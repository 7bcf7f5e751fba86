import { formatCounted } from '../../explain/format.ts';
import type { TimerNumber } from '../../protocol/ids.ts';
import type { Micros } from '../../protocol/units.ts';
import {
  type CSSProperties,
  memo,
  type MouseEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type Size, useSize } from '../../charts/useSize.ts';
import type { WheelDetail } from '../../protocol/wheel.ts';
import {
  angleOf,
  arrowHead,
  BOX,
  bucketAt,
  type Fall,
  fallPath,
  levelOfDetail,
  oneRing,
  placeTokens,
  type Point,
  polar,
  radiusOf,
  type Ring,
  ringsFor,
  sleepArc,
  tokenPlaces,
  viewBoxOf,
} from './geometry.ts';
import { clearOfCorners, isCovered } from './corner-room.ts';
import { RingCanvas } from './RingCanvas.tsx';
import { Segments } from './RingSegments.tsx';
import { Hub, Labels, Pointed } from './RingWords.tsx';
import { FollowedToken, Tokens } from './RingTokens.tsx';
import type { ShownWheel } from './useWheelView.ts';
import { type Scale, written } from './wheel-words.ts';
import css from './wheel.module.css';

interface RingsProps {
  view: ShownWheel;
  scale: Scale;
  /** The only level to draw, large, on a phone; absent = all levels. */
  only?: number | undefined;
  /** True to reserve no room for further levels. By default there is room, so that a new level moves nothing. */
  snug?: boolean | undefined;
  onCancel?: ((timer: TimerNumber) => void) | undefined;
}

/** Draws the large wheel: rings, labels, hand, sleep, tokens, and the path of the timers that fell last. */
export function Rings({ view, scale, only, snug = false, onCancel }: RingsProps) {
  const { detail, now, open } = view;
  const levels = detail.levels.length;
  const one = only !== undefined;
  const rings = useMemo(
    () => (only === undefined ? ringsFor(levels) : oneRing(levels, Math.min(only, levels - 1))),
    [levels, only],
  );
  const drawn = levelOfDetail(detail, view.lod, one);
  const placed = useMemo(
    () => (drawn === 'tokens' ? placeTokens(detail, rings) : null),
    [detail, rings, drawn],
  );
  const tokens = placed?.tokens ?? [];
  const has = (timer: TimerNumber): boolean => tokens.some(({ token }) => token.id === timer);
  const svg = useRef<SVGSVGElement>(null);
  const holder = useRef<HTMLDivElement>(null);
  const size = useSize(holder);
  const corners = useCorners(holder, size, levels);
  const box = useMemo(() => {
    const whole = viewBoxOf(rings, one, snug && drawn !== 'fill');
    return one ? whole : clearOfCorners(whole, radiusOf(rings, snug), size, corners);
  }, [rings, one, snug, drawn, size, corners]);
  const scaled = markScale(box, size);
  const covers = useCallback((place: Point) => isCovered(place, box, size, corners), [box, size, corners]);
  const { pointed, pointer } = useBucketPointer(svg, rings, detail.size, view.setOpen);
  const picture = { detail, rings };
  return (
    <div className={css.rings} ref={holder}>
      {drawn === 'fill' && <RingCanvas {...picture} box={box} open={open} />}
      {/* The picture is a map for the pointer; keys and screen readers have the queue and the table. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <svg
        ref={svg}
        className={css.ringsPicture}
        viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
        style={{ '--mark-scale': scaled } as CSSProperties}
        data-crowded={(scaled > 1.1 && detail.size > CROWDED) || undefined}
        // A timer may run under the pointer, and its element is then removed without a leave event.
        data-hover={has(view.hovered) || undefined}
        role="group"
        aria-label={ringsLabel(detail, now, scale)}
        {...pointer}
        onPointerMove={drawn === 'fill' ? pointer.onPointerMove : undefined}
      >
        {!one && !snug && <Ghosts rings={rings} />}
        {drawn !== 'fill' && (
          <Segments {...picture} scale={scale} open={open} counts={placed === null} full={placed?.full} />
        )}
        {!one && <Trail {...picture} />}
        {!one && <FollowedWay {...picture} />}
        <Hands {...picture} now={now} />
        {placed !== null && <Tokens view={view} rings={rings} placed={tokens} onCancel={onCancel} />}
        {!has(view.follow) && <FollowedToken {...picture} />}
        <Labels {...picture} scale={scale} isCovered={covers} />
        <Hub detail={detail} now={now} scale={scale} />
        {drawn === 'fill' && pointed !== null && <Pointed {...picture} scale={scale} at={pointed} />}
      </svg>
    </div>
  );
}

/** Largest zoom of text, which keeps its size on the screen while the rings get smaller. */
const MARK_SCALE_MOST = 2.3;
/** Above this count of buckets, enlarged bucket numbers do not fit into the hub. */
const CROWDED = 12;

function markScale(
  view: { width: number; height: number },
  size: { width: number; height: number } | null,
): number {
  if (size === null || size.width === 0 || size.height === 0) return 1;
  const drawn = Math.min(size.width / view.width, size.height / view.height);
  return Math.min(MARK_SCALE_MOST, Math.max(1, 1 / drawn));
}

/** Places of the text in the corners, in pixels of the picture. */
function useCorners(
  holder: RefObject<HTMLDivElement | null>,
  size: Size | null,
  levels: number,
): readonly DOMRect[] {
  const [corners, setCorners] = useState<readonly DOMRect[]>([]);
  useLayoutEffect(() => {
    const box = holder.current?.getBoundingClientRect();
    const words = holder.current?.parentElement?.querySelectorAll(`.${css.wheelCorner}`) ?? [];
    if (box === undefined) return;
    const measure = (): void =>
      setCorners(
        [...words].map((corner) => {
          const { left, top, width, height } = corner.getBoundingClientRect();
          return new DOMRect(left - box.left, top - box.top, width, height);
        }),
      );
    measure();
  }, [holder, size, levels]);
  return corners;
}

function ringsLabel({ levels, size, pending }: WheelDetail, now: Micros, scale: Scale): string {
  const count = formatCounted(levels.length, 'level');
  return `timing wheel, ${count} of ${size} buckets, ${pending} timers, the clock at ${written(now, scale)}`;
}

type Bucket = { level: number; bucket: number };

/** Finds the bucket under the pointer; a click opens the bucket. */
function useBucketPointer(
  svg: RefObject<SVGSVGElement | null>,
  rings: readonly Ring[],
  size: number,
  onOpen: (level: number, bucket: number) => void,
) {
  const [pointed, setPointed] = useState<Bucket | null>(null);
  return {
    pointed,
    pointer: {
      onClick(event: MouseEvent) {
        const found = bucketUnder(event, svg.current, rings, size);
        if (found !== null) onOpen(found.level, found.bucket);
      },
      onPointerMove(event: MouseEvent) {
        const found = bucketUnder(event, svg.current, rings, size);
        if (found?.level !== pointed?.level || found?.bucket !== pointed?.bucket) setPointed(found);
      },
      onPointerLeave: () => setPointed(null),
    },
  };
}

function bucketUnder(
  event: MouseEvent,
  svg: SVGSVGElement | null,
  rings: readonly Ring[],
  size: number,
): Bucket | null {
  const matrix = svg?.getScreenCTM()?.inverse();
  if (matrix === undefined) return null;
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  return bucketAt(point.x, point.y, rings, size);
}

/** Draws levels that do not exist yet. */
function Ghosts({ rings }: { rings: readonly Ring[] }) {
  return rings.map(({ level, inner, outer, made }, i) =>
    made ? null : i === rings.length - 1 ? (
      <g key={level} className={css.softLine} strokeDasharray="3 4">
        <circle cx={BOX.cx} cy={BOX.cy} r={inner} />
        <circle cx={BOX.cx} cy={BOX.cy} r={outer} />
      </g>
    ) : (
      <g key={level} className={css.softLine} strokeDasharray="3 4">
        <circle cx={BOX.cx} cy={BOX.cy} r={(inner + outer) / 2} />
      </g>
    ),
  );
}

/** Largest number of lanes drawn, because a bucket of a large wheel may spread over more. */
const LANES_MAX = 64;
/** With more timers than this, the places that the timers left are not drawn. */
const ROOMS_MAX = 60;

/**
 * Draws the lanes of the last cascade until the next wake-up. The width of a lane is the logarithm of the number of
 * timers that fell.
 */
const Trail = memo(function Trail({ detail, rings }: { detail: WheelDetail; rings: readonly Ring[] }) {
  const fallen = (detail.wakeUp?.timers ?? []).filter(({ toLevel }) => toLevel >= 0);
  const from = fallen[0];
  if (from === undefined) return null;
  const ways = new Map<string, { fall: Fall; count: number }>();
  for (const fall of fallen) {
    const key = `${fall.fromLevel} ${fall.fromBucket} ${fall.toLevel} ${fall.toBucket}`;
    const known = ways.get(key);
    if (known === undefined) ways.set(key, { fall, count: 1 });
    else known.count++;
  }
  const ring = rings[from.fromLevel];
  const left = fallen.filter((f) => f.fromLevel === from.fromLevel && f.fromBucket === from.fromBucket);
  const busy = detail.queue.some(
    (row) => row.level === from.fromLevel && row.bucket === from.fromBucket && row.count > 0,
  );
  const rooms =
    ring === undefined || busy || left.length > ROOMS_MAX
      ? null
      : tokenPlaces(ring, from.fromBucket, detail.size, left.length);
  return (
    <>
      {[...ways].slice(0, LANES_MAX).map(([key, { fall, count }]) => (
        <g key={key}>
          <path
            className={css.line}
            d={fallPath(fall, rings, detail.size)}
            strokeWidth={1.25 + Math.log10(count) * 1.25}
          />
          <path className={css.solid} d={arrowHead(fall.toLevel, fall.toBucket, rings, detail.size)} />
        </g>
      ))}
      {rooms?.map(({ x, y }) => (
        <rect
          key={`${x} ${y}`}
          className={css.softLine}
          strokeDasharray="2 2"
          x={x - 7.5}
          y={y - 6}
          width="15"
          height="12"
          rx="3.5"
        />
      ))}
    </>
  );
});

/** Draws the whole path of the followed timer, next to the lane of the last cascade. */
const FollowedWay = memo(function FollowedWay({
  detail,
  rings,
}: {
  detail: WheelDetail;
  rings: readonly Ring[];
}) {
  const placings = detail.followed?.placings ?? [];
  return placings.slice(1).map((placing, i) => {
    const before = placings[i]!;
    if (placing.level >= before.level || placing.bucket < 0) return null;
    const fall = {
      fromLevel: before.level,
      fromBucket: before.bucket,
      toLevel: placing.level,
      toBucket: placing.bucket,
    };
    const way = fallPath(fall, rings, detail.size, 4);
    return <path key={placing.at} className={css.line} strokeWidth={2.5} opacity={0.55} d={way} />;
  });
});

/** Draws the clock as a hand on each level. The thick arc is its sleep until the next armed bucket. */
function Hands({ detail, rings, now }: { detail: WheelDetail; rings: readonly Ring[]; now: Micros }) {
  return (
    <>
      <path className={css.line} strokeWidth={3} d={sleepArc(detail, now, rings)} />
      {detail.levels.map(({ tick }, level) => {
        const ring = rings[level]!;
        if (!ring.made) return null;
        const angle = angleOf(now, tick, detail.size);
        const from = polar(ring.inner - (level === 0 ? 3 : 2), angle);
        const to = polar(level === 0 ? ring.outer : ring.inner + 7, angle);
        return (
          <g key={level}>
            <path
              className={css.line}
              strokeWidth={level === 0 ? 2 : 1.6}
              d={`M${from.x} ${from.y}L${to.x} ${to.y}`}
            />
            {level === 0 && <circle className={css.solid} cx={from.x} cy={from.y} r="3" />}
          </g>
        );
      })}
    </>
  );
}
