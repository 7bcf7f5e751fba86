/**
 * Every parameter of the queue manager as data: the form, `postconf` import, the explain panel and the reference page
 * all read this one table. Names are those of main.cf; defaults are those of Postfix 3.12 (qmgr/README.md §2).
 */

type ParamKind = 'count' | 'percent' | 'time' | 'feedback' | 'text';

export interface ParamInfo {
  /** Name in main.cf. For transport parameters this is the one that all transports fall back to. */
  readonly name: string;
  /** What follows `<transport>_` in an override; null for parameters of the whole queue manager. */
  readonly suffix: string | null;
  readonly kind: ParamKind;
  /** Unit of the value, for display. */
  readonly unit: string;
  /** Number in `unit`, or text for kinds `feedback` and `text`. Times are seconds. */
  readonly initial: number | string;
  readonly min: number;
  readonly max: number;
  /** What a bare number means for a time: seconds or days. */
  readonly bareUnit: 's' | 'd';
  /** One plain sentence for a reader who has never seen Postfix. */
  readonly sentence: string;
  /** Section of SCHEDULER_README or manual page where it is explained. */
  readonly section: string;
}

const INT_MAX = 2_147_483_647;

/** Range and unit by kind; a parameter overrides what differs. */
const BY_KIND: Record<ParamKind, Pick<ParamInfo, 'unit' | 'min' | 'max' | 'bareUnit'>> = {
  count: { unit: '', min: 0, max: INT_MAX, bareUnit: 's' },
  percent: { unit: '%', min: 0, max: 100, bareUnit: 's' },
  time: { unit: 's', min: 0, max: INT_MAX, bareUnit: 's' },
  feedback: { unit: 'per delivery', min: 0, max: 1, bareUnit: 's' },
  text: { unit: '', min: 0, max: 255, bareUnit: 's' },
};

type Extra = Partial<Pick<ParamInfo, 'unit' | 'min' | 'max' | 'bareUnit'>>;

function perTransport(
  name: string,
  kind: ParamKind,
  initial: number | string,
  section: string,
  sentence: string,
  extra: Extra = {},
): ParamInfo {
  const suffix = name.replace(/^default_/, '');
  return { name, suffix, kind, initial, sentence, section, ...BY_KIND[kind], ...extra };
}

function global(
  name: string,
  kind: ParamKind,
  initial: number | string,
  section: string,
  sentence: string,
  extra: Extra = {},
): ParamInfo {
  return { name, suffix: null, kind, initial, sentence, section, ...BY_KIND[kind], ...extra };
}

const CONCURRENCY = 'SCHEDULER_README, Concurrency scheduling';
const PREEMPTION = 'SCHEDULER_README, Preemptive scheduling';
const GROUPING = 'SCHEDULER_README, The structures used by nqmgr';
const MEMORY = 'SCHEDULER_README, Dealing with memory resource limits';
const MANUAL = 'postconf(5)';

/** Parameters that each transport reads once, when it is first used: `<transport>_x`, else `default_x`. */
export const TRANSPORT_PARAMS: readonly ParamInfo[] = [
  perTransport(
    'initial_destination_concurrency',
    'count',
    5,
    CONCURRENCY,
    'How many deliveries at once a destination starts with.',
    { unit: 'deliveries', min: 1 },
  ),
  perTransport(
    'default_destination_concurrency_limit',
    'count',
    20,
    CONCURRENCY,
    'The most deliveries at once to one destination; 0 means no limit.',
    { unit: 'deliveries' },
  ),
  perTransport(
    'default_destination_recipient_limit',
    'count',
    50,
    GROUPING,
    'The most recipients in one delivery; 1 makes every recipient a destination of its own.',
    { unit: 'recipients' },
  ),
  perTransport(
    'default_destination_concurrency_positive_feedback',
    'feedback',
    '1',
    CONCURRENCY,
    'What one success adds to the sum that enlarges the window by one: a number, or a number divided by the window.',
  ),
  perTransport(
    'default_destination_concurrency_negative_feedback',
    'feedback',
    '1',
    CONCURRENCY,
    'What one failed connection or greeting counts towards making the window smaller by one.',
  ),
  perTransport(
    'default_destination_concurrency_failed_cohort_limit',
    'count',
    1,
    CONCURRENCY,
    'After how many failed cohorts in a row a destination is dead; 0 means never.',
    { unit: 'pseudo-cohorts' },
  ),
  perTransport(
    'default_destination_rate_delay',
    'time',
    0,
    MANUAL,
    'The pause between two deliveries to one destination.',
  ),
  perTransport(
    'default_transport_rate_delay',
    'time',
    0,
    MANUAL,
    'The pause between two deliveries of the whole transport.',
  ),
  perTransport(
    'default_delivery_slot_cost',
    'count',
    5,
    PREEMPTION,
    'How many entries a job hands over to earn one delivery slot, with which another job can be let in.',
    { unit: 'deliveries' },
  ),
  perTransport(
    'default_delivery_slot_loan',
    'count',
    3,
    PREEMPTION,
    'Delivery slots that count as on hand before they are earned, so that small jobs are let in sooner.',
    { unit: 'delivery slots' },
  ),
  perTransport(
    'default_delivery_slot_discount',
    'percent',
    50,
    PREEMPTION,
    'How much of the price need not be on hand yet when a job is let in.',
  ),
  perTransport(
    'default_minimum_delivery_slots',
    'count',
    3,
    PREEMPTION,
    'A job that could never earn this many delivery slots is never preempted.',
    { unit: 'delivery slots' },
  ),
  perTransport(
    'default_recipient_limit',
    'count',
    20000,
    MEMORY,
    'Recipients of this transport that may be in memory.',
    { unit: 'recipients' },
  ),
  perTransport(
    'default_extra_recipient_limit',
    'count',
    1000,
    MEMORY,
    'Extra recipients in memory, kept for jobs that preempt and have unread recipients.',
    { unit: 'recipients' },
  ),
  perTransport(
    'default_recipient_refill_limit',
    'count',
    100,
    MEMORY,
    'Read more recipients of a large message once this many fit.',
    { unit: 'recipients', min: 1 },
  ),
  perTransport(
    'default_recipient_refill_delay',
    'time',
    5,
    MEMORY,
    'Read more recipients after this time even when fewer fit.',
    { min: 1 },
  ),
];

