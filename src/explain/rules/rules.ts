import { formatShortSeconds, formatNumber } from '../figures.ts';
import { formatCounted } from '../format.ts';
import { feedbackTrace } from './feedback.ts';
import { type RuleInstant, type RuleTrace, line, Walk } from './rule.ts';
import { selectionTrace } from './selection.ts';
import type { EventRecord } from '../../protocol/events.ts';
import { type Names, say } from '../tokens.ts';
import { timerName } from '../../protocol/timer-name.ts';
import { MICROS_PER_SECOND, type Micros } from '../../protocol/units.ts';

/** Traces of the rules that ran in one step, the decision first. Empty when no covered rule ran. */
export function tracesOf({ decision, events, candidates, feedback, names }: RuleInstant): RuleTrace[] {
  const traces = [
    decided(decision, candidates, feedback, names),
    refillTrace(events, names),
    gateTrace(events),
    purgatoryTrace(events),
    wheelTrace(events),
  ];
  return traces.filter((trace) => trace !== null);
}

/**
 * The rules at step `step`. If none ran there, the rule of the last decision is shown, because the state is still its
 * result.
 */
export function tracesAtStep(instant: RuleInstant, step: number): RuleTrace[] {
  const { decision, events } = instant;
  const own = events.filter((record) => record.step === step);
  const now = tracesOf({ ...instant, events: own, decision: decision?.step === step ? decision : null });
  return now.length > 0 ? now : tracesOf({ ...instant, events: [] });
}

function decided(
  record: RuleInstant['decision'],
  candidates: RuleInstant['candidates'],
  feedback: RuleInstant['feedback'],
  names: RuleInstant['names'],
): RuleTrace | null {
  if (record === null) return null;
  const { decision } = record;
  return decision.rule === 'selection'
    ? selectionTrace(decision, candidates, names)
    : feedbackTrace(decision, feedback);
}

/** Lines of the rule that reads a batch of recipients (qmgr/README.md §5, §6, §8). */
const REFILL_LINES = [
  line('room = recipients that may be read into core'),
  line('read up to room recipients from the file'),
  line('sort them by transport and destination'),
  line('for each destination: entries up to the recipient limit'),
  line('if the file may have more: the rest stays there'),
];

/** The last batch read in this step. */
function refillTrace(events: readonly EventRecord[], names: Names): RuleTrace | null {
  const at = events.findLastIndex(({ event }) => event.kind === 'message.read');
  const read = events[at]?.event;
  if (read?.kind !== 'message.read') return null;
  const about = names.numberOf(read.msg);
  const walk = new Walk()
    .visit(1, say`${{ chip: about }} may have ${formatNumber(read.limit)}`, about)
    .visit(2, say`${formatCounted(read.count, 'recipient')}`, about);
  const assigned = events
    .slice(at)
    .find(({ event }) => event.kind === 'message.assigned' && event.msg === read.msg);
  if (assigned?.event.kind === 'message.assigned') {
    const { entries } = assigned.event;
    const queues = new Set(entries.map((entry) => entry.queue)).size;
    walk.visit(3, say`${formatCounted(queues, 'destination')}`, about);
    walk.visit(4, say`${formatCounted(entries.length, 'entry', 'entries')}`, about);
  }
  const later = say`The rest is read when deliveries have made room: after enough of them, after some time, or when the message has nothing else to deliver.`;
  walk.test(5, say`${formatNumber(read.unread)} unread`, read.more, { about, otherwise: later });
  return {
    rule: 'refill',
    title: 'Read',
    lines: REFILL_LINES,
    visits: walk.visits,
    source: 'SCHEDULER_README, Recipients and recipient limits',
  };
}

/** Lines of the rules for fetch, gate and wake-up of threads (threads/README.md §5, §6). */
const GATE_LINES = [
  line('on a fetch of a thread:'),
  line('  if runnable > concurrency value: it waits at the gate'),
  line('  else if nothing is pending: it waits, newest on top'),
  line('  else it takes what is pending'),
  line('  if more is pending and there is room: wake the newest (W3)'),
  line('on an event at the source:'),
  line('  if there is room: wake the newest (W1)'),
  line('when a counted thread blocks, leaves or ends:'),
  line('  if that makes room, and something is pending: wake the newest (W2)'),
];

/** Gate events shown individually per step; the rest are counted. */
const MAX_GATE_EVENTS = 16;

