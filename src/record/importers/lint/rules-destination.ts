/** Rules 6 to 11: what a destination is, and how many concurrent deliveries it gets. */
import type { LintFinding } from '../../protocol/lint.ts';
import type { Seconds } from '../../../protocol/units.ts';
import { pacedBy } from '../findings/limits.ts';
import { settingName } from '../settings/parameters.ts';
import {
  count,
  finding,
  globalValue,
  isSet,
  type LintContext,
  number,
  peakOf,
  placesOf,
  rounded,
  type SchedulerLine,
  schedulerLines,
  transportNamed,
} from './context.ts';
import { transportTarget } from '../settings/parse.ts';
import { heldThen, set, setField, withdraw } from './repair.ts';
import { filtersOf, hopsOf } from './routes.ts';
import { pacedText } from './rules-rate.ts';

const LIMIT = 'destination_concurrency_limit';
const RECIPIENTS = 'destination_recipient_limit';
const INITIAL = 'initial_destination_concurrency';
const COHORTS = 'destination_concurrency_failed_cohort_limit';

/** 6: recipient limit 1 makes every recipient a destination. For the transport local this limit is the default, and right. */
export function recipientIsDestination(context: LintContext): LintFinding[] {
  return schedulerLines(context, RECIPIENTS)
    .filter((line) => line.number === 1 && line.owner !== 'local')
    .map((line) => {
      const pipes = line.owner !== undefined && line.transports[0]?.program === 'pipe';
      const limit = number(line.transports[0], LIMIT);
      // A concurrency limit that the user set was meant per domain, but with this recipient limit it applies to each
      // recipient.
      const meant = !pipes && limit !== null && limit > 0 && isSet(line.transports[0]?.values[LIMIT]);
      return finding(6, meant ? 'risky' : 'hint', {
        setting: line.name,
        value: line.text,
        transport: line.owner,
        lines: placesOf(line.setting),
        title: 'Every recipient is a separate destination.',
        sentence: `With a recipient limit of 1 the queue is named after the recipient. The concurrency limit (${limit === 0 ? 'none' : limit}), the feedback and the dead state then apply to single recipients, and a server gets as many connections as there are recipients, up to the process limit.${meant ? ` ${line.transports[0]?.values[LIMIT]?.name} does not limit deliveries to a domain.` : ''}${pipes ? ' For a pipe whose command takes one recipient at a time this is right.' : ''}`,
        source: 'postconf(5), default_destination_recipient_limit; qmgr_message.c',
        repair: pipes ? [] : [...keepForPipes(context, line), withdraw(context, line.name, (n) => n === 1)],
        scene: 'recipient-limit-one',
      });
    });
}

/** Commands of pipes mostly accept a single recipient. Before the common line is removed, each pipe gets its own. */
function keepForPipes(context: LintContext, line: SchedulerLine): string[] {
  return line.transports
    .filter(({ program }) => program === 'pipe')
    .map(({ name }) => set(context, settingName(RECIPIENTS, name), 1));
}

/** 7: a concurrency limit of 1 means one delivery at a time to a domain, not to a recipient. */
export function limitOne(context: LintContext): LintFinding[] {
  return schedulerLines(context, LIMIT).flatMap((line) => {
    const t = line.transports.find((each) => number(each, RECIPIENTS) !== 1);
    if (line.number !== 1 || t === undefined) return [];
    const deadly = number(t, COHORTS) === 1;
    return finding(7, 'hint', {
      setting: line.name,
      value: line.text,
      transport: line.owner,
      lines: placesOf(line.setting, t.values[RECIPIENTS]),
      title: 'One delivery at a time to a domain, not to a recipient.',
      sentence: `${settingName(RECIPIENTS, t.name)} (${number(t, RECIPIENTS)}) decides what a destination is: only with 1 it is a recipient. Here all recipients of a domain wait for one another.${deadly ? ' One failed connection is then a whole cohort and defers all mail of the domain.' : ''}`,
      source: 'postconf(5), default_destination_concurrency_limit and initial_destination_concurrency',
      repairNote: `For one message at a time to each recipient: ${set(context, line.owner === undefined ? (t.values[RECIPIENTS]?.name ?? '') : settingName(RECIPIENTS, line.owner), 1)}`,
      scene: 'recipient-limit-one',
    });
  });
}

