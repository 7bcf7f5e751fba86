import { formatCounted } from '../../explain/format.ts';
import type { TimerNumber } from '../../protocol/ids.ts';
import type { Micros } from '../../protocol/units.ts';
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type RefObject,
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
  type Lod,
  oneRing,
  type PlacedToken,
  placeTokens,
  type Point,
  polar,
  type Ring,
  ringsFor,
  sleepArc,
  tokenPlaces,
  viewBoxOf,
} from './geometry.ts';
import { RingCanvas } from './RingCanvas.tsx';
import { Segments } from './RingSegments.tsx';
import { Hub, Labels, Pointed } from './RingWords.tsx';
import { TokenMark } from './TokenMark.tsx';
import { useTokenMotion } from './useTokenMotion.ts';
import { type Scale, written } from './wheel-words.ts';
import css from './wheel.module.css';

export interface RingsProps {
  detail: WheelDetail;
  /** The clock; it may have gone on since the state of the detail, asleep. */
  now: Micros;
  scale: Scale;
  lod: Lod;
  /** Only this level, large: on phones. */
  only?: number | undefined;
  /** The rings that there are have all the room; else the next ones keep theirs, so that a new one moves nothing. */
  snug?: boolean | undefined;
  follow: number;
  hovered: number;
  open: { level: number; bucket: number } | null;
  onFollow: (timer: TimerNumber) => void;
  onHover: (timer: TimerNumber) => void;
  onOpen: (level: number, bucket: number) => void;
  onCancel?: ((timer: TimerNumber) => void) | undefined;
}