/** Parameters of the whole queue manager. */
export const GLOBAL_PARAMS: readonly ParamInfo[] = [
  global('qmgr_message_active_limit', 'count', 20000, MEMORY, 'The most messages in the active queue.', {
    unit: 'messages',
    min: 1,
  }),
  global(
    'qmgr_message_recipient_limit',
    'count',
    20000,
    MEMORY,
    'The most recipients in memory over all transports.',
    { unit: 'recipients', min: 1 },
  ),
  global(
    'qmgr_message_recipient_minimum',
    'count',
    10,
    MEMORY,
    'Recipients that every message may have in memory, whatever the limits.',
    { unit: 'recipients', min: 1 },
  ),
  global(
    'minimal_backoff_time',
    'time',
    300,
    MANUAL,
    'The shortest wait before a deferred message is tried again, and exactly the wait of a dead destination.',
    { min: 1 },
  ),
  global(
    'maximal_backoff_time',
    'time',
    4000,
    MANUAL,
    'The longest wait before a deferred message is tried again.',
    { min: 1 },
  ),
  global(
    'maximal_queue_lifetime',
    'time',
    432000,
    MANUAL,
    'After this time a message that cannot be delivered is returned to its sender.',
    { bareUnit: 'd' },
  ),
  global(
    'bounce_queue_lifetime',
    'time',
    432000,
    MANUAL,
    'The same for messages without a sender, such as bounces.',
    { bareUnit: 'd' },
  ),
  global(
    'transport_retry_time',
    'time',
    60,
    MANUAL,
    'How long a transport whose agents cannot be reached is dead.',
    { min: 1 },
  ),
  global('queue_run_delay', 'time', 300, MANUAL, 'The time between two scans of the deferred queue.', {
    min: 1,
  }),
  global(
    'recipient_delimiter',
    'text',
    '',
    MANUAL,
    'Characters that separate a mailbox name from its extension.',
  ),
];

/** Settings that Postfix ships for single transports (qmgr/README.md §2.7). They beat `default_…` of main.cf. */
export const SHIPPED_OVERRIDES: readonly { readonly name: string; readonly value: number }[] = [
  { name: 'local_destination_recipient_limit', value: 1 },
  { name: 'local_destination_concurrency_limit', value: 2 },
];

/** The parameter that a main.cf name sets, and for which transport (null: all), or null when there is none. */
export function findParam(name: string): { info: ParamInfo; transport: string | null } | null {
  for (const info of GLOBAL_PARAMS) if (info.name === name) return { info, transport: null };
  for (const info of TRANSPORT_PARAMS) if (info.name === name) return { info, transport: null };
  let best: { info: ParamInfo; transport: string } | null = null;
  for (const info of TRANSPORT_PARAMS) {
    const tail = `_${info.suffix}`;
    if (!name.endsWith(tail) || name.length === tail.length) continue;
    const transport = name.slice(0, -tail.length);
    // `smtp_extra_recipient_limit` also ends in `_recipient_limit`: the longest parameter name is meant.
    if (best === null || transport.length < best.transport.length) best = { info, transport };
  }
  return best;
}
