/** Rules 1 to 5: delays between deliveries. Source: postconf(5), qmgr_transport.c and qmgr_entry.c (qmgr/README.md §15). */
import type { DestinationEvidence, LintFinding } from '../../protocol/lint.ts';
import type { EffectiveTransport } from '../../protocol/settings.ts';
import type { Seconds } from '../../../protocol/units.ts';
import { pacedBy } from '../findings/limits.ts';
import { compareVersions } from '../settings/expand.ts';
import { settingName } from '../settings/parameters.ts';
import { formatSeconds } from '../settings/values.ts';
import {
  finding,
  isSet,
  type LintContext,
  nameList,
  number,
  placesOf,
  rounded,
  type SchedulerLine,
  schedulerLines,
} from './context.ts';
import { set, setWorking, unset, withdraw } from './repair.ts';
import { routesOf } from './routes.ts';

const DELAY = 'destination_rate_delay';
const LIMIT = 'destination_concurrency_limit';
const RECIPIENTS = 'destination_recipient_limit';
const COHORTS = 'destination_concurrency_failed_cohort_limit';

function delayed(context: LintContext): EffectiveTransport[] {
  return context.settings.transports.filter((t) => (number(t, DELAY) ?? 0) > 0);
}

/** 1: any rate delay makes the concurrency limit 1, so another limit is never used. */
export function limitUnderRateDelay(context: LintContext): LintFinding[] {
  return schedulerLines(context, LIMIT).flatMap((line) => {
    const dead = line.transports.filter((t) => (number(t, DELAY) ?? 0) > 0);
    if (line.number === 1 || line.number === null) return [];
    if (dead.length < line.transports.length) return limitForOthers(line, dead);
    const delay = dead[0]?.values[DELAY];
    if (delay === undefined) return [];
    return finding(1, 'dead', {
      setting: line.name,
      value: line.text,
      transport: line.owner ?? dead[0]?.name,
      lines: placesOf(line.setting, delay),
      title:
        line.number === 0 ? '"No limit" has no effect here.' : `The limit of ${line.text} is never used.`,
      sentence: `Any rate delay above 0 sets the transport's concurrency limit to 1. After each delivery to a destination the next one waits ${delay.value}.`,
      source: 'qmgr_transport.c; postconf(5), default_destination_rate_delay',
      repair: [unset(context, line.name)],
      repairNote: `Or keep the limit and drop the delay: ${(line.owner === undefined
        ? delayNames(dead)
        : [settingName(DELAY, line.owner)]
      )
        .map((name) => set(context, name, '0s'))
        .join(', ')}`,
      scene: 'rate-delay',
    });
  });
}

/** Names of the lines that give these transports a delay, without duplicates. */
function delayNames(transports: readonly EffectiveTransport[]): string[] {
  return [...new Set(transports.flatMap((t) => t.values[DELAY]?.name ?? []))];
}

/** A common limit and a delay that only smtp has: outgoing mail never uses the limit. */
function limitForOthers(line: SchedulerLine, dead: readonly EffectiveTransport[]): LintFinding[] {
  const smtp = dead.find((t) => t.name === 'smtp');
  const delay = smtp?.values[DELAY];
  if (delay === undefined) return [];
  return [
    finding(1, 'hint', {
      setting: line.name,
      value: line.text,
      transport: 'smtp',
      lines: placesOf(line.setting, delay),
      title: `smtp never uses the limit of ${line.text}. It makes one delivery at a time to a destination.`,
      sentence: `${delay.name} (${delay.value}) sets the concurrency limit of smtp to 1. ${line.name} only applies to transports without a delay.`,
      source: 'qmgr_transport.c; postconf(5), default_destination_rate_delay',
      scene: 'rate-delay',
    }),
  ];
}

/** 2: with a window of 1, one failed handshake is a whole cohort. The manual recommends a cohort limit of 10. */
export function cohortsUnderRateDelay(context: LintContext): LintFinding[] {
  return delayed(context).flatMap((t) => {
    const cohorts = t.values[COHORTS];
    const limit = number(t, COHORTS);
    if (cohorts === undefined || limit === null || limit === 0 || limit >= 10 || !owns(context, t, DELAY))
      return [];
    const failures =
      limit === 1
        ? 'One failed connection or handshake'
        : `${limit} failed connections or handshakes in a row`;
    return finding(2, 'risky', {
      setting: settingName(COHORTS, t.name),
      value: cohorts.value,
      transport: t.name,
      lines: placesOf(t.values[DELAY], cohorts),
      title: `${failures} defer${limit === 1 ? 's' : ''} all mail of a destination.`,
      sentence: `With a rate delay the window is 1, so each failure is a whole cohort. After ${failures.replace('One', 'one')} all mail for the destination is deferred without an attempt. postconf(5) recommends a limit of 10 or more.`,
      source: 'postconf(5), default_destination_rate_delay, NOTE',
      repair: [set(context, settingName(COHORTS, t.name), 10)],
      scene: 'rate-delay',
    });
  });
}

