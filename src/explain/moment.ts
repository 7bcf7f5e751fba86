import { explainDecision } from './decision.ts';
import { explainEvent } from './event.ts';
import type { Explanation, Telling } from './explanation.ts';
import type { Names, Token } from './tokens.ts';
import type { DecisionRecord } from '../protocol/decisions.ts';
import type { CoreEvent, EventRecord } from '../protocol/events.ts';
import type { Cursor } from '../protocol/frame.ts';
import type { Micros } from '../protocol/units.ts';

/** Importance: 0 = routine; 1 = a command, or a message ended; 2 = the job order or the state of a destination changed. */
type Weight = 0 | 1 | 2;

/** The description of one instant, with the decision behind it if there was one. */
export interface Moment {
  /** The step it describes; equal steps = the same moment. */
  step: number;
  title: string;
  at: Micros;
  sentence: readonly Token[];
  /** During play, heavier moments stay on screen longer. */
  weight: Weight;
  record: DecisionRecord | null;
  explanation: Explanation | null;
}

/** The part of the session that a moment is made from. */
export interface MomentSource {
  cursor: Cursor;
  head: Cursor;
  decision: DecisionRecord | null;
  events: readonly EventRecord[];
  /** Messages injected so far. */
  messages: number;
  /** True while the scenario's script has commands still to come. */
  scripted: boolean;
}

/**
 * The decision of the last step, or its most important event if the step decided nothing. Before the first event there is a
 * sentence too, so the panel is never blank.
 */
export function momentOf(source: MomentSource, names: Names, slot = 'delivery slot'): Moment {
  const { cursor, decision } = source;
  const own = source.events.filter((record) => record.step === cursor.step);
  const event = mainEvent(own);
  if (decision !== null && decision.step === cursor.step && (event === undefined || says(decision))) {
    return decisionMoment(decision, names, { slot, ...agentOf(decision, own) });
  }
  if (event !== undefined) return eventMoment(event, names);
  if (decision !== null) return decisionMoment(decision, names, { slot });
  return startMoment(source);
}

/** The agent that got the entry of a selection, from the events of its step. */
function agentOf({ decision }: DecisionRecord, events: readonly EventRecord[]): Telling {
  const entry = decision.rule === 'selection' ? decision.chosen?.entry : undefined;
  const started = events.find(({ event }) => event.kind === 'delivery.started' && event.entry === entry);
  return started?.event.kind === 'delivery.started' ? { agent: started.event.agent } : {};
}

/** False for feedback that did not change the window: the event then says more than the decision. */
function says({ decision }: DecisionRecord): boolean {
  if (decision.rule === 'selection') return true;
  return decision.died || decision.sign === 'revival' || decision.windowAfter !== decision.windowBefore;
}

function decisionMoment(record: DecisionRecord, names: Names, telling: Telling): Moment {
  const explanation = explainDecision(record, names, telling);
  return {
    step: record.step,
    title: record.n > 0 ? `Turn ${record.n}` : 'Feedback',
    at: record.at,
    sentence: explanation.sentence,
    weight: decisionWeight(record),
    record,
    explanation,
  };
}

function decisionWeight({ decision }: DecisionRecord): Weight {
  if (decision.rule === 'feedback') return decision.died || decision.sign === 'revival' ? 2 : 0;
  return decision.preemption?.outcome === 'preempted' ? 2 : 0;
}

function eventMoment(record: EventRecord, names: Names): Moment {
  return {
    step: record.step,
    title: `Event ${record.n}`,
    at: record.at,
    sentence: explainEvent(record, names),
    weight: eventWeight(record.event),
    record: null,
    explanation: null,
  };
}

function startMoment({ cursor, head, messages, scripted }: MomentSource): Moment {
  const text =
    messages > 0
      ? 'Mail has arrived. Nothing has been decided yet.'
      : head.step > 0 || scripted
        ? 'The run starts here. Nothing has happened yet.'
        : 'No mail yet. Send a message.';
  return {
    step: cursor.step,
    title: 'Start',
    at: cursor.at,
    sentence: [{ text }],
    weight: 0,
    record: null,
    explanation: null,
  };
}

function eventWeight(event: CoreEvent): Weight {
  if (rank(event) >= DECISIVE) return 2;
  return rank(event) >= NOTABLE ? 1 : 0;
}

const DECISIVE = 7;
const NOTABLE = 5;

/** Importance of an event within its step. Of equally important events the last counts, because it is the outcome. */
const RANKS: Partial<Record<CoreEvent['kind'], number>> = {
  'queue.dead': 9,
  'qmgr.reloaded': 9,
  'message.requeued': 6,
  'command.skipped': 6,
  'transport.dead': 9,
  'job.preempted': 8,
  'queue.revived': 7,
  'transport.revived': 7,
  'message.injected': 6,
  'server.changed': 6,
  'param.changed': 6,
  'agents.changed': 6,
  'message.expired': 6,
  'message.done': 5,
  'queue.suspended': 4,
  'queue.resumed': 4,
  'queue.unblocked': 4,
  'queue.window': 3,
  'entry.done': 3,
  'entry.selected': 3,
  'job.linked': 2,
  'delivery.ended': 1,
};

function rank(event: CoreEvent): number {
  return RANKS[event.kind] ?? 0;
}

export function mainEvent(events: readonly EventRecord[]): EventRecord | undefined {
  let best: EventRecord | undefined;
  for (const record of events) {
    if (best === undefined || rank(record.event) >= rank(best.event)) best = record;
  }
  return best;
}
