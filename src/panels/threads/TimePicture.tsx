import { useMemo, useRef, type KeyboardEvent } from 'react';
import { useSize } from '../../charts/useSize.ts';
import type { LedgerRow } from '../../explain/ledger.ts';
import type { LanePiece, ThreadLanes } from '../../protocol/thread-lanes.ts';
import type { ThreadsRow } from '../../protocol/threads-view.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { Icon } from '../kit/Icon.tsx';
import { CountArea } from './CountArea.tsx';
import { Lanes, lanesHeight } from './Lanes.tsx';
import { laneMarks, laneSizes, type LaneMark } from './lanes-layout.ts';
import { atOf, formatMicrosAt, formatSpan, ticksOf, xOf } from './time-scale.ts';
import { useFocus, useLanes } from './useThreads.ts';
import { useGestures } from './useGestures.ts';
import { useWindow, type LanesWindow } from './useWindow.ts';

/** Rows of the picture, in pixels at the usual root size. */
export const HEIGHTS = { moments: 20, count: 62, gap: 14, axis: 16 } as const;
const GUTTER = 72;
const GUTTER_PHONE = 42;
const BANDS = 120;

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
  const known = useLanes(row.name, view.window, Math.floor(width));
  const now = useSession((session) => session.cursor.at);
  const lanes = useMemo(() => (known === null ? null : lasting(known, now)), [known, now]);
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

/** What the last event began lasts until the cursor, where time has gone on without another. */
function lasting(lanes: ThreadLanes, now: number): ThreadLanes {
  if (now <= lanes.head) return lanes;
  const stretch = (piece: LanePiece, i: number, all: readonly LanePiece[]): LanePiece =>
    i === all.length - 1 && piece.to === lanes.head ? { ...piece, to: now } : piece;
  return {
    ...lanes,
    head: now,
    lanes: lanes.lanes?.map((lane) => ({ ...lane, pieces: lane.pieces.map(stretch) })) ?? null,
  };
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
  const plot = useRef<HTMLDivElement>(null);
  const actions = useActions();
  const focus = useFocus();
  const now = useSession((session) => session.cursor.at);
  const { window } = view;
  const sizes = laneSizes(lanes.lanes?.length ?? 0);
  const marks = useMemo(
    () => (lanes.lanes === null ? [] : laneMarks(lanes.lanes, window, width, now, sizes.names)),
    [lanes, window, width, now, sizes.names],
  );
  const top = HEIGHTS.moments + HEIGHTS.count + HEIGHTS.gap;
  const bottom = lanes.lanes === null ? BANDS : lanesHeight(lanes.lanes.length);
  const height = top + bottom;
  const gestures = useGestures(plot, view, width * scale, (px, py) => {
    const x = px / scale;
    const mark = markAt(marks, x, py / scale - top, sizes.row);
    const step = py / scale < top ? stepAt(lanes, atOf(window, width, x)) : 0;
    const lane = mark === undefined ? undefined : lanes.lanes?.[mark.lane];
    if (lane !== undefined && focus.selected !== lane.thread) focus.select(lane.thread);
    const event = mark?.event ?? step;
    void actions.seek(event > 0 ? { event } : { at: Math.max(0, Math.round(atOf(window, width, x))) });
  });
  const x = xOf(window, width, now);
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
            now={now}
            narrow={gutter === GUTTER_PHONE}
          />
          <g transform={`translate(0 ${top})`}>
            <Lanes lanes={lanes} marks={marks} width={width} gutter={gutter} bandsHeight={BANDS} row={row} />
          </g>
          <Axis window={window} width={width} y={height + 12} />
          {x >= 0 && x <= width && <path className="time-now" d={`M${x} 4V${height + 2}`} />}
        </g>
      </svg>
      <div
        ref={plot}
        className="time-touch"
        style={{ left: gutter * scale, width: width * scale, height: height * scale }}
        data-testid="threads-plot"
        onDoubleClick={view.reset}
        {...gestures}
      />
    </>
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