/** True if the value is meant for this transport: its own line, or a common line without a special default for it. */
function owns(context: LintContext, t: EffectiveTransport, suffix: string): boolean {
  const value = t.values[suffix];
  if (!isSet(value)) return false;
  // `default_…` applies to all transports. It is reported once, for a transport of outgoing mail.
  return (
    value?.name === settingName(suffix, t.name) ||
    t.name === 'smtp' ||
    (t.name === 'relay' && routesOf(context).some((route) => route.transport === 'relay'))
  );
}

/** 3: with a recipient limit of 1 a destination is a recipient, so the delay is between two messages to one person. */
export function delayPerRecipient(context: LintContext): LintFinding[] {
  return delayed(context).flatMap((t) => {
    const recipients = t.values[RECIPIENTS];
    const delay = t.values[DELAY];
    if (recipients === undefined || delay === undefined || number(t, RECIPIENTS) !== 1) return [];
    if (!isSet(recipients) && delay.name !== settingName(DELAY, t.name)) return [];
    return finding(3, 'risky', {
      setting: delay.name,
      value: delay.value,
      transport: t.name,
      lines: placesOf(delay, recipients),
      title: 'The delay applies per recipient, not per domain.',
      sentence: `With ${settingName(RECIPIENTS, t.name)} = 1 every recipient is a separate destination. The delay of ${delay.value} is between two messages to the same person, and mail to different people of one domain is not delayed.`,
      source: 'postconf(5), default_destination_rate_delay and default_destination_recipient_limit',
      // More than one recipient per local delivery would be reported by rule 34.
      repair: [
        t.name === 'local' || takesOneRecipient(context, t)
          ? set(context, settingName(DELAY, t.name), '0s')
          : set(context, settingName(RECIPIENTS, t.name), 2),
      ],
      repairNote:
        t.name === 'local'
          ? 'local is meant to deliver to one recipient at a time.'
          : takesOneRecipient(context, t)
            ? `The command of ${t.name} gets the recipient in its arguments, so it takes one recipient at a time (pipe(8)).`
            : 'Any limit above 1 makes the domain the destination.',
      scene: 'recipient-limit-one',
    });
  });
}

