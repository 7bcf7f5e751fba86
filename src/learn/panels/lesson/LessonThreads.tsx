import { useRef } from 'react';
import { type Size, useSize } from '../../../charts/useSize.ts';
import { useSession } from '../../../store/hooks.ts';
import { Flow, FlowLine } from '../../../panels/threads/Flow.tsx';
import { Gauges } from '../../../panels/threads/Gauges.tsx';
import threadsCss from '../../../panels/threads/threads.module.css';
import {
  FocusContext,
  QUEUE_SHOWN,
  QueueShownContext,
  useRowNow,
  useLedger,
  useThreadFocus,
  WAITERS_SHOWN,
  WaitersShownContext,
} from '../../../panels/threads/useThreads.ts';
import type { ThreadsRow } from '../../../protocol/threads-view.ts';
import css from './lesson.module.css';

/** Shows a concurrency group: its limits, and how an event passes the gate. */
export default function LessonThreads({ phone }: { phone: boolean }) {
  const row = useSession((session) => session.threads);
  const focus = useThreadFocus();
  return (
    <FocusContext value={focus}>
      <section
        className={`${css.lessonThreads} ${threadsCss.threadsStage}`}
        aria-label="Threads of the group"
      >
        {row === null ? (
          <p className="dim">The threads start with the run.</p>
        ) : (
          <Shown row={row} phone={phone} />
        )}
      </section>
    </FocusContext>
  );
}

/**
 * If the box is lower than `height` rem, or lower than `enlarged` rem times the zoom, the run queue names only `queue`
 * threads and shows the number of the remaining threads.
 */
const LOW = { height: 36, enlarged: 32, queue: 6 };

/** Size of the gauges and the flow at zoom 1, in rem: with the normal gaps between boxes, and with short ones. */
const NATURAL = { width: 48, height: 24.5 };
const NARROW = { width: 40, height: 27 };
const ZOOM_MAX = 1.7;
/** Greatest height, in rem, when the width limits the zoom. The boxes then stretch to fill the height. */
const HEIGHT_MAX = 36;

function Shown({ row, phone }: { row: ThreadsRow; phone: boolean }) {
  const ledger = useLedger(row);
  const latest = useRowNow(ledger);
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const narrow = size !== null && !phone && enlarged(size, NARROW) > enlarged(size, NATURAL);
  const zoom = size === null || phone ? 1 : enlarged(size, narrow ? NARROW : NATURAL);
  const low = size !== null && size.height / size.rem < Math.max(LOW.height, LOW.enlarged * zoom);
  const waiters = size === null || phone ? WAITERS_SHOWN : waitersShown(size, zoom);
  return (
    <div className={css.lessonThreadsBox} ref={box}>
      <div
        className={css.lessonThreadsWhole}
        data-narrow={narrow || undefined}
        style={phone ? {} : { zoom, minHeight: stretched(size, zoom) }}
      >
        <Gauges row={row} />
        {phone ? (
          <FlowLine row={row} latest={latest} />
        ) : (
          <QueueShownContext value={low ? LOW.queue : QUEUE_SHOWN}>
            <WaitersShownContext value={waiters}>
              <Flow row={row} latest={latest} />
            </WaitersShownContext>
          </QueueShownContext>
        )}
      </div>
    </div>
  );
}

/**
 * Height of the flow with stacked CPUs and the usual waiting threads, and height of each further waiting thread, both
 * in rem. `most`: maximum number drawn, because more names add nothing to the count.
 */
const WAITER = { from: 30.5, height: 2.125, most: 8 };

/** Returns how many waiting threads to draw: more than usual if the box has spare height, but not in a narrow box. */
function waitersShown({ width, height, rem }: Size, zoom: number): number {
  if (width < NATURAL.width * rem) return WAITERS_SHOWN;
  const spare = height / (zoom * rem) - WAITER.from;
  return Math.max(WAITERS_SHOWN, Math.min(WAITER.most, WAITERS_SHOWN + Math.floor(spare / WAITER.height)));
}

/** Minimum height of the content, in pixels before zooming. */
function stretched(size: Size | null, zoom: number): number {
  return size === null ? 0 : Math.floor(Math.min(size.height / zoom, HEIGHT_MAX * size.rem));
}

/** Returns the zoom at which `natural` fits the box, so that a projected lesson is legible from the last row. */
function enlarged({ width, height, rem }: Size, natural: typeof NATURAL): number {
  const fits = Math.min(width / (natural.width * rem), height / (natural.height * rem));
  return Math.max(1, Math.min(ZOOM_MAX, fits));
}
