/** Rules 33, 36, 38 and 40: limits compared with what a record shows was used. */
import type { DestinationEvidence, LintFinding } from '../../protocol/lint.ts';
import type { EffectiveTransport, MainSetting, MasterService } from '../../protocol/settings.ts';
import type { Seconds } from '../../../protocol/units.ts';
import { GLOBAL_PARAMETERS, settingName } from '../settings/parameters.ts';
import { formatSeconds, parseNumber } from '../settings/values.ts';
import {
  count,
  finding,
  globalValue,
  groups,
  isSet,
  type LintContext,
  nameList,
  number,
  placesOf,
  transportNamed,
} from './context.ts';
import { hasOneDestination } from './rules-destination.ts';
import { set, setField, setOption, unset, unsetOption } from './repair.ts';

const LIMIT = 'destination_concurrency_limit';

/** 33: the active queue near its limit, or a fifth of it used by one destination, which is Postfix's own clog warning. */
export function clogsOfActiveQueue(context: LintContext): LintFinding[] {
  const limit = globalValue(context, 'qmgr_message_active_limit');
  const { evidence } = context;
  if (evidence === null || limit.number === null) return [];
  const most = limit.number;
  const clogged = (evidence.destinations ?? []).filter((d) => d.peakWaiting > most / 5);
  const found = clogged.slice(0, 3).map((d) => clog(context, d, most));
  const peak = evidence.activePeak ?? 0;
  if (peak >= 0.9 * most) {
    found.push(
      finding(33, 'risky', {
        setting: limit.name,
        value: limit.value,
        lines: placesOf(limit),
        title: 'The active queue was full, and new mail waited outside it.',
        sentence: `At ${groups(most)} messages the queue manager takes no more from the incoming and deferred queues until one is finished. New mail waits, however easy it is to deliver.`,
        source: 'qmgr.c; QSHAPE_README, "active queue"',
        evidence: `In ${evidence.record}: up to ${count(peak, 'message')} active.`,
        repairNote: 'First find out what fills it. A slow or dead destination fills a larger queue too.',
        scene: 'active-full',
      }),
    );
  }
  return found;
}

/** The first of Postfix's four suggestions that applies (qmgr_entry.c). */
function clog(context: LintContext, d: DestinationEvidence, most: number): LintFinding {
  const t = transportNamed(context, d.transport);
  const limit = number(t, LIMIT) ?? 20;
  const name = settingName(LIMIT, d.transport);
  const atLimit = limit > 0 && limit <= d.peakConcurrency + 1;
  const others = (context.evidence?.destinations ?? []).some(
    (o) => o.transport === d.transport && o.name !== d.name,
  );
  const advice = atLimit
    ? `raise ${name} from ${limit}`
    : others
      ? `give ${d.name} its own transport`
      : 'shorten the connect and helo timeouts, raise the backoff times, or allow more processes';
  return finding(33, 'risky', {
    setting: 'qmgr_message_active_limit',
    value: String(most),
    transport: d.transport,
    lines: placesOf(globalValue(context, 'qmgr_message_active_limit'), t?.values[LIMIT]),
    title: `${d.name} filled more than a fifth of the active queue.`,
    sentence: `Above a fifth of qmgr_message_active_limit (${groups(most / 5)}) Postfix itself warns "mail for ${d.name} is using up … active queue entries". Of its four suggestions this one applies: ${advice}.`,
    source: 'qmgr_entry.c; QSHAPE_README',
    evidence: `In ${context.evidence?.record}: up to ${count(d.peakWaiting, 'recipient')} waited for ${d.name}, with at most ${count(d.peakConcurrency, 'delivery', 'deliveries')} at a time.`,
    repair: atLimit ? [set(context, name, limit * 2)] : [],
    repairNote: atLimit ? 'If the server accepts more sessions.' : '',
    scene: 'active-full',
  });
}

/** 36: a reload starts a new queue manager, which knows nothing about the destinations. */
export function reloadForgets(context: LintContext): LintFinding[] {
  const times = context.evidence?.reloads ?? [];
  if (times.length === 0) return [];
  const shown = times.slice(0, 3).join(', ');
  return [
    finding(36, 'hint', {
      setting: 'postfix reload',
      value: String(times.length),
      title: `${count(times.length, 'reload or restart', 'reloads or restarts')} in the record.`,
      sentence:
        'Each starts a new queue manager. Windows restart at the initial concurrency, dead destinations are tried again, and rate delays restart. Results just after a reload are not typical.',
      source: 'qmgr(8); postconf(5), default_destination_rate_delay: "does not survive postfix reload"',
      evidence: `In ${context.evidence?.record}: ${shown}${times.length > 3 ? ` and ${times.length - 3} more` : ''}.`,
    }),
  ];
}

