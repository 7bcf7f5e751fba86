import type { InputError, Result } from '../../protocol/result.ts';
import type { Seconds } from '../../protocol/units.ts';
import { FALLBACK_FEEDBACK, type FeedbackRule, type FeedbackValue, parseFeedback } from './feedback-text.ts';
import { findParam, paramName, type ParamInfo, PARAMS, SHIPPED_OVERRIDES } from '../../protocol/params.ts';
import { textUpTo, timeText, wholeNumber } from '../../protocol/accepted.ts';

/**
 * Settings: main.cf names and texts become the numbers of the scheduler (qmgr/README.md §2).
 *
 * Settings are (name, value) pairs, not an object: names come from outside, and an object would return a value for
 * `__proto__` and `constructor` although nobody set them.
 */
export interface ParamSetting {
  readonly name: string;
  /** Seconds for times, a number for counts, the text as given for feedback and text parameters. */
  readonly value: number | string;
}

/** All settings that differ from their defaults. Immutable. */
export type Settings = readonly ParamSetting[];

export interface GlobalParams {
  readonly messageActiveLimit: number;
  readonly messageRecipientLimit: number;
  readonly messageRecipientMinimum: number;
  readonly minimalBackoff: Seconds;
  readonly maximalBackoff: Seconds;
  readonly maximalQueueLifetime: Seconds;
  readonly bounceQueueLifetime: Seconds;
  readonly transportRetry: Seconds;
  readonly queueRunDelay: Seconds;
  readonly recipientDelimiter: string;
}

/** A transport's copy of its settings, read when the transport is created. */
export interface TransportParams {
  readonly initialDestinationConcurrency: number;
  /** Largest number of concurrent deliveries to a destination; 0 = no limit. */
  readonly destinationConcurrencyLimit: number;
  /** Largest number of recipients of one delivery; 0 = no limit. */
  readonly destinationRecipientLimit: number;
  readonly positiveFeedback: FeedbackValue;
  readonly negativeFeedback: FeedbackValue;
  /** Number of failed cohorts at which a destination is dead; 0 = never dead. */
  readonly failedCohortLimit: number;
  readonly destinationRateDelay: Seconds;
  readonly transportRateDelay: Seconds;
  readonly deliverySlotCost: number;
  readonly deliverySlotLoan: number;
  /** 100 − discount: the share of the price that must be on hand, in percent (qmgr/README.md §2.4). */
  readonly deliverySlotPriceShare: number;
  readonly minimumDeliverySlots: number;
  readonly recipientLimit: number;
  readonly extraRecipientLimit: number;
  readonly recipientRefillLimit: number;
  readonly recipientRefillDelay: Seconds;
}

/** Longest feedback or text value, in characters. */
const TEXT_MAX = 255;

const TIME_UNITS = new Map([
  ['s', 1],
  ['m', 60],
  ['h', 3600],
  ['d', 86400],
  ['w', 604800],
]);

function shorten(value: unknown): string {
  let text: string | undefined;
  if (typeof value === 'string') text = value;
  else if (typeof value === 'number') text = String(value);
  else text = JSON.stringify(value) ?? typeof value;
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function accepted(info: ParamInfo): string {
  if (info.kind === 'time') return timeText(info.min, info.bareDays);
  if (info.kind === 'feedback') return 'a number from 0 to 1, number/number, or number/concurrency';
  if (info.kind === 'text') return textUpTo(TEXT_MAX);
  return wholeNumber(info.min, info.max);
}

function parseWhole(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\s*-?\d{1,15}\s*$/.test(value) ? Number(value) : Number.NaN;
}

function parseTime(value: unknown, bareDays: boolean): number {
  const bareUnit = bareDays ? 'd' : 's';
  if (typeof value === 'number') return value * (TIME_UNITS.get(bareUnit) ?? 1);
  const match = typeof value === 'string' ? /^\s*(\d{1,12})([smhdw]?)\s*$/.exec(value) : null;
  if (match === null) return Number.NaN;
  return Number(match[1]) * (TIME_UNITS.get(match[2] === '' ? bareUnit : (match[2] ?? 's')) ?? 1);
}

function parseValue(info: ParamInfo, value: unknown): number | string | null {
  if (info.kind === 'feedback' || info.kind === 'text') {
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && text.length <= TEXT_MAX ? text.trim() : null;
  }
  const number = info.kind === 'time' ? parseTime(value, info.bareDays) : parseWhole(value);
  return Number.isInteger(number) && number >= info.min && number <= info.max ? number : null;
}

/**
 * Checks one setting by its main.cf name. Errors: unknown name, or a value out of range. A feedback text that Postfix
 * would warn about is accepted, as in Postfix, and becomes the constant 1 (§2.8).
 */
export function parseSetting(name: string, value: unknown): Result<ParamSetting> {
  const found = findParam(name);
  if (found === undefined) {
    const error = {
      field: shorten(name),
      value: shorten(value),
      accepted: 'the name of a queue manager parameter',
    };
    return { ok: false, errors: [error] };
  }
  const parsed = parseValue(found.info, value);
  if (parsed === null) {
    const error = { field: name, value: shorten(value), accepted: accepted(found.info) };
    return { ok: false, errors: [error] };
  }
  return { ok: true, value: { name, value: parsed } };
}

/** Checks an object of main.cf names and values. Returns all errors, in the order of the names. */
export function parseSettings(raw: unknown): Result<Settings> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    return {
      ok: false,
      errors: [{ field: 'params', value: shorten(raw), accepted: 'an object of main.cf names' }],
    };
  }
  const settings: ParamSetting[] = [];
  const errors: InputError[] = [];
  for (const name of Object.keys(raw)) {
    const result = parseSetting(name, (raw as Record<string, unknown>)[name]);
    if (result.ok) settings.push(result.value);
    else errors.push(...result.errors);
  }
  return errors.length > 0 ? { ok: false, errors } : { ok: true, value: settings };
}

