import { useMemo, useRef, type KeyboardEvent } from 'react';
import { useSize } from '../../charts/useSize.ts';
import type { LedgerRow } from '../../explain/ledger.ts';
import type { ThreadLanes } from '../../protocol/thread-lanes.ts';
import type { ThreadsRow } from '../../protocol/threads-view.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { Icon } from '../kit/Icon.tsx';
import { CountArea } from './CountArea.tsx';
import { Lanes, lanesHeight, Mark } from './Lanes.tsx';
import { laneMarks, laneSizes, lastingLanes, settledLanes, type LaneMark } from './lanes-layout.ts';
import { atOf, formatMicrosAt, formatSpan, ticksOf, xOf } from './time-scale.ts';
import { useFocus, useLanes } from './useThreads.ts';
import { useGestures } from './useGestures.ts';
import { useWindow, type LanesWindow } from './useWindow.ts';

/** Rows of the picture, in pixels at the usual root size. */
export const HEIGHTS = { moments: 20, count: 62, gap: 14, axis: 16 } as const;
const GUTTER = 72;
const GUTTER_PHONE = 42;
const BANDS = 120;
/** Words at the cursor are of what has just happened: the veil begins behind them. */
const WORDS = 76;

interface TimePictureProps {
  row: ThreadsRow;
  ledger: readonly LedgerRow[];
  phone: boolean;
}

/** The count against CV, and what every thread did, on one axis from microseconds to hours. */
export function TimePicture({ row, ledger, phone }: TimePictureProps) {
  const ref = useRef<HTMLDivElement>(null);
  const size = useSize(ref);
  const rem = size?.rem ?? 16;
  const scale = rem / 16;
  const gutter = phone ? GUTTER_PHONE : GUTTER;
  // Geometry in units of 1/16 rem, so that one root size scales it with everything else.
  const width = Math.max(0, (size?.width ?? 0) / scale - gutter - 8);
  const view = useWindow();
  const lanes = useLanes(row.name, view.window, Math.floor(width));
  return (
    <section
      className="time-picture"
      aria-label="Runnable threads and what each thread did"
      onKeyDown={zoomKeys(view)}
    >
      <div ref={ref} className="time-plots">
        {size !== null && lanes !== null && (
          <Plots
            row={row}
            ledger={ledger}
            lanes={lanes}
            view={view}
            width={width}
            gutter={gutter}
            scale={scale}
          />
        )}
      </div>
      <ZoomStrip view={view} gutter={gutter} />
    </section>
  );
}

/** `+`, `−`, `Z`: they are the picture's while the focus is in it. */
function zoomKeys(view: LanesWindow): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+') view.zoom(0.5);
    else if (event.key === '-') view.zoom(2);
    else if (event.key === 'z') view.reset();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

interface PlotsProps {
  row: ThreadsRow;
  ledger: readonly LedgerRow[];
  lanes: ThreadLanes;
  view: LanesWindow;
  width: number;
  gutter: number;
  scale: number;
}

function Plots({ row, ledger, lanes, view, width, gutter, scale }: PlotsProps) {
  const now = useSession((session) => session.cursor.at);
  // The same object while it says the same: what is drawn from it is not drawn again with every frame.
  const { from, to } = view.window;
  const window = useMemo(() => ({ from, to }), [from, to]);
  const owners = useOwners(row);
  const sizes = laneSizes(lanes.lanes?.length ?? 0);
  const settled = useMemo(
    () => laneMarks(settledLanes(lanes.lanes ?? [], lanes.head), window, width, sizes.names),
    [lanes, window, width, sizes.names],
  );
  const lasting = laneMarks(lastingLanes(lanes.lanes ?? [], lanes.head, now), window, width, sizes.names);
  const top = HEIGHTS.moments + HEIGHTS.count + HEIGHTS.gap;
  const bottom = lanes.lanes === null ? BANDS : lanesHeight(lanes.lanes.length);
  const height = top + bottom;
  const x = xOf(window, width, now);
  const veil = Math.min(width, Math.max(0, x));
  return (
    <>
      <svg
        className="time-svg"
        viewBox={`0 0 ${width + gutter + 8} ${height + HEIGHTS.axis}`}
        width={(width + gutter + 8) * scale}
        height={(height + HEIGHTS.axis) * scale}
        aria-hidden="true"
      >
        <g transform={`translate(${gutter} 0)`}>
          <CountArea
            lanes={lanes}
            ledger={ledger}
            window={window}
            width={width}
            narrow={gutter === GUTTER_PHONE}
          />
          <g transform={`translate(0 ${top})`}>
            <Lanes
              lanes={lanes}
              marks={settled}
              width={width}
              gutter={gutter}
              bandsHeight={BANDS}
              owners={owners}
            />
            <g className="lasting">
              {lasting.map((mark) => (
                <Mark key={mark.key} mark={mark} row={sizes.row} bar={sizes.bar} />
              ))}
            </g>
          </g>
          <path
            className="time-veil"
            d={`M${veil} ${HEIGHTS.moments - 6}H${Math.min(width, veil + WORDS)}V0H${width}V${height}H${veil}z`}
          />
          <Axis window={window} width={width} y={height + 12} />
          {x >= 0 && x <= width && <path className="time-now" d={`M${x} 4V${height + 2}`} />}
        </g>
      </svg>
      <Touch
        lanes={lanes}
        marks={[...settled, ...lasting]}
        view={view}
        size={{ width, height, top, row: sizes.row }}
        left={gutter}
        scale={scale}
      />
    </>
  );
}

