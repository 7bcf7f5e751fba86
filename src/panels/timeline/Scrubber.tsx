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
import { useSize } from '../../charts/useSize.ts';
import { formatTick } from '../../explain/format.ts';
import { PlaceAxis } from '../../plot/Axis.tsx';
import type { TimelineMark } from '../../protocol/answers.ts';
import { type Micros, MICROS_PER_SECOND } from '../../protocol/units.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { useKind } from '../kinds/views.ts';
import { type PlacedMark, placeMarks, SCRUB, type TrackScale, trackTicks, trackX } from './layout.ts';
import { Mark } from './Mark.tsx';
import { useWakeMarks } from './step-units.ts';
import css from './timeline.module.css';
import { useRunSpan } from './useRunSpan.ts';
import { useScrub } from './useScrub.ts';
import { useTimelineSlice } from './useTimelineSlice.ts';

const PLAIN: ReadonlySet<TimelineMark['kind']> = new Set(['injection', 'preemption', 'dead']);
/** Distance within which the pointer is on a mark, in pixels; and the delay before its label appears. */
const NEAR = 9;
const LABEL_DELAY_MS = 60;

/** The whole run as one line: drag to any instant, or press a mark to go to it. */
export function Scrubber() {
  const actions = useActions();
  const ref = useRef<HTMLDivElement>(null);
  const size = useSize(ref);
  const cursor = useSession((session) => session.cursor);
  const head = useSession((session) => session.head);
  const unit = (size?.rem ?? 16) / 16;
  const { whole, shown } = useRunSpan();
  const wakeUps = useWakeMarks();
  const slice = useTimelineSlice({ from: 0, to: whole }, size === null ? 0 : 1, wakeUps);
  const scale: TrackScale = useMemo(
    () => ({ from: 0, to: shown, width: Math.max(1, (size?.width ?? 0) - 2 * SCRUB.inset * unit) }),
    [shown, size, unit],
  );
  const placed = useMemo(
    () =>
      placeMarks(
        (slice?.marks ?? []).filter(({ kind }) => (wakeUps ? kind.startsWith('woke-') : PLAIN.has(kind))),
        scale,
        cursor,
      ),
    [slice, wakeUps, scale, cursor],
  );
  const { pointed, pointer } = usePointedMark(ref, placed, SCRUB.inset * unit);
  const { dragged, onPointerDown, ...scrub } = useScrub(ref, scale, SCRUB.inset * unit);
  const at = dragged ?? cursor.at;
  const here = placed.findLast(({ mark }) => mark.step === cursor.step);
  return (
    <div
      ref={ref}
      className={`${css.track} ${css.scrubber}`}
      role="slider"
      tabIndex={0}
      aria-label="Simulated time"
      data-break-key={here === undefined ? undefined : `timeline:${here.mark.kind}`}
      aria-valuemin={0}
      aria-valuemax={Math.round(head.at / 10_000) / 100}
      aria-valuenow={Math.round(at / 10_000) / 100}
      aria-valuetext={`${(at / MICROS_PER_SECOND).toFixed(2)} seconds, turn ${cursor.decision}`}
      onKeyDown={usePageKeys()}
      onPointerDown={(event) => {
        if (pointed === undefined || event.button !== 0) return onPointerDown(event);
        void actions.pause();
        void actions.seek({ step: pointed.mark.step });
        return undefined;
      }}
      {...scrub}
      {...pointer}
    >
      {size !== null && <Picture scale={scale} unit={unit} at={at} placed={placed} />}
      {size !== null && <MarkLabel pointed={pointed} focused={here} left={SCRUB.inset * unit} />}
    </div>
  );
}

interface PictureProps {
  scale: TrackScale;
  unit: number;
  at: Micros;
  placed: readonly PlacedMark[];
}

