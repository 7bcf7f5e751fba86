/** The words of the documents, each in one sentence of our own. Panels link them where they occur. */
import type { TermDocument } from './term-documents.ts';

export interface Term {
  term: string;
  /** Other forms under which it occurs in sentences. */
  also: readonly string[];
  definition: string;
  /** Section of the document in which it is at home; "" when no document has it. */
  section: string;
  document: TermDocument;
}

const CONCURRENCY = 'Concurrency scheduling';
const STRUCTURES = 'The structures used by nqmgr';
const PREEMPTION = 'How the preemption works';
const LIMITS = 'How destination concurrency limits affect the scheduling algorithm';
const MEMORY = 'Dealing with memory resource limits';
const SELECTION = 'How the entry selection works';

const WHEEL = 'Hierarchical Timing Wheel';
const BUCKETS = 'Doubly Linked List for Buckets in Timing Wheels';
const CLOCK = 'Driving Clock using DelayQueue';
const WATCHERS = 'WeakReference based Watcher List';
const RATIONALE = 'RATIONALE';
const SOLUTION = 'SOLUTION';
const VALUE = 'CONCURRENCY VALUE';

function term(name: string, section: string, definition: string, ...also: string[]): Term {
  return { term: name, also, definition, section, document: 'scheduler' };
}

function timer(name: string, section: string, definition: string, ...also: string[]): Term {
  return { term: name, also, definition, section, document: 'timers' };
}

function thread(name: string, section: string, definition: string, ...also: string[]): Term {
  return { term: name, also, definition, section, document: 'threads' };
}