/** 38: a silent server occupies a process until a timeout ends. */
export function silentServers(context: LintContext): LintFinding[] {
  return context.settings.transports
    .filter((t) => t.program === 'smtp' || (t.program === '' && t.name === 'smtp'))
    .flatMap((t) => {
      const service = context.index.unix.get(t.name);
      const connect = timeout(context, service, 'smtp_connect_timeout');
      const greeting = timeout(context, service, 'smtp_helo_timeout');
      const long = [connect, greeting].filter(
        (each) => each.setting !== undefined && (each.seconds > each.usual || each.seconds === 0),
      );
      const held = heldBy(context, t);
      const seconds = Math.max(connect.seconds, greeting.seconds);
      // A silent server that is the transport's only destination delays no other mail.
      const several = !hasOneDestination(context, t.name);
      const shared = several && held !== null && held.all >= 20 && held.one * 2 >= held.all && seconds >= 60;
      // Timeouts in main.cf apply to every transport. They are reported once, for smtp.
      const own = long.some((each) => each.option) || t.name === 'smtp';
      if (!(long.length > 0 && own) && !(shared && (t.name === 'smtp' || isSet(t.values[LIMIT])))) return [];
      return silent(context, t, { connect, greeting, long, held, service });
    });
}

interface Timeout {
  name: string;
  seconds: Seconds;
  usual: Seconds;
  option: boolean;
  setting: MainSetting | undefined;
}

/** A timeout of a service. The delivery agent reads it, so a `-o` of its own service overrides main.cf. */
function timeout(context: LintContext, service: MasterService | undefined, name: string): Timeout {
  const parameter = GLOBAL_PARAMETERS.get(name);
  const value = globalValue(context, name);
  const usual = parameter === undefined ? 0 : (parseNumber(parameter, parameter.fallback) ?? 0);
  const option = service?.overrides.findLast((o) => o.name === name);
  const setting = option ?? context.index.main.get(name);
  const text = option?.expanded ?? value.value;
  const seconds = parameter === undefined ? usual : (parseNumber(parameter, text) ?? usual);
  return { name, seconds, usual, option: option !== undefined, setting };
}

/** How many processes of the transport one destination can occupy. Null if it blocks no other destination. */
function heldBy(context: LintContext, t: EffectiveTransport): { one: number; all: number } | null {
  const all = t.maxproc.number ?? 0;
  const limit = number(t, LIMIT);
  // With an unreadable value no queue manager runs: rule 101.
  if (limit === null) return null;
  // A relay host is a single destination on purpose, so it blocks no other destination.
  if (all === 0 || globalValue(context, 'relayhost').value !== '') return null;
  return { one: limit === 0 ? all : Math.min(limit, all), all };
}

interface Silent {
  connect: Timeout;
  greeting: Timeout;
  long: Timeout[];
  held: { one: number; all: number } | null;
  service: MasterService | undefined;
}

function silent(context: LintContext, t: EffectiveTransport, found: Silent): LintFinding {
  const { connect, greeting, long, held, service } = found;
  const first = long[0];
  const seen = context.evidence?.silent;
  const share =
    held === null ? 'as many processes as its window allows' : `${held.one} of the ${held.all} processes`;
  return finding(38, first === undefined && held !== null && held.one < held.all ? 'hint' : 'risky', {
    setting: first?.name ?? settingName(LIMIT, t.name),
    value: first?.setting?.value ?? t.values[LIMIT]?.value ?? '',
    transport: t.name,
    lines: placesOf(connect.setting, greeting.setting, t.values[LIMIT]),
    title: `One silent server can occupy ${share} of ${t.name} for ${words(Math.max(connect.seconds, greeting.seconds))}.`,
    sentence: `A server that does not answer occupies a process for ${connect.seconds === 0 ? 'as long as the system tries' : formatSeconds(connect.seconds)} at each of its addresses (smtp_connect_timeout). A server that accepts the connection and stays silent occupies it for ${formatSeconds(greeting.seconds)} (smtp_helo_timeout). Until the first of these attempts end, the queue manager does not know that the server is dead.`,
    source: 'postconf(5), smtp_connect_timeout and smtp_helo_timeout; QSHAPE_README',
    evidence:
      seen === undefined
        ? null
        : `In ${context.evidence?.record}: ${count(seen.deliveries, 'delivery', 'deliveries')} ended in such a timeout, the longest after ${formatSeconds(Math.round(seen.longestSeconds))}.`,
    repair:
      first === undefined
        ? [set(context, settingName(LIMIT, t.name), fewer(held))]
        : long.map((each) => shorten(context, each, service)),
    repairNote:
      first === undefined
        ? `Or shorten the timeouts: ${service === undefined ? set(context, 'smtp_helo_timeout', '60s') : setOption(service, 'smtp_helo_timeout', '60s')}`
        : 'This restores the default.',
    scene: 'silent-server',
  });
}

