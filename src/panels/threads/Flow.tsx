import type { Micros } from '../../protocol/units.ts';
import type { LedgerRow } from '../../explain/ledger.ts';
import type { ThreadsRow } from '../../protocol/threads-view.ts';
import { useSession } from '../../store/hooks.ts';
import { formatCount } from '../../explain/format.ts';
import { durationLabel } from '../../plot/values.ts';
import { useFlowMotion } from './useFlowMotion.ts';
import { Blocked, Cpus, Gate, PendingEvents, RunQueue, Waiters } from './Stations.tsx';
import { Term } from '../kit/Term.tsx';
import css from './threads.module.css';

interface FlowProps {
  row: ThreadsRow;
  /** What happened last: its rule is black, and the way that it took is heavy. */
  latest: LedgerRow | undefined;
}

/** From the events through the gate to the CPUs, out into waits and back: everything between is drawn where it acts. */
export function Flow({ row, latest }: FlowProps) {
  const now = useSession((session) => session.cursor.at);
  const back = latest?.pill === '+1';
  const motion = useFlowMotion(row);
  return (
    <div className={css.flow} translate="no" ref={motion}>
      <section className={`${css.flowStation} ${css.events}`} data-station="events" aria-label="Events">
        <h3>
          <Term name="event source">Events</Term>{' '}
          <span className="dim">FIFO, {formatCount(row.source.pending)} pending</span>
        </h3>
        <PendingEvents row={row} />
      </section>
      <Edge className={css.toGate} rule="W1" latest={latest} />
      <section className={`${css.flowStation} ${css.gateStation}`} aria-label="Gate">
        <h3>
          <Term name="gate">Gate</Term> <span className="dim">asked at every fetch</span>
        </h3>
        <Gate row={row} />
      </section>
      <div className={css.gateEdges} data-edge="held">
        <span className="down" data-heavy={latest?.pill === 'gate' || undefined}>
          held <Arrow way="down" />
        </span>
        <span className="up">
          <Arrow way="up" /> <span className="dim">woken</span>
        </span>
      </div>
      <section
        className={`${css.flowStation} ${css.waitersStation}`}
        data-station="waiters"
        aria-label="Waiters"
      >
        <h3>
          <Term name="waiter">Waiters</Term> <span className="dim">LIFO, not counted</span>
        </h3>
        <Waiters row={row} now={now} />
      </section>
      <Edge className={css.toCpu} rule="W3" latest={latest} />
      <div className={`${css.edge} ${css.fetchEdge}`} data-edge="fetch">
        <Arrow way="left" />
        <span>fetch</span>
      </div>
      <Counted row={row} now={now} />
      <Edge className={css.toBlocked} rule="W2" latest={latest} />
      <section
        className={`${css.flowStation} ${css.blockedStation}`}
        data-station="blocked"
        aria-label="Blocked in handler"
      >
        <h3>
          Blocked in handler <span className="dim">not counted</span>
        </h3>
        <Blocked row={row} now={now} />
      </section>
      <div className={css.wayBack} data-edge="back" data-heavy={back || undefined}>
        <Arrow way="left" />
        <p>
          {back && latest !== undefined ? (
            <b>+1 at {durationLabel(latest.at, 100)}</b>
          ) : (
            <span className="dim">way back</span>
          )}
          <small>a wait that ends asks no gate</small>
        </p>
      </div>
    </div>
  );
}

/** What counts against the limit: threads on a CPU, and those that wait for one. */
function Counted({ row, now }: { row: ThreadsRow; now: Micros }) {
  const { group } = row;
  const over = group !== null && group.runnable > group.limit;
  return (
    <section
      className={`${css.flowStation} ${css.counted}`}
      data-station="counted"
      aria-label="Counted: CPUs and run queue"
    >
      <h3>
        <Term name="runnable">Counted</Term>
        <span className={`${css.countedSum} mono`} data-over={over || undefined}>
          runnable {formatCount(group?.runnable ?? busyOf(row))}
        </span>
      </h3>
      <Cpus row={row} />
      <h4>
        <Term name="run queue">Run queue</Term> <span className="dim">counts as well</span>
      </h4>
      <div className={css.queueBox}>
        <RunQueue row={row} now={now} />
      </div>
    </section>
  );
}