/** The wheel, large: rings, labels, hand, sleep, tokens, and the way of what fell last. */
export function Rings(props: RingsProps) {
  const { detail, now, scale, open } = props;
  const levels = detail.levels.length;
  const { only } = props;
  const rings = useMemo(
    () => (only === undefined ? ringsFor(levels) : oneRing(levels, Math.min(only, levels - 1))),
    [levels, only],
  );
  const detailLevel = levelOfDetail(detail, props.lod, only !== undefined);
  const placed = useMemo(
    () => (detailLevel === 'tokens' ? placeTokens(detail, rings) : null),
    [detail, rings, detailLevel],
  );
  // A timer that ran under the pointer is not hovered any more, though nothing says that the pointer left it.
  const hovering = placed?.tokens.some(({ token }) => token.id === props.hovered) === true;
  const svg = useRef<SVGSVGElement>(null);
  const holder = useRef<HTMLDivElement>(null);
  const size = useSize(holder);
  const view = viewBoxOf(rings, only !== undefined, props.snug === true && detailLevel !== 'fill');
  const scaled = markScale(view, size);
  const isCovered = useCorners(holder, view, size, levels);
  const { pointed, pointer } = useBucketPointer(svg, rings, detail.size, props.onOpen);
  return (
    <div className={css.rings} ref={holder}>
      {detailLevel === 'fill' && <RingCanvas detail={detail} rings={rings} open={open} />}
      {/* The picture is a map for the pointer; keys and screen readers have the queue and the table. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <svg
        ref={svg}
        className={`${css.ringsPicture}${hovering ? ` ${css.hasHover}` : ''}`}
        viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
        style={{ '--mark-scale': scaled } as CSSProperties}
        data-crowded={(scaled > 1.1 && detail.size > CROWDED) || undefined}
        role="group"
        aria-label={ringsLabel(detail, now, scale)}
        {...pointer}
        onPointerMove={detailLevel === 'fill' ? pointer.onPointerMove : undefined}
      >
        {only === undefined && <Ghosts rings={rings} />}
        {detailLevel !== 'fill' && (
          <Segments
            detail={detail}
            rings={rings}
            scale={scale}
            open={open}
            counts={placed === null}
            full={placed?.full}
          />
        )}
        {only === undefined && <Trail detail={detail} rings={rings} />}
        {only === undefined && <FollowedWay detail={detail} rings={rings} />}
        <Hands detail={detail} rings={rings} now={now} />
        {placed !== null && <Tokens {...props} rings={rings} placed={placed.tokens} />}
        {placed?.tokens.some(({ token }) => token.id === props.follow) !== true && (
          <FollowedToken detail={detail} rings={rings} />
        )}
        <Labels detail={detail} rings={rings} scale={scale} isCovered={isCovered} />
        <Hub detail={detail} now={now} scale={scale} />
        {detailLevel === 'fill' && pointed !== null && (
          <Pointed detail={detail} rings={rings} scale={scale} at={pointed} />
        )}
      </svg>
    </div>
  );
}

/** Words keep their size on the screen while the rings get smaller, as far as there is room for them. */
const MARK_SCALE_MOST = 2.3;
/** More bucket numbers than this do not fit into the hub when they are enlarged. */
const CROWDED = 12;

function markScale(
  view: { width: number; height: number },
  size: { width: number; height: number } | null,
): number {
  if (size === null || size.width === 0 || size.height === 0) return 1;
  const drawn = Math.min(size.width / view.width, size.height / view.height);
  return Math.min(MARK_SCALE_MOST, Math.max(1, 1 / drawn));
}

/** Half of a label on an edge, in pixels. */
const LABEL = { width: 20, height: 7 };

/** Which places of the view box lie under the words in the corners: in a narrow window they reach the rings. */
function useCorners(
  holder: RefObject<HTMLDivElement | null>,
  view: ReturnType<typeof viewBoxOf>,
  size: Size | null,
  levels: number,
): (place: Point) => boolean {
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
  const { x: left, y: top, width: across, height: down } = view;
  return useMemo(() => {
    const { width, height } = size ?? { width: across, height: down };
    const drawn = Math.min(width / across, height / down);
    return (place) => {
      const x = width / 2 + (place.x - left - across / 2) * drawn;
      const y = height / 2 + (place.y - top - down / 2) * drawn;
      return corners.some(
        (corner) =>
          x + LABEL.width > corner.left &&
          x - LABEL.width < corner.right &&
          y + LABEL.height > corner.top &&
          y - LABEL.height < corner.bottom,
      );
    };
  }, [corners, size, left, top, across, down]);
}

function ringsLabel({ levels, size, pending }: WheelDetail, now: Micros, scale: Scale): string {
  const count = formatCounted(levels.length, 'level');
  return `timing wheel, ${count} of ${size} buckets, ${pending} timers, the clock at ${written(now, scale)}`;
}

type Bucket = { level: number; bucket: number };

/** The bucket under the pointer; a click opens it. */
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

/** Levels that are not there yet. */
function Ghosts({ rings }: { rings: readonly Ring[] }) {
  return rings.map(({ level, inner, outer, made }, i) =>
    made ? null : i === rings.length - 1 ? (
      <g key={level} className={css.ringGhost}>
        <circle cx={BOX.cx} cy={BOX.cy} r={inner} />
        <circle cx={BOX.cx} cy={BOX.cy} r={outer} />
      </g>
    ) : (
      <g key={level} className={css.ringGhost}>
        <circle cx={BOX.cx} cy={BOX.cy} r={(inner + outer) / 2} />
      </g>
    ),
  );
}

/** As many lanes are told apart; a bucket of a large wheel may spread over more. */
const LANES_MAX = 64;
/** Up to so many timers the rooms that they left are drawn. */
const ROOMS_MAX = 60;

/** Where the last cascade went; it stays until the next wake-up. Lanes as wide as the logarithm of what fell, arrows, rooms left. */
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
            className={css.trail}
            d={fallPath(fall, rings, detail.size)}
            strokeWidth={1.25 + Math.log10(count) * 1.25}
          />
          <path className={css.trailHead} d={arrowHead(fall.toLevel, fall.toBucket, rings, detail.size)} />
        </g>
      ))}
      {rooms?.map(({ x, y }) => (
        <rect
          key={`${x} ${y}`}
          className={css.roomLeft}
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

/** The whole way of the timer that is followed, beside the black lane, in its colour. */
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
    return <path key={placing.at} className={css.followedWay} d={fallPath(fall, rings, detail.size, 4)} />;
  });
});