/** 8: a destination starts at the initial concurrency, but never above the limit. */
export function initialAboveLimit(context: LintContext): LintFinding[] {
  return schedulerLines(context, INITIAL).flatMap((line) => {
    const cut = line.transports.filter((t) => t.values[INITIAL]?.overruled !== undefined);
    // Postfix lowers the value of a common line for each transport with a lower limit of its own. The line has no
    // effect only if the value is lowered for smtp too.
    const t = line.owner === undefined ? cut.find((each) => each.name === 'smtp') : cut[0];
    if (t === undefined) return [];
    const limit = t.values[LIMIT];
    const held = t.values[INITIAL]?.overruled?.value ?? '';
    // If the value is right for other transports, keep the common line: only the transport with the lower limit gets
    // its own line.
    const all = line.transports.every((each) => (number(each, INITIAL) ?? 0) <= Number(held));
    return finding(8, 'dead', {
      setting: line.name,
      value: line.text,
      transport: line.owner ?? (all ? undefined : t.name),
      lines: placesOf(line.setting, limit),
      title: `Destinations${all ? '' : ` of ${t.name}`} start with ${held}, not with ${line.text}.`,
      sentence: `An initial concurrency above the concurrency limit is reduced to it (${limit?.name} = ${limit?.value}${limit?.overruled === undefined ? '' : `, and ${limit.overruled.why}`}).`,
      source: 'qmgr_transport.c',
      repair: [set(context, all ? line.name : settingName(INITIAL, t.name), held)],
    });
  });
}

/** 9: a concurrency limit of zero means no limit. Under a rate delay the limit is 1 anyway, which rule 1 reports. */
export function limitZero(context: LintContext): LintFinding[] {
  return schedulerLines(context, LIMIT).flatMap((line) => {
    const t = line.transports.find((each) => number(each, LIMIT) === 0);
    if (line.number !== 0 || t === undefined) return [];
    const maxproc = t.maxproc.number;
    return finding(9, 'risky', {
      setting: line.name,
      value: line.text,
      transport: line.owner,
      lines: placesOf(line.setting),
      title: 'A limit of 0 means no limit.',
      sentence: `One destination may use all processes of the transport${maxproc === null || maxproc === 0 ? '' : ` (${maxproc})`}. Mail for other destinations then waits until its deliveries end.`,
      source: 'qmgr_transport.c',
      repair: [withdraw(context, line.name, (n) => n === 0)],
      repairNote: heldThen(context, line.name, 20),
      scene: 'limit-above-processes',
    });
  });
}

/** 10: a destination never has more deliveries than the transport has processes. */
export function limitAboveProcesses(context: LintContext): LintFinding[] {
  return schedulerLines(context, LIMIT).flatMap((line) => {
    const limit = line.number;
    if (limit === null || limit === 0) return [];
    // A `default_` line is judged by its effect on smtp. Other stock transports with few processes (local, retry) share it.
    const judged =
      line.owner === undefined ? line.transports.filter((t) => t.name === 'smtp') : line.transports;
    const t = judged.find((each) => number(each, LIMIT) === limit && each.maxproc.number !== 0);
    const most = t?.maxproc.number ?? null;
    if (t === undefined || most === null || most >= limit) return [];
    const service = context.index.unix.get(t.name);
    // Transports with the same process limit have the same fault. Those with more keep the line.
    const all = line.transports.every(({ maxproc }) => maxproc.number === most);
    const one = hasOneDestination(context, t.name);
    return finding(10, 'dead', {
      setting: line.name,
      value: line.text,
      transport: t.name,
      lines: placesOf(line.setting, t.maxproc),
      title: `${limit} concurrent deliveries are never reached: there ${most === 1 ? 'is' : 'are'} only ${count(most, 'process', 'processes')}.`,
      sentence: `The process limit of ${t.name} is ${most} (${t.maxproc.origin === 'default' ? 'default_process_limit, its default' : t.maxproc.name}). ${one ? 'All its mail has one next hop, which may use all of them.' : 'One destination can use all of them, and no other is then served.'}`,
      source: 'master(5), process limit; postconf(5), default_destination_concurrency_limit',
      evidence: peak(context, t.name),
      repair: [
        set(
          context,
          all ? line.name : settingName(LIMIT, t.name),
          // Half of the processes if there are several destinations. A single destination may use them all.
          one ? most : Math.max(1, Math.min(20, Math.floor(most / 2))),
        ),
      ],
      repairNote: `Or allow more processes: ${service !== undefined ? setField(service, 'process_limit', limit) : set(context, 'default_process_limit', limit)}`,
      scene: 'limit-above-processes',
    });
  });
}

