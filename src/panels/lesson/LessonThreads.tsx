import { useSession } from '../../store/hooks.ts';
import { Flow, FlowLine } from '../threads/Flow.tsx';
import { Gauges } from '../threads/Gauges.tsx';
import '../threads/lanes.css';
import '../threads/threads.css';
import { FocusContext, useLatest, useLedger, useThreadFocus } from '../threads/useThreads.ts';
import type { ThreadsRow } from '../../protocol/threads-view.ts';

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

function Shown({ row, phone }: { row: ThreadsRow; phone: boolean }) {
  const ledger = useLedger(row);
  const latest = useLatest(ledger);
  return (
    <>
      <Gauges row={row} />
      {phone ? <FlowLine row={row} latest={latest} /> : <Flow row={row} latest={latest} />}
    </>
  );
}