function gateTrace(events: readonly EventRecord[]): RuleTrace | null {
  const walk = new Walk();
  const own = events.filter(({ event }) => VISITS_OF_GATE_EVENT[event.kind] !== undefined);
  for (const { event } of own.slice(0, MAX_GATE_EVENTS))
    VISITS_OF_GATE_EVENT[event.kind]?.(walk, event as never);
  if (own.length > MAX_GATE_EVENTS) walk.visit(1, say`and ${own.length - MAX_GATE_EVENTS} more`);
  if (walk.visits.length === 0) return null;
  const source = 'Concurrency management groups, Solution';
  return { rule: 'gate', title: 'Gate', lines: GATE_LINES, visits: walk.visits, source };
}

type Of<K extends EventRecord['event']['kind']> = Extract<EventRecord['event'], { kind: K }>;

const VISITS_OF_GATE_EVENT: Partial<
  Record<EventRecord['event']['kind'], (walk: Walk, event: never) => void>
> = {
  'fetch.waited': waited,
  'fetch.returned': returned,
  'source.posted': (walk: Walk, { item, pending }: Of<'source.posted'>) => {
    walk.visit(6, say`${{ mono: item }}, ${pending} pending`);
  },
  'thread.released': released,
};

function waited(walk: Walk, { name, reason, runnable, limit, pending }: Of<'fetch.waited'>): void {
  walk.visit(1, say`${{ mono: name }}`);
  const over = reason !== 'event';
  const counts = say`The thread itself is counted: with ${formatCounted(limit, 'runnable thread')} the group is full.`;
  walk.test(2, say`${runnable} > ${limit}`, over, { otherwise: counts });
  if (!over) walk.test(3, say`${pending} pending`, true);
}

function returned(walk: Walk, { name, items, pending, error }: Of<'fetch.returned'>): void {
  walk.visit(1, say`${{ mono: name }}`);
  const got = items.length > 3 ? formatCounted(items.length, 'event') : items.join(', ');
  walk.visit(4, error === '' ? say`${{ mono: got }}, ${pending} left` : say`nothing: ${error}`);
}

function released(walk: Walk, { name, cause, byName, detail }: Of<'thread.released'>): void {
  const who = say`wakes ${{ mono: name }}`;
  if (cause === 'W1') walk.test(7, who, true);
  else if (cause === 'W3') walk.test(5, who, true);
  else if (cause === 'W2') {
    walk.visit(8, say`${{ mono: byName === '' ? detail : byName }}`).test(9, who, true);
  } else walk.visit(1, say`${{ mono: name }} goes on: ${cause}`);
}

/** Lines of the rules for operations in the purgatory, and for its purge (timers/README.md §6). */
const PURGATORY_LINES = [
  line('on an operation with its keys:'),
  line('  if its condition holds: it is completed'),
  line('  it goes on the watch list of each key'),
  line('  if its condition holds by now: it is completed'),
  line('  else its timeout goes on the wheel'),
  line('on a change under a key: for each operation on its list'),
  line('  if its condition holds: it is completed'),
  line('on a timeout: it completes the operation'),
  line('on completion: its timeout leaves the wheel'),
  line('  its nodes on other watch lists stay until a walk finds them'),
  line('if completed ones still listed > interval: purge all lists'),
];

/** Purgatory events shown individually per step; the rest are counted. */
const MAX_PURGATORY_EVENTS = 12;

function purgatoryTrace(events: readonly EventRecord[]): RuleTrace | null {
  const walk = new Walk();
  const own = events.filter(({ event }) => isOfPurgatory(event.kind));
  for (const { event } of own.slice(0, MAX_PURGATORY_EVENTS)) tellOperation(walk, event);
  if (own.length > MAX_PURGATORY_EVENTS) walk.visit(6, say`and ${own.length - MAX_PURGATORY_EVENTS} more`);
  if (walk.visits.length === 0) return null;
  const source = 'Purgatory redesign proposal, WeakReference based Watcher List';
  return { rule: 'purgatory', title: 'Purgatory', lines: PURGATORY_LINES, visits: walk.visits, source };
}

function isOfPurgatory(kind: string): boolean {
  return kind === 'operation.watched' || kind === 'operation.completed' || kind === 'purgatory.purged';
}

