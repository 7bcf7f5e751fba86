import {
  memo,
  type RefObject,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Canvas, useTheme } from '../../charts/Canvas.tsx';
import {
  ColouredNumbers,
  identityAttributes,
  paintOf,
  shownIdentity,
  type Theme,
} from '../../charts/colours.ts';
import type { DeliveryRow } from '../../protocol/rows.ts';
import { useSession } from '../../store/hooks.ts';
import { type BarMark, lanesAxis, lanesLayout, type LanesLayout, type TimeWindow } from './lanes-layout.ts';
import css from './strip.module.css';
import { useZoomPointers, type ZoomPointers } from '../../plot/useZoomPointers.ts';
import { useZoomWheel, type ZoomMoves } from '../../plot/useZoomWheel.ts';
import { panBy, zoomTrack } from '../timeline/layout.ts';

/** Design pixels left of the time axis. */
export const AXIS_LEFT = 20;

interface LanesAtNowProps {
  deliveries: readonly DeliveryRow[];
  truncated: boolean;
  agentLimit: number;
  width: number;
  unit: number;
  /** Where the panel finds what is painted, to know what the pointer is on. */
  layoutRef: RefObject<LanesLayout | null>;
  hovered: number;
  selected: number;
  twin: number;
}

/** The part that moves with the clock, apart from the tiles, which do not. */
export function LanesAtNow({
  deliveries,
  truncated,
  agentLimit,
  width,
  unit,
  layoutRef,
  ...lit
}: LanesAtNowProps) {
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
  return (
    <div
      className={css.lanesBox}
      ref={box}
      data-zoomed={window !== null || undefined}
      onDoubleClick={fit}
      {...drag}
    >
      <Lanes layout={layout} width={width} {...lit} />
      {window !== null && (
        <button type="button" className={`btn ${css.lanesFit}`} onClick={fit}>
          Whole time
        </button>
      )}
      <div className={css.lanesAxis}>
        {layout.ticks.map((tick) => (
          <span key={tick.at} style={{ transform: `translateX(${tick.x}px)` }}>
            {tick.text}
          </span>
        ))}
      </div>
    </div>
  );
}

interface LanesProps {
  layout: LanesLayout;
  width: number;
  hovered: number;
  selected: number;
  twin: number;
}

/** One lane an agent: pale = done, full = running, and the line is now. */
function Lanes({ layout, width, hovered, selected, twin }: LanesProps) {
  const bars = layout.lanes.reduce((sum, lane) => sum + lane.bars.length, 0);
  const painted = layout.dense || bars > ELEMENTS_MAX;
  return (
    <div className={css.lanes} style={{ height: layout.height }}>
      {painted && <PaintedLanes layout={layout} width={width} {...{ hovered, selected, twin }} />}
      {(layout.dense ? [] : layout.lanes).map((lane, i) => (
        // Lanes without an agent of their own have nothing but their place.
        <div
          key={lane.agent === 0 ? `place-${i}` : lane.agent}
          className={css.lane}
          style={{ transform: `translateY(${lane.y}px)`, height: layout.laneHeight }}
        >
          {lane.label !== '' && <span className={css.laneName}>{lane.label}</span>}
          {(painted ? [] : lane.bars).map((bar) => (
            <LaneBar
              key={bar.id}
              bar={bar}
              hit={bar.number === hovered || bar.number === selected}
              dim={hovered !== 0 && bar.number !== hovered}
              twin={bar.id === twin}
            />
          ))}
        </div>
      ))}
      <i className={css.lanesNow} style={{ transform: `translateX(${layout.nowX}px)` }} />
    </div>
  );
}

/** More bars than this are painted: elements that move with the clock cost more than a frame then. */
const ELEMENTS_MAX = 120;

function PaintedLanes({ layout, width, hovered, selected, twin }: LanesProps) {
  const theme = useTheme();
  const coloured = useContext(ColouredNumbers);
  const draw = useCallback(
    (context: CanvasRenderingContext2D) => {
      let colour = '';
      // Asking for it has the browser work out the styles of the page first, in the middle of a change.
      const ink = (): string => (colour ||= getComputedStyle(context.canvas).color);
      paintLanes(context, layout, { coloured, theme, hovered, selected, twin, ink });
    },
    [layout, coloured, theme, hovered, selected, twin],
  );
  return <Canvas width={width} height={layout.height} draw={draw} className={css.lanesCanvas} />;
}

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
  /** What is shown; null = everything. */
  window: TimeWindow | null;
  fit: () => void;
  /** Drag along when zoomed. */
  drag: ZoomPointers;
}

/** A wheel zooms about the pointer, a drag moves what is zoomed. `left` = pixels before the axis begins. */
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

/** Lanes from this height on have outlined bars. */
const OUTLINED = 8;

/** Lower ones would be all edge where many begin at one instant. */
const EDGED = 2;

interface LanesLook {
  coloured: ReadonlySet<number>;
  theme: Theme;
  /** Message and delivery that are lit, 0 = none. */
  hovered: number;
  selected: number;
  twin: number;
  /** Colour of words; asked for only where there is something to write or to outline in it. */
  ink: () => string;
}

/** Draws all bars of the lanes: what the elements show up to a hundred bars, for those beyond. */
function paintLanes(context: CanvasRenderingContext2D, layout: LanesLayout, look: LanesLook): void {
  // Setting a font has the browser work out the styles of the page first, as asking for a colour has.
  if (layout.lanes.some(({ bars }) => bars.some(({ text }) => text !== ''))) {
    context.font = '600 11px Inter, sans-serif';
    context.textBaseline = 'middle';
  }
  for (const lane of layout.lanes) {
    for (const bar of lane.bars) paintBar(context, bar, lane.y, layout.laneHeight, look);
  }
  context.globalAlpha = 1;
}

function paintBar(
  context: CanvasRenderingContext2D,
  bar: BarMark,
  y: number,
  height: number,
  { coloured, theme, hovered, selected, twin, ink }: LanesLook,
): void {
  const paint = paintOf(shownIdentity(bar.number, coloured), theme);
  const hit = bar.number === hovered || bar.number === selected || bar.id === twin;
  context.globalAlpha = hovered !== 0 && bar.number !== hovered ? 0.4 : 1;
  context.fillStyle = bar.open ? paint.fill : paint.tint;
  context.fillRect(bar.x, y, bar.width, height);
  // An outline would be all there is of a bar of three pixels: its edge is a line at the left then.
  context.fillStyle = hit ? ink() : paint.edge;
  // So low a bar has no room for an outline all around either, and stroking hundreds costs a third of a frame.
  if (hit || (bar.width > 5 && height >= OUTLINED)) {
    context.strokeStyle = hit ? ink() : paint.edge;
    context.lineWidth = hit ? 1.5 : 1;
    context.strokeRect(bar.x + 0.5, y + 0.5, bar.width - 1, height - 1);
  } else if (height >= EDGED) context.fillRect(bar.x, y, 1, height);
  if (bar.text === '') return;
  context.fillStyle = bar.open ? paint.label : ink();
  context.fillText(bar.text, bar.x + 4, y + height / 2 + 0.5);
}
