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
import { set, unset, withdraw } from './repair.ts';
import { routesOf } from './routes.ts';

const DELAY = 'destination_rate_delay';
const LIMIT = 'destination_concurrency_limit';
const RECIPIENTS = 'destination_recipient_limit';
const COHORTS = 'destination_concurrency_failed_cohort_limit';

/** Transports with a rate delay, with the line that sets it. */
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
        line.number === 0 ? 'The missing limit has no effect.' : `The limit of ${line.text} is never used.`,
      sentence: `Any rate delay above 0 sets the concurrency limit of the transport to 1: one delivery to a destination, a pause of ${delay.value}, the next one.`,
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

/** Lines that give a delay to the transports, each once. */
function delayNames(transports: readonly EffectiveTransport[]): string[] {
  return [...new Set(transports.flatMap((t) => t.values[DELAY]?.name ?? []))];
}

/** A limit for all transports, and a delay that only smtp has: what carries the mail to the network never uses the limit. */
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
      title: `smtp never uses the limit of ${line.text}: it makes one delivery at a time to a destination.`,
      sentence: `${delay.name} (${delay.value}) sets the concurrency limit of smtp to 1. ${line.name} holds for the transports without a delay only.`,
      source: 'qmgr_transport.c; postconf(5), default_destination_rate_delay',
      scene: 'rate-delay',
    }),
  ];
}

/** 2: with a window of 1, one failed handshake is a whole cohort; the manual asks for a cohort limit of 10. */
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
      sentence: `With a rate delay the window is 1, so each failure is a whole cohort. ${failures} and everything that waits for the destination is deferred without a try. postconf(5) asks for a limit of 10 or more.`,
      source: 'postconf(5), default_destination_rate_delay, NOTE',
      repair: [set(context, settingName(COHORTS, t.name), 10)],
      scene: 'rate-delay',
    });
  });
}

/** A value that is meant for this transport: its own line, or one for all where Postfix has no other default for it. */
function owns(context: LintContext, t: EffectiveTransport, suffix: string): boolean {
  const value = t.values[suffix];
  if (!isSet(value)) return false;
  // `default_…` reaches all transports; it is told once, for those that carry mail to the network.
  return (
    value?.name === settingName(suffix, t.name) ||
    t.name === 'smtp' ||
    (t.name === 'relay' && routesOf(context).some((route) => route.transport === 'relay'))
  );
}

/** 3: with a recipient limit of 1 a destination is a recipient, and the delay is between two mails to one person. */
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
      title: 'The delay is for each recipient, not for a domain.',
      sentence: `With ${settingName(RECIPIENTS, t.name)} = 1 every recipient is a destination of its own: ${delay.value} lie between two mails to the same person, and mail to different people of one domain goes out at once.`,
      source: 'postconf(5), default_destination_rate_delay and default_destination_recipient_limit',
      // With more than one recipient in a local delivery duplicates share one failure: that is rule 34's.
      repair: [
        t.name === 'local'
          ? set(context, settingName(DELAY, t.name), '0s')
          : set(context, settingName(RECIPIENTS, t.name), 2),
      ],
      repairNote:
        t.name === 'local'
          ? 'local is meant to deliver to one recipient at a time.'
          : 'Any limit above 1 makes the domain the destination again.',
      scene: 'recipient-limit-one',
    });
  });
}

/** For each transport, the destination with the most recipients that became active in one minute. */
function busiestOf(destinations: readonly DestinationEvidence[]): ReadonlyMap<string, DestinationEvidence> {
  const least = destinations.toSorted((a, b) => b.arrivalsPerMinute - a.arrivalsPerMinute).toReversed();
  return new Map(least.map((destination) => [destination.transport, destination]));
}

/** 4: the delay starts at the end of a delivery, so the rate is below one in that time. */
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
          title: `At most ${most(seconds)} to one destination, less the time that each takes.`,
          sentence: `The ${delay.value} run from the end of a delivery and are counted in whole seconds: a delivery of 1.5 s and this delay make ${pacedText(seconds, 1.5)}. Mail that comes faster waits.`,
        });
      }
      const achieved = 60 / (seconds + busiest.secondsEach);
      const short = busiest.arrivalsPerMinute > achieved;
      return finding(4, short ? 'risky' : 'hint', {
        ...told,
        title: short
          ? `${busiest.name} gets ${pacedText(seconds, busiest.secondsEach)}, and more arrive.`
          : `${busiest.name} gets at most ${pacedText(seconds, busiest.secondsEach)}.`,
        sentence: `The ${delay.value} run from the end of a delivery, in whole seconds.`,
        evidence: `In ${context.evidence?.record}: a delivery to ${busiest.name} takes ${rounded(busiest.secondsEach, 2)} s; in the busiest minute ${busiest.arrivalsPerMinute} recipients became active for it and ${busiest.deliveriesPerMinute} deliveries were made.`,
      });
    });
}

/** Deliveries that a rate delay lets through, each taking so many seconds, in words: a minute, or an hour where a minute has less than two. */
export function pacedText(delay: Seconds, each: Seconds): string {
  const paced = pacedBy(delay, each);
  const [times, unit] = paced.least < 2 ? [60, 'an hour'] : [1, 'a minute'];
  const [least, greatest] = [Math.floor(paced.least * times), Math.floor(paced.most * times)];
  const range = least >= greatest ? `about ${Math.max(greatest, 1)}` : `${Math.max(least, 1)} to ${greatest}`;
  return `${range} ${range === 'about 1' ? 'delivery' : 'deliveries'} ${unit}`;
}

/** Deliveries in a time if none took any. */
function most(delay: Seconds): string {
  const [span, unit] = delay <= 30 ? [60, 'a minute'] : [3600, 'an hour'];
  const shown = rounded(span / delay);
  return `${shown} ${shown === '1' ? 'delivery' : 'deliveries'} ${unit}`;
}

/** 5: a delay for the whole transport; no version before 3.1 reads it. */
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
          'A delay for a whole transport exists since 3.1. Older versions ignore the line; what they have is a delay for each destination.',
        repair: [
          unset(context, line.name),
          set(context, line.name.replace(/transport_rate_delay$/, DELAY), line.text),
        ],
      });
    }
    const seconds = line.number ?? 0;
    return finding(5, line.owner === undefined ? 'risky' : 'hint', {
      ...told,
      title: `${line.owner ?? 'Every transport'} makes one delivery in ${formatSeconds(seconds)}, whatever the destination.`,
      sentence: `The delay is between two deliveries of the transport, so its destinations wait for each other: at most ${most(seconds)} in all${line.owner === undefined ? `, also for ${nameList(line.transports.map((t) => t.name).slice(0, 3))}` : ''}.`,
      repairNote: `For a delay within one destination only: ${set(context, line.name.replace(/transport_rate_delay$/, DELAY), line.text)}`,
    });
  });
}
