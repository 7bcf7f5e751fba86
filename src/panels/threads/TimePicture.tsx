import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react';
import { useSize } from '../../charts/useSize.ts';
import { formatSpan } from '../../explain/figures.ts';
import type { LedgerRow } from '../../explain/ledger.ts';
import { Frame, type Plot } from '../../plot/Frame.tsx';
import { TimeAxis } from '../../plot/TimeAxis.tsx';
import { TimeButtons } from '../../plot/TimeWindow.tsx';
import { durationLabel } from '../../plot/values.ts';
import type { ThreadLanes } from '../../protocol/thread-lanes.ts';
import type { ThreadsRow } from '../../protocol/threads-view.ts';
import { useSession } from '../../store/hooks.ts';
import { CountArea } from './CountArea.tsx';
import { placedSigns } from './lane-signs.ts';
import { laneMarks, laneSizes, lastingLanes, settledLanes, signKey } from './lanes-layout.ts';
import { Lanes, lanesHeight, LaneSigns, Mark } from './Lanes.tsx';
import css from './threads.module.css';
import { xOf } from './time-scale.ts';
import { type Tip, TimeTouch } from './TimeTouch.tsx';
import { useLanes } from './useThreads.ts';
import { type LanesWindow, useWindow } from './useWindow.ts';
import { Button } from '../../ui/Button.tsx';

/** Margins of the plot and heights of its rows, in units of 1/16 rem. */
const GUTTER = 72;
const GUTTER_PHONE = 42;
const RIGHT = 8;
const AXIS = 20;
/** Height above the lanes: the words of the changes, the count, and a gap. */
const ABOVE_LANES = 20 + 62 + 14;
const BANDS = 120;
/** Height of the row of signs above the areas of many threads. */
const SIGN_ROW = 16;
/** Width of the words of the last change. At their height, the veil over the future begins to their right. */
const WORDS = 76;

interface TimePictureProps {
  row: ThreadsRow;
  ledger: readonly LedgerRow[];
  phone: boolean;
}

/** Draws the count against CV, and what every thread did, on one time axis from microseconds to hours. */
export function TimePicture({ row, ledger, phone }: TimePictureProps) {
  const ref = useRef<HTMLDivElement>(null);
  const size = useSize(ref);
  const gutter = phone ? GUTTER_PHONE : GUTTER;
  const view = useWindow();
  const columns = size === null ? 0 : Math.floor((size.width * 16) / size.rem - gutter - RIGHT);
  const lanes = useLanes(row.name, view.window, columns);
  const [tip, setTip] = useState<Tip | null>(null);
  return (
    <section
      className="stack gap-4"
      aria-label="Runnable threads and what each thread did"
      onKeyDown={zoomKeys(view)}
    >
      <div ref={ref} className={css.timePlots}>
        {lanes !== null && (
          <Frame
            hidden
            height={ABOVE_LANES + rowsOf(lanes).height + AXIS}
            margins={{ left: gutter, right: RIGHT, top: 0, bottom: AXIS }}
          >
            {(plot) => (
              <Plots
                row={row}
                ledger={ledger}
                lanes={lanes}
                view={view}
                plot={plot}
                phone={phone}
                onTip={setTip}
              />
            )}
          </Frame>
        )}
        {tip !== null && (
          <p
            className={css.tip}
            aria-hidden="true"
            style={{
              left: `${(gutter + tip.x) / 16}rem`,
              top: `${tip.y / 16}rem`,
              translate: `${-100 * Math.min(1, tip.x / Math.max(1, columns))}% calc(-100% - 0.5rem)`,
            }}
          >
            {tip.text}
          </p>
        )}
      </div>
      <ZoomStrip view={view} gutter={gutter} />
    </section>
  );
}

/** Height of the lanes, and of a row of signs; `above` = the row of signs of many threads. */
function rowsOf({ lanes, signs }: ThreadLanes): { height: number; above: number; signRow: number } {
  if (lanes !== null)
    return { height: lanesHeight(lanes.length), above: 0, signRow: laneSizes(lanes.length).row };
  const above = signs.length > 0 ? SIGN_ROW : 0;
  return { height: above + BANDS, above, signRow: SIGN_ROW };
}

