/**
 * Every parameter of the queue manager as data. Names are those of main.cf; defaults are those of Postfix 3.12
 * (qmgr/README.md §2). The scenario's side is `scenario/params.ts`: a test holds the two together.
 */

type ParamKind = 'count' | 'percent' | 'time' | 'feedback' | 'text';

export interface ParamInfo {
  /** Name in main.cf. For transport parameters this is the one that all transports fall back to. */
  readonly name: string;
  /** What follows `<transport>_` in an override; null for parameters of the whole queue manager. */
  readonly suffix: string | null;
  readonly kind: ParamKind;
  /** A number, or text for kinds `feedback` and `text`. Times are seconds. */
  readonly initial: number | string;
  readonly min: number;
  readonly max: number;
  /** What a bare number means for a time: seconds or days. */
  readonly bareUnit: 's' | 'd';
}

const INT_MAX = 2_147_483_647;

/** Range by kind; a parameter overrides what differs. */
const BY_KIND: Record<ParamKind, Pick<ParamInfo, 'min' | 'max' | 'bareUnit'>> = {
  count: { min: 0, max: INT_MAX, bareUnit: 's' },
  percent: { min: 0, max: 100, bareUnit: 's' },
  time: { min: 0, max: INT_MAX, bareUnit: 's' },
  feedback: { min: 0, max: 1, bareUnit: 's' },
  text: { min: 0, max: 255, bareUnit: 's' },
};

type Extra = Partial<Pick<ParamInfo, 'min' | 'max' | 'bareUnit'>>;

function perTransport(name: string, kind: ParamKind, initial: number | string, extra: Extra = {}): ParamInfo {
  const suffix = name.replace(/^default_/, '');
  return { name, suffix, kind, initial, ...BY_KIND[kind], ...extra };
}

function global(name: string, kind: ParamKind, initial: number | string, extra: Extra = {}): ParamInfo {
  return { name, suffix: null, kind, initial, ...BY_KIND[kind], ...extra };
}

/** Parameters that each transport reads once, when it is first used: `<transport>_x`, else `default_x`. */
export const TRANSPORT_PARAMS: readonly ParamInfo[] = [
  perTransport('initial_destination_concurrency', 'count', 5, { min: 1 }),
  perTransport('default_destination_concurrency_limit', 'count', 20),
  perTransport('default_destination_recipient_limit', 'count', 50),
  perTransport('default_destination_concurrency_positive_feedback', 'feedback', '1'),
  perTransport('default_destination_concurrency_negative_feedback', 'feedback', '1'),
  perTransport('default_destination_concurrency_failed_cohort_limit', 'count', 1),
  perTransport('default_destination_rate_delay', 'time', 0),
  perTransport('default_transport_rate_delay', 'time', 0),
  perTransport('default_delivery_slot_cost', 'count', 5),
  perTransport('default_delivery_slot_loan', 'count', 3),
  perTransport('default_delivery_slot_discount', 'percent', 50),
  perTransport('default_minimum_delivery_slots', 'count', 3),
  perTransport('default_recipient_limit', 'count', 20000),
  perTransport('default_extra_recipient_limit', 'count', 1000),
  perTransport('default_recipient_refill_limit', 'count', 100, { min: 1 }),
  perTransport('default_recipient_refill_delay', 'time', 5, { min: 1 }),
];

/** Parameters of the whole queue manager. */
export const GLOBAL_PARAMS: readonly ParamInfo[] = [
  global('qmgr_message_active_limit', 'count', 20000, {
    min: 1,
  }),
  global('qmgr_message_recipient_limit', 'count', 20000, { min: 1 }),
  global('qmgr_message_recipient_minimum', 'count', 10, { min: 1 }),
  global('minimal_backoff_time', 'time', 300, { min: 1 }),
  global('maximal_backoff_time', 'time', 4000, { min: 1 }),
  global('maximal_queue_lifetime', 'time', 432000, { bareUnit: 'd' }),
  global('bounce_queue_lifetime', 'time', 432000, { bareUnit: 'd' }),
  global('transport_retry_time', 'time', 60, { min: 1 }),
  global('queue_run_delay', 'time', 300, {
    min: 1,
  }),
  global('recipient_delimiter', 'text', ''),
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