/** True for a filter with a fixed next hop and for the transport to the relay host: it has a single destination. */
export function hasOneDestination(context: LintContext, transport: string): boolean {
  const { transport: usual } = transportTarget(globalValue(context, 'default_transport').value) ?? {};
  const hops = hopsOf(context).get(transport);
  return (
    (hops?.size === 1 && !hops.has('')) ||
    (filtersOf(context).get(transport)?.nexthop ?? '') !== '' ||
    (globalValue(context, 'relayhost').value !== '' && transport === (usual ?? 'smtp'))
  );
}

function peak(context: LintContext, transport: string): string | null {
  const most = peakOf(context, transport);
  return most === undefined
    ? null
    : `In ${context.evidence?.record}: at most ${count(most, 'process', 'processes')} of ${transport} busy at the same time.`;
}

/** 11: all mail through one relayhost is one destination with one window. */
export function oneRelayhost(context: LintContext): LintFinding[] {
  const relayhost = globalValue(context, 'relayhost');
  const route = globalValue(context, 'default_transport').value;
  const [name = 'smtp', nexthop = ''] = split(route);
  const t = transportNamed(context, name);
  // A next hop in default_transport overrides relayhost. With recipient limit 1 there is a queue per recipient.
  if (relayhost.value === '' || nexthop !== '' || t === undefined || number(t, RECIPIENTS) === 1) return [];
  // A map entry for all mail overrides relayhost.
  if (context.settings.routes.some(({ pattern }) => pattern === '*')) return [];
  const limit = number(t, LIMIT) ?? 0;
  const maxproc = t.maxproc.number ?? 0;
  const most = Math.min(limit === 0 ? Infinity : limit, maxproc === 0 ? Infinity : maxproc);
  if (!Number.isFinite(most)) return [];
  const seen = (context.evidence?.destinations ?? [])
    .filter((d) => d.transport === name)
    .sort((a, b) => b.deliveries - a.deliveries)[0];
  const pause = number(t, 'destination_rate_delay') ?? 0;
  /** Deliveries per minute if each takes this many seconds. */
  const capacityAt = (each: Seconds): number => (pause > 0 ? pacedBy(pause, each).most : (60 * most) / each);
  const capacityText = (each: Seconds): string =>
    pause > 0 ? pacedText(pause, each) : `${rounded(capacityAt(each))} deliveries a minute`;
  const capacity = seen === undefined || seen.secondsEach <= 0 ? null : capacityAt(seen.secondsEach);
  const short = seen !== undefined && capacity !== null && seen.arrivalsPerMinute > capacity;
  return [
    finding(11, short ? 'risky' : 'hint', {
      setting: 'relayhost',
      value: relayhost.value,
      transport: name,
      lines: placesOf(relayhost, isSet(t.values[LIMIT]) ? t.values[LIMIT] : undefined),
      title: `All outgoing mail is one destination with at most ${count(most, 'concurrent delivery', 'concurrent deliveries')}.`,
      sentence: `With relayhost every domain has the same next hop, so all mail shares one queue and one window. If that destination is dead, all mail is deferred. With ${most} at a time and 1 s per delivery${pause > 0 ? ` plus the pause of ${pause} s` : ''} the capacity is ${capacityText(1)}; with 5 s it is ${capacityText(5)}.`,
      source: 'postconf(5), relayhost and default_destination_concurrency_limit; qmgr_message.c',
      evidence:
        seen === undefined || capacity === null
          ? null
          : `In ${context.evidence?.record}: a delivery took ${rounded(seen.secondsEach, 2)} s on average, so ${capacityText(seen.secondsEach)} are possible. In the busiest minute ${seen.arrivalsPerMinute} recipients became active. At most ${count(seen.peakConcurrency, 'delivery', 'deliveries')} ran at the same time.`,
      repair:
        short && pause === 0
          ? [set(context, settingName(LIMIT, name), Math.min(maxproc || 100, most * 2))]
          : [],
      repairNote: 'A higher limit helps only if the relay host accepts more sessions. Ask its operator.',
      scene: 'relayhost',
    }),
  ];
}

function split(target: string): string[] {
  const colon = target.indexOf(':');
  return colon < 0 ? [target] : [target.slice(0, colon), target.slice(colon + 1)];
}
