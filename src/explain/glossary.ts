/** The words of the documents, each in one sentence of our own. Panels link them where they occur. */
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
    'Said of a job whose parent has left the list: it hangs below its grandparent now, one level too deep, and is never charged to it.',
    'adopted by',
  ),
  term(
    'agent',
    SELECTION,
    'A delivery process, such as smtp(8) or lmtp(8): it carries out one delivery at a time and then asks for the next.',
    'agents',
    'delivery agent',
  ),
  term(
    'blocker',
    LIMITS,
    'A job whose entries are all for destinations without room at the moment; it is skipped until any marked destination of the transport has room again, which clears the mark of all blockers.',
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
    'The job at which the next selection starts, as a rule the one that had the last turn; only it can be preempted.',
    'current job',
  ),
  term(
    'dead',
    CONCURRENCY,
    'Said of a destination whose failed cohorts have reached the limit: nothing is sent there until a timer of minimal_backoff_time ends, the queue is flushed, or a delivery that was still in flight succeeds.',
    'dead destination',
    'throttled',
  ),
  term(
    'delivery slot',
    PREEMPTION,
    'What a job earns with every k entries that it hands over, k being the slot cost; another job can be let in with as many as it has entries left; it is drawn as a coin.',
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
    'The most deliveries at once to one destination, which is the next hop (the recipient’s domain, or the relay host of all mail) or, where destination_recipient_limit is 1, a single recipient; a rate delay counts for the same.',
    'destination_concurrency_limit',
    'per domain or per recipient',
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
    'What one delivery adds to the sum that moves a window up, or takes from the one that moves it down.',
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
    'active limit',
    MEMORY,
    'The most messages in the active queue (qmgr_message_active_limit); it stops feeding and never evicts a message.',
    'qmgr_message_active_limit',
  ),
  term(
    'backoff',
    MEMORY,
    'How long a deferred message waits at least: its age when it was deferred, but no less than minimal_backoff_time and no more than maximal_backoff_time.',
    'backoffs',
    'backoff time',
  ),
  term(
    'cohort limit',
    CONCURRENCY,
    'How many failed cohorts in a row make a destination dead (destination_concurrency_failed_cohort_limit); 0 means never.',
    'failed cohort limit',
  ),
  term(
    'delays',
    '',
    'In a log line delays=a/b/c/d: a until the queue manager has the message, b in the queue manager until an agent has it, c until the connection stands, d the transmission.',
    'b of delays',
  ),
  term(
    'DSN',
    '',
    'Delivery status notification: what an agent reports of a failure, a status of three numbers and a reason.',
    'DSN status',
  ),
  term(
    'flush',
    '',
    'The request to try all mail now (postqueue -f): what is dead is revived, and deferred mail is scanned whatever its backoff.',
    'flushed',
  ),
  term(
    'nexthop',
    STRUCTURES,
    'Host or domain that the resolver names for a recipient, to which the agent is to deliver; it names the destination.',
  ),
  term(
    'process limit',
    '',
    'The most delivery agents of a transport at one time, maxproc or else default_process_limit; the queue manager does not know it, its connections wait.',
    'maxproc',
  ),
  term(
    'queue run',
    MEMORY,
    'A scan of the deferred queue for messages whose time has come; it is requested every queue_run_delay.',
    'queue runs',
    'queue scan',
  ),
  term(
    'retry transport',
    '',
    'The transport to which mail for a dead destination is bound; its agent, error(8), delivers nothing and logs each recipient as deferred.',
    'retry agent',
  ),
  term(
    'scan',
    MEMORY,
    'A walk over the incoming or the deferred queue on disk that feeds messages to the active queue, one file at a time.',
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
    'How deep a job hangs below the jobs that it preempted, directly or through others.',
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
    'Another job moves in front of the current one; its entries are paid for with delivery slots that the current one has earned or will earn.',
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
    'Age of a job in seconds plus 1, divided by all its entries, those delivered and those still unread included: the candidate with the highest score is the best.',
  ),
  term(
    'slot cost',
    PREEMPTION,
    'How many entries of its own a job has to hand over to earn one delivery slot: the k of the document.',
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
    'Said of a destination that pauses after a delivery because a rate delay is set; such a delay also makes its concurrency limit 1.',
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
    'How many deliveries to one destination may be in flight at once: its concurrency.',
    'concurrency',
    'in flight',
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
    'Said of mail that could not be delivered for now: it stays on disk and is tried again by the first scan after its backoff.',
  ),
  term('on hold', '', 'Said of mail that stays on disk untouched until an administrator releases it.'),
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
    'Recipient slots lent to a job that preempts and still has unread recipients, while the ordinary ones are taken.',
    'extra slots',
  ),
];

/** All terms, in the order of the alphabet. */
export const GLOSSARY: readonly Term[] = [...TERMS, ...MACHINE_TERMS].toSorted((a, b) =>
  a.term.localeCompare(b.term),
);

const byWord = new Map(GLOSSARY.flatMap((t) => [t.term, ...t.also].map((word) => [word.toLowerCase(), t])));

/** The term for a word as it occurs in a sentence, or undefined. */
export function lookUp(word: string): Term | undefined {
  return byWord.get(word.toLowerCase());
}
