import { type KeyboardEvent, useMemo, useRef } from 'react';
import { useSize } from '../../charts/useSize.ts';
import type { LedgerRow } from '../../explain/ledger.ts';
import type { ThreadsRow } from '../../protocol/threads-view.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useLanes } from './useThreads.ts';
import { type LanesWindow, useWindow } from './useWindow.ts';
import { formatSpan } from '../../explain/figures.ts';
import css from './threads.module.css';
import type { ThreadLanes } from '../../protocol/thread-lanes.ts';
import { useSession } from '../../store/hooks.ts';
import { CountArea } from './CountArea.tsx';
import { placedSigns } from './lane-signs.ts';
import { Lanes, lanesHeight, Mark } from './Lanes.tsx';
import { laneMarks, laneSizes, lastingLanes, settledLanes, signKey } from './lanes-layout.ts';
import { LaneSigns } from './LaneSigns.tsx';
import { type TimeWindow, xOf } from './time-scale.ts';
import { PlaceAxis } from '../../plot/Axis.tsx';
import { durationLabel } from '../../plot/values.ts';
import { timeTicks } from '../../plot/ticks.ts';
import { TimeTouch } from './TimeTouch.tsx';

const GUTTER = 72;
const GUTTER_PHONE = 42;

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
      className={css.timePicture}
      aria-label="Runnable threads and what each thread did"
      onKeyDown={zoomKeys(view)}
    >
      <div ref={ref} className={css.timePlots}>
        {size !== null && lanes !== null && (
          <Plots
            row={row}
            ledger={ledger}
            lanes={lanes}
            view={view}
            width={width}
            gutter={gutter}
            narrow={phone}
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
    <div className={css.zoomRow}>
      <span className={`${css.zoomName} dim`} style={{ width: `${gutter / 16}rem` }}>
        zoom
      </span>
      <div
        ref={strip}
        className={css.zoomStrip}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag(event);
        }}
        onPointerMove={drag}
        onDoubleClick={view.fit}
      >
        <i style={{ left: `${left}%`, width: `${Math.min(100 - left, wide)}%` }} />
      </div>
      <span className={`${css.zoomWords} dim`}>
        {formatSpan(window.to - window.from)} of {formatSpan(all)}
      </span>
      <button type="button" className="icon-btn" aria-label="Closer" onClick={() => view.zoom(0.5)}>
        <Icon name="plus" />
      </button>
      <button
        type="button"
        className={`icon-btn ${css.zoomMinus}`}
        aria-label="Wider"
        onClick={() => view.zoom(2)}
      >
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

/** Rows of the picture, in pixels at the usual root size. */
const HEIGHTS = { moments: 20, count: 62, gap: 14, axis: 16 } as const;
const BANDS = 120;
/** Signs of many threads stand in a row of their own over the areas. */
const SIGN_ROW = 16;
/** Words at the cursor are of what has just happened: the veil begins behind them. */
const WORDS = 76;

interface PlotsProps {
  row: ThreadsRow;
  ledger: readonly LedgerRow[];
  lanes: ThreadLanes;
  view: LanesWindow;
  width: number;
  gutter: number;
  narrow: boolean;
  scale: number;
}

/** The count, the lanes and their signs on one axis, and what a pointer does to them. */
function Plots({ row, ledger, lanes, view, width, gutter, narrow, scale }: PlotsProps) {
  const { now, window, sizes, settled, lasting, signs } = useMarks(lanes, view, width);
  const owners = useOwners(row);
  const top = HEIGHTS.moments + HEIGHTS.count + HEIGHTS.gap;
  const many = lanes.lanes === null;
  const above = many && signs.length > 0 ? SIGN_ROW : 0;
  const signRow = many ? SIGN_ROW : sizes.row;
  const height = top + above + (lanes.lanes === null ? BANDS : lanesHeight(lanes.lanes.length));
  const box = { left: gutter, top, width, height, scale };
  return (
    <>
      <svg
        className={css.timeSvg}
        viewBox={`0 0 ${width + gutter + 8} ${height + HEIGHTS.axis}`}
        width={(width + gutter + 8) * scale}
        height={(height + HEIGHTS.axis) * scale}
        aria-hidden="true"
      >
        <g transform={`translate(${gutter} 0)`}>
          <CountArea lanes={lanes} ledger={ledger} window={window} width={width} narrow={narrow} />
          <g transform={`translate(0 ${top + above})`}>
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
          <g transform={`translate(0 ${top})`}>
            <LaneSigns signs={signs} row={signRow} small={signRow < SIGN_ROW} />
          </g>
          <Now x={xOf(window, width, now)} width={width} height={height} />
          <Axis window={window} width={width} y={height + 12} />
        </g>
      </svg>
      <TimeTouch
        lanes={lanes}
        marks={settled}
        lasting={lasting}
        signs={signs}
        view={view}
        row={signRow}
        box={box}
      />
    </>
  );
}

/** What is drawn of the lanes. Only what lasts to the cursor is made anew with every frame. */
function useMarks(lanes: ThreadLanes, view: LanesWindow, width: number) {
  const now = useSession((session) => session.cursor.at);
  // The same object while it says the same: what is drawn from it is not drawn again with every frame.
  const { from, to } = view.window;
  const window = useMemo(() => ({ from, to }), [from, to]);
  const sizes = laneSizes(lanes.lanes?.length ?? 0);
  const signed = useMemo(() => new Set(lanes.signs.map(({ thread, at }) => signKey(thread, at))), [lanes]);
  const settled = useMemo(
    () => laneMarks(settledLanes(lanes.lanes ?? [], lanes.head), window, width, sizes.names, signed),
    [lanes, window, width, sizes.names, signed],
  );
  const signs = useMemo(() => placedSigns(lanes, window, width), [lanes, window, width]);
  const still = lastingLanes(lanes.lanes ?? [], lanes.head, now);
  const lasting = laneMarks(still, window, width, sizes.names, signed);
  return { now, window, sizes, settled, lasting, signs };
}

/** The instant shown, and a veil over what is to come. */
function Now({ x, width, height }: { x: number; width: number; height: number }) {
  const veil = Math.min(width, Math.max(0, x));
  return (
    <>
      <path
        className={css.timeVeil}
        d={`M${veil} ${HEIGHTS.moments - 6}H${Math.min(width, veil + WORDS)}V0H${width}V${height}H${veil}z`}
      />
      {x >= 0 && x <= width && <path className={css.timeNow} d={`M${x} 4V${height + 2}`} />}
    </>
  );
}

/** Number of the agent behind each thread; empty where threads are no agents. */
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

function Axis({ window, width, y }: { window: TimeWindow; width: number; y: number }) {
  const { step, at } = timeTicks(window, width / 76);
  const ticks = at.map((instant) => ({
    x: xOf(window, width, instant),
    text: durationLabel(instant, step),
  }));
  return <PlaceAxis ticks={ticks} left={0} right={width} y={y} />;
}
