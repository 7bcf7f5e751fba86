import { isTimerEvent } from '../../explain/event.ts';
import { labSentence } from '../../explain/lab.ts';
import { explainTimer, type TimerExplanation } from '../../explain/timers.ts';
import type { EventRecord } from '../../protocol/events.ts';
import type { LabEvent } from '../../protocol/lab.ts';
import type { WheelDetail } from '../../protocol/wheel.ts';
import { useSession } from '../../store/hooks.ts';
import { formatMillis } from '../kit/format.ts';
import { Sentence } from '../kit/Sentence.tsx';
import { Arithmetic } from '../explain/Arithmetic.tsx';

/** Explanations that are written out; a thousand inserts in one step are a number. */
const MOST_TOLD = 3;

/** What the last step did by hand: an insert with the questions that the code asks, a cancel, a jump. */
export function WheelTold({ detail }: { detail: WheelDetail }) {
  const step = useSession((session) => session.cursor.step);
  const events = useSession((session) => session.events);
  const own = events.filter((record) => record.step === step);
  const asked = own.find((record): record is EventRecord & { event: LabEvent } =>
    record.event.kind.startsWith('lab.'),
  );
  const by = own.filter(({ event }) => event.kind !== 'bucket.opened' && event.kind !== 'timer.cascaded');
  const told = asked === undefined ? [] : explained(by, detail);
  const single = own.find(({ event }) => event.kind === 'timer.cancelled');
  if (asked === undefined && single === undefined) return null;
  const first = asked ?? single!;
  const shown = asked === undefined ? explained([single!], detail) : told;
  return (
    <section className="say-block lab-asked">
      <h2>
        By hand <span className="dim mono">{formatMillis(first.at)}</span>
      </h2>
      {asked !== undefined && (
        <p className="say">
          <Sentence tokens={labSentence(asked.event)} size="large" />
        </p>
      )}
      {shown.slice(0, MOST_TOLD).map((explanation, i) => (
        // Replaced whole with the step: they have no identity.
        // oxlint-disable-next-line react/no-array-index-key
        <Told key={i} explanation={explanation} open={shown.length === 1} />
      ))}
      {shown.length > MOST_TOLD && <p className="dim">{shown.length - MOST_TOLD} more like these.</p>}
    </section>
  );
}

function explained(records: readonly EventRecord[], detail: WheelDetail): TimerExplanation[] {
  return records.flatMap(({ at, event }) =>
    isTimerEvent(event) ? [explainTimer(event, at, { ...detail, unit: 'ms' })] : [],
  );
}

function Told({ explanation, open }: { explanation: TimerExplanation; open: boolean }) {
  return (
    <div className="lab-told-one">
      <p>
        <Sentence tokens={explanation.sentence} size="small" />
      </p>
      {explanation.notes.map((note, i) => (
        // oxlint-disable-next-line react/no-array-index-key
        <p className="sub" key={i}>
          <Sentence tokens={note} size="small" />
        </p>
      ))}
      {open && explanation.arithmetic !== undefined && (
        <Arithmetic sums={explanation.arithmetic} test={undefined} />
      )}
    </div>
  );
}