/** `+`, `−` and `Z` zoom while the focus is in the picture. */
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

/** Shows the whole run and marks the part that is in view; a drag moves the part. */
function ZoomStrip({ view, gutter }: { view: LanesWindow; gutter: number }) {
  const { window, whole } = view;
  const strip = useRef<HTMLDivElement>(null);
  const all = Math.max(whole.to, window.to);
  const drag = (event: PointerEvent): void => {
    const box = strip.current?.getBoundingClientRect();
    if (box === undefined || event.buttons !== 1) return;
    view.centre(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * all);
  };
  const left = (100 * window.from) / all;
  const wide = Math.max(0.6, (100 * (window.to - window.from)) / all);
  return (
    <div className="row wrap gap-6 text-1">
      <div
        ref={strip}
        className={css.strip}
        style={{ marginLeft: `${gutter / 16}rem` }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag(event);
        }}
        onPointerMove={drag}
        onDoubleClick={view.fit}
      >
        <i style={{ left: `${left}%`, width: `${Math.min(100 - left, wide)}%` }} />
      </div>
      <span className="dim nowrap" data-testid="threads-zoom">
        {formatSpan(window.to - window.from)} of {formatSpan(all)}
      </span>
      <TimeButtons label="Time shown" time={{ ...view, shown: window, zoomed: true, showAll: view.fit }} />
      {!view.fitted && <Button onClick={view.reset}>Follow the cursor</Button>}
    </div>
  );
}

interface PlotsProps extends TimePictureProps {
  lanes: ThreadLanes;
  view: LanesWindow;
  plot: Plot;
  onTip: (tip: Tip | null) => void;
}

/** Draws the count, the lanes and their signs on one axis. */
function Plots({ row, ledger, lanes, view, plot, phone, onTip }: PlotsProps) {
  const { left, width, height } = plot;
  const { now, window, sizes, settled, lasting, signs } = useMarks(lanes, view, width);
  const owners = useOwners(row);
  const { above, signRow } = rowsOf(lanes);
  const x = xOf(window, width, now);
  const veil = Math.min(width, Math.max(0, x));
  return (
    <>
      <TimeAxis plot={plot} window={window} label={durationLabel} room={76} />
      <g transform={`translate(${left} 0)`}>
        <CountArea lanes={lanes} ledger={ledger} window={window} width={width} narrow={phone} />
        <g transform={`translate(0 ${ABOVE_LANES + above})`}>
          <Lanes
            lanes={lanes}
            marks={settled}
            width={width}
            gutter={left}
            bandsHeight={BANDS}
            owners={owners}
          />
          {lasting.map((mark) => (
            <Mark key={mark.key} mark={mark} row={sizes.row} bar={sizes.bar} />
          ))}
        </g>
        <g transform={`translate(0 ${ABOVE_LANES})`}>
          <LaneSigns signs={signs} row={signRow} small={signRow < SIGN_ROW} />
        </g>
        <path
          className={css.veil}
          d={`M${veil} 14H${Math.min(width, veil + WORDS)}V0H${width}V${height}H${veil}z`}
        />
        {x >= 0 && x <= width && <path className={css.now} strokeWidth="1.5" d={`M${x} 4V${height + 2}`} />}
        <TimeTouch
          lanes={lanes}
          marks={settled}
          lasting={lasting}
          signs={signs}
          view={view}
          row={signRow}
          top={ABOVE_LANES}
          plot={plot}
          onTip={onTip}
        />
      </g>
    </>
  );
}

/** Marks of the lanes. With every frame, only marks that last to the cursor are computed again. */
function useMarks(lanes: ThreadLanes, view: LanesWindow, width: number) {
  const now = useSession((session) => session.cursor.at);
  // The same object while both ends are unchanged, for the memos below.
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

/** Number of the agent of each thread; empty where threads are not agents. */
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
