import { formatCounted } from '../../explain/format.ts';
import { useQuestion } from '../kit/useQuestion.ts';
import { useState } from 'react';
import { isTimerEvent } from '../../explain/event.ts';
import type { TimerExplanation } from '../../explain/timers.ts';
import type { EventRecord, TimerEvent } from '../../protocol/events.ts';
import { useSession, useView } from '../../store/hooks.ts';
import { Sentence } from '../kit/Sentence.tsx';
import { Arithmetic } from './Arithmetic.tsx';
import css from './explain.module.css';

/** Largest number of timers explained, because a bucket may open for thousands. */
const MOST_TOLD = 6;

type TimerRecord = EventRecord & { event: TimerEvent };

/**
 * Explains what the last step did to the timing wheel: the level and bucket of an insert and their reason, overflow,
 * cascade, expiry. Open by default when the reader steps by event.
 */
export function OnTheWheel() {
  const playing = useSession((session) => session.playing);
  const step = useSession((session) => session.cursor.step);
  const events = useSession((session) => session.events);
  const byEvent = useView((view) => view.stepUnit === 'event');
  const [choice, setChoice] = useState<boolean | null>(null);
  const told = events.filter(
    (record): record is TimerRecord => record.step === step && isTimerEvent(record.event),
  );
  if (playing || told.length === 0) return null;
  const open = choice ?? byEvent;
  return (
    <details className={css.words} open={open} onToggle={(event) => setChoice(chosen(event, open, choice))}>
      <summary>What this step did to the wheel: {formatCounted(told.length, 'event')}</summary>
      {open && <TimerEvents records={told} />}
    </details>
  );
}

/** True if the reader opened or closed the part. A change by the step unit is not the reader's choice. */
function chosen(
  event: React.ToggleEvent<HTMLDetailsElement>,
  open: boolean,
  choice: boolean | null,
): boolean | null {
  return event.currentTarget.open === open ? choice : event.currentTarget.open;
}

function TimerEvents({ records }: { records: readonly TimerRecord[] }) {
  const wheel = useSession((session) => session.wheel);
  const explain = useExplainTimer();
  if (wheel === null || explain === null) return null;
  return (
    <ol className="stack gap-10 text-2 sub">
      {records.slice(0, MOST_TOLD).map(({ n, at, event }) => (
        <li key={n} className="stack gap-4">
          <Told explanation={explain(event, at, wheel)} />
        </li>
      ))}
      {records.length > MOST_TOLD && <li className="dim">{records.length - MOST_TOLD} more</li>}
    </ol>
  );
}

function Told({ explanation }: { explanation: TimerExplanation }) {
  return (
    <>
      <p>
        <Sentence tokens={explanation.sentence} size="small" />
      </p>
      {explanation.notes.map((note, i) => (
        // oxlint-disable-next-line react/no-array-index-key
        <p className="dim" key={i}>
          <Sentence tokens={note} size="small" />
        </p>
      ))}
      {explanation.arithmetic !== undefined && <Arithmetic sums={explanation.arithmetic} />}
    </>
  );
}

type ExplainTimer = typeof import('../../explain/timers.ts')['explainTimer'];

function useExplainTimer(): ExplainTimer | null {
  return useQuestion('timers', async () => (await import('../../explain/timers.ts')).explainTimer);
}
