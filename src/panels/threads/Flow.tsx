import type { ReactNode } from 'react';
import { formatCount } from '../../explain/format.ts';
import type { LedgerRow } from '../../explain/ledger.ts';
import { durationLabel } from '../../plot/values.ts';
import type { ThreadsRow } from '../../protocol/threads-view.ts';
import { useSession } from '../../store/hooks.ts';
import { Term } from '../kit/Term.tsx';
import { runnableOf } from './gauges.ts';
import { Blocked, Cpus, Gate, PendingEvents, RunQueue, Waiters } from './Stations.tsx';
import css from './threads.module.css';
import { useFlowMotion } from './useFlowMotion.ts';

interface FlowProps {
  row: ThreadsRow;
  /** The last change of the count: its rule is black, and its edge in the flow is heavy. */
  latest: LedgerRow | undefined;
}

/** Draws the path of an event: through the gate to the CPUs, out into waits, and back. */
export function Flow({ row, latest }: FlowProps) {
  const now = useSession((session) => session.cursor.at);
  const back = latest?.pill === '+1';
  const motion = useFlowMotion(row);
  return (
    <div className={css.flow} translate="no" ref={motion}>
      <Station
        area="events"
        label="Events"
        name={<Term name="event source">Events</Term>}
        note={pendingNote(row)}
      >
        <PendingEvents row={row} />
      </Station>
      <Edge area="e1" rule="W1" latest={latest} />
      <Rules />
      <Station area="gate" label="Gate" name={<Term name="gate">Gate</Term>} note="asked at every fetch">
        <Gate row={row} />
      </Station>
      <div
        className="row gap-16 text-1 dim"
        style={{ gridArea: 'edges', paddingLeft: '1.25rem' }}
        data-edge="held"
      >
        <span data-heavy={latest?.pill === 'gate' || undefined}>
          held <span aria-hidden="true">↓</span>
        </span>
        <span>
          <span aria-hidden="true">↑</span> woken
        </span>
      </div>
      <Station
        area="waiters"
        className={css.box}
        label="Waiters"
        name={<Term name="waiter">Waiters</Term>}
        note="LIFO, not counted"
      >
        <Waiters row={row} now={now} />
      </Station>
      <Edge area="e2" rule="W3" latest={latest} />
      <div
        className="stack gap-6 text-1 dim"
        style={{ gridArea: 'fetch', placeContent: 'center' }}
        data-edge="fetch"
      >
        <Arrow way="left" />
        <span style={{ textAlign: 'center' }}>fetch</span>
      </div>
      <Counted row={row} />
      <Edge area="e3" rule="W2" latest={latest} />
      <Station area="blocked" label="Blocked in handler" name="Blocked in handler" note="not counted">
        <Blocked row={row} now={now} />
      </Station>
      <div
        className="row gap-6 dim"
        style={{ gridArea: 'back' }}
        data-edge="back"
        data-heavy={back || undefined}
      >
        <Arrow way="left" />
        <p className="stack gap-2 text-1">
          {back && latest !== undefined ? <b>+1 at {durationLabel(latest.at, 100)}</b> : 'return path'}
          <span className="sub">After a wait: not checked by the gate.</span>
        </p>
      </div>
    </div>
  );
}

function pendingNote({ source }: ThreadsRow): string {
  return `FIFO, ${formatCount(source.pending)} pending`;
}

