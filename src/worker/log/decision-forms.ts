import type {
  Decision,
  FeedbackDecision,
  PreemptionOutcome,
  PreemptionTest,
  SelectionDecision,
} from '../../protocol/decisions.ts';
import type { FeedbackAmount } from '../../protocol/inspect.ts';
import { numberAt, putNumber } from './form-words.ts';
import { type Packer, textOf, usualText } from './pack.ts';
import type { Forms } from './packed-list.ts';

/**
 * Packs the two decisions made for every delivery into words of 32 bits: a selection that blocked no job, and a feedback.
 * Other decisions have no packed form.
 */
export const DECISION_FORMS: Forms<Decision> = { write: writeDecision, read };

const SELECTION = 1;
const FEEDBACK = 2;

/** Offsets, in words, of the parts of a selection. */
const TEST = 6;
const CHOSEN = 24;

/** Writes a decision. Returns the offset after it, or 0 if the decision has no form. */
function writeDecision(w: Int32Array, at: number, d: Decision, packer: Packer): number {
  if (d.rule === 'feedback') return writeFeedback(w, at, d, packer);
  const { preemption: test, chosen } = d;
  if (test === undefined || chosen === undefined) return 0;
  if (d.becameBlockers.length > 0 || d.stalled.length > 0) return 0;
  w[at] = SELECTION;
  w[at + 1] = d.transport;
  w[at + 2] = d.blockersSkipped;
  w[at + 3] = usualText(packer, 0, d.parameter);
  w[at + 4] = usualText(packer, 1, d.section);
  w[at + 5] = test.cached ? 1 : 0;
  writeTest(w, at + TEST, test, packer);
  const c = at + CHOSEN;
  w[c] = chosen.msg;
  w[c + 1] = chosen.job;
  w[c + 2] = chosen.entry;
  w[c + 3] = chosen.queue;
  w[c + 4] = chosen.recipients;
  return c + 5;
}

function writeTest(w: Int32Array, at: number, t: PreemptionTest, packer: Packer): void {
  w[at] = usualText(packer, 2, t.outcome);
  w[at + 1] = t.current;
  w[at + 2] = t.currentJob;
  w[at + 3] = t.candidate;
  w[at + 4] = t.candidateJob;
  putNumber(w, at + 5, t.score);
  w[at + 7] = t.deliverySlotsAvailable;
  w[at + 8] = t.maxEntries;
  w[at + 9] = t.minimumDeliverySlots;
  w[at + 10] = t.cost;
  w[at + 11] = t.loan;
  w[at + 12] = t.discount;
  w[at + 13] = t.need;
  putNumber(w, at + 14, t.onHand);
  putNumber(w, at + 16, t.price);
}

function writeFeedback(w: Int32Array, at: number, d: FeedbackDecision, packer: Packer): number {
  w[at] = FEEDBACK;
  w[at + 1] = usualText(packer, 3, d.sign);
  w[at + 2] = d.transport;
  w[at + 3] = d.queue;
  w[at + 4] = textOf(packer, d.queue, d.queueName);
  w[at + 5] = (d.applied ? 1 : 0) | (d.died ? 2 : 0);
  w[at + 6] = usualText(packer, 4, d.parameter);
  w[at + 7] = usualText(packer, 5, d.section);
  putNumber(w, at + 8, d.amount);
  putNumber(w, at + 10, d.success);
  putNumber(w, at + 12, d.failure);
  putNumber(w, at + 14, d.failCohorts);
  putNumber(w, at + 16, d.cohortLimit);
  putNumber(w, at + 18, d.positive.base);
  putNumber(w, at + 20, d.negative.base);
  w[at + 22] = usualText(packer, 6, d.positive.kind);
  w[at + 23] = usualText(packer, 7, d.negative.kind);
  w[at + 24] = d.windowBefore;
  w[at + 25] = d.windowAfter;
  w[at + 26] = d.busy;
  w[at + 27] = d.initialConcurrency;
  putNumber(w, at + 28, d.concurrencyLimit);
  return at + 30;
}

function read(w: Int32Array, at: number, { texts }: Packer): Decision {
  if (w[at] === FEEDBACK) return readFeedback(w, at, texts);
  if (w[at] !== SELECTION) throw new Error(`a decision of form ${w[at]} in the log`);
  const c = at + CHOSEN;
  return {
    rule: 'selection',
    transport: w[at + 1]!,
    blockersSkipped: w[at + 2]!,
    becameBlockers: [],
    stalled: [],
    parameter: texts[w[at + 3]!] as SelectionDecision['parameter'],
    section: texts[w[at + 4]!]!,
    preemption: readTest(w, at + TEST, texts, w[at + 5] === 1),
    chosen: { msg: w[c]!, job: w[c + 1]!, entry: w[c + 2]!, queue: w[c + 3]!, recipients: w[c + 4]! },
  };
}

function readTest(w: Int32Array, at: number, texts: readonly string[], cached: boolean): PreemptionTest {
  return {
    outcome: texts[w[at]!] as PreemptionOutcome,
    current: w[at + 1]!,
    currentJob: w[at + 2]!,
    candidate: w[at + 3]!,
    candidateJob: w[at + 4]!,
    cached,
    score: numberAt(w, at + 5),
    deliverySlotsAvailable: w[at + 7]!,
    maxEntries: w[at + 8]!,
    minimumDeliverySlots: w[at + 9]!,
    cost: w[at + 10]!,
    loan: w[at + 11]!,
    discount: w[at + 12]!,
    need: w[at + 13]!,
    onHand: numberAt(w, at + 14),
    price: numberAt(w, at + 16),
  };
}

function readFeedback(w: Int32Array, at: number, texts: readonly string[]): FeedbackDecision {
  const flags = w[at + 5]!;
  return {
    rule: 'feedback',
    sign: texts[w[at + 1]!] as FeedbackDecision['sign'],
    transport: w[at + 2]!,
    queue: w[at + 3]!,
    queueName: texts[w[at + 4]!]!,
    amount: numberAt(w, at + 8),
    applied: (flags & 1) === 1,
    windowBefore: w[at + 24]!,
    windowAfter: w[at + 25]!,
    success: numberAt(w, at + 10),
    failure: numberAt(w, at + 12),
    failCohorts: numberAt(w, at + 14),
    cohortLimit: numberAt(w, at + 16),
    died: (flags & 2) === 2,
    busy: w[at + 26]!,
    initialConcurrency: w[at + 27]!,
    concurrencyLimit: numberAt(w, at + 28),
    positive: { base: numberAt(w, at + 18), kind: texts[w[at + 22]!] as FeedbackAmount['kind'] },
    negative: { base: numberAt(w, at + 20), kind: texts[w[at + 23]!] as FeedbackAmount['kind'] },
    parameter: texts[w[at + 6]!] as FeedbackDecision['parameter'],
    section: texts[w[at + 7]!]!,
  };
}
