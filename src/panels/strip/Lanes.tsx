import {
  memo,
  type RefObject,
  Suspense,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { ColouredNumbers, identityAttributes } from '../../charts/colours.ts';
import { PlaceAxis } from '../../plot/Axis.tsx';
import { useSession } from '../../store/hooks.ts';
import {
  type BarMark,
  lanesAxis,
  type LanesInput,
  lanesLayout,
  type LanesLayout,
  type LanesProps,
  type Lit,
  type TimeWindow,
} from './lanes-layout.ts';
import { lazyWithRetry } from '../kit/lazy.tsx';
import css from './strip.module.css';
import { useZoomPointers, type ZoomPointers } from '../../plot/useZoomPointers.ts';
import { useZoomWheel, type ZoomMoves } from '../../plot/useZoomWheel.ts';
import { panBy, zoomTrack } from '../timeline/layout.ts';

/** Width left of the time axis, and height of the axis, in design pixels. */
export const AXIS_LEFT = 20;
const AXIS = 13;

interface LanesAtNowProps {
  input: Pick<LanesInput, 'deliveries' | 'truncated' | 'agentLimit' | 'width' | 'unit'>;
  /** Receives the layout, for finding the bar under the pointer. */
  layoutRef: RefObject<LanesLayout | null>;
  lit: Lit;
}

/** Draws the lanes. They are a separate component, because the lanes move with the clock and the tiles do not. */
export function LanesAtNow({ input, layoutRef, lit }: LanesAtNowProps) {
  const { deliveries, truncated, agentLimit, width, unit } = input;
  const now = useSession((session) => session.cursor.at);
  const box = useRef<HTMLDivElement>(null);
  const { window, fit, drag } = useLanesZoom(
    box,
    lanesAxis({ deliveries, truncated, now }),
    AXIS_LEFT * unit,
  );
  const layout = useMemo(
    () => lanesLayout({ deliveries, truncated, now, agentLimit, width, unit, window }),
    [deliveries, truncated, now, agentLimit, width, unit, window],
  );
  useLayoutEffect(() => {
    layoutRef.current = layout;
  }, [layout, layoutRef]);
  const ticks = layout.ticks.map(({ x, text }) => ({ x: x / unit, text }));
  return (
    <div
      className={`plot-time ${css.lanesBox}`}
      ref={box}
      data-zoomed={window !== null || undefined}
      onDoubleClick={fit}
      {...drag}
    >
      <Lanes layout={layout} width={width} lit={lit} />
      {window !== null && (
        <button type="button" className={`btn text-1 ${css.lanesFit}`} onClick={fit}>
          Whole time
        </button>
      )}
      <div className={css.lanesAxis}>
        <svg width={width} height={AXIS * unit} viewBox={`0 0 ${width / unit} ${AXIS}`}>
          <PlaceAxis ticks={ticks} left={0} right={width / unit} y={AXIS - 1} />
        </svg>
      </div>
    </div>
  );
}

/** Draws one lane per agent: pale bars are done, full ones running, and the line marks the instant shown. */
function Lanes(props: LanesProps) {
  const { layout } = props;
  const bars = layout.lanes.reduce((sum, lane) => sum + lane.bars.length, 0);
  return (
    <div className={css.lanes} style={{ height: layout.height }}>
      {layout.dense || bars > ELEMENTS_MAX ? (
        <Suspense fallback={<LaneRows {...props} />}>
          <LaneRows {...props} empty />
          <PaintedLanes {...props} />
        </Suspense>
      ) : (
        <LaneRows {...props} />
      )}
      <i className={css.lanesNow} style={{ transform: `translateX(${layout.nowX}px)` }} />
    </div>
  );
}

/** Draws lanes as elements; `empty` = without bars, because those are painted on a canvas. */
function LaneRows({ layout, lit, empty = false }: LanesProps & { empty?: boolean }) {
  const { hovered, selected, twin } = lit;
  if (layout.dense) return null;
  return layout.lanes.map((lane, i) => (
    // A lane without an agent is identified by its index.
    <div
      key={lane.agent === 0 ? `place-${i}` : lane.agent}
      className={css.lane}
      style={{ transform: `translateY(${lane.y}px)`, height: layout.laneHeight }}
    >
      {lane.label !== '' && <span className={css.laneName}>{lane.label}</span>}
      {!empty &&
        lane.bars.map((bar) => (
          <LaneBar
            key={bar.id}
            bar={bar}
            hit={bar.number === hovered || bar.number === selected}
            dim={hovered !== 0 && bar.number !== hovered}
            twin={bar.id === twin}
          />
        ))}
    </div>
  ));
}

/** More bars than this are painted. As elements that move with the clock, they would cost more than a frame. */
const ELEMENTS_MAX = 120;

/** Fetched when the bars first exceed `ELEMENTS_MAX`. Until the code arrives, they stay elements. */
const PaintedLanes = lazyWithRetry(async () => ({ default: (await import('./Painted.tsx')).PaintedLanes }));

interface LaneBarProps {
  bar: BarMark;
  hit: boolean;
  dim: boolean;
  twin: boolean;
}

const LaneBar = memo(
  function LaneBar({ bar, hit, dim, twin }: LaneBarProps) {
    const coloured = useContext(ColouredNumbers);
    return (
      <span
        className={`${css.laneBar} ${bar.open ? `${css.open} collar` : ''} ${bar.failed ? 'failed' : ''}`}
        {...identityAttributes(bar.number, coloured)}
        data-delivery={bar.id}
        data-hit={hit || undefined}
        data-dim={dim || undefined}
        data-twin={twin || undefined}
        style={{ transform: `translateX(${bar.x}px)`, width: bar.width }}
      >
        {bar.text}
        {bar.failed && bar.width > 24 && <span className={css.laneFailed}>✕</span>}
      </span>
    );
  },
  (a, b) =>
    (['id', 'number', 'x', 'width', 'open', 'failed', 'text'] as const).every((k) => a.bar[k] === b.bar[k]) &&
    a.hit === b.hit &&
    a.dim === b.dim &&
    a.twin === b.twin,
);

interface LanesZoom {
  /** The time shown; null = the whole axis. */
  window: TimeWindow | null;
  fit: () => void;
  /** Handlers for dragging along the axis when zoomed. */
  drag: ZoomPointers;
}

/** Zooms lanes by the wheel about the pointer; a drag moves the zoomed interval. `left` = pixels before the axis. */
function useLanesZoom(box: RefObject<HTMLElement | null>, whole: TimeWindow, left: number): LanesZoom {
  const [asked, setWindow] = useState<TimeWindow | null>(null);
  const window = asked !== null && asked.from < whole.to ? asked : null;
  const shown = window ?? whole;
  const widthOf = (): number => Math.max(1, (box.current?.clientWidth ?? 1) - left);
  const moves: ZoomMoves = {
    zoom(factor, x) {
      const under = shown.from + ((x - left) / widthOf()) * (shown.to - shown.from);
      setWindow(zoomTrack(shown, under, factor, whole.to - whole.from));
    },
    slide:
      window === null
        ? null
        : (pixels, by) => setWindow(panBy(window, pixels / (by === 'wheel' ? 1000 : widthOf()), whole.to)),
  };
  useZoomWheel(box, moves);
  return { window, fit: () => setWindow(null), drag: useZoomPointers(moves) };
}