/** The default limit if it leaves most processes free, otherwise a quarter of the processes. */
function fewer(held: Silent['held']): number {
  return Math.max(1, Math.min(20, Math.floor((held?.all ?? 80) / 4)));
}

function shorten(context: LintContext, each: Timeout, service: MasterService | undefined): string {
  if (!each.option || service === undefined) return unset(context, each.name);
  return each.seconds === 0
    ? setOption(service, each.name, `${each.usual}s`)
    : unsetOption(service, each.name);
}

const words = (seconds: Seconds): string => (seconds === 0 ? 'minutes' : formatSeconds(seconds));

/** Gives the overloaded service its own limit, because the common limit also applies to smtpd, cleanup and all other services. */
function moreProcesses(context: LintContext, transport: string, processes: number): string {
  const service = context.index.unix.get(transport);
  return service === undefined
    ? set(context, 'default_process_limit', processes)
    : setField(service, 'process_limit', processes);
}

/** 40: the process limit compared with the machine and with what was used. */
export function processLimit(context: LintContext): LintFinding[] {
  const limit = globalValue(context, 'default_process_limit');
  if (limit.number === null) return [];
  const most = limit.number;
  const told = {
    setting: limit.name,
    value: limit.value,
    lines: placesOf(limit),
    source: 'TUNING_README, "Tuning the number of Postfix processes"; master(5)',
  };
  const peaks = Object.entries(context.evidence?.peakBusy ?? {}).filter(
    ([name]) => transportNamed(context, name)?.maxproc.name === limit.name,
  );
  const peak = peaks.reduce((most, [, n]) => Math.max(most, n), 0);
  const evidence =
    peaks.length === 0
      ? null
      : `In ${context.evidence?.record}: at most ${count(peak, 'process', 'processes')} busy at the same time (${nameList(peaks.map(([name]) => name))}).`;
  if (peaks.length > 0 && most > 0 && peak >= most) {
    return [
      finding(40, 'risky', {
        ...told,
        evidence,
        title: `All ${most} processes were busy, and mail waited for one.`,
        sentence:
          'When a transport has no free process, all its mail waits, whatever the destination. Allow more processes, or give the mail that fills them its own transport.',
        repair: peaks.filter(([, n]) => n >= most).map(([name]) => moreProcesses(context, name, most * 2)),
        repairNote: 'If memory and open files allow it. Each process needs some of both.',
        scene: 'limit-above-processes',
      }),
    ];
  }
  if (!isSet(limit)) return [];
  if (most === 0 || most >= 1000) {
    return [
      finding(40, 'risky', {
        ...told,
        evidence,
        title:
          most === 0
            ? 'The number of processes is unlimited.'
            : `${groups(most)} processes per service may exhaust memory and open files.`,
        sentence: `The limit applies to each service that has "-" in master.cf, inbound and outbound. Every busy delivery process also needs an open file in the queue manager, and every smtpd opens the tables that it reads. With the usual 1024 or 4096 open files the system refuses before the limit is reached.`,
        repair: [unset(context, limit.name)],
        repairNote: 'The default is 100. A service that needs more can have its own limit in master.cf.',
      }),
    ];
  }
  if (peaks.length === 0 || most <= 100 || peak * 4 > most) return [];
  return [
    finding(40, 'hint', {
      ...told,
      evidence,
      title: `Usage never came near the limit of ${most}.`,
      sentence:
        'A limit that is never reached costs nothing, but it also protects nothing. In a flood of mail all these processes would start.',
    }),
  ];
}