interface TouchProps {
  lanes: ThreadLanes;
  marks: readonly LaneMark[];
  view: LanesWindow;
  /** In units of the picture; `top` = where the lanes begin, `row` = height of one. */
  size: { width: number; height: number; top: number; row: number };
  left: number;
  scale: number;
}

/** Lies above the picture and takes the pointer: a click goes to the mark under it, or to that instant. */
function Touch({ lanes, marks, view, size: { width, height, top, row }, left, scale }: TouchProps) {
  const plot = useRef<HTMLDivElement>(null);
  const actions = useActions();
  const focus = useFocus();
  const gestures = useGestures(plot, view, width * scale, (px, py) => {
    const x = px / scale;
    const at = atOf(view.window, width, x);
    const mark = markAt(marks, x, py / scale - top, row);
    const step = py / scale < top ? stepAt(lanes, at) : 0;
    const lane = mark === undefined ? undefined : lanes.lanes?.[mark.lane];
    if (lane !== undefined && focus.selected !== lane.thread) focus.select(lane.thread);
    const event = mark?.event ?? step;
    void actions.seek(event > 0 ? { event } : { at: Math.max(0, Math.round(at)) });
  });
  return (
    <div
      ref={plot}
      className="time-touch"
      style={{ left: left * scale, width: width * scale, height: height * scale }}
      data-testid="threads-plot"
      onDoubleClick={view.reset}
      onPointerLeave={() => focus.hover(0)}
      {...gestures}
      onPointerMove={(event) => {
        gestures.onPointerMove(event);
        if (event.buttons !== 0) return;
        const y = event.clientY - event.currentTarget.getBoundingClientRect().top;
        const under = y < top * scale ? -1 : Math.floor((y / scale - top) / row);
        const thread = lanes.lanes?.[under]?.thread ?? 0;
        if (thread !== focus.hovered) focus.hover(thread);
      }}
    />
  );
}

/** Number of the agent behind each thread; empty where threads are nobody's agents. */
function useOwners(row: ThreadsRow): ReadonlyMap<number, number> {
  const known = row.threads.filter(({ owner }) => owner > 0).map(({ id, owner }) => `${id} ${owner}`);
  const key = known.join(',');
  return useMemo(
    () =>
      new Map(
        key === '' ? [] : key.split(',').map((pair) => pair.split(' ').map(Number) as [number, number]),
      ),
    [key],
  );
}

/** The mark under a point, the narrow ones with a pixel to spare. */
function markAt(marks: readonly LaneMark[], x: number, y: number, row: number): LaneMark | undefined {
  const lane = Math.floor(y / row);
  if (y < 0) return undefined;
  return marks.findLast((mark) => mark.lane === lane && x >= mark.x - 1 && x <= mark.x + mark.width + 1);
}

/** The event of the step of the count at an instant; 0 when it lasts since before the run. */
function stepAt({ counts }: ThreadLanes, at: number): number {
  return counts?.findLast((step) => step.at <= at)?.event ?? 0;
}

function Axis({ window, width, y }: { window: LanesWindow['window']; width: number; y: number }) {
  const { step, at } = ticksOf(window, width / 76);
  return at.map((instant) => {
    const x = xOf(window, width, instant);
    const edge = x > width - 24 ? 'end' : x < 12 ? 'start' : 'middle';
    return (
      <text key={instant} className="axis-text" x={x} y={y} textAnchor={edge}>
        {formatMicrosAt(instant, step)}
      </text>
    );
  });
}

/** The whole run with the part that is shown; dragging pans. */
function ZoomStrip({ view, gutter }: { view: LanesWindow; gutter: number }) {
  const { window, whole } = view;
  const strip = useRef<HTMLDivElement>(null);
  const drag = (event: React.PointerEvent): void => {
    const box = strip.current?.getBoundingClientRect();
    if (box === undefined || event.buttons !== 1) return;
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    view.centre(share * all);
  };
  const all = Math.max(whole.to, window.to);
  const left = (100 * window.from) / all;
  const wide = Math.max(0.6, (100 * (window.to - window.from)) / all);
  return (
    <div className="zoom-row">
      <span className="zoom-name dim" style={{ width: `${gutter / 16}rem` }}>
        zoom
      </span>
      <div
        ref={strip}
        className="zoom-strip"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag(event);
        }}
        onPointerMove={drag}
        onDoubleClick={view.fit}
      >
        <i style={{ left: `${left}%`, width: `${Math.min(100 - left, wide)}%` }} />
      </div>
      <span className="zoom-words dim">
        {formatSpan(window.to - window.from)} of {formatSpan(all)}
      </span>
      <button type="button" className="icon-btn" aria-label="Closer" onClick={() => view.zoom(0.5)}>
        <Icon name="plus" />
      </button>
      <button type="button" className="icon-btn zoom-minus" aria-label="Wider" onClick={() => view.zoom(2)}>
        <span aria-hidden="true">−</span>
      </button>
      <button type="button" className="btn" onClick={view.fit}>
        Whole run
      </button>
      {!view.fitted && (
        <button type="button" className="btn" onClick={view.reset}>
          Back
        </button>
      )}
    </div>
  );
}
