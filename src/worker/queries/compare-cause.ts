import type { MessageId, QueueId, StepNumber, MessageNumber } from '../../protocol/ids.ts';
import type { Decision, DecisionRecord } from '../../protocol/decisions.ts';
import { CHANGE_KINDS, type CoreEvent, type EventRecord } from '../../protocol/events.ts';
import type { CauseDecision, CompareCause } from '../../protocol/studies.ts';
import type { Micros } from '../../protocol/units.ts';
import type { WhyReason } from '../../protocol/why.ts';
import {
  type Branch,
  type BranchTree,
  cursorAt,
  headOf,
  sharedUpTo,
  stepOfEvent,
} from '../track/branches.ts';
import { eventsBetween, recordsOfSteps } from '../log/log-reading.ts';
import type { BranchFacts } from './compare-facts.ts';

/** One branch of a comparison, as the search for the cause of the difference reads it. */
export interface CauseSource {
  branch: Branch;
  facts: () => BranchFacts;
  /** True when the steps `from + 1` to `to` can be read immediately. Each call works on making them readable. */
  isReady: (from: StepNumber, to: StepNumber) => boolean;
  /** Explains why a message was not admitted just before a step of this branch. */
  whyNot: (step: StepNumber, transport: string, number: MessageNumber) => Generator<'part', WhyReason | null>;
}

const CHUNK = 200;

/**
 * A search in slices. Yields `part` between slices, and `all` when all known records have been searched; it continues when
 * more are known. Returns the first difference.
 */
export type CauseSearch = Generator<'part' | 'all', CompareCause, undefined>;

/** Yields records in order. The generator never ends, because the branch may be simulated further. */
type Records<T> = Generator<T | 'part' | 'all', never, undefined>;

/**
 * Searches for the first difference after two branches diverged: the first decision with another result, unless an event
 * differs earlier.
 */
export function* causeParts(tree: BranchTree, a: CauseSource, b: CauseSource): CauseSearch {
  const shared = sharedUpTo(tree, a.branch, b.branch);
  const events = firstPair({
    left: eventsAfter(tree, a, shared),
    right: eventsAfter(tree, b, shared),
    differ: (one, other) => eventText(a.facts(), one) !== eventText(b.facts(), other),
  });
  const decisions = firstPair({
    left: decisionsAfter(tree, a, shared),
    right: decisionsAfter(tree, b, shared),
    differ: ({ decision: one }, { decision: other }) =>
      resultOf(a.facts(), one) !== resultOf(b.facts(), other),
  });
  for (;;) {
    const event = yield* events();
    const eventAt = event === null ? Number.POSITIVE_INFINITY : Math.min(event.a.at, event.b.at);
    const decision = yield* decisions(eventAt);
    if (decision !== null) {
      return {
        kind: 'decision',
        a: yield* describe(a, decision.a, decision.b, b.facts()),
        b: yield* describe(b, decision.b, decision.a, a.facts()),
      };
    }
    if (event !== null) {
      const strip = (record: EventRecord) => ({ at: record.at, event: record.event });
      return { kind: 'event', a: strip(event.a), b: strip(event.b) };
    }
    yield 'all';
  }
}

interface Pair<T> {
  a: T;
  b: T;
}

interface Sides<T> {
  left: Records<T>;
  right: Records<T>;
  differ: (one: T, other: T) => boolean;
}

/**
 * Returns a search for the first differing pair of records, counted from the fork, that is not entirely after `until`. Each
 * call continues where the previous call stopped. Null while the known records do not differ: records that are not simulated
 * yet do not count as a difference.
 */
function firstPair<T extends { at: Micros }>({ left, right, differ }: Sides<T>) {
  let [one, other]: [T | null, T | null] = [null, null];
  let found: Pair<T> | null = null;
  return function* search(until: Micros = Number.POSITIVE_INFINITY): Generator<'part', Pair<T> | null> {
    while (found === null) {
      one ??= yield* nextOf(left);
      other ??= one && (yield* nextOf(right));
      if (one === null || other === null) return null;
      if (Math.min(one.at, other.at) > until) return null;
      if (differ(one, other)) found = { a: one, b: other };
      [one, other] = [null, null];
    }
    return found;
  };
}

/** Returns the next record; null if no further record is known. */
function* nextOf<T>(records: Records<T>): Generator<'part', T | null> {
  for (;;) {
    const { value } = records.next();
    if (value === 'all') return null;
    if (value !== 'part') return value;
    yield 'part';
  }
}

function* decisionsAfter(tree: BranchTree, source: CauseSource, shared: number): Records<DecisionRecord> {
  const { branch } = source;
  for (let from = shared; ; ) {
    const to = Math.min(headOf(branch).step, from + CHUNK);
    yield to === from ? 'all' : 'part';
    while (!source.isReady(from, to)) yield 'part';
    yield* recordsOfSteps(tree, branch, from, to);
    from = to;
  }
}

