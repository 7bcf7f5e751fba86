/**
 * The relevant parameters: kind, unit of a bare number, default by version, minimum and maximum. Scheduler parameters
 * come from `scenario/params.ts`, so that they are defined only once. This file adds the others that decide where
 * mail goes and when. Source: postconf(5) of 3.7.11 and the tables of qmgr(8).
 */
import { findParam, PARAMS, type ParamInfo } from '../../../protocol/params.ts';
import { compareVersions } from './expand.ts';
import { KNOWN_NAMES } from './known-names.ts';

type SettingKind = 'whole' | 'time' | 'feedback' | 'boolean' | 'text';

export interface Parameter {
  name: string;
  kind: SettingKind;
  /** Unit of a number written without a unit. It only matters for times. */
  bareUnit: 's' | 'h' | 'd';
  /** What is counted or measured: `s` for times. */
  unit: string;
  fallback: string;
  min: number;
  max: number;
  /** Default in versions older than the given one: `['2.4', '1000s']`. */
  before?: readonly [version: string, fallback: string];
  /** First version with this parameter. */
  since?: string;
}

const INT_MAX = 2_147_483_647;
/** Longest queue lifetime that qmgr(8) accepts, in seconds: 100 days. */
export const LIFETIME_MAX = 8_640_000;

function time(name: string, fallback: string, min: number, bareUnit: 's' | 'h' | 'd' = 's'): Parameter {
  return { name, kind: 'time', bareUnit, unit: 's', fallback, min, max: INT_MAX };
}

function plain(name: string, fallback: string, kind: SettingKind = 'text', unit = ''): Parameter {
  return { name, kind, bareUnit: 's', unit, fallback, min: 0, max: INT_MAX };
}

/** Parameters of other programs, and those of the queue manager that are not the scheduler's. */
const OTHERS: readonly Parameter[] = [
  plain('default_process_limit', '100', 'whole', 'processes'),
  time('delay_warning_time', '0h', 0, 'h'),
  plain('defer_transports', ''),
  plain('soft_bounce', 'no', 'boolean'),
  plain('destination_concurrency_feedback_debug', 'no', 'boolean'),
  time('qmgr_clog_warn_time', '300s', 0),
  time('qmgr_daemon_timeout', '1000s', 1),
  time('qmgr_ipc_timeout', '60s', 1),
  plain('relayhost', ''),
  plain('default_transport', 'smtp'),
  plain('relay_transport', 'relay'),
  plain('local_transport', 'local:$myhostname'),
  plain('virtual_transport', 'virtual'),
  plain('mailbox_transport', ''),
  plain('fallback_transport', ''),
  plain('content_filter', ''),
  plain('transport_maps', ''),
  plain('sender_dependent_default_transport_maps', ''),
  plain('mydestination', '$myhostname, localhost.$mydomain, localhost'),
  plain('relay_domains', '${{$compatibility_level} <level {2} ? {$mydestination} : {}}'),
  plain('virtual_mailbox_maps', ''),
  plain('virtual_mailbox_domains', '$virtual_mailbox_maps'),
  plain('compatibility_level', '0'),
  plain('multi_instance_name', ''),
  plain('multi_instance_directories', ''),
  plain('syslog_name', '${multi_instance_name?{$multi_instance_name}:{postfix}}'),
  time('smtp_connect_timeout', '30s', 0),
  time('smtp_helo_timeout', '300s', 1),
  time('lmtp_connect_timeout', '0s', 0),
  time('lmtp_lhlo_timeout', '300s', 1),
  time('max_idle', '100s', 1),
];

