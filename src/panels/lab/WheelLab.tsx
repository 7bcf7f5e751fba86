import { useState } from 'react';
import { useActions, useSession } from '../../store/hooks.ts';
import { formatCount, formatMillis } from '../../explain/format.ts';
import { TIMER_STOPS } from '../../explain/stops.ts';
import { NO_WHEEL } from '../../explain/timer-words.ts';
import { isTimerEvent } from '../../explain/event.ts';
import { isLabEvent, labSentence } from '../../explain/kinds/timers.ts';
import { explainTimer, type TimerExplanation } from '../../explain/timers.ts';
import type { EventRecord } from '../../protocol/events.ts';
import type { LabEvent } from '../../protocol/lab.ts';
import type { WheelDetail } from '../../protocol/wheel.ts';
import { Arithmetic } from '../explain/Arithmetic.tsx';
import { RuleInstead } from '../rules/RuleInstead.tsx';
import { BucketList } from '../wheel/BucketList.tsx';
import { QueueList } from '../wheel/QueueList.tsx';
import { Staircase } from '../wheel/Staircase.tsx';
import { type ShownWheel, useWheelView } from '../wheel/useWheelView.ts';
import { WheelHeading, WheelSay } from '../wheel/WheelHeading.tsx';
import { WheelStage } from '../wheel/WheelStage.tsx';
import { WheelWhy } from '../wheel/WheelWhy.tsx';
import { MILLIS } from '../wheel/wheel-words.ts';
import { Table } from '../../ui/Table.tsx';
import { Termed } from '../kit/Termed.tsx';
import wheelCss from '../wheel/wheel.module.css';
import { ByHand } from './ByHand.tsx';
import { CostPanel } from './CostPanel.tsx';
import { LabControls, LabTabs, StopWhen } from './LabControls.tsx';
import { Measures, Rounding } from './Measures.tsx';
import css from './lab.module.css';
import { Sentence } from '../kit/Sentence.tsx';
import explainCss from '../explain/explain.module.css';

const TABS = [
  { tab: 'wheel', text: 'Wheel', icon: 'wheel' },
  { tab: 'facts', text: 'Queue', icon: 'queue' },
  { tab: 'why', text: 'Why', icon: 'why' },
  { tab: 'add', text: 'Add', icon: 'plus' },
] as const;

type Tab = (typeof TABS)[number]['tab'];

/** Shows one raw wheel: its controls at the left, the wheel, and its state at the right. */
export function WheelLab({ phone }: { phone: boolean }) {
  const view = useWheelView();
  const actions = useActions();
  const [tab, setTab] = useState<Tab>('wheel');
  const { detail } = view;
  const shows = (name: Tab): boolean => !phone || tab === name;
  const cancel = (timer: number): void => void actions.command({ kind: 'lab.cancel', timer });
  return (
    <>
      {phone && <WheelSay view={view} scale={MILLIS} />}
      <main className={`${wheelCss.wheelHero} ${css.inLab}`} id="stage" tabIndex={-1} data-tab={tab}>
        {shows('add') && (
          <LabControls>
            <ByHand designs={false} />
            <Measures>
              <Rounding />
            </Measures>
            <StopWhen stops={TIMER_STOPS} />
          </LabControls>
        )}
        {shows('wheel') && <WheelHeading name="Raw wheel" view={view} />}
        {detail === null
          ? shows('wheel') && <p className={wheelCss.wheelWait}>{NO_WHEEL}</p>
          : shows('wheel') && (
              <WheelStage view={{ ...view, detail }} scale={MILLIS} phone={phone} onCancel={cancel} />
            )}
        {detail !== null && (shows('facts') || shows('why')) && (
          <div className={`${wheelCss.wheelFacts} ${css.inLabFacts}`}>
            {shows('why') && (
              <div className={wheelCss.wheelFact}>
                <div className="stack gap-12">
                  <RuleInstead>
                    <WheelTold detail={detail} />
                    <WheelWhy view={{ ...view, detail }} scale={MILLIS} />
                  </RuleInstead>
                </div>
              </div>
            )}
            {shows('facts') && <Facts view={{ ...view, detail }} onCancel={cancel} />}
          </div>
        )}
      </main>
      {phone && <LabTabs tabs={TABS} chosen={tab} onChoose={setTab} />}
    </>
  );
}

