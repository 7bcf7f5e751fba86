import { type KeyboardEvent, memo, useEffect, useMemo, useRef } from 'react';
import { useSize } from '../../charts/useSize.ts';
import { formatTick } from '../../explain/format.ts';
import { PlaceAxis } from '../../plot/Axis.tsx';
import type { TimelineSlice } from '../../protocol/answers.ts';
import { type Micros, MICROS_PER_SECOND } from '../../protocol/units.ts';
import { useActions, useSession, useView } from '../../store/hooks.ts';
import { useZoomWheel } from '../../plot/useZoomWheel.ts';
import { placeMarks, TRACK, trackBars, trackInstant, type TrackScale, trackTicks, trackX } from './layout.ts';
import { useWakeMarks } from './step-units.ts';
import type { Zoom } from './useZoom.ts';
import css from './timeline.module.css';
import { isOfWheel, Mark } from './Mark.tsx';
import { useScrub } from './useScrub.ts';
import { useTimelineSlice } from './useTimelineSlice.ts';

/** Width of a histogram bar, in pixels. */
const PART = 9;

interface TrackProps {
  zoom: Zoom;
  /** Receives the timeline data, for the rows below the track. */
  onSlice: (slice: TimelineSlice | null) => void;
}

/** Draws the run over simulated time: events, activity and cursor. */
export function Track({ zoom, onSlice }: TrackProps) {
  const ref = useRef<HTMLDivElement>(null);
  const size = useSize(ref);
  const head = useSession((session) => session.head);
  const cursor = useSession((session) => session.cursor);
  const rem = size?.rem ?? 16;
  const { from, to } = zoom.window;
  // Sizes are in units of 1/16 rem, so that the track scales with the root font size.
  const width = Math.max(1, ((size?.width ?? 0) * 16) / rem);
  const scale: TrackScale = useMemo(() => ({ from, to, width }), [from, to, width]);
  const slice = useTimelineSlice(
    zoom.asked,
    size === null ? 0 : Math.max(20, Math.floor(scale.width / PART)),
    useWakeMarks(),
  );
  useEffect(() => {
    onSlice(slice);
  }, [slice, onSlice]);
  const pixels: TrackScale = { ...zoom.window, width: Math.max(1, size?.width ?? 0) };
  const { dragged, ...scrub } = useScrub(ref, pixels);
  useZoomWheel(ref, {
    zoom: (factor, x) => zoom.zoom(factor, trackInstant(pixels, x)),
    slide: (turned) => zoom.pan(turned / 1000),
  });
  const at = dragged ?? cursor.at;
  return (
    <div
      ref={ref}
      className={css.track}
      role="slider"
      tabIndex={0}
      aria-label="Simulated time"
      data-break-key={markHere(slice, cursor.step)}
      aria-valuemin={0}
      aria-valuemax={Math.round(head.at / 10_000) / 100}
      aria-valuenow={Math.round(at / 10_000) / 100}
      aria-valuetext={`${(at / MICROS_PER_SECOND).toFixed(2)} seconds, decision ${cursor.decision}`}
      onKeyDown={useTrackKeys(zoom)}
      onDoubleClick={zoom.fit}
      {...scrub}
    >
      {size !== null && <Picture slice={slice} scale={scale} at={at} rem={rem} />}
    </div>
  );
}

/** The breakpoint that the menu key offers: the last mark at or before the cursor. */
function markHere(slice: TimelineSlice | null, step: number): string | undefined {
  const mark = slice?.marks.findLast((one) => one.step <= step);
  return mark === undefined ? undefined : `timeline:${mark.kind}`;
}

interface PictureProps {
  slice: TimelineSlice | null;
  scale: TrackScale;
  at: Micros;
  rem: number;
}

function Picture({ slice, scale, at, rem }: PictureProps) {
  const cursor = useSession((session) => session.cursor);
  const x = trackX(scale, at);
  return (
    <svg
      overflow="visible"
      viewBox={`0 0 ${scale.width} ${TRACK.height}`}
      width={scale.width * (rem / 16)}
      height={TRACK.height * (rem / 16)}
      aria-hidden="true"
    >
      <Ticks from={scale.from} to={scale.to} width={scale.width} />
      <path className={css.trackLine} d={`M${x} 3V${TRACK.height - 13}`} />
      {slice !== null && <History slice={slice} scale={scale} step={cursor.step} at={cursor.at} />}
      <path className="plot-grid" data-base d={`M0 ${TRACK.baseline + 0.5}H${scale.width}`} />
      <circle className={css.trackBall} cx={x} cy="2" r="4.75" />
    </svg>
  );
}

/** Page keys move by a tenth of the run, + and − zoom, Z shows all. Other keys are handled by the page. */
function useTrackKeys(zoom: Zoom): (event: KeyboardEvent) => void {
  const actions = useActions();
  const head = useSession((session) => session.head.at);
  const at = useSession((session) => session.cursor.at);
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = event.key === 'PageUp' ? 1 : event.key === 'PageDown' ? -1 : 0;
    if (by !== 0) void actions.seek({ at: Math.min(head, Math.max(0, at + by * Math.round(head / 10))) });
    else if (event.key === '+') zoom.zoom(0.5);
    else if (event.key === '-') zoom.zoom(2);
    else if (event.key === 'z') zoom.fit();
    else return;
    event.preventDefault();
  };
}

const Ticks = memo(function Ticks(scale: TrackScale) {
  const ticks = trackTicks(scale).map(({ at, x, step }) => ({ x, text: formatTick(at, step) }));
  return <PlaceAxis ticks={ticks} left={0} right={scale.width} y={TRACK.height - 2} />;
});

interface HistoryProps {
  slice: TimelineSlice;
  scale: TrackScale;
  step: number;
  at: Micros;
}

/** Memoized, because pointer moves do not change it. */
const History = memo(function History({ slice, scale, step, at }: HistoryProps) {
  const hidden = useView((view) => view.hiddenMarks);
  const wakeUps = useWakeMarks();
  const marks = useMemo(
    () => slice.marks.filter(({ kind }) => !hidden.includes(kind) && (!wakeUps || isOfWheel(kind))),
    [slice.marks, hidden, wakeUps],
  );
  const bars = trackBars(slice, scale, at);
  const past = bars.filter((bar) => !bar.future);
  const future = bars.filter((bar) => bar.future);
  return (
    <>
      <path className={css.trackBars} d={barsPath(past)} />
      <path className={`${css.trackBars} ${css.future}`} d={barsPath(future)} />
      {placeMarks(marks, scale, { step }).map((placed) => (
        <Mark key={placed.key} placed={placed} />
      ))}
    </>
  );
});

/** Draws all bars of a shade as one path, because a long run has hundreds of bars. */
function barsPath(bars: ReturnType<typeof trackBars>): string {
  return bars.map((b) => `M${b.x} ${TRACK.baseline}v${-b.height}h${b.width}v${b.height}z`).join('');
}
