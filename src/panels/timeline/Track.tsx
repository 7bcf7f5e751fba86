import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useIdentity } from '../../charts/colours.ts';
import { useSize } from '../../charts/useSize.ts';
import { formatTick } from '../../explain/format.ts';
import { PlaceAxis } from '../../plot/Axis.tsx';
import type { TimelineMark, TimelineSlice } from '../../protocol/answers.ts';
import { type Micros, MICROS_PER_SECOND } from '../../protocol/units.ts';
import { useActions, useRuntime, useSession, useView } from '../../store/hooks.ts';
import { useZoomWheel } from '../../plot/useZoomWheel.ts';
import {
  type PlacedMark,
  placeMarks,
  type TimeWindow,
  TRACK,
  trackBars,
  trackInstant,
  type TrackScale,
  trackTicks,
  trackX,
} from './layout.ts';
import { useWakeMarks } from './step-units.ts';
import type { Zoom } from './useZoom.ts';
import css from './timeline.module.css';
import { createSeekQueue, type SeekQueue } from './seek-queue.ts';
import { waitThen } from '../../store/idle.ts';
import { createPace } from '../kit/pace.ts';

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
    zoom.window,
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

/** Mark kinds shown beside wake-ups; arrivals would be in the same row. */
function isOfWheel(kind: TimelineMark['kind']): boolean {
  return kind.startsWith('woke-') || kind === 'change';
}

/** Draws all bars of a shade as one path, because a long run has hundreds of bars. */
function barsPath(bars: ReturnType<typeof trackBars>): string {
  return bars.map((b) => `M${b.x} ${TRACK.baseline}v${-b.height}h${b.width}v${b.height}z`).join('');
}

const Mark = memo(function Mark({ placed }: { placed: PlacedMark }) {
  const { mark, x, future } = placed;
  const identity = useIdentity(mark.number);
  return (
    <g
      className={future ? `${css.mark} ${css.future}` : css.mark}
      data-look={mark.kind}
      transform={`translate(${x} 0)`}
      data-break={`timeline:${mark.kind}`}
      {...identity}
    >
      <title>{mark.text}</title>
      <rect className="plot-ground" x="-6" y={TRACK.markTop - 3} width="12" height="20" />
      <path d={MARK_SHAPES[mark.kind]} />
    </g>
  );
});

const ROUND = `M-3.2 ${TRACK.markTop + 3.6}a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0z`;
const DIAMOND = `M0 ${TRACK.diamondTop}l4.6 4.6l-4.6 4.6l-4.6 -4.6z`;
const MARK_SHAPES = {
  injection: `M-3.6 ${TRACK.markTop}h7.2l-3.6 6.6z`,
  preemption: DIAMOND,
  dead: `M-3 ${TRACK.diamondTop + 1.5}l6 6m0 -6l-6 6`,
  alive: `M-3 ${TRACK.diamondTop + 4.5}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z`,
  deferred: `M3.4 ${TRACK.diamondTop + 4.5}a3.4 3.4 0 1 1 -1.2 -2.6m0.4 -2.4v2.8h-2.8`,
  herd: `M-4 ${TRACK.diamondTop + 2.5}h7m-2.4 -2.2l2.4 2.2l-2.4 2.2M-4 ${TRACK.diamondTop + 7}h7m-2.4 -2.2l2.4 2.2l-2.4 2.2`,
  change: `M-2.5 ${TRACK.diamondTop + 2}h5v5h-5z`,
  'woke-cascade': DIAMOND,
  'woke-ran': ROUND,
  'woke-empty': ROUND,
  purge: DIAMOND,
  over: `M0 ${TRACK.diamondTop}l4 7.4h-8z`,
  'purge-old': ROUND,
} as const;

interface Scrub {
  /** Instant under the pointer while dragging, else null. The cursor follows it, and the picture follows the cursor. */
  dragged: Micros | null;
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
}

/** Dragging along the track seeks. The session works on the next position while the page draws the last one. */
function useScrub(ref: RefObject<HTMLElement | null>, scale: TrackScale): Scrub {
  const { actions, store } = useRuntime();
  const [dragged, setDragged] = useState<Micros | null>(null);
  const seeks = useRef<SeekQueue | null>(null);
  // Measured once per drag, because measuring forces a layout.
  const left = useRef(0);

  useEffect(() => {
    const rest = (): void => {
      setDragged(null);
      actions.look({ scrubbing: false });
    };
    const queue = createSeekQueue((at) => actions.seek({ at }), rest);
    seeks.current = queue;
    // Subscribes before components that read the store do, so that this listener runs before they render.
    const stop = store.subscribe((now, before) => {
      if (now.session.seq !== before.session.seq) queue.frameArrived();
    });
    return () => {
      stop();
      actions.look({ scrubbing: false });
    };
  }, [actions, store]);

  const move = (event: PointerEvent<HTMLElement>): void => {
    const at = trackInstant(scale, event.clientX - left.current);
    setDragged(at);
    seeks.current?.seek(at);
  };
  const end = (): void => seeks.current?.end();

  return {
    dragged,
    onPointerDown(event) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      left.current = ref.current?.getBoundingClientRect().left ?? 0;
      seeks.current?.begin();
      actions.look({ scrubbing: true });
      void actions.pause();
      move(event);
    },
    onPointerMove(event) {
      if (seeks.current?.held === true) move(event);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

/** Milliseconds between two requests while the run plays. */
const REFRESH_MS = 250;

/** Events in a time window; `wakeUps`: include the wheel's wake-ups. One request at a time; the newest wins. */
function useTimelineSlice({ from, to }: TimeWindow, parts: number, wakeUps: boolean): TimelineSlice | null {
  const actions = useActions();
  const run = useSession((session) => session.run);
  const branch = useSession((session) => session.branch);
  const head = useSession((session) => session.head.event);
  const edits = useView((view) => view.branchEdits + view.branchGrowth);
  const [answer, setAnswer] = useState<{ run: number; slice: TimelineSlice } | null>(null);
  const [again, setAgain] = useState(0);
  const playing = useSession((session) => session.playing);
  const request = useRef({ busy: false, stale: false });
  const [pace] = useState(() => createPace(REFRESH_MS));
  useEffect(() => {
    if (parts === 0 || run === 0) return undefined;
    const state = request.current;
    const ask = async (): Promise<void> => {
      if (state.busy) {
        state.stale = true;
        return;
      }
      state.busy = true;
      const answered = pace.asked();
      try {
        setAnswer({ run, slice: await actions.ask('timeline', from, to, parts, wakeUps) });
      } catch {
        // The run was replaced; the new run's first frame asks again.
      }
      answered();
      state.busy = false;
      if (state.stale) {
        state.stale = false;
        setAgain((n) => n + 1);
      }
    };
    return waitThen(() => void ask(), pace.wait(playing));
  }, [actions, run, branch, head, edits, from, to, parts, wakeUps, again, pace, playing]);
  return answer !== null && answer.run === run ? answer.slice : null;
}
