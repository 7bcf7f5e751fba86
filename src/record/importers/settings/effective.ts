/** Effective settings, globally and per transport, with the rules by which Postfix overrules a value (qmgr/README.md §2). */
import type { EffectiveTransport, EffectiveValue, MasterService } from '../../protocol/settings.ts';
import { effective, qmgrSetting, type SettingsIndex } from './index-of.ts';
import {
  GLOBAL_PARAMETERS,
  OWN_DEFAULTS,
  type Parameter,
  schedulerName,
  settingName,
  TRANSPORT_PARAMETERS,
} from './parameters.ts';
import { parseFeedback, parseWhole } from './values.ts';

const DELIVERY_AGENTS = new Set(['smtp', 'lmtp', 'local', 'virtual', 'pipe', 'error', 'discard']);
/** Transports of the stock master.cf, with their programs. */
export const STOCK: ReadonlyMap<string, string> = new Map([
  ['smtp', 'smtp'],
  ['relay', 'smtp'],
  ['error', 'error'],
  ['retry', 'error'],
  ['discard', 'discard'],
  ['local', 'local'],
  ['virtual', 'virtual'],
  ['lmtp', 'lmtp'],
]);

/** Parameters that belong to no transport. A `-o` of the queue manager only affects parameters that the queue manager reads. */
export function effectiveGlobals(index: SettingsIndex): Record<string, EffectiveValue> {
  const values: Record<string, EffectiveValue> = {};
  for (const [name, parameter] of GLOBAL_PARAMETERS) {
    const main = index.main.get(name);
    const found = readByQmgr(name)
      ? qmgrSetting(index, name)
      : main === undefined
        ? undefined
        : { setting: main, origin: 'main.cf' as const };
    values[name] = effective(index, parameter, name, found);
  }
  overruleGlobals(values);
  return values;
}

/** True for parameters that the queue manager reads: its own and the scheduler's. The process limit is read by master. */
function readByQmgr(name: string): boolean {
  return (
    schedulerName(name) !== undefined ||
    /^(qmgr_|defer_transports$|destination_concurrency_feedback)/.test(name)
  );
}

function overruleGlobals(values: Record<string, EffectiveValue>): void {
  const raise = (name: string, floor: string, why: string) => {
    const value = values[name];
    const least = values[floor];
    if (value === undefined || least === undefined || !below(value, least)) return;
    value.overruled = { value: least.value, why };
  };
  raise('qmgr_message_recipient_limit', 'qmgr_message_active_limit', 'raised to qmgr_message_active_limit');
  raise('maximal_backoff_time', 'minimal_backoff_time', 'minimal_backoff_time wins');
  const bounce = values.bounce_queue_lifetime;
  const most = values.maximal_queue_lifetime;
  if (bounce !== undefined && most !== undefined && below(most, bounce)) {
    bounce.overruled = { value: most.value, why: 'cut to maximal_queue_lifetime' };
  }
}

function below(a: EffectiveValue, b: EffectiveValue): boolean {
  return a.number !== null && b.number !== null && a.number < b.number;
}

/** Lists every transport in master.cf. Without a master.cf it lists the stock transports and those named in main.cf. */
export function effectiveTransports(index: SettingsIndex, hasMaster: boolean): EffectiveTransport[] {
  const services = index.services.filter((s) => s.type === 'unix' && DELIVERY_AGENTS.has(s.command));
  if (hasMaster) return services.map((service) => transport(index, service.name, service.command, service));
  const named = new Map(STOCK);
  for (const name of index.main.keys()) {
    const { transport: owner } = schedulerName(name) ?? {};
    if (owner !== undefined && !named.has(owner)) named.set(owner, '');
  }
  return [...named].map(([name, program]) => transport(index, name, program, undefined));
}

function transport(
  index: SettingsIndex,
  name: string,
  program: string,
  service: MasterService | undefined,
): EffectiveTransport {
  const values: Record<string, EffectiveValue> = {};
  for (const [suffix, parameter] of TRANSPORT_PARAMETERS)
    values[suffix] = transportValue(index, name, suffix, parameter);
  overruleTransport(values);
  const syslog =
    service?.overrides.findLast((setting) => setting.name === 'syslog_name')?.value ?? '$syslog_name';
  return {
    name,
    program,
    maxproc: processLimit(index, service),
    values,
    syslogName: index.expand(syslog, service),
  };
}

function transportValue(
  index: SettingsIndex,
  transport: string,
  suffix: string,
  parameter: Parameter,
): EffectiveValue {
  const own = settingName(suffix, transport);
  const found = qmgrSetting(index, own);
  if (found !== undefined) return effective(index, parameter, own, found);
  const special = OWN_DEFAULTS.get(own);
  if (special !== undefined) return effective(index, parameter, own, undefined, special);
  const general = settingName(suffix);
  return effective(index, parameter, general, qmgrSetting(index, general));
}

function overruleTransport(values: Record<string, EffectiveValue>): void {
  const limit = values.destination_concurrency_limit;
  const delay = values.destination_rate_delay;
  const initial = values.initial_destination_concurrency;
  if (limit !== undefined && (delay?.number ?? 0) > 0 && limit.number !== 1) {
    limit.overruled = { value: '1', why: 'a rate delay makes it 1' };
  }
  const holds = Number(limit?.overruled?.value ?? limit?.number ?? 0);
  if (initial !== undefined && holds > 0 && (initial.number ?? 0) > holds) {
    initial.overruled = { value: String(holds), why: 'cut to the limit' };
  }
  for (const suffix of [
    'destination_concurrency_positive_feedback',
    'destination_concurrency_negative_feedback',
  ]) {
    const feedback = values[suffix];
    if (feedback !== undefined && !parseFeedback(feedback.value).accepted) {
      feedback.overruled = { value: '1', why: 'not accepted' };
    }
  }
}

function processLimit(index: SettingsIndex, service: MasterService | undefined): EffectiveValue {
  const field = service?.maxproc ?? '-';
  const own = parseWhole(field);
  if (service !== undefined && field !== '-') {
    return {
      name: `${service.name}/${service.type}/process_limit`,
      value: field,
      number: own,
      unit: 'processes',
      origin: 'master.cf',
      place: service.place,
    };
  }
  const parameter = GLOBAL_PARAMETERS.get('default_process_limit');
  const main = index.main.get('default_process_limit');
  if (parameter === undefined) throw new Error('default_process_limit has no row in the table of parameters');
  return effective(
    index,
    parameter,
    'default_process_limit',
    main === undefined ? undefined : { setting: main, origin: 'main.cf' },
  );
}

/** The number in effect for a transport after overruling. Null if the value is malformed or not a number. */
export function holds(value: EffectiveValue | undefined): number | null {
  if (value === undefined) return null;
  return value.overruled === undefined ? value.number : parseWhole(value.overruled.value);
}
