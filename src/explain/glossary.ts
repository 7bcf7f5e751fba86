/** Definitions of the terms of the documents, in our own words. Panels link terms to them. */
import type { Term } from './term-documents.ts';
import { MACHINE_TERMS } from './glossary-machine.ts';

export type { Term } from './term-documents.ts';

const CONCURRENCY = 'Concurrency scheduling';
const STRUCTURES = 'The structures used by nqmgr';
const PREEMPTION = 'How the preemption works';
const LIMITS = 'How destination concurrency limits affect the scheduling algorithm';
const MEMORY = 'Dealing with memory resource limits';
const SELECTION = 'How the entry selection works';

function term(name: string, section: string, definition: string, ...also: string[]): Term {
  return { term: name, also, definition, section, document: 'scheduler' };
}

const TERMS: readonly Term[] = [
  term(
    'adopted',
    LIMITS,
    'A job whose parent has left the list; it now hangs below its grandparent, one level too deep, and is never charged to it.',
    'adopted by',
  ),
  term(
    'agent',
    SELECTION,
    'A delivery process, such as smtp(8) or lmtp(8); it makes one delivery at a time and then asks for the next.',
    'agents',
    'delivery agent',
  ),
  term(
    'blocker',
    LIMITS,
    'A job whose entries are all for destinations that have no room; it is skipped until a marked destination of the transport has room again, which clears all blockers.',
    'blockers',
    'blocker job',
  ),
  term('busy', STRUCTURES, 'The list of entries of a destination that are with an agent.', 'busy list'),
  term(
    'candidate',
    PREEMPTION,
    'The job that would preempt the current one; it fits the delivery slots that the current job has or can earn, and it has the best score.',
    'candidates',
    'best candidate',
  ),
  term(
    'cohort',
    CONCURRENCY,
    'As many deliveries as the window allows; failures are counted in cohorts to decide when a destination is dead.',
    'pseudo-cohort',
    'failed cohorts',
    'cohorts',
  ),
  term(
    'current',
    PREEMPTION,
    'The job at which the next selection starts, usually the one that had the last turn; only this job can be preempted.',
    'current job',
  ),
  term(
    'dead',
    CONCURRENCY,
    'A destination whose failed cohorts have reached the limit; it gets no deliveries until a timer of minimal_backoff_time expires, the queue is flushed, or a delivery still in flight succeeds.',
    'dead destination',
    'throttled',
  ),
  term(
    'delivery slot',
    PREEMPTION,
    'A job earns one for every k entries that it hands over, where k is the slot cost; another job needs one per remaining entry to get ahead; it is drawn as a coin.',
    'coin',
    'coins',
    'delivery slots',
  ),
  term(
    'destination',
    STRUCTURES,
    'The nexthop of a delivery, or recipient@nexthop where the recipient limit is 1; its queue holds the entries that wait for it.',
    'destinations',
  ),
  term(
    'destination concurrency limit',
    CONCURRENCY,
    'The maximum number of concurrent deliveries to one destination: a next hop (the recipient’s domain, or the relay host of all mail) or, where destination_recipient_limit is 1, a single recipient; a rate delay applies to the same destination.',
    'destination_concurrency_limit',
    'per domain or per recipient',
  ),
  term(
    'discount',
    PREEMPTION,
    'The percentage of the price that need not be on hand at preemption; the preempted job owes the difference.',
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
    'The amount that one delivery adds to the success total, which widens the window, or takes from the failure total, which narrows it.',
    'positive feedback',
    'negative feedback',
  ),
  term(
    'hysteresis',
    CONCURRENCY,
    'The amount of feedback that must accumulate before the window moves by one; here always 1.',
  ),
  term('in core', MEMORY, 'In memory, as opposed to still in the queue file.'),
  term(
    'active limit',
    MEMORY,
    'The maximum number of messages in the active queue (qmgr_message_active_limit); at the limit no message enters; none is ever evicted.',
    'qmgr_message_active_limit',
  ),
  term(
    'backoff',
    MEMORY,
    'The minimum wait of a deferred message: its age when it was deferred, but at least minimal_backoff_time and at most maximal_backoff_time.',
    'backoffs',
    'backoff time',
  ),
  term(
    'cohort limit',
    CONCURRENCY,
    'The number of failed cohorts in a row that makes a destination dead (destination_concurrency_failed_cohort_limit); 0 means never.',
    'failed cohort limit',
  ),
  term(
    'delays',
    '',
    'In a log line delays=a/b/c/d: a is the time before the queue manager, b the time in the queue manager, c the connection setup, d the transmission.',
    'b of delays',
  ),
  term(
    'DSN',
    '',
    'Delivery status notification: the report of an agent about a failure, with a three-part status and a reason.',
    'DSN status',
  ),
  term(
    'flush',
    '',
    'The request to try all mail now (postqueue -f); it revives dead destinations and scans deferred mail whatever its backoff.',
    'flushed',
  ),
  term(
    'nexthop',
    STRUCTURES,
    'The host or domain that the agent delivers to, as resolved for a recipient; it names the destination.',
  ),
  term(
    'process limit',
    '',
    'The maximum number of delivery agents of a transport (maxproc or default_process_limit); the queue manager does not know it; its connections wait.',
    'maxproc',
  ),
  term(
    'queue run',
    MEMORY,
    'A scan of the deferred queue for messages that are due; it is requested every queue_run_delay.',
    'queue runs',
    'queue scan',
  ),
  term(
    'retry transport',
    '',
    'The transport that receives mail for a dead destination; its agent, error(8), delivers nothing and logs each recipient as deferred.',
    'retry agent',
  ),
  term(
    'scan',
    MEMORY,
    'A walk over the incoming or deferred queue on disk that moves messages to the active queue, one file at a time.',
    'scans',
  ),
  term(
    'turn',
    SELECTION,
    'The hand-over of one entry to a free agent: each selection gives the turn to one job.',
    'turns',
  ),
  term(
    'job',
    STRUCTURES,
    'One message as one transport sees it: its entries for all destinations of that transport.',
    'jobs',
  ),
  term(
    'level',
    LIMITS,
    'How many levels a job is below the jobs that it preempted, directly or indirectly.',
    'stack level',
    'stack',
  ),
  term(
    'loan',
    PREEMPTION,
    'Delivery slots that count as on hand although the current job has not earned them yet.',
    'delivery_slot_loan',
  ),
  term('message', STRUCTURES, 'One mail with all its recipients.', 'messages'),
  term('peer', STRUCTURES, 'The entries of one job for one destination.', 'peers'),
  term(
    'preemption',
    PREEMPTION,
    'Another job moves in front of the current one; the current job pays for its entries with delivery slots that it has earned or will earn.',
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
    'The age of a job in seconds plus 1, divided by all its entries, delivered and unread ones included; the candidate with the highest score is the best.',
  ),
  term(
    'slot cost',
    PREEMPTION,
    'The number of its own entries that a job must hand over to earn one delivery slot: the k of the document.',
    'delivery_slot_cost',
  ),
  term(
    'stalled',
    MEMORY,
    'A job without any entry in core; it leaves the list and returns when more recipients are read.',
  ),
  term(
    'suspended',
    '',
    'A destination that pauses after a delivery because a rate delay is set; a rate delay also sets its concurrency limit to 1.',
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
    'How many deliveries to one destination may be in flight at the same time: its concurrency.',
    'concurrency',
    'in flight',
    'windows',
  ),
  term('incoming queue', MEMORY, 'New mail on disk that waits for room in the active queue.'),
  term(
    'active queue',
    MEMORY,
    'The messages that the queue manager works on; only these have jobs, and their number is limited.',
  ),
  term(
    'deferred',
    MEMORY,
    'Mail that could not be delivered yet; it stays on disk and is tried again by the first scan after its backoff.',
  ),
  term('on hold', '', 'Mail that stays on disk untouched until an administrator releases it.'),
  term('recipient', STRUCTURES, 'One address to which a message goes.', 'recipients'),
  term(
    'recipient slot',
    MEMORY,
    'Room for one recipient in core; each transport has a limited number, so that one large message cannot fill the memory.',
    'recipient slots',
  ),
  term(
    'extra slot',
    MEMORY,
    'A recipient slot lent to a preempting job that still has unread recipients while all ordinary slots are taken.',
    'extra slots',
  ),
];

/** All terms in alphabetical order. */
export const GLOSSARY: readonly Term[] = [...TERMS, ...MACHINE_TERMS].toSorted((a, b) =>
  a.term.localeCompare(b.term),
);

const byWord = new Map(GLOSSARY.flatMap((t) => [t.term, ...t.also].map((word) => [word.toLowerCase(), t])));

/** Finds the term for a word as the word occurs in a sentence. */
export function lookUp(word: string): Term | undefined {
  return byWord.get(word.toLowerCase());
}