/** What a parameter counts, by its suffix. */
const UNITS: Readonly<Record<string, string>> = {
  delivery_slot_cost: 'deliveries',
  delivery_slot_loan: 'delivery slots',
  delivery_slot_discount: '%',
  minimum_delivery_slots: 'delivery slots',
  initial_destination_concurrency: 'deliveries',
  destination_concurrency_limit: 'deliveries',
  destination_recipient_limit: 'recipients',
  destination_concurrency_failed_cohort_limit: 'failed cohorts',
  recipient_limit: 'recipients',
  extra_recipient_limit: 'recipients',
  recipient_refill_limit: 'recipients',
  qmgr_message_active_limit: 'messages',
  qmgr_message_recipient_limit: 'recipients',
  qmgr_message_recipient_minimum: 'recipients',
};

const LIFETIMES = new Set(['maximal_queue_lifetime', 'bounce_queue_lifetime']);
const BEFORE_24: readonly [string, string] = ['2.4', '1000s'];
const BEFORE: Readonly<Record<string, readonly [string, string]>> = {
  minimal_backoff_time: BEFORE_24,
  queue_run_delay: BEFORE_24,
};
const SINCE: Readonly<Record<string, string>> = {
  destination_concurrency_positive_feedback: '2.5',
  destination_concurrency_negative_feedback: '2.5',
  destination_concurrency_failed_cohort_limit: '2.5',
  destination_rate_delay: '2.5',
  transport_rate_delay: '3.1',
};

function fromScenario(info: ParamInfo): Parameter {
  const lifetime = LIFETIMES.has(info.name);
  const before = BEFORE[info.name];
  const since = SINCE[info.name];
  return {
    name: info.name,
    kind: info.kind,
    bareUnit: lifetime ? 'd' : 's',
    unit: info.kind === 'time' ? 's' : (UNITS[info.name] ?? ''),
    fallback: String(info.fallback),
    min: info.min,
    max: lifetime ? LIFETIME_MAX : info.max,
    ...(before === undefined ? {} : { before }),
    ...(since === undefined ? {} : { since }),
  };
}

/** Parameters that can be set per transport, by suffix. */
export const TRANSPORT_PARAMETERS: ReadonlyMap<string, Parameter> = new Map(
  PARAMS.filter((info) => info.perTransport).map((info) => [info.name, fromScenario(info)]),
);

/** All other relevant parameters, by name. */
export const GLOBAL_PARAMETERS: ReadonlyMap<string, Parameter> = new Map(
  [...PARAMS.filter((info) => !info.perTransport).map(fromScenario), ...OTHERS].map((p) => [p.name, p]),
);

/** Per-transport parameters with a built-in default of their own instead of `default_…`. */
export const OWN_DEFAULTS: ReadonlyMap<string, string> = new Map([
  ['local_destination_recipient_limit', '1'],
  ['local_destination_concurrency_limit', '2'],
]);

/** The default in a version. Null = unknown version, treated as 3.x. */
export function defaultOf(parameter: Parameter, version: string | null): string {
  const { before } = parameter;
  if (before !== undefined && version !== null && compareVersions(version, before[0]) < 0) return before[1];
  return parameter.fallback;
}

/**
 * The scheduler parameter that a main.cf name stands for, and the transport if it is an override. Undefined for other
 * names, even if they look similar: `smtpd_recipient_limit` belongs to smtpd.
 */
export function schedulerName(name: string): { parameter: Parameter; transport?: string } | undefined {
  const found = findParam(name);
  if (found === undefined) return undefined;
  const { info, transport } = found;
  if (transport !== undefined && KNOWN_NAMES.has(name) && !OWN_DEFAULTS.has(name)) return undefined;
  const parameter = info.perTransport
    ? TRANSPORT_PARAMETERS.get(info.name)
    : GLOBAL_PARAMETERS.get(info.name);
  return parameter === undefined
    ? undefined
    : { parameter, ...(transport === undefined ? {} : { transport }) };
}

export function settingName(suffix: string, transport?: string): string {
  if (transport !== undefined) return `${transport}_${suffix}`;
  return suffix === 'initial_destination_concurrency' ? suffix : `default_${suffix}`;
}