/** Macros of pipe(8) that are filled once for each recipient, and flags that need a recipient limit of 1. */
const RECIPIENT_MACRO = /\$[({]?(recipient|user|extension|mailbox|original_recipient|domain)\b/;
const RECIPIENT_FLAGS = /^flags=\w*[DO]/;

/** True for a pipe whose command has the recipient in its arguments. */
function takesOneRecipient({ index }: LintContext, { name, program }: EffectiveTransport): boolean {
  if (program !== 'pipe') return false;
  const args = index.unix.get(name)?.args ?? [];
  return args.some((arg) => RECIPIENT_MACRO.test(arg) || RECIPIENT_FLAGS.test(arg));
}

/** Suffixes of `default_` parameters that slow deliveries, and the value that does not. */
const SLOWING: readonly [suffix: string, slows: (value: number) => boolean, free: string | number][] = [
  [DELAY, (value) => value > 0, '0s'],
  ['transport_rate_delay', (value) => value > 0, '0s'],
  [LIMIT, (value) => value === 1, 20],
];
/** Programs that deliver on this machine, or to the mailbox server. */
const OWN_DELIVERY = new Set(['lmtp', 'virtual', 'pipe', 'local']);

/** 41: a `default_` parameter is meant for other providers and slows the mailboxes of this machine, too. */
export function defaultForOwnMail(context: LintContext): LintFinding[] {
  const used = new Map(routesOf(context).map((route) => [route.transport, route]));
  return SLOWING.flatMap(([suffix, slows, free]) =>
    context.settings.transports.flatMap((t) => {
      const value = t.values[suffix];
      const number = value?.number ?? null;
      const route = used.get(t.name);
      if (value === undefined || number === null || !slows(number) || route === undefined) return [];
      if (!OWN_DELIVERY.has(t.program) || !isSet(value) || value.name !== settingName(suffix)) return [];
      // The stock local has a limit of its own. A user who made it follow the `default_` line knows the effect.
      if (suffix === LIMIT && number === 1 && t.name === 'local') return [];
      const each =
        number === 1 && suffix === LIMIT ? 'one delivery at a time' : `one delivery per ${value.value}`;
      return finding(41, 'risky', {
        setting: value.name,
        value: value.value,
        transport: t.name,
        lines: placesOf(value, ...route.places.map((place) => ({ place }))),
        title: `${t.name} delivers mail of this machine, and ${value.name} slows it, too.`,
        sentence: `A ${value.name.startsWith('default_') ? 'default_ parameter' : 'parameter'} is for every transport without a line of its own. ${route.setting} = ${route.target} makes ${each} to ${route.nexthop === '' ? 'each of its destinations' : 'its one next hop'}.`,
        source: `postconf(5), ${value.name}; qmgr_transport.c`,
        repair: [set(context, settingName(suffix, t.name), free)],
        repairNote: 'This gives the transport a line of its own and leaves the others as they are.',
        scene: 'rate-delay',
      });
    }),
  );
}

/** For each transport, the destination whose busiest minute had the most recipients becoming active. */
function busiestOf(destinations: readonly DestinationEvidence[]): ReadonlyMap<string, DestinationEvidence> {
  const least = destinations.toSorted((a, b) => b.arrivalsPerMinute - a.arrivalsPerMinute).toReversed();
  return new Map(least.map((destination) => [destination.transport, destination]));
}

/** 4: the delay starts when a delivery ends, so the rate is lower than one delivery per delay. */
export function achievedRate(context: LintContext): LintFinding[] {
  const seen = busiestOf(context.evidence?.destinations ?? []);
  return delayed(context)
    .filter((t) => owns(context, t, DELAY))
    .flatMap((t) => {
      const delay = t.values[DELAY];
      const seconds = number(t, DELAY);
      if (delay === undefined || seconds === null) return [];
      const told = {
        setting: delay.name,
        value: delay.value,
        transport: t.name,
        lines: placesOf(delay),
        source: 'qmgr_entry.c; postconf(5), default_destination_rate_delay',
        scene: 'rate-delay',
      };
      const busiest = seen.get(t.name);
      if (busiest === undefined) {
        return finding(4, 'hint', {
          ...told,
          title: `At most ${most(seconds)} to one destination, fewer if deliveries take long.`,
          sentence: `The delay of ${delay.value} starts when a delivery ends and is counted in whole seconds. With deliveries of 1.5 s it allows ${pacedText(seconds, 1.5)}. Mail that arrives faster waits.`,
        });
      }
      const achieved = 60 / (seconds + busiest.secondsEach);
      const short = busiest.arrivalsPerMinute > achieved;
      return finding(4, short ? 'risky' : 'hint', {
        ...told,
        title: short
          ? `${busiest.name} gets ${pacedText(seconds, busiest.secondsEach)}, and more arrive.`
          : `${busiest.name} gets at most ${pacedText(seconds, busiest.secondsEach)}.`,
        sentence: `The delay of ${delay.value} starts when a delivery ends and is counted in whole seconds.`,
        evidence: `In ${context.evidence?.record}: a delivery to ${busiest.name} took ${rounded(busiest.secondsEach, 2)} s on average. In the busiest minute ${busiest.arrivalsPerMinute} recipients became active for it, and ${busiest.deliveriesPerMinute} deliveries were made.`,
      });
    });
}

/**
 * The deliveries that a rate delay allows if each takes `each` seconds, in words: per minute, or per hour if fewer
 * than two fit in a minute.
 */
export function pacedText(delay: Seconds, each: Seconds): string {
  const paced = pacedBy(delay, each);
  const [times, unit] = paced.least < 2 ? [60, 'an hour'] : [1, 'a minute'];
  const [least, greatest] = [Math.floor(paced.least * times), Math.floor(paced.most * times)];
  const range = least >= greatest ? `about ${Math.max(greatest, 1)}` : `${Math.max(least, 1)} to ${greatest}`;
  return `${range} ${range === 'about 1' ? 'delivery' : 'deliveries'} ${unit}`;
}

/** The most deliveries per time that a rate delay allows, in words: the rate if a delivery took no time. */
function most(delay: Seconds): string {
  const [span, unit] = delay <= 30 ? [60, 'a minute'] : [3600, 'an hour'];
  const shown = rounded(span / delay);
  return `${shown} ${shown === '1' ? 'delivery' : 'deliveries'} ${unit}`;
}

/** 5: a delay for the whole transport. Versions before 3.1 do not read it. */
export function transportDelay(context: LintContext): LintFinding[] {
  const { version } = context.settings;
  return schedulerLines(context, 'transport_rate_delay').flatMap((line) => {
    if ((line.number ?? 0) === 0) return [];
    const told = {
      setting: line.name,
      value: line.text,
      transport: line.owner,
      lines: placesOf(line.setting),
      source: 'postconf(5), default_transport_rate_delay',
      repair: [withdraw(context, line.name, (delay) => (delay ?? 0) > 0)],
    };
    if (version !== null && compareVersions(version, '3.1') < 0) {
      return finding(5, 'dead', {
        ...told,
        title: `Postfix ${version} does not know this setting.`,
        sentence:
          'The delay for a whole transport exists since 3.1. Older versions ignore the line; they only have a delay per destination.',
        repair: [
          unset(context, line.name),
          ...setWorking(context, line.name.replace(/transport_rate_delay$/, DELAY), line.text),
        ],
      });
    }
    const seconds = line.number ?? 0;
    return finding(5, line.owner === undefined ? 'risky' : 'hint', {
      ...told,
      title: `${line.owner ?? 'Every transport'} makes one delivery per ${formatSeconds(seconds)}, across all destinations.`,
      sentence: `The delay is between two deliveries of the transport, so its destinations wait for one another: at most ${most(seconds)} in total.${line.owner === undefined ? ` The same holds for each of ${nameList(line.transports.map((t) => t.name).slice(0, 3))}.` : ''}`,
      repairNote: `For a delay per destination: ${set(context, line.name.replace(/transport_rate_delay$/, DELAY), line.text)}`,
    });
  });
}
