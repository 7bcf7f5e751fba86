import { isTimerEvent } from '../../explain/event.ts';
import { isLabEvent, labSentence } from '../../explain/kinds/timers.ts';
import { explainTimer, type TimerExplanation } from '../../explain/timers.ts';
import type { EventRecord } from '../../protocol/events.ts';
import type { LabEvent } from '../../protocol/lab.ts';
import type { WheelDetail } from '../../protocol/wheel.ts';
import { useSession } from '../../store/hooks.ts';
import { formatCount, formatMillis } from '../../explain/format.ts';
import { Sentence } from '../kit/Sentence.tsx';
import { Arithmetic } from '../explain/Arithmetic.tsx';
import '../explain/explain.css';
import './lab.css';

/** Explanations that are written out; a thousand inserts in one step are a number. */
const MOST_TOLD = 3;

/** What the last step did by hand: an insert with the questions that the code asks, a cancel, a jump. */
export function WheelTold({ detail }: { detail: WheelDetail }) {
  const step = useSession((session) => session.cursor.step);
  const events = useSession((session) => session.events);
  const own = events.filter((record) => record.step === step);
  const asked = own.find((record): record is EventRecord & { event: LabEvent } => isLabEvent(record.event));
  const cancelled = own.find(({ event }) => event.kind === 'timer.cancelled');
  const first = asked ?? cancelled;
  if (first === undefined) return null;
  const told = own.filter(({ event }) => isTimerEvent(event) && !CLOCKWORK.has(event.kind));
  // The insert is what was asked for; a level that it made comes after it.
  const sorted = told.toSorted((a, b) => Number(isMade(a)) - Number(isMade(b)));
  const count = asked?.event.kind === 'lab.added' ? asked.event.count : 0;
  const more = Math.max(sorted.length, count) - MOST_TOLD;
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
      {sorted
        .slice(0, MOST_TOLD)
        .map(({ n, at, event }) =>
          isTimerEvent(event) ? (
            <Told
              key={n}
              explanation={explainTimer(event, at, { ...detail, unit: 'ms' })}
              open={count <= 1}
            />
          ) : null,
        )}
      {more > 0 && <p className="dim">{formatCount(more)} more like these.</p>}
    </section>
  );
}

/** What the reaper did is told by the wake-up. */
const CLOCKWORK: ReadonlySet<string> = new Set(['bucket.opened', 'timer.cascaded']);

function isMade({ event }: EventRecord): boolean {
  return event.kind === 'wheel.overflowed';
}

function Told({ explanation, open }: { explanation: TimerExplanation; open: boolean }) {
  return (
    <div className="lab-told-one">
      <p>
        <Sentence tokens={explanation.sentence} size="small" />
      </p>
      {(open ? explanation.notes : []).map((note, i) => (
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
