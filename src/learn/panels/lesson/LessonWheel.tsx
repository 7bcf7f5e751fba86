import { formatShortSeconds, formatNumber } from '../../../explain/figures.ts';
import { formatCounted } from '../../../explain/format.ts';
import { MICROS_PER_SECOND } from '../../../protocol/units.ts';
import type { TimerToken } from '../../../protocol/wheel.ts';
import { heapOf, heapPlaces, type HeapPlace } from './heap-layout.ts';
import { useWheel, useWheelView } from '../../../panels/wheel/useWheelView.ts';
import { WheelStage } from '../../../panels/wheel/WheelStage.tsx';
import { SECONDS } from '../../../panels/wheel/wheel-words.ts';
import { NO_WHEEL } from '../../../explain/timer-words.ts';
import wheelCss from '../../../panels/wheel/wheel.module.css';
import css from './lesson.module.css';

export function LessonWheel({ phone }: { phone: boolean }) {
  const view = useWheelView();
  const { detail } = view;
  return (
    <section className={css.lessonWheel} aria-label="Timing wheel">
      {detail === null ? (
        <p className={wheelCss.wheelWait}>{NO_WHEEL}</p>
      ) : (
        <WheelStage view={{ ...view, detail }} scale={SECONDS} phone={phone} snug />
      )}
    </section>
  );
}

/** Draws the timers of the wheel in two structures: in buckets, and in a heap with the earliest timer on top. */
export function LessonHeap({ phone }: { phone: boolean }) {
  const detail = useWheel({ follow: 0, open: null });
  return (
    <div className={css.lessonHeap}>
      <LessonWheel phone={phone} />
      <section className={css.lessonHeapSide} aria-label="The same timers in a heap">
        <h2>
          A heap <span className="dim text-2">the earliest on top</span>
        </h2>
        {detail === null || detail.timers.length === 0 ? (
          <p>No timer waits.</p>
        ) : (
          <Heap timers={detail.timers} />
        )}
      </section>
    </div>
  );
}

/** Height of a level and radius of a node, in units of the drawing. */
const LEVEL = 60;
const RADIUS = 17;
/** Sizes in units of the drawing. The drawing is scaled as a whole. */
const TEXT = 14;
const WIDTH = 300;

function Heap({ timers }: { timers: readonly TimerToken[] }) {
  const heap = heapOf(timers);
  const places = heapPlaces(heap);
  const last = heap.nodes[heap.path.at(-1) ?? 0];
  const height = (Math.max(...places.map(({ level }) => level)) + 1) * LEVEL;
  const others = formatCounted(heap.comparisons, 'other timer');
  return (
    <>
      <svg
        viewBox={`0 0 ${WIDTH} ${height}`}
        role="img"
        aria-label={`Heap: ${places.map(({ timer }) => due(timer)).join(', ')}`}
      >
        {places.map((place) => (
          <Link key={`link ${place.timer.id}`} place={place} parent={places[place.parent]} />
        ))}
        {places.map((place) => (
          <Node key={place.timer.id} place={place} />
        ))}
      </svg>
      {last !== undefined && (
        <p>
          To insert the timer that was set last, due at <b>{due(last)}</b>, the heap compared it with{' '}
          <b>{others}</b> and moved it up {formatCounted(heap.path.length - 1, 'level')}. The wheel compared
          it with <b>none</b>.
        </p>
      )}
      {heap.nodes.length > places.length && (
        <p className="side-note">
          The first {places.length} of {heap.nodes.length} are drawn.
        </p>
      )}
    </>
  );
}

function due(timer: TimerToken): string {
  return formatShortSeconds(timer.due);
}

function at({ x, level }: HeapPlace): { x: number; y: number } {
  return { x: (x / 100) * WIDTH, y: level * LEVEL + RADIUS + 3 };
}

function Link({ place, parent }: { place: HeapPlace; parent: HeapPlace | undefined }) {
  if (parent === undefined) return null;
  const [from, to] = [at(parent), at(place)];
  return (
    <line
      x1={from.x}
      y1={from.y}
      x2={to.x}
      y2={to.y}
      data-passed={(place.passed && parent.passed) || undefined}
    />
  );
}

function Node({ place }: { place: HeapPlace }) {
  const { x, y } = at(place);
  return (
    <g>
      <circle data-passed={place.passed || undefined} cx={x} cy={y} r={RADIUS} />
      <text fill="currentColor" fontSize={TEXT} x={x} y={y} textAnchor="middle" dominantBaseline="central">
        {formatNumber(place.timer.due / MICROS_PER_SECOND)}
      </text>
    </g>
  );
}
