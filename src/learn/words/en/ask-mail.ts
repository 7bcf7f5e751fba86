/** Questions about mail: windows, deferred mail, jobs that leave a stack, recipients in core. */
import type { Explanation } from '../../../explain/explanation.ts';
import { explainFeedback } from '../../../explain/feedback.ts';
import { formatNumber } from '../../../explain/figures.ts';
import { formatCounted } from '../../../explain/format.ts';
import { type Names, say, type Token } from '../../../explain/tokens.ts';
import type { FeedbackDecision } from '../../../protocol/decisions.ts';

type Chip = { chip: number };

export const report = {
  explained: (decision: FeedbackDecision, names: Names): Pick<Explanation, 'sentence' | 'arithmetic'> =>
    explainFeedback(decision, names),
  text: (failed: boolean, queue: Token, was: number): Token[] =>
    say`${failed ? 'A delivery fails' : 'A delivery succeeds'} at ${queue}, whose window is ${was}. How large is the window then?`,
  dead: 'the destination is dead',
  window: (size: string): string => `window ${size}`,
  stays: 'It stays only while failure from the previous step is left.',
  stepDown: (amount: number): string =>
    `One report counts ${formatNumber(amount)}, and the step down comes at the start of a series.`,
  notDead: (limit: number): string =>
    `The destination is dead only after ${limit === 1 ? 'one failed cohort' : `${formatNumber(limit)} failed cohorts`}. Each failure adds one divided by the window.`,
  notHalved: 'Nothing is halved. A step is only 1.',
  neverGrows: 'A failure never lets a window grow.',
  stepUp: (amount: number): string =>
    `One report counts ${formatNumber(amount)}, and a step up needs a total of 1.`,
  notCounted: 'Not every success is counted.',
  addUp: 'Add this success to the total. Does it reach 1?',
  neverShrinks: 'A success never lets a window shrink.',
  notDoubled:
    'One report never doubles a window, because a step is only 1. Doubling takes a whole round of reports.',
};

export const deferral = {
  text: (message: Chip, age: number): Token[] =>
    say`${message} is ${formatCounted(age, 'second')} old, and its remaining recipients are about to be deferred. What is the shortest wait?`,
  below: (age: number, least: number): string =>
    `The backoff is its age: ${age} s is below minimal_backoff_time, so it waits ${least} s.`,
  above: (age: number, most: number): string =>
    `The backoff is its age: ${age} s is above maximal_backoff_time, so it waits ${most} s.`,
  between: (age: number): string =>
    `The backoff is its age: ${age} s is between the two backoff times, and it waits exactly that long.`,
  tooShort: 'It cannot be that short: there is a minimum backoff.',
  notDoubled: 'Nothing is doubled. Only the age counts, not the number of attempts.',
  least: 'That is the minimum. An older message waits longer.',
  most: 'That is the maximum. Only a message that old waits so long.',
  atOnce: 'It would be tried again immediately and fail again.',
};

export const retry = {
  text: (message: Chip, now: number, until: number): Token[] =>
    say`At ${now} s ${message} is about to be deferred, with a backoff until ${until} s. When is it tried again?`,
  at: (seconds: string): string => `at ${seconds} s`,
  said: (every: number, scan: number): string =>
    `The deferred queue is scanned every ${every} s, and the first scan after the backoff comes at ${formatNumber(scan)} s.`,
  noTimer: 'A single message has no timer. It waits for a scan of the deferred queue.',
  tooEarly: 'That scan comes too early: the backoff is not over then.',
  tooLate: 'An earlier scan finds the backoff over.',
  notFromHere: 'Scans have their own times. They are not counted from a failure.',
  atOnce: 'It would fail again immediately.',
};

export const adoption = {
  text: (gone: Chip, child: Chip): Token[] =>
    say`${gone} hands over its last entry and leaves the list. Whose child is ${child} then?`,
  of: (job: Chip): Token[] => say`${job}’s`,
  ofNone: 'no job’s',
  atFoot: (gone: Chip, child: Chip): Token[] =>
    say`${gone} was at the foot of its stack. ${child} stays on the list with no job below it.`,
  adopts: (gone: Chip, heir: Chip, child: Chip): Token[] =>
    say`${gone} has left, and ${heir}, which ${gone} had preempted, adopts ${child}. ${child} keeps its level, so ${heir} gets nothing back for it.`,
  noPlace: (gone: Chip): Token[] =>
    say`${gone} has nothing left to select. It leaves the list and keeps no place in the tree.`,
  beside: (sibling: Chip, child: Chip): Token[] =>
    say`${sibling} was added beside ${child}: neither preempted the other.`,
  stackStays: (gone: Chip): Token[] =>
    say`The stack below ${gone} is still there: preempted jobs wait in it for those above them.`,
};

/** Texts of the question "How many recipients are read now?" */
export const refill = {
  text: (message: Chip, of: { inCore: number; unread: number; slots: number }): Token[] =>
    say`${message} has ${formatCounted(of.inCore, 'recipient')} in core and ${of.unread} in its queue file; its jobs hold ${formatCounted(of.slots, 'recipient slot')}. How many recipients are read now?`,
  said: (of: { minimum: number; slots: number; may: number; inCore: number; unread: number }): string =>
    `The minimum of ${of.minimum} and the ${formatCounted(of.slots, 'recipient slot')} of its jobs allow ${of.may} in core; ${of.inCore} are there${of.unread < of.may - of.inCore ? `, and only ${of.unread} are left in the file` : ''}: ${of.may} − ${of.inCore} = ${of.may - of.inCore}.`,
  besides: 'Every message may have a minimum in core besides the recipient slots of its jobs.',
  batchEnds: 'A batch ends when the recipient slots are used up, even if the file goes on.',
  inCore: 'Recipients in core already use recipient slots.',
  onTop: 'The minimum is added to the recipient slots of its jobs.',
  room: 'There is room: more recipients may be in core.',
};

export const sponsor = {
  text: (message: Chip, jobs: number): Token[] =>
    say`How many recipients of ${message} may be in core at the same time, on its ${jobs} jobs together?`,
  said: (sum: string, minimum: number, may: number): string =>
    `Recipients are read for the message, so the recipient slots of its jobs count together, whichever job the recipients go to: ${sum} + the minimum of ${minimum} = ${may}.`,
  oneAlone: 'That is one job alone. Another job of the message may use what it leaves.',
  all: 'That is all that is left, in core and in the file.',
  once: 'The minimum counts once for a message, not for each job.',
};

export const extra = {
  text: (job: Chip, of: { unread: number; extra: number; lent: number }): Token[] =>
    say`${job} is about to preempt and has ${formatCounted(of.unread, 'unread recipient')}. The transport has ${formatCounted(of.extra, 'extra slot')}${of.lent > 0 ? `, of which ${of.lent} are lent already` : ''}. How many does ${job} get?`,
  said: (sum: string): string => `Half of what is left, rounded up: ${sum}.`,
  lends: 'A preempting job with unread recipients gets some, so that it is not read in small batches.',
  nextToo: 'Some must be left for the next preempting job.',
  needs: 'How many it needs does not matter.',
  roundedUp: 'Half is rounded up.',
  quarter: 'That is a quarter, not half.',
};