const CHANGES: readonly CoreEvent['kind'][] = CHANGE_KINDS;
/** Events of timers and threads are left out, because the events of mail already show each difference. */
const BESIDE = /^(?:timer|wheel|bucket|operation|purgatory|thread|group|source|fetch|cpu|pool)\./;

/** Yields the events after the fork that can differ. Leaves out the commands that made the branches. */
function* eventsAfter(tree: BranchTree, source: CauseSource, shared: number): Records<EventRecord> {
  const { branch } = source;
  for (let from = cursorAt(tree, branch, shared).event; ; ) {
    const to = Math.min(headOf(branch).event, from + CHUNK);
    yield to === from ? 'all' : 'part';
    const [first, last] = [from + 1, to].map((event) => stepOfEvent(tree, branch, event) ?? 0);
    while (to > from && !source.isReady((first ?? 0) - 1, last ?? 0)) yield 'part';
    for (const record of eventsBetween(tree, branch, from + 1, to)) {
      const { kind } = record.event;
      if (!CHANGES.includes(kind) && !BESIDE.test(kind)) yield record;
    }
    from = to;
  }
}

function resultOf(facts: BranchFacts, decision: Decision): string {
  if (decision.rule === 'feedback') {
    const { sign, queueName, windowAfter, died } = decision;
    return `${sign} ${queueName} ${windowAfter} ${died}`;
  }
  const { preemption, chosen } = decision;
  const preempted = preemption?.outcome === 'preempted' ? identityOf(facts, preemption.candidate) : '';
  return `${preempted} ${identityOf(facts, chosen?.msg ?? 0)} ${destinationOf(facts, chosen?.queue ?? 0)}`;
}

function numberOf(facts: BranchFacts, msg: MessageId): number {
  return facts.messages.get(msg)?.number ?? msg;
}

/** Returns a text that is equal for the same message on both branches. */
function identityOf(facts: BranchFacts, msg: MessageId): string {
  return facts.messages.get(msg)?.identity ?? String(msg);
}

function destinationOf(facts: BranchFacts, queue: QueueId): string {
  return facts.queues.get(queue)?.name ?? '';
}

function eventText(facts: BranchFacts, { at, event }: EventRecord): string {
  const msg = 'msg' in event ? identityOf(facts, event.msg) : '';
  const queue = 'queue' in event ? destinationOf(facts, event.queue) : '';
  const result = 'result' in event ? event.result : '';
  return `${at} ${event.kind} ${msg} ${queue} ${result}`;
}

function* describe(
  { facts: read, whyNot }: CauseSource,
  { at, step, decision }: DecisionRecord,
  { decision: other }: DecisionRecord,
  otherFacts: BranchFacts,
): Generator<'part', CauseDecision> {
  const facts = read();
  if (decision.rule === 'feedback') {
    const { queueName, windowBefore, windowAfter, amount, died } = decision;
    return {
      ...NOTHING,
      at,
      rule: 'feedback',
      destination: queueName,
      windowBefore,
      windowAfter,
      amount,
      died,
    };
  }
  const { preemption: test, chosen } = decision;
  const made: CauseDecision = {
    ...NOTHING,
    at,
    chosen: numberOf(facts, chosen?.msg ?? 0),
    destination: destinationOf(facts, chosen?.queue ?? 0),
  };
  const letIn =
    other.rule === 'selection' && other.preemption?.outcome === 'preempted' ? other.preemption : null;
  const wanted =
    letIn === null ? 0 : (facts.identities.get(identityOf(otherFacts, letIn.candidate))?.number ?? 0);
  const here = test?.outcome === 'preempted' ? numberOf(facts, test.candidate) : 0;
  const transport = facts.transports.get(decision.transport) ?? '';
  const reason = wanted === 0 || wanted === here ? null : yield* whyNot(step, transport, wanted);
  if (test === undefined) return { ...made, reason };
  return {
    ...made,
    reason,
    outcome: test.outcome,
    current: numberOf(facts, test.current),
    candidate: numberOf(facts, test.candidate),
    need: test.need,
    onHand: test.onHand,
    price: test.price,
    cost: test.cost,
    loan: test.loan,
    discount: test.discount,
    minimumDeliverySlots: test.minimumDeliverySlots,
    maxEntries: test.maxEntries,
    deliverySlotsAvailable: test.deliverySlotsAvailable,
    most: test.cost < 2 ? 0 : Math.trunc(test.deliverySlotsAvailable / test.cost),
  };
}

const NOTHING: CauseDecision = {
  rule: 'selection',
  at: 0,
  outcome: 'none',
  chosen: 0,
  destination: '',
  current: 0,
  candidate: 0,
  need: 0,
  onHand: 0,
  price: 0,
  cost: 0,
  loan: 0,
  discount: 0,
  minimumDeliverySlots: 0,
  maxEntries: 0,
  deliverySlotsAvailable: 0,
  most: 0,
  reason: null,
  windowBefore: 0,
  windowAfter: 0,
  amount: 0,
  died: false,
};