function Picture({ scale, unit, at, placed }: PictureProps) {
  const { inset, line, height, ball } = SCRUB;
  const x = inset * unit + trackX(scale, at);
  const end = inset * unit + scale.width;
  return (
    <svg width={scale.width + 2 * inset * unit} height={height * unit} overflow="visible" aria-hidden="true">
      <path className={css.scrubLine} d={`M${inset * unit} ${line * unit}H${end}`} />
      <path className={css.scrubPast} d={`M${inset * unit} ${line * unit}H${x}`} />
      <Ticks scale={scale} unit={unit} />
      {placed.map((one) => (
        <Mark key={one.key} placed={one} transform={markTransform(one, unit)} />
      ))}
      <circle className={css.trackBall} cx={x} cy={line * unit} r={ball * unit} />
    </svg>
  );
}

/** Moves a mark from its row in the track to its row on this line, where marks are larger and rows are closer. */
function markTransform({ x, row }: PlacedMark, unit: number): string {
  const { inset, grown, middle, rowMiddle } = SCRUB;
  const y = middle[row] - rowMiddle[row] * grown;
  return `translate(${inset * unit + x} ${y * unit}) scale(${grown * unit})`;
}

const Ticks = memo(function Ticks({ scale, unit }: Pick<PictureProps, 'scale' | 'unit'>) {
  const left = SCRUB.inset * unit;
  const ticks = trackTicks(scale).map(({ at, x, step }) => ({ x: left + x, text: formatTick(at, step) }));
  return <PlaceAxis ticks={ticks} left={left} right={left + scale.width} y={SCRUB.labels * unit} />;
});

/** The mark under the pointer, once the pointer has been on it for `LABEL_DELAY_MS`. */
function usePointedMark(ref: RefObject<HTMLElement | null>, placed: readonly PlacedMark[], left: number) {
  const [pointed, setPointed] = useState<PlacedMark | undefined>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const point = (mark: PlacedMark | undefined): void => {
    clearTimeout(timer.current);
    if (mark === undefined) setPointed(undefined);
    else timer.current = setTimeout(() => setPointed(mark), LABEL_DELAY_MS);
  };
  const pointer = {
    onPointerMoveCapture(event: PointerEvent<HTMLElement>) {
      const box = ref.current?.getBoundingClientRect();
      if (box === undefined || event.buttons !== 0) return point(undefined);
      const x = event.clientX - box.left - left;
      const near = placed
        .filter((one) => Math.abs(one.x - x) <= NEAR && event.clientY < box.top + box.height / 2)
        .toSorted((a, b) => Math.abs(a.x - x) - Math.abs(b.x - x) || b.row - a.row)[0];
      if (near?.key !== pointed?.key) point(near);
    },
    onPointerLeave: () => point(undefined),
  };
  // A mark that is no longer on the line has no label.
  return { pointed: placed.find((one) => one.key === pointed?.key), pointer };
}

interface MarkLabelProps {
  pointed: PlacedMark | undefined;
  /** The mark at the cursor, whose label is shown while the line has the keyboard focus. */
  focused: PlacedMark | undefined;
  left: number;
}

function MarkLabel({ pointed, focused, left }: MarkLabelProps) {
  const { instant } = useKind();
  const shown = pointed ?? focused;
  if (shown === undefined) return null;
  return (
    <span
      className={css.markLabel}
      data-pointed={pointed !== undefined || undefined}
      style={{ left: left + shown.x }}
    >
      {instant(shown.mark.at)}: {shown.mark.kind === 'injection' && `${shown.mark.number} arrives, `}
      {shown.mark.text}
    </span>
  );
}

/** Page keys move by a tenth of the run; other keys are handled by the page. */
function usePageKeys(): (event: KeyboardEvent) => void {
  const actions = useActions();
  const head = useSession((session) => session.head.at);
  const at = useSession((session) => session.cursor.at);
  return (event) => {
    const by = event.key === 'PageUp' ? 1 : event.key === 'PageDown' ? -1 : 0;
    if (by === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    void actions.seek({ at: Math.min(head, Math.max(0, at + by * Math.round(head / 10))) });
    event.preventDefault();
  };
}