function Facts({ view, onCancel }: { view: ShownWheel; onCancel: (timer: number) => void }) {
  const { detail } = view;
  return (
    <>
      <QueueList view={view} scale={MILLIS} />
      <BucketList view={view} scale={MILLIS} />
      <Staircase detail={detail} now={view.now} scale={MILLIS} onCancel={onCancel} />
      <Counters detail={detail} />
      <div className={wheelCss.wheelFact}>
        <CostPanel />
      </div>
    </>
  );
}

function Counters({ detail: { counters } }: { detail: WheelDetail }) {
  const rows: [string, number][] = [
    ['put into buckets', counters.inserts],
    ['run immediately, never stored', counters.immediate],
    ['cancelled, one unlink each', counters.cancels],
    ['moves to a finer level', counters.cascades],
    ['run by the clock', counters.expirations],
    ['buckets put into the delay queue', counters.offers],
    ['buckets opened', counters.polls],
    ['opened empty', counters.empty],
  ];
  return (
    <section className={wheelCss.wheelFact} aria-labelledby="lab-counters">
      <h2 id="lab-counters">
        Counters <span className="dim">since the start</span>
      </h2>
      <Table
        label="Counters since the start"
        headless
        columns={[
          { name: 'counter', className: 'sub', cell: ([text]) => <Termed of="timers" text={text} /> },
          { name: 'value', numeric: true, className: 'mono', cell: ([, value]) => formatCount(value) },
        ]}
        rows={rows}
        rowKey={([text]) => text}
      />
    </section>
  );
}

/** Largest number of inserts explained per step. A step can have a thousand; the others are only counted. */
const MAX_EXPLANATIONS = 3;

/** Explains the command of the last step: an insert with the comparisons that chose its bucket, a cancel, or a jump. */
function WheelTold({ detail }: { detail: WheelDetail }) {
  const step = useSession((session) => session.cursor.step);
  const events = useSession((session) => session.events);
  const own = events.filter((record) => record.step === step);
  const asked = own.find((record): record is EventRecord & { event: LabEvent } => isLabEvent(record.event));
  const cancelled = own.find(({ event }) => event.kind === 'timer.cancelled');
  const first = asked ?? cancelled;
  if (first === undefined) return null;
  const told = own.filter(({ event }) => isTimerEvent(event) && !CLOCKWORK.has(event.kind));
  // Explain the insert first, then the level that it created.
  const sorted = told.toSorted((a, b) => Number(isMade(a)) - Number(isMade(b)));
  const count = asked?.event.kind === 'lab.added' ? asked.event.count : 0;
  const more = Math.max(sorted.length, count) - MAX_EXPLANATIONS;
  return (
    <section className={`${explainCss.sayBlock} ${css.labAsked}`}>
      <h2>
        By hand <span className="dim mono">{formatMillis(first.at)}</span>
      </h2>
      {asked !== undefined && (
        <p className={explainCss.say}>
          <Sentence tokens={labSentence(asked.event)} size="large" />
        </p>
      )}
      {sorted
        .slice(0, MAX_EXPLANATIONS)
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

/** Events of the reaper. They are left out, because the text about the wake-up explains them. */
const CLOCKWORK: ReadonlySet<string> = new Set(['bucket.opened', 'timer.cascaded']);

function isMade({ event }: EventRecord): boolean {
  return event.kind === 'wheel.overflowed';
}

function Told({ explanation, open }: { explanation: TimerExplanation; open: boolean }) {
  return (
    <div className="stack gap-6 text-2">
      <p>
        <Sentence tokens={explanation.sentence} size="small" />
      </p>
      {(open ? explanation.notes : []).map((note, i) => (
        // oxlint-disable-next-line react/no-array-index-key
        <p className="sub" key={i}>
          <Sentence tokens={note} size="small" />
        </p>
      ))}
      {open && explanation.arithmetic !== undefined && <Arithmetic sums={explanation.arithmetic} />}
    </div>
  );
}