/** Without a group: every thread on a CPU or ready. */
function busyOf(row: ThreadsRow): number {
  return row.cpus.filter(({ thread }) => thread !== 0).length + row.ready - row.background;
}

/** What each rule does, in words. */
const RULES = {
  W1: 'W1: an event wakes the top waiter if there is room',
  W2: 'W2: a thread that goes to wait makes room, and a waiter is woken if an event is pending',
  W3: 'W3: a fetch that leaves events behind wakes the next waiter if there is room',
} as const;

interface EdgeProps {
  className: string | undefined;
  rule: keyof typeof RULES;
  latest: LedgerRow | undefined;
}

function Edge({ className, rule, latest }: EdgeProps) {
  const asked = latest?.pill === rule;
  return (
    <div
      className={`${css.edge} ${className}`}
      data-edge={rule}
      data-heavy={(asked && latest.acted) || undefined}
    >
      <RulePill rule={rule} acted={asked && latest.acted} asked={asked} />
      <Arrow way="right" />
    </div>
  );
}

/** The rule on the edge where it acts: black = it has just acted, ringed = it was asked and found no room. */
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

/** A line with a head; its length is the room that it has. */
function Arrow({ way }: { way: 'left' | 'right' | 'up' | 'down' }) {
  if (way === 'left' || way === 'right')
    return (
      <span className={css.flowArrow} data-way={way} aria-hidden="true">
        <svg viewBox="0 0 6 9">
          <path d={way === 'right' ? 'M1 0.5L5 4.5L1 8.5' : 'M5 0.5L1 4.5L5 8.5'} />
        </svg>
      </span>
    );
  return (
    <svg className={`${css.flowArrow} ${css.upright}`} viewBox="0 0 8 14" aria-hidden="true">
      <path d={way === 'up' ? 'M4 14V0M0.5 5L4 0L7.5 5' : 'M4 0V14M0.5 9L4 14L7.5 9'} />
    </svg>
  );
}

/** The same on the phone: one line with five stations, the rules between them. */
export function FlowLine({ row, latest }: FlowProps) {
  const now = useSession((session) => session.cursor.at);
  const { group, source } = row;
  const over = group !== null && group.runnable > group.limit;
  const motion = useFlowMotion(row);
  return (
    <div ref={motion} className={css.flowLineHolder}>
      <ol className={css.flowLine}>
        <li data-station="events">
          <h3>
            <Term name="event source">Events</Term> <span className="dim">FIFO</span>
            <span className="mono">{formatCount(source.pending)}</span>
          </h3>
          <PendingEvents row={row} />
          <LineRule rule="W1" latest={latest} words="an event wakes a waiter only if there is room" />
        </li>
        <li>
          <h3>
            <Term name="gate">Gate</Term>
          </h3>
          <Gate row={row} />
          <LineRule rule="W3" latest={latest} words="a fetch that leaves events wakes the next" />
        </li>
        <li data-counted data-station="counted">
          <h3>
            CPUs and <Term name="run queue" /> <span className="dim">counted</span>
            <span className="mono" data-over={over || undefined}>
              {formatCount(group?.runnable ?? busyOf(row))}
            </span>
          </h3>
          <Cpus row={row} />
          <RunQueue row={row} now={now} />
          <LineRule rule="W2" latest={latest} words="a thread that waits makes room" />
        </li>
        <li data-station="blocked">
          <h3>
            Blocked in handler <span className="dim">not counted</span>
            <span className="mono">{formatCount(row.blockedCount)}</span>
          </h3>
          <Blocked row={row} now={now} />
          <p className={css.lineRule}>
            <b>+1</b> a wait that ends asks no gate
          </p>
        </li>
        <li data-station="waiters">
          <h3>
            <Term name="waiter">Waiters</Term> <span className="dim">LIFO, top is next</span>
            <span className="mono">{formatCount(source.waiting)}</span>
          </h3>
          <Waiters row={row} now={now} />
        </li>
      </ol>
    </div>
  );
}

function LineRule({
  rule,
  latest,
  words,
}: {
  rule: keyof typeof RULES;
  latest: LedgerRow | undefined;
  words: string;
}) {
  const asked = latest?.pill === rule;
  return (
    <p className={css.lineRule}>
      <RulePill rule={rule} acted={asked && latest.acted} asked={asked} /> {words}
    </p>
  );
}