/** The timer that is followed keeps its token where the others are numbers. */
function FollowedToken({ detail, rings }: { detail: WheelDetail; rings: readonly Ring[] }) {
  const token = detail.followed?.end === null ? detail.followed.token : null;
  const ring = token === null ? undefined : rings[token.level];
  if (token === null || token.bucket < 0 || ring?.made !== true) return null;
  const { x, y } = polar(ring.outer - 9, ((token.bucket + 0.5) / detail.size) * 2 * Math.PI);
  return (
    <g transform={`translate(${x} ${y})`} pointerEvents="none">
      <TokenMark token={token} ringed={false} followed />
    </g>
  );
}

/** Black hand = the clock, on each level; the thick arc = sleep until the next armed bucket. */
function Hands({ detail, rings, now }: { detail: WheelDetail; rings: readonly Ring[]; now: Micros }) {
  return (
    <>
      <path className={css.sleepArc} d={sleepArc(detail, now, rings)} />
      {detail.levels.map(({ tick }, level) => {
        const ring = rings[level]!;
        if (!ring.made) return null;
        const angle = angleOf(now, tick, detail.size);
        const from = polar(ring.inner - (level === 0 ? 3 : 2), angle);
        const to = polar(level === 0 ? ring.outer : ring.inner + 7, angle);
        return (
          <g key={level} className={level === 0 ? `${css.hand} ${css.short}` : css.hand}>
            <path d={`M${from.x} ${from.y}L${to.x} ${to.y}`} />
            {level === 0 && <circle cx={from.x} cy={from.y} r="3" />}
          </g>
        );
      })}
    </>
  );
}

type TokensProps = RingsProps & { rings: readonly Ring[]; placed: readonly PlacedToken[] };

/** Timers as tokens. Those that fell in the last wake-up carry a black ring. */
function Tokens({ detail, placed, rings, follow, hovered, onFollow, onHover, onCancel }: TokensProps) {
  const layer = useTokenMotion(detail, placed, rings);
  const fell = new Set((detail.wakeUp?.timers ?? []).filter((t) => t.toLevel >= 0).map((t) => t.id));
  // Where Tab enters: the timer that is followed when it is a token, else the first.
  const entry = placed.some(({ token }) => token.id === follow) ? follow : placed[0]?.token.id;
  const key = (event: KeyboardEvent, timer: TimerNumber): void => {
    if (event.key === 'Enter' || event.key === ' ') onFollow(timer);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      focusBeside(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1);
    else if ((event.key === 'Delete' || event.key === 'Backspace') && onCancel !== undefined) onCancel(timer);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <g ref={layer}>
      {placed.map(({ token, place }) => (
        <g
          key={token.id}
          data-timer={token.id}
          data-why={`timer:${token.id}`}
          className={`${css.token}${hovered === token.id ? ` ${css.hit}` : ''}`}
          transform={`translate(${place.x} ${place.y})`}
          role="button"
          tabIndex={token.id === entry ? 0 : -1}
          aria-pressed={token.id === follow}
          aria-label={token.label}
          onClick={(event) => {
            event.stopPropagation();
            onFollow(token.id);
          }}
          onKeyDown={(event) => key(event, token.id)}
          onPointerEnter={() => onHover(token.id)}
          onPointerLeave={() => onHover(0)}
        >
          <TokenMark token={token} ringed={fell.has(token.id)} followed={token.id === follow} />
        </g>
      ))}
    </g>
  );
}

/** To the token that comes due next, or before: sideways keys step through time, as everywhere. */
function focusBeside(token: Element, by: 1 | -1): void {
  const all = [...(token.parentNode?.querySelectorAll<SVGGElement>('[data-timer]') ?? [])];
  const here = all.indexOf(token as SVGGElement);
  all[(here + by + all.length) % all.length]?.focus();
}
