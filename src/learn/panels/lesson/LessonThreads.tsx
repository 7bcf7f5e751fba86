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

/** A concurrency group: its limits, and the way of an event through the gate. */
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
 * In a place lower than this, in rem, or than this when it is enlarged, the run queue names half as many threads; the others are a
 * number.
 */
const LOW = { height: 36, enlarged: 32, queue: 6 };

/** What the flow and the gauges above it take when nothing is enlarged, in rem: at their ease, and with what stands between the boxes short. */
const NATURAL = { width: 48, height: 24.5 };
const NARROW = { width: 40, height: 27 };
/** How far they may be enlarged. */
const ENLARGED_MOST = 1.7;
/** Where the width says how far, its boxes may be drawn this high, in rem: no third of a place stays empty. */
const HIGH_MOST = 36;

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
 * The flow with CPUs one below the other and its usual waiters, and each further waiter, in rem; with more than so many nothing
 * is said that their number does not say.
 */
const WAITER = { from: 30.5, height: 2.125, most: 8 };

/** In a high place the stack of waiters is drawn further down; where it is narrow, CPUs and words take that height. */
function waitersShown({ width, height, rem }: Size, zoom: number): number {
  if (width < NATURAL.width * rem) return WAITERS_SHOWN;
  const spare = height / (zoom * rem) - WAITER.from;
  return Math.max(WAITERS_SHOWN, Math.min(WAITER.most, WAITERS_SHOWN + Math.floor(spare / WAITER.height)));
}

/** The least height, in pixels of the enlarged picture. */
function stretched(size: Size | null, zoom: number): number {
  return size === null ? 0 : Math.floor(Math.min(size.height / zoom, HIGH_MOST * size.rem));
}

/** As large as its place allows: a projector is seen from the last row. */
function enlarged({ width, height, rem }: Size, natural: typeof NATURAL): number {
  const fits = Math.min(width / (natural.width * rem), height / (natural.height * rem));
  return Math.max(1, Math.min(ENLARGED_MOST, fits));
}
