/**
 * The Postfix parameters that a scenario may set: defaults and accepted values. Names are those of main.cf; a
 * `<transport>_` name overrides the `default_` one (`bulk_delivery_slot_cost` for `default_delivery_slot_cost`).
 * Source: qmgr/README.md §2 and postconf(5). The core has its own table, because it imports nothing;
 * a test holds the two together: what is accepted here is accepted there.
 */
import { groupDigits } from './digits.ts';
import { isTransportName } from './names.ts';
import { timeText, wholeNumber } from '../protocol/accepted.ts';

/** `whole` = a whole number in [min, max]; `time` = a number with a unit; `feedback` = qmgr/README.md §2.8, read as Postfix reads it. */
type ParamKind = 'whole' | 'time' | 'feedback' | 'text';

export interface ParamInfo {
  /** Name in main.cf, or the suffix behind `default_` or a transport's name. */
  name: string;
  /** True when each transport can have its own value. */
  perTransport: boolean;
  kind: ParamKind;
  fallback: string | number;
  /** Least and greatest value: seconds for times, characters for texts. */
  min: number;
  max: number;
}

const INT_MAX = 2_147_483_647;

function whole(name: string, fallback: number, min = 0, max = INT_MAX): ParamInfo {
  return { name, perTransport: true, kind: 'whole', fallback, min, max };
}

function time(name: string, fallback: string, perTransport: boolean, min: number): ParamInfo {
  return { name, perTransport, kind: 'time', fallback, min, max: INT_MAX };
}

/** Every parameter that the simulation knows, in the order in which the panel shows them. */
export const PARAMS: readonly ParamInfo[] = [
  whole('delivery_slot_cost', 5),
  whole('delivery_slot_loan', 3),
  whole('delivery_slot_discount', 50, 0, 100),
  whole('minimum_delivery_slots', 3),
  whole('initial_destination_concurrency', 5, 1),
  whole('destination_concurrency_limit', 20),
  whole('destination_recipient_limit', 50),
  {
    ...whole('destination_concurrency_positive_feedback', 0),
    kind: 'feedback',
    fallback: '1',
  },
  {
    ...whole('destination_concurrency_negative_feedback', 0),
    kind: 'feedback',
    fallback: '1',
  },
  whole('destination_concurrency_failed_cohort_limit', 1),
  time('destination_rate_delay', '0s', true, 0),
  time('transport_rate_delay', '0s', true, 0),
  whole('recipient_limit', 20_000),
  whole('extra_recipient_limit', 1000),
  whole('recipient_refill_limit', 100, 1),
  time('recipient_refill_delay', '5s', true, 1),
  { ...whole('qmgr_message_active_limit', 20_000, 1), perTransport: false },
  { ...whole('qmgr_message_recipient_limit', 20_000, 1), perTransport: false },
  { ...whole('qmgr_message_recipient_minimum', 10, 1), perTransport: false },
  time('minimal_backoff_time', '300s', false, 1),
  time('maximal_backoff_time', '4000s', false, 1),
  time('maximal_queue_lifetime', '5d', false, 0),
  time('bounce_queue_lifetime', '5d', false, 0),
  time('transport_retry_time', '60s', false, 1),
  time('queue_run_delay', '300s', false, 1),
  { name: 'recipient_delimiter', perTransport: false, kind: 'text', fallback: '', min: 0, max: 10 },
];

/** Suffix whose all-transports name has no `default_` in front: Postfix history, kept. */
const UNPREFIXED = 'initial_destination_concurrency';

const globals = new Map(PARAMS.filter((p) => !p.perTransport).map((p) => [p.name, p]));
const suffixes = PARAMS.filter((p) => p.perTransport).sort((a, b) => b.name.length - a.name.length);

/** main.cf name of a parameter for one transport, or for all when `transport` is absent. */
export function paramName(info: ParamInfo, transport?: string): string {
  if (!info.perTransport) return info.name;
  if (transport !== undefined) return `${transport}_${info.name}`;
  return info.name === UNPREFIXED ? info.name : `default_${info.name}`;
}

/** What a main.cf name means: the parameter and, for an override, the transport. Undefined when it is not known. */
export function findParam(name: string): { info: ParamInfo; transport?: string } | undefined {
  const global = globals.get(name);
  if (global !== undefined) return { info: global };
  for (const info of suffixes) {
    if (name === info.name) return info.name === UNPREFIXED ? { info } : undefined;
    if (!name.endsWith(`_${info.name}`)) continue;
    const prefix = name.slice(0, -info.name.length - 1);
    if (prefix === 'default') return info.name === UNPREFIXED ? undefined : { info };
    return isTransportName(prefix) ? { info, transport: prefix } : undefined;
  }
  return undefined;
}

const TIME = /^(\d{1,10})([smhdw]?)$/;
/** Times that Postfix reads in days when they have no unit. */
const BARE_DAYS: ReadonlySet<string> = new Set(['maximal_queue_lifetime', 'bounce_queue_lifetime']);
const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** A value as text with its unit said: a bare number of a time is seconds, of a lifetime in the queue days. */
export function withUnit(info: ParamInfo, value: string | number): string {
  const text = String(value);
  if (info.kind !== 'time' || !/^\d+$/.test(text)) return text;
  return `${text}${BARE_DAYS.has(info.name) ? 'd' : 's'}`;
}

/** Accepted values as a noun phrase, for messages. */
export function acceptedValues(info: ParamInfo): string {
  const count = groupDigits;
  switch (info.kind) {
    case 'whole':
      return wholeNumber(count(info.min), count(info.max));
    case 'time':
      return timeText(info.min, BARE_DAYS.has(info.name));
    case 'feedback':
      return 'a number from 0 to 1, a fraction such as 1/4, or number/concurrency';
    case 'text':
      return `at most ${info.max} printable characters`;
  }
}

/** True when `value` is acceptable for the parameter. Feedback texts that Postfix would warn about are accepted: it runs with 1. */
export function isParamValue(info: ParamInfo, value: string | number): boolean {
  const text = String(value);
  switch (info.kind) {
    case 'whole': {
      const n = typeof value === 'number' ? value : /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
      return Number.isInteger(n) && n >= info.min && n <= info.max;
    }
    case 'time': {
      const match = TIME.exec(text);
      if (match === null) return false;
      const unit = match[2] === '' ? (BARE_DAYS.has(info.name) ? 'd' : 's') : (match[2] ?? 's');
      const value = Number(match[1]) * (UNITS[unit] ?? 1);
      return value >= info.min && value <= info.max;
    }
    case 'feedback':
      return text.length > 0 && text.length <= 60 && /^[\x20-\x7e]+$/.test(text);
    case 'text':
      return text.length <= info.max && /^[\x20-\x7e]*$/.test(text);
  }
}
