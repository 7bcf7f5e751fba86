import { useRef } from 'react';
import { type Size, useSize } from '../../charts/useSize.ts';
import { useSession } from '../../store/hooks.ts';
import { Flow, FlowLine } from '../threads/Flow.tsx';
import { Gauges } from '../threads/Gauges.tsx';
import '../threads/threads.css';
import {
  FocusContext,
  QUEUE_SHOWN,
  QueueShownContext,
  useRowNow,
  useLedger,
  useThreadFocus,
} from '../threads/useThreads.ts';
import type { ThreadsRow } from '../../protocol/threads-view.ts';
import './lesson.css';

/** A concurrency group: its limits, and the way of an event through the gate. */
export default function LessonThreads({ phone }: { phone: boolean }) {
  const row = useSession((session) => session.threads);
  const focus = useThreadFocus();
  return (
    <FocusContext value={focus}>
      <section className="lesson-threads threads-stage" aria-label="Threads of the group">
        {row === null ? (
          <p className="dim">The threads start with the run.</p>
        ) : (
          <Shown row={row} phone={phone} />
        )}
      </section>
    </FocusContext>
  );
}

/** In a place lower than this, in rem, the run queue names half as many threads; the others are a number. */
const LOW = { height: 36, queue: 6 };

/** What the flow and the gauges above it take when nothing is enlarged, in rem; and how far they may be. */
const NATURAL = { width: 48, height: 24.5 };
const ENLARGED_MOST = 1.7;

function Shown({ row, phone }: { row: ThreadsRow; phone: boolean }) {
  const ledger = useLedger(row);
  const latest = useRowNow(ledger);
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const zoom = size === null ? 1 : enlarged(size);
  const low = size !== null && size.height < LOW.height * size.rem;
  return (
    <div className="lesson-threads-box" ref={box}>
      <div style={{ zoom: phone ? 1 : zoom }}>
        <Gauges row={row} />
        {phone ? (
          <FlowLine row={row} latest={latest} />
        ) : (
          <QueueShownContext value={low ? LOW.queue : QUEUE_SHOWN}>
            <Flow row={row} latest={latest} />
          </QueueShownContext>
        )}
      </div>
    </div>
  );
}

/** As large as its place allows: a projector is seen from the last row. */
function enlarged({ width, height, rem }: Size): number {
  const fits = Math.min(width / (NATURAL.width * rem), height / (NATURAL.height * rem));
  return Math.max(1, Math.min(ENLARGED_MOST, fits));
}
