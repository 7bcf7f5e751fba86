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

/** More timers than this in one step are counted: a bucket may open for thousands. */
const MOST_TOLD = 6;

type TimerRecord = EventRecord & { event: TimerEvent };

/**
 * What the last step did to the timing wheel: which level and bucket an insert took and why, overflow, cascade, expiry.
 * Open by itself for those who step by event; one line otherwise.
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

/** The reader's own choice stays; opening that came from the step unit is none. */
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
    <ol className={css.wheelEvents}>
      {records.slice(0, MOST_TOLD).map(({ n, at, event }) => (
        <li key={n}>
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
      {explanation.arithmetic !== undefined && <Arithmetic sums={explanation.arithmetic} test={undefined} />}
    </>
  );
}

type ExplainTimer = typeof import('../../explain/timers.ts')['explainTimer'];

/** Fetched when first needed: most readers look at mail, not at its timers. */
function useExplainTimer(): ExplainTimer | null {
  return useQuestion('timers', async () => (await import('../../explain/timers.ts')).explainTimer);
}
