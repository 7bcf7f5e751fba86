/**
 * The main.cf parameters that the queue manager reads: one table for the engine, scenario files, panels and records. Names,
 * defaults and ranges are those of Postfix 3.12 (qmgr/README.md §2, postconf(5)).
 */
import { isTransportName } from './names.ts';

/** `whole` = a whole number in [min, max]; `time` = a number with a unit; `feedback` = as in qmgr/README.md §2.8. */
type ParamKind = 'whole' | 'time' | 'feedback' | 'text';

export interface ParamInfo {
  /** Name in main.cf, or the suffix after `default_` or a transport's name. */
  readonly name: string;
  /** True when each transport can have its own value. It reads the value once, at its first use. */
  readonly perTransport: boolean;
  readonly kind: ParamKind;
  /** The default: a number, seconds for times, or a text. */
  readonly initial: number | string;
  /** The default as written in main.cf, with a unit for times. */
  readonly fallback: number | string;
  /** Minimum and maximum: seconds for times, characters for texts. */
  readonly min: number;
  readonly max: number;
  /** True if a number without a unit means days instead of seconds. */
  readonly bareDays: boolean;
}

const INT_MAX = 2_147_483_647;
const DAY = 86_400;

function whole(name: string, initial: number, min = 0, max = INT_MAX): ParamInfo {
  return { name, perTransport: true, kind: 'whole', initial, fallback: initial, min, max, bareDays: false };
}

function text(name: string, kind: 'feedback' | 'text', initial: string, max: number): ParamInfo {
  return { ...whole(name, 0, 0, max), kind, initial, fallback: initial };
}

function time(name: string, initial: number, min: number): ParamInfo {
  return { ...whole(name, initial, min), kind: 'time', fallback: `${initial}s` };
}

/** Describes a parameter that limits how long mail stays in the queue. */
function lifetime(name: string, days: number): ParamInfo {
  return { ...time(name, days * DAY, 0), fallback: `${days}d`, bareDays: true };
}

/** Describes a parameter that applies to the whole queue manager, not to single transports. */
function common(info: ParamInfo): ParamInfo {
  return { ...info, perTransport: false };
}

export const PARAMS: readonly ParamInfo[] = [
  whole('delivery_slot_cost', 5),
  whole('delivery_slot_loan', 3),
  whole('delivery_slot_discount', 50, 0, 100),
  whole('minimum_delivery_slots', 3),
  whole('initial_destination_concurrency', 5, 1),
  whole('destination_concurrency_limit', 20),
  whole('destination_recipient_limit', 50),
  text('destination_concurrency_positive_feedback', 'feedback', '1', INT_MAX),
  text('destination_concurrency_negative_feedback', 'feedback', '1', INT_MAX),
  whole('destination_concurrency_failed_cohort_limit', 1),
  time('destination_rate_delay', 0, 0),
  time('transport_rate_delay', 0, 0),
  whole('recipient_limit', 20_000),
  whole('extra_recipient_limit', 1000),
  whole('recipient_refill_limit', 100, 1),
  time('recipient_refill_delay', 5, 1),
  common(whole('qmgr_message_active_limit', 20_000, 1)),
  common(whole('qmgr_message_recipient_limit', 20_000, 1)),
  common(whole('qmgr_message_recipient_minimum', 10, 1)),
  common(time('minimal_backoff_time', 300, 1)),
  common(time('maximal_backoff_time', 4000, 1)),
  common(lifetime('maximal_queue_lifetime', 5)),
  common(lifetime('bounce_queue_lifetime', 5)),
  common(time('transport_retry_time', 60, 1)),
  common(time('queue_run_delay', 300, 1)),
  common(text('recipient_delimiter', 'text', '', 10)),
];

/** Postfix's shipped settings for single transports (qmgr/README.md §2.7). They override `default_…` of main.cf. */
export const SHIPPED_OVERRIDES: readonly { readonly name: string; readonly value: number }[] = [
  { name: 'local_destination_recipient_limit', value: 1 },
  { name: 'local_destination_concurrency_limit', value: 2 },
];

/** The parameter whose name for all transports has no `default_` in front, for historical reasons. */
const UNPREFIXED = 'initial_destination_concurrency';

const globals = new Map(PARAMS.filter((p) => !p.perTransport).map((p) => [p.name, p]));
/** Longest first: `smtp_extra_recipient_limit` also ends in `_recipient_limit`. */
const suffixes = PARAMS.filter((p) => p.perTransport).sort((a, b) => b.name.length - a.name.length);

/** main.cf name of a parameter for one transport, or for all when `transport` is absent. */
export function paramName(info: ParamInfo, transport?: string): string {
  if (!info.perTransport) return info.name;
  if (transport !== undefined) return `${transport}_${info.name}`;
  return info.name === UNPREFIXED ? info.name : `default_${info.name}`;
}

/** Finds the parameter of a main.cf name and, for an override, the transport; undefined if unknown. */
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
