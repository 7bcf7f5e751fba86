/** Rules 16 and 17: content filters, whose slowest part limits them. Source: FILTER_README, master(5). */
import type { LintFinding } from '../../protocol/lint.ts';
import type { EffectiveTransport, MasterService } from '../../protocol/settings.ts';
import { settingName } from '../settings/parameters.ts';
import { parseWhole } from '../settings/values.ts';
import {
  finding,
  globalValue,
  isSet,
  type LintContext,
  number,
  peakOf,
  placesOf,
  serviceKey,
  transportNamed,
} from './context.ts';
import { set, setField, withdraw } from './repair.ts';
import { filtersOf, type Route } from './routes.ts';

const LIMIT = 'destination_concurrency_limit';
const RECIPIENTS = 'destination_recipient_limit';

/** 16: the transport to the filter, its concurrency limit, and the smtpd that takes mail back. The smallest is the capacity. */
export function filterCapacity(context: LintContext): LintFinding[] {
  const back = reinjection(context);
  return [...filtersOf(context).values()].flatMap((route) => {
    const t = transportNamed(context, route.transport);
    const processes = t?.maxproc.number ?? 0;
    if (t === undefined || processes === 0) return [];
    const returns = back === undefined ? 0 : (processLimit(context, back) ?? 0);
    const limit = windowOf(t, route);
    const unequal = returns > 0 && returns !== processes;
    const capped = limit > 0 && limit < processes && t.maxproc.origin === 'master.cf';
    if (!unequal && !capped) return [];
    const least = Math.min(processes, limit || Infinity, returns || Infinity);
    const waits = returns > 0 && returns < processes && returns <= (limit || Infinity);
    const parts = [
      `${t.name} has ${processes} processes`,
      ...(limit > 0 ? [`its only destination gets at most ${limit} of them (${t.values[LIMIT]?.name})`] : []),
      ...(back === undefined || returns === 0
        ? []
        : [`${serviceKey(back)}, which takes mail back, has ${returns}`]),
    ];
    return finding(16, waits ? 'risky' : 'hint', {
      setting: 'content_filter',
      value: route.target,
      transport: t.name,
      lines: [...route.places, ...placesOf(t.maxproc, back)],
      title: `The filter gets ${least} messages at a time, not ${Math.max(processes, returns)}.`,
      sentence: `${parts.join('; ')}. The smallest number is how many messages can be filtered at a time.${waits ? ' The rest occupy a process of the filter and one of the transport while they wait to hand their mail back.' : ' The filter needs as many workers, which its own configuration sets.'}`,
      source: 'FILTER_README, "Advanced content filter": the process limits of both services; master(5)',
      evidence: busy(context, t.name),
      repair: repairs(context, t, back, { processes, returns, limit }),
      repairNote: 'Set the workers of the filter to the same number.',
    });
  });
}

function repairs(
  context: LintContext,
  t: EffectiveTransport,
  back: MasterService | undefined,
  { processes, returns, limit }: { processes: number; returns: number; limit: number },
): string[] {
  const service = context.index.unix.get(t.name);
  const target = Math.min(processes, returns || processes);
  return [
    ...(back !== undefined && returns !== target && returns > 0
      ? [setField(back, 'process_limit', target)]
      : []),
    ...(service !== undefined && processes !== target ? [setField(service, 'process_limit', target)] : []),
    ...(limit > 0 && limit < target ? [set(context, settingName(LIMIT, t.name), target)] : []),
  ];
}

/** Concurrency limit of a filter with a fixed next hop, which is a single destination. 0 = no limit, or destinations by recipient. */
function windowOf(t: EffectiveTransport, route: Route): number {
  return route.nexthop === '' || number(t, RECIPIENTS) === 1 ? 0 : (number(t, LIMIT) ?? 0);
}

/** The smtpd that takes filtered mail back: it has no filter itself, or listens only on the loopback interface. */
function reinjection(context: LintContext): MasterService | undefined {
  const servers = context.index.services.filter((s) => s.command === 'smtpd' && s.type === 'inet');
  const unfiltered = servers.filter(
    (s) => s.overrides.findLast((o) => o.name === 'content_filter')?.expanded === '',
  );
  const inside = (s: MasterService) => /^(?:127\.|localhost:|\[?::1\]?:)/.test(s.name);
  return (
    unfiltered.find(inside) ??
    unfiltered[0] ??
    servers.find((s) => inside(s) && !/:(?:smtp|25|submission|587)$/.test(s.name))
  );
}

function processLimit(context: LintContext, service: MasterService): number | null {
  return service.maxproc === '-'
    ? globalValue(context, 'default_process_limit').number
    : parseWhole(service.maxproc);
}

function busy(context: LintContext, transport: string): string | null {
  const most = peakOf(context, transport);
  return most === undefined
    ? null
    : `In ${context.evidence?.record}: at most ${most} processes of ${transport} busy at the same time.`;
}

/** 17: with a recipient limit of 1 a filter or an LMTP server gets one copy per recipient. */
export function copyForEachRecipient(context: LintContext): LintFinding[] {
  const filters = filtersOf(context);
  return context.settings.transports.flatMap((t) => {
    const value = t.values[RECIPIENTS];
    const filter = filters.has(t.name);
    if (value === undefined || !isSet(value) || value.number !== 1) return [];
    if (!filter && t.program !== 'lmtp' && t.name !== 'lmtp') return [];
    const pipe = t.program === 'pipe';
    return finding(17, filter ? 'risky' : 'hint', {
      setting: value.name,
      value: value.value,
      transport: t.name,
      lines: placesOf(value),
      title: filter
        ? 'A message for n recipients is filtered n times.'
        : 'A message for n recipients is delivered n times.',
      sentence: `A recipient limit of 1 makes one delivery per recipient. ${filter ? 'The filter scans the message for each of them, and as many messages come back' : 'LMTP could take one copy for all recipients and answer for each'}.${pipe ? ' A pipe whose command takes one recipient at a time needs it.' : ''}`,
      source: 'postconf(5), default_destination_recipient_limit; FILTER_README; RFC 2033',
      repair: pipe
        ? []
        : value.name === settingName(RECIPIENTS, t.name)
          ? [withdraw(context, value.name, (n) => n === 1)]
          : [set(context, settingName(RECIPIENTS, t.name), 50)],
      repairNote: pipe && filter ? 'Only if the command takes several recipients.' : '',
      scene: 'recipient-limit-one',
    });
  });
}