const TERMS: readonly Term[] = [
  term(
    'adopted',
    LIMITS,
    'Said of a job whose parent has left the list: it hangs below its grandparent now, one level too deep, and is never charged to it.',
    'adopted by',
  ),
  term(
    'agent',
    SELECTION,
    'A process that carries out one delivery at a time and then asks for the next.',
    'agents',
    'delivery agent',
  ),
  term(
    'blocker',
    LIMITS,
    'A job that has entries left, but only for destinations that take no more at the moment; it is skipped until one of them has room.',
    'blockers',
    'blocker job',
  ),
  term('busy', STRUCTURES, 'The list of entries of a destination that are with an agent.', 'busy list'),
  term(
    'candidate',
    PREEMPTION,
    'The job that would preempt the current one: it fits into what the current job has or can still earn, and its score is best.',
    'candidates',
    'best candidate',
  ),
  term(
    'cohort',
    CONCURRENCY,
    'As many deliveries as the window is wide; failures are counted in cohorts before a destination is given up.',
    'pseudo-cohort',
    'failed cohorts',
    'cohorts',
  ),
  term(
    'current',
    PREEMPTION,
    'The job at which the next selection starts, as a rule the one that got the last delivery slot; only it can be preempted.',
    'current job',
  ),
  term(
    'dead',
    CONCURRENCY,
    'Said of a destination that failed for as many cohorts as the limit allows: nothing is sent there until a timer ends.',
    'dead destination',
    'throttled',
  ),
  term(
    'delivery slot',
    PREEMPTION,
    'The chance to hand one entry to a free agent; a job earns one for others with every k of its own.',
    'delivery slots',
    'slot',
    'slots',
  ),
  term(
    'destination',
    STRUCTURES,
    'Where mail is handed over, as a rule a mail server with its domain; its queue holds what waits for it.',
    'destinations',
    'nexthop',
  ),
  term(
    'discount',
    PREEMPTION,
    'The share of the price that a candidate is let off, in percent; what is let off is owed by the preempted job.',
    'delivery_slot_discount',
  ),
  term(
    'entry',
    STRUCTURES,
    'A batch of recipients of one message for one destination, delivered together.',
    'entries',
    'recipient entry',
  ),
  term(
    'feedback',
    CONCURRENCY,
    'What one delivery adds to the sums that move a window up or down.',
    'positive feedback',
    'negative feedback',
  ),
  term(
    'hysteresis',
    CONCURRENCY,
    'How much feedback has to come together before the window moves by one; here always 1.',
  ),
  term('in core', MEMORY, 'In memory, as opposed to still in the queue file.'),
  term(
    'job',
    STRUCTURES,
    'One message as one transport sees it: its entries for all destinations of that transport.',
    'jobs',
  ),
  term(
    'level',
    LIMITS,
    'How deep a job hangs below the jobs that it preempted, directly or through others.',
    'stack level',
    'stack',
  ),
  term(
    'loan',
    PREEMPTION,
    'Delivery slots that a job may spend before it has earned them.',
    'delivery_slot_loan',
  ),
  term('message', STRUCTURES, 'One mail with all its recipients.', 'messages'),
  term('peer', STRUCTURES, 'The entries of one job for one destination.', 'peers'),
  term(
    'preemption',
    PREEMPTION,
    'A small job moves in front of the current one and is paid for with delivery slots that the current one has earned.',
    'preempt',
    'preempts',
    'preempted',
  ),
  term(
    'queue',
    STRUCTURES,
    'One destination of one transport, with the entries of all messages for it.',
    'queues',
    'transport queue',
  ),
  term(
    'score',
    PREEMPTION,
    'Time that a job has waited, divided by the entries that it has: the best candidate is the one with most.',
  ),
  term(
    'slot cost',
    PREEMPTION,
    'How many entries of its own a job has to get through to earn one delivery slot for others: the k of the document.',
    'delivery_slot_cost',
  ),
  term(
    'stalled',
    MEMORY,
    'Said of a job without any entry in core: it leaves the list and comes back when more is read.',
  ),
  term(
    'suspended',
    '',
    'Said of a destination that pauses between two deliveries because a rate delay is set.',
    'rate delay',
  ),
  term('todo', STRUCTURES, 'The list of entries of a destination that wait for an agent.', 'todo list'),
  term(
    'transport',
    STRUCTURES,
    'A kind of delivery with its own agents, destinations and job list.',
    'transports',
  ),
  term(
    'unread',
    MEMORY,
    'Recipients of a message that are still in its queue file; each counts as one entry to come.',
  ),
  term(
    'window',
    CONCURRENCY,
    'How many deliveries to one destination may run at once.',
    'concurrency',
    'windows',
  ),
  term(
    'incoming queue',
    MEMORY,
    'New mail on disk that waits for room among the messages that the queue manager works on.',
  ),
  term(
    'active queue',
    MEMORY,
    'The messages that the queue manager works on; only they have jobs, and there is a limit to their number.',
  ),
  term(
    'deferred',
    MEMORY,
    'Said of mail that could not be delivered for now: it lies on disk and is tried again after its backoff time.',
  ),
  term('on hold', '', 'Said of mail that stays on disk untouched until somebody releases it.'),
  term('recipient', STRUCTURES, 'One address to which a message goes.', 'recipients'),
  term(
    'recipient slot',
    MEMORY,
    'Room for one recipient in core; each transport has a limit of them, so that one large message cannot fill the memory.',
    'recipient slots',
  ),
  term(
    'extra slot',
    MEMORY,
    'Recipient slots lent to small messages that preempt while the ordinary ones are taken.',
    'extra slots',
  ),
  timer(
    'bucket',
    BUCKETS,
    'A list of timers that fall due within the same tick of a wheel; it opens, and is emptied, as a whole.',
    'buckets',
  ),
  timer(
    'overflow wheel',
    WHEEL,
    'The next coarser level: one tick of it is a whole turn of the level below; it is made when a timer is too far off.',
    'overflow',
    'level of the wheel',
  ),
  timer('tick', WHEEL, 'The length of time that one bucket stands for.', 'ticks'),
  timer(
    'timing wheel',
    WHEEL,
    'A ring of buckets that holds timers by when they fall due, so that adding and cancelling one costs the same however many there are.',
    'wheel',
  ),
  timer(
    'wake-up',
    CLOCK,
    'The clock sleeps until the first armed bucket is due, then wakes once for all that is in it.',
    'wake-ups',
    'wakes',
  ),
  timer(
    'armed',
    CLOCK,
    'Said of a bucket that the clock will wake for; it stays armed when its last timer is cancelled.',
    'armed bucket',
  ),
  timer(
    'purgatory',
    'Current Design',
    'Where operations wait until they are satisfied or their time is up; each is on the wheel and under its keys.',
  ),
  timer(
    'delay queue',
    CLOCK,
    'The armed buckets of all wheels in the order in which they open; the clock sleeps until the first of them.',
  ),
  timer(
    'watch list',
    WATCHERS,
    'Operations that wait for one key; one that is over stays on its other lists until somebody comes by or they are purged.',
    'watch lists',
    'watcher',
    'watchers',
    'watcher list',
  ),
  timer(
    'purge',
    WATCHERS,
    'A walk over all watch lists that takes out what is over; begun when too much of it is estimated to be left.',
    'purges',
    'purged',
  ),
  thread(
    'group',
    SOLUTION,
    'Threads whose number on the CPUs is kept near one value, whatever source of events they wait for.',
    'concurrency group',
    'groups',
  ),
  thread(
    'concurrency value',
    VALUE,
    'How many threads of a group should be runnable at once; 0 stands for the number of CPUs.',
    'CV',
  ),
  thread(
    'runnable',
    RATIONALE,
    'On a CPU or ready for one; threads that wait inside their work are not, and do not count against the value.',
  ),
  thread(
    'event source',
    SOLUTION,
    'Where completed requests and signals queue up until a thread of the group fetches them.',
  ),
  thread(
    'gate',
    SOLUTION,
    'What a fetch meets: it passes while fewer threads are runnable than the value allows, otherwise it waits although events are there.',
  ),
  thread('run queue', RATIONALE, 'Threads that are ready and have no CPU yet; they count as runnable.'),
  thread(
    'waiter',
    SOLUTION,
    'A thread that waits for an event, or at the gate because enough others are runnable; the newest is woken first.',
    'waiters',
  ),
  thread(
    'overshoot',
    'SIDE EFFECTS TO CONSIDER',
    'More runnable threads than the value allows, because some came back from a wait; it drains as they fetch again.',
  ),
  thread(
    'page fault',
    RATIONALE,
    'A page of memory that is not there; a thread that waits until it is read is not counted, and comes back without asking the gate.',
    'page faults',
  ),
  thread(
    'signal',
    'SIGNAL HANDLING',
    'It interrupts the fetch of a waiting thread, which then runs even when the group is at its limit.',
    'signals',
  ),
];

/** All terms, in the order of the alphabet. */
export const GLOSSARY: readonly Term[] = TERMS.toSorted((a, b) => a.term.localeCompare(b.term));

const byWord = new Map(GLOSSARY.flatMap((t) => [t.term, ...t.also].map((word) => [word.toLowerCase(), t])));

/** The term for a word as it occurs in a sentence, or undefined. */
export function lookUp(word: string): Term | undefined {
  return byWord.get(word.toLowerCase());
}