export function withSetting(settings: Settings, setting: ParamSetting): Settings {
  return [...settings.filter((s) => s.name !== setting.name), setting];
}

function setValue(settings: Settings, name: string): number | string | undefined {
  return settings.findLast((s) => s.name === name)?.value;
}

/**
 * Returns the value in force: the transport's own setting, then what Postfix ships for it, then the common setting,
 * then the default. With `transport` null, it is the common setting or a global parameter.
 */
export function settingInForce(
  settings: Settings,
  transport: string | null,
  info: ParamInfo,
): number | string {
  const own = `${transport}_${info.name}`;
  const ofTransport =
    transport === null
      ? undefined
      : (setValue(settings, own) ?? SHIPPED_OVERRIDES.find((s) => s.name === own)?.value);
  return ofTransport ?? setValue(settings, paramName(info)) ?? info.initial;
}

function valueOf(settings: Settings, transport: string | null, name: string): number | string {
  const info = PARAMS.find((p) => p.name === name);
  if (info === undefined) throw new Error(`${name}: not a parameter`);
  return settingInForce(settings, transport, info);
}

/** Resolves the global parameters, with Postfix's two corrections (qmgr/README.md §2.6). */
export function resolveGlobal(settings: Settings): GlobalParams {
  const number = (name: string): number => valueOf(settings, null, name) as number;
  const activeLimit = number('qmgr_message_active_limit');
  const lifetime = number('maximal_queue_lifetime');
  return {
    messageActiveLimit: activeLimit,
    messageRecipientLimit: Math.max(number('qmgr_message_recipient_limit'), activeLimit),
    messageRecipientMinimum: number('qmgr_message_recipient_minimum'),
    minimalBackoff: number('minimal_backoff_time'),
    maximalBackoff: number('maximal_backoff_time'),
    maximalQueueLifetime: lifetime,
    bounceQueueLifetime: Math.min(number('bounce_queue_lifetime'), lifetime),
    transportRetry: number('transport_retry_time'),
    queueRunDelay: number('queue_run_delay'),
    recipientDelimiter: valueOf(settings, null, 'recipient_delimiter') as string,
  };
}

/** Resolves the parameters of one transport (qmgr/README.md §2.1–2.5, 2.7). */
export function resolveTransport(settings: Settings, transport: string, rule: FeedbackRule): TransportParams {
  const number = (name: string): number => valueOf(settings, transport, name) as number;
  const feedback = (name: string): FeedbackValue =>
    parseFeedback(String(valueOf(settings, transport, name)), rule) ?? FALLBACK_FEEDBACK;
  const rateDelay = number('destination_rate_delay');
  // A rate delay means one delivery at a time, so the concurrency limit has no effect.
  const limit = rateDelay > 0 ? 1 : number('destination_concurrency_limit');
  const initial = number('initial_destination_concurrency');
  return {
    initialDestinationConcurrency: limit !== 0 && limit < initial ? limit : initial,
    destinationConcurrencyLimit: limit,
    destinationRecipientLimit: number('destination_recipient_limit'),
    positiveFeedback: feedback('destination_concurrency_positive_feedback'),
    negativeFeedback: feedback('destination_concurrency_negative_feedback'),
    failedCohortLimit: number('destination_concurrency_failed_cohort_limit'),
    destinationRateDelay: rateDelay,
    transportRateDelay: number('transport_rate_delay'),
    deliverySlotCost: number('delivery_slot_cost'),
    deliverySlotLoan: number('delivery_slot_loan'),
    deliverySlotPriceShare: 100 - number('delivery_slot_discount'),
    minimumDeliverySlots: number('minimum_delivery_slots'),
    recipientLimit: number('recipient_limit'),
    extraRecipientLimit: number('extra_recipient_limit'),
    recipientRefillLimit: number('recipient_refill_limit'),
    recipientRefillDelay: number('recipient_refill_delay'),
  };
}
