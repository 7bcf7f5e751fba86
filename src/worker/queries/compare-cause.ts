import type { Decision, DecisionRecord } from '../../protocol/decisions.ts';
import { CHANGE_KINDS, type CoreEvent, type EventRecord } from '../../protocol/events.ts';
import type { CauseDecision, CompareCause } from '../../protocol/studies.ts';
import type { WhyReason } from '../../protocol/why.ts';
import { type Branch, type BranchTree, headOf, cursorAt, sharedUpTo } from '../track/branches.ts';
import { eventsBetween, recordsOfSteps } from '../log/log-reading.ts';
import type { BranchFacts } from './compare-facts.ts';

/** One branch of a comparison, as the search for the cause needs it. */
export interface CauseSource {
  branch: Branch;
  facts: BranchFacts;
  /** Why a message was not let in just before a step of this branch. */
  whyNot: (step: number, transport: string, number: number) => WhyReason | null;
}

/** Steps read at a time, and events. */
const CHUNK = 2_000;

/**
 * What differed first after two branches parted: the first decision with another result, unless something happened
 * otherwise before it. Null while nothing does.
 */
export function causeOf(tree: BranchTree, a: CauseSource, b: CauseSource): CompareCause | null {
  const shared = sharedUpTo(tree, a.branch, b.branch);
  const decision = firstDecision(tree, a, b, shared);
  const event = firstEvent(tree, a, b, shared);
  const eventAt = event === null ? Number.POSITIVE_INFINITY : Math.min(...instants(event));
  if (decision !== null && Math.min(decision.a.at, decision.b.at) <= eventAt) {
    return {
      kind: 'decision',
      a: describe(a, decision.a, decision.b, b.facts),
      b: describe(b, decision.b, decision.a, a.facts),
    };
  }
  if (event === null) return null;
  const strip = (record: EventRecord | null) => record && { at: record.at, event: record.event };
  return { kind: 'event', a: strip(event.a), b: strip(event.b) };
}

interface Pair<T> {
  a: T;
  b: T;
}

function instants({ a, b }: Pair<EventRecord | null>): number[] {
  return [a?.at ?? Number.POSITIVE_INFINITY, b?.at ?? Number.POSITIVE_INFINITY];
}

/** The first decisions, counted from the fork, that came out differently. */
function firstDecision(
  tree: BranchTree,
  a: CauseSource,
  b: CauseSource,
  shared: number,
): Pair<DecisionRecord> | null {
  const left = decisionsAfter(tree, a.branch, shared);
  const right = decisionsAfter(tree, b.branch, shared);
  for (;;) {
    const one = left.next();
    const other = right.next();
    if (one.done === true || other.done === true) return null;
    if (resultOf(a.facts, one.value.decision) !== resultOf(b.facts, other.value.decision)) {
      return { a: one.value, b: other.value };
    }
  }
}

function* decisionsAfter(tree: BranchTree, branch: Branch, shared: number): Generator<DecisionRecord> {
  const { step: head } = headOf(branch);
  for (let from = shared; from < head; from += CHUNK) {
    yield* recordsOfSteps(tree, branch, from, Math.min(head, from + CHUNK));
  }
}

/** What a decision came to, without its operands. */
function resultOf(facts: BranchFacts, decision: Decision): string {
  if (decision.rule === 'feedback') {
    const { sign, queueName, windowAfter, died } = decision;
    return `${sign} ${queueName} ${windowAfter} ${died}`;
  }
  const { preemption, chosen } = decision;
  const preempted = preemption?.outcome === 'preempted' ? numberOf(facts, preemption.candidate) : 0;
  return `${preempted} ${numberOf(facts, chosen?.msg ?? 0)} ${destinationOf(facts, chosen?.queue ?? 0)}`;
}

function numberOf(facts: BranchFacts, msg: number): number {
  return facts.messages.get(msg)?.number ?? msg;
}

function destinationOf(facts: BranchFacts, queue: number): string {
  return facts.queues.get(queue)?.name ?? '';
}

/** The first events after the fork that are not the same; the commands that made the branches do not count. */
function firstEvent(
  tree: BranchTree,
  a: CauseSource,
  b: CauseSource,
  shared: number,
): Pair<EventRecord | null> | null {
  const left = eventsAfter(tree, a.branch, shared);
  const right = eventsAfter(tree, b.branch, shared);
  for (;;) {
    const one = left.next();
    const other = right.next();
    if (one.done === true && other.done === true) return null;
    // What has not been simulated yet on one side differs from nothing.
    if (one.done === true || other.done === true) return null;
    if (eventText(a.facts, one.value) !== eventText(b.facts, other.value)) {
      return { a: one.value, b: other.value };
    }
  }
}

const CHANGES: readonly CoreEvent['kind'][] = CHANGE_KINDS;
/** Timers, threads and their numbers say nothing that the events of mail do not. */
const BESIDE = /^(?:timer|wheel|bucket|operation|purgatory|thread|group|source|fetch|cpu|pool)\./;

function* eventsAfter(tree: BranchTree, branch: Branch, shared: number): Generator<EventRecord> {
  const { event: last } = headOf(branch);
  const { event: first } = cursorAt(tree, branch, shared);
  for (let from = first + 1; from <= last; from += CHUNK) {
    for (const record of eventsBetween(tree, branch, from, Math.min(last, from + CHUNK - 1))) {
      const { kind } = record.event;
      if (!CHANGES.includes(kind) && !BESIDE.test(kind)) yield record;
    }
  }
}

function eventText(facts: BranchFacts, { at, event }: EventRecord): string {
  const msg = 'msg' in event ? numberOf(facts, event.msg) : 0;
  const queue = 'queue' in event ? destinationOf(facts, event.queue) : '';
  const result = 'result' in event ? event.result : '';
  return `${at} ${event.kind} ${msg} ${queue} ${result}`;
}

function describe(
  { facts, whyNot }: CauseSource,
  { at, step, decision }: DecisionRecord,
  { decision: other }: DecisionRecord,
  otherFacts: BranchFacts,
): CauseDecision {
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
  const wanted = letIn === null ? 0 : numberOf(otherFacts, letIn.candidate);
  const here = test?.outcome === 'preempted' ? numberOf(facts, test.candidate) : 0;
  const transport = facts.transports.get(decision.transport) ?? '';
  const reason = wanted === 0 || wanted === here ? null : whyNot(step, transport, wanted);
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