function tellOperation(walk: Walk, event: EventRecord['event']): void {
  if (event.kind === 'operation.watched') {
    const name = `operation ${event.operation}`;
    const keys = event.keys.length > 3 ? formatCounted(event.keys.length, 'key') : event.keys.join(', ');
    walk.visit(1, say`${name}`).test(2, say`not yet`, false);
    walk.visit(3, say`${keys}`);
    const race = say`The second test catches a change between the first test and the listing, which would otherwise be missed.`;
    walk.test(4, say`not yet`, false, { otherwise: race });
    walk.visit(5, event.timer === 0 ? say`it has none` : say`timer ${event.timer}`);
  } else if (event.kind === 'operation.completed') {
    if (event.cause === 'expired') walk.visit(8, say`operation ${event.operation}`);
    else walk.visit(6, say`operation ${event.operation}`).test(7, say`completed`, true);
    walk.visit(9);
    walk.visit(10, say`${formatCounted(event.nodesLeft, 'node')}`);
  } else if (event.kind === 'purgatory.purged') {
    walk.test(11, say`${formatNumber(event.estimate)} > ${formatNumber(event.interval)}`, true, {
      otherwise: say`Of ${event.visited} nodes visited ${event.removed} were taken off.`,
    });
  }
}

/** Lines of the rules for timers on the wheel (timers/README.md §2, §3, §5). */
const WHEEL_LINES = [
  line('if due < time of the wheel + tick: it runs immediately'),
  line('level = the lowest whose whole turn reaches that far'),
  line('bucket = ⌊due ÷ tick of the level⌋ mod number of buckets'),
  line('it goes to the end of that bucket'),
  line('when a bucket comes due:'),
  line('  every level moves to that instant'),
  line('  for each timer in the bucket:'),
  line('    if it is due within this tick: it runs'),
  line('    else it is placed again: it falls to a lower level'),
];

/** Timers shown individually per step; the rest are counted. */
const MAX_TIMERS = 12;

function wheelTrace(events: readonly EventRecord[]): RuleTrace | null {
  const walk = new Walk();
  let told = 0;
  for (const { event } of events) if (tellTimer(walk, event, told)) told++;
  if (told > MAX_TIMERS) walk.visit(7, say`and ${told - MAX_TIMERS} more`);
  if (walk.visits.length === 0) return null;
  const source = 'Purgatory redesign proposal, Hierarchical Timing Wheel';
  return { rule: 'wheel', title: 'Wheel', lines: WHEEL_LINES, visits: walk.visits, source };
}

/** Adds the lines of one event; true if it concerns a single timer. */
function tellTimer(walk: Walk, event: EventRecord['event'], told: number): boolean {
  if (event.kind === 'bucket.opened') {
    const { level, bucket, opens } = event;
    walk
      .visit(5, say`level ${level + 1}, bucket ${bucket}, ${instant(opens)}`)
      .visit(6, say`${instant(opens)}`);
    if (event.ran + event.moved === 0) walk.visit(7, say`it is empty: its timers were cancelled`);
    return false;
  }
  if (event.kind !== 'timer.added' && event.kind !== 'timer.cascaded' && event.kind !== 'timer.expired') {
    return false;
  }
  if (told >= MAX_TIMERS) return true;
  const name = timerName(event.label);
  if (event.kind === 'timer.expired') {
    walk.visit(7, say`${name}`).test(8, say`due ${instant(event.due)}`, true);
    return true;
  }
  if (event.kind === 'timer.cascaded') {
    walk.visit(7, say`${name}`).test(8, say`due ${instant(event.due)}`, false);
    walk.visit(9, say`level ${event.fromLevel + 1} → ${event.toLevel + 1}, bucket ${event.bucket}`);
    return true;
  }
  const later = say`A timer of the current tick would wait a whole turn on the wheel, so it is not stored.`;
  const atOnce = event.bucket < 0;
  walk.test(1, say`${name}: due ${instant(event.due)}, wheel ${instant(event.wheelTime)}`, atOnce, {
    otherwise: later,
  });
  if (atOnce) return true;
  walk.visit(2, say`level ${event.level + 1}`);
  walk.visit(3, say`bucket ${event.bucket}`);
  walk.visit(4, say`opens at ${instant(event.opens)}`);
  return true;
}

/** Writes an instant. Laboratory wheels turn within milliseconds, those of mail within minutes, so units differ. */
function instant(micros: Micros): string {
  return micros < MICROS_PER_SECOND ? `${formatNumber(micros / 1000)} ms` : formatShortSeconds(micros);
}
