/** Rules from 101: beyond record/importers/README.md §5.1, and only what the manual pages or the source state plainly. */
import type { LintFinding } from '../../protocol/lint.ts';
import type { EffectiveValue } from '../../protocol/settings.ts';
import { qmgrSetting } from '../settings/index-of.ts';
import { compareVersions } from '../settings/expand.ts';
import { SINCE } from '../settings/known-names.ts';
import { listItems } from '../settings/lines.ts';
import { GLOBAL_PARAMETERS, type Parameter, schedulerName } from '../settings/parameters.ts';
import { transportTarget } from '../settings/parse.ts';
import { formatSeconds } from '../settings/values.ts';
import { finding, globalValue, isSet, type LintContext, placesOf, serviceKey } from './context.ts';
import { set, setField, swallowedBy, unset } from './repair.ts';

const TAKES: Readonly<Record<string, string>> = {
  whole: 'a whole number',
  time: 'a whole number, directly followed by at most one letter of s, m, h, d, w',
  boolean: 'yes or no',
};

/** 101: a value that the queue manager cannot read ends it with a fatal error. */
export function unreadableValue(context: LintContext): LintFinding[] {
  const values = new Map<string, { value: EffectiveValue; parameter: Parameter }>();
  for (const value of Object.values(context.settings.globals)) {
    const parameter = GLOBAL_PARAMETERS.get(value.name);
    if (parameter !== undefined) values.set(value.name, { value, parameter });
  }
  for (const value of context.settings.transports.flatMap((t) => Object.values(t.values))) {
    const parameter = schedulerName(value.name)?.parameter;
    if (parameter !== undefined) values.set(value.name, { value, parameter });
  }
  return [...values.values()].flatMap(({ value, parameter }) => {
    const takes = TAKES[parameter.kind];
    if (!isSet(value) || takes === undefined) return [];
    const readable = value.number !== null && value.number >= parameter.min;
    // Rule 29 handles lifetimes above 100 days given as bare numbers.
    const large = value.number !== null && value.number > parameter.max && !/^\d+$/.test(value.value);
    if (readable && !large) return [];
    // Rule 110 reports the settings that the value swallowed.
    if (swallowedBy(context, value.name).length > 0) return [];
    const comment = /\s#/.test(value.value);
    return finding(101, 'wrong', {
      setting: value.name,
      value: value.value,
      lines: placesOf(value),
      title: `Postfix cannot ${large ? 'accept' : 'read'} "${value.value}".`,
      sentence: `${value.name} takes ${takes}${parameter.min > 0 ? `, at least ${parameter.min}` : ''}${large ? `, at most ${formatSeconds(parameter.max)}` : ''}. The program that reads it ends with a fatal error${schedulerName(value.name) === undefined ? '' : ', and no mail is delivered until it is fixed'}.${comment ? ' A comment needs its own line: after a value it is part of the value.' : ''}`,
      source: 'postconf(5), time units; mail_conf_int.c, mail_conf_time.c, mail_conf_bool.c',
      repair: comment
        ? [set(context, value.name, (value.value.split(/\s#/)[0] ?? '').trimEnd())]
        : [unset(context, value.name)],
    });
  });
}

/** Programs whose process limit must not be changed, and that limit. */
const FIXED: ReadonlyMap<string, string> = new Map([
  ['cleanup', '0'],
  ['bounce', '0'],
]);

/** 104: process limits that must not be changed according to master(5). */
export function fixedProcessLimits(context: LintContext): LintFinding[] {
  return context.index.services.flatMap((service) => {
    const limit = FIXED.get(service.command);
    if (limit === undefined || service.type !== 'unix' || service.maxproc === limit) return [];
    return finding(104, 'wrong', {
      setting: `${serviceKey(service)}/process_limit`,
      value: service.maxproc,
      lines: placesOf(service),
      title: `${serviceKey(service)} must have no process limit.`,
      sentence: `Services wait for it while they hold something that it needs. With a limit (${service.maxproc}) they can block one another forever.`,
      source:
        'master(5): "some services must be configured with no process limit (for example, cleanup(8)). These limits must not be changed"',
      repair: [setField(service, 'process_limit', 0)],
    });
  });
}

/** 105: no Postfix program reads a parameter of this name. */
export function unknownNames(context: LintContext): LintFinding[] {
  return [...newerNames(context), ...nowhereKnown(context)];
}

/** Parameters that a later version introduced. */
function newerNames(context: LintContext): LintFinding[] {
  const { version } = context.settings;
  if (version === null) return [];
  return [...context.index.main.values()].flatMap((setting) => {
    const since = SINCE.get(setting.name);
    if (since === undefined || compareVersions(version, since) >= 0) return [];
    return finding(105, 'dead', {
      setting: setting.name,
      value: setting.value,
      lines: placesOf(setting),
      title: `Postfix ${version} does not read this.`,
      sentence: `${setting.name} exists since Postfix ${since}. Older versions ignore the line.`,
      source: `postconf(5), ${setting.name}`,
      repair: [unset(context, setting.name)],
      repairNote: `Or update to Postfix ${since}.`,
    });
  });
}

function nowhereKnown(context: LintContext): LintFinding[] {
  return context.settings.unknown.map(({ setting, nearest }) => {
    const free = nearest !== null && qmgrSetting(context.index, nearest) === undefined;
    return finding(105, nearest === null ? 'hint' : 'dead', {
      setting: setting.name,
      value: setting.value,
      lines: placesOf(setting),
      title: nearest === null ? 'No known program reads this parameter.' : `Did you mean ${nearest}?`,
      sentence: `No program of Postfix 3.11 or older has a parameter ${setting.name}, and no other line uses it. Postfix ignores such lines; postconf -n warns about them.`,
      source: 'postconf(1): "unused parameter"',
      repair:
        nearest === null
          ? []
          : [unset(context, setting.name), ...(free ? [set(context, nearest, setting.value)] : [])],
      repairNote: nearest === null ? 'It may belong to a newer version or to another program.' : '',
    });
  });
}

/** 106: a delay warning that would be sent after the message has been bounced. */
export function warningTooLate(context: LintContext): LintFinding[] {
  const warning = globalValue(context, 'delay_warning_time');
  const most = globalValue(context, 'maximal_queue_lifetime');
  if (!warning.number || most.number === null || most.number === 0 || warning.number < most.number) return [];
  const bare = /^\d+$/.test(warning.value);
  return [
    finding(106, 'dead', {
      setting: warning.name,
      value: warning.value,
      lines: placesOf(warning, most),
      title: 'No sender is ever warned.',
      sentence: `The message is returned after ${formatSeconds(most.number)} (maximal_queue_lifetime), but the warning would come after ${formatSeconds(warning.number)}.${bare ? ' A bare number in this parameter means hours.' : ''}`,
      source: 'postconf(5), delay_warning_time and maximal_queue_lifetime; qmgr_active.c',
      repair: [
        set(
          context,
          warning.name,
          bare && Number(warning.value) >= 60 ? formatSeconds(Number(warning.value)) : '4h',
        ),
      ],
    }),
  ];
}

/** 107: a next hop in default_transport overrides relayhost. */
export function relayhostOverruled(context: LintContext): LintFinding[] {
  const relayhost = globalValue(context, 'relayhost');
  const route = globalValue(context, 'default_transport');
  const relayed = listItems(globalValue(context, 'relay_domains').value).length > 0;
  const nexthop = transportTarget(route.value)?.nexthop ?? '';
  if (relayhost.value === '' || nexthop === '' || relayed) return [];
  return [
    finding(107, 'dead', {
      setting: 'relayhost',
      value: relayhost.value,
      lines: placesOf(relayhost, route),
      title: `Mail goes to ${nexthop}, not to relayhost.`,
      sentence: `A next hop in default_transport (${route.value}) overrides relayhost.`,
      source: 'postconf(5), relayhost: "overruled with … default_transport"',
      repair: [unset(context, 'relayhost')],
      repairNote: `Or leave the next hop to relayhost: ${set(context, 'default_transport', route.value.split(':')[0] ?? 'smtp')}`,
    }),
  ];
}