interface StationProps {
  area: string;
  /** Accessible name. */
  label: string;
  name: ReactNode;
  note: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

function Station({ area, label, name, note, className = '', children }: StationProps) {
  return (
    <section className={className} style={{ gridArea: area }} data-station={area} aria-label={label}>
      <StationHead name={name} note={note} />
      {children}
    </section>
  );
}

function StationHead({ name, note }: Pick<StationProps, 'name' | 'note'>) {
  return (
    <div className="row wrap between baseline gap-4" style={{ marginBottom: '0.375rem' }}>
      <h3 className="text-2 strong">{name}</h3>
      <span className="text-1 dim">{note}</span>
    </div>
  );
}

/** Shows the threads that count against the limit: the running ones and the ready ones. */
function Counted({ row }: { row: ThreadsRow }) {
  const now = useSession((session) => session.cursor.at);
  return (
    <Station
      area="counted"
      className={`${css.box} ${css.counted}`}
      label="Counted: CPUs and run queue"
      name={<Term name="runnable">Counted</Term>}
      note={
        <span className="sub">
          runnable <Runnable row={row} />
        </span>
      }
    >
      <Cpus row={row} />
      <div className="row wrap between baseline gap-4 text-1" style={{ margin: '0.5rem 0 0.25rem' }}>
        <h4 className="strong">
          <Term name="run queue">Run queue</Term>
        </h4>
        <span className="dim">counts as well</span>
      </div>
      <div className={`grow ${css.box}`}>
        <RunQueue row={row} now={now} />
      </div>
    </Station>
  );
}

function Runnable({ row }: { row: ThreadsRow }) {
  const { group } = row;
  const over = group !== null && group.runnable > group.limit;
  return <span className={`mono strong ${over ? css.over : ''}`}>{formatCount(runnableOf(row))}</span>;
}

/** Explains the rules on the edges. */
function Rules() {
  return (
    <dl className={`text-1 dim ${css.rulesKey}`} style={{ gridArea: 'label' }} aria-label="Rules that wake">
      <dt className="mono">W1</dt>
      <dd>an event arrives</dd>
      <dt className="mono">W2</dt>
      <dd>a thread starts to wait</dd>
      <dt className="mono">W3</dt>
      <dd>a fetch leaves events</dd>
      <dd className={css.rulesThen}>Each wakes the top waiter if there is room.</dd>
    </dl>
  );
}

const RULES = {
  W1: 'W1: an event wakes the top waiter if there is room',
  W2: 'W2: a thread that starts to wait makes room, and wakes a waiter if an event is pending',
  W3: 'W3: a fetch that leaves events behind wakes the next waiter if there is room',
} as const;

interface EdgeProps {
  area: string;
  rule: keyof typeof RULES;
  latest: LedgerRow | undefined;
}

function Edge({ area, rule, latest }: EdgeProps) {
  const asked = latest?.pill === rule;
  const acted = asked && latest.acted;
  return (
    <div
      className={`dim ${css.edge}`}
      style={{ gridArea: area }}
      data-edge={rule}
      data-heavy={acted || undefined}
    >
      <RulePill rule={rule} acted={acted} asked={asked} />
      <Arrow way="right" />
    </div>
  );
}

/** Names a rule on the edge where it acts. Black = it has just acted; ringed = it was asked and found no room. */
export function RulePill({ rule, acted, asked = false }: { rule: string; acted: boolean; asked?: boolean }) {
  const words = rule in RULES ? RULES[rule as keyof typeof RULES] : undefined;
  return (
    <span
      className={`${css.rulePill} mono`}
      data-acted={acted || undefined}
      data-asked={asked || undefined}
      title={words}
    >
      {rule}
    </span>
  );
}

/** An arrow that is as long as there is room. */
function Arrow({ way }: { way: 'left' | 'right' }) {
  return <span className={css.arrow} data-way={way} aria-hidden="true" />;
}

/** The flow for a phone: draws five stations on one line, with the rules between them. */
export function FlowLine({ row, latest }: FlowProps) {
  const now = useSession((session) => session.cursor.at);
  const { source, blockedCount } = row;
  const motion = useFlowMotion(row);
  const count = (n: number) => <span className="mono strong">{formatCount(n)}</span>;
  return (
    <div ref={motion} className={css.flowLine}>
      <ol className="stack gap-2">
        <LineStation
          area="events"
          name={<Term name="event source">Events</Term>}
          note={<>FIFO {count(source.pending)}</>}
        >
          <PendingEvents row={row} />
          <LineRule rule="W1" latest={latest} words="an event wakes a waiter only if there is room" />
        </LineStation>
        <LineStation area="gate" name={<Term name="gate">Gate</Term>} note="asked at every fetch">
          <Gate row={row} />
          <LineRule rule="W3" latest={latest} words="a fetch that leaves events wakes the next" />
        </LineStation>
        <LineStation
          area="counted"
          name={
            <>
              CPUs and <Term name="run queue" />
            </>
          }
          note={
            <>
              counted <Runnable row={row} />
            </>
          }
        >
          <Cpus row={row} />
          <RunQueue row={row} now={now} />
          <LineRule rule="W2" latest={latest} words="a thread that waits makes room" />
        </LineStation>
        <LineStation area="blocked" name="Blocked in handler" note={<>not counted {count(blockedCount)}</>}>
          <Blocked row={row} now={now} />
          <p className="text-2 sub">
            <b>+1</b> a thread whose wait ends bypasses the gate
          </p>
        </LineStation>
        <LineStation
          area="waiters"
          name={<Term name="waiter">Waiters</Term>}
          note={<>LIFO, top is next {count(source.waiting)}</>}
        >
          <Waiters row={row} now={now} />
        </LineStation>
      </ol>
    </div>
  );
}

function LineStation({ area, name, note, children }: Omit<StationProps, 'label' | 'className'>) {
  return (
    <li data-station={area} className="stack gap-6">
      <StationHead name={name} note={note} />
      {children}
    </li>
  );
}

interface LineRuleProps {
  rule: keyof typeof RULES;
  latest: LedgerRow | undefined;
  words: string;
}

function LineRule({ rule, latest, words }: LineRuleProps) {
  const asked = latest?.pill === rule;
  return (
    <p className="text-2 sub">
      <RulePill rule={rule} acted={asked && latest.acted} asked={asked} /> {words}
    </p>
  );
}
