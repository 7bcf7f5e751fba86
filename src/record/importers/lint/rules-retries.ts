/** Rules 26 to 30: memory of the queue manager, and when deferred mail is tried again. Source: qmgr/README.md §2.6, §4, §19. */
import type { LintFinding } from '../../protocol/lint.ts';
import type { EffectiveValue } from '../../protocol/settings.ts';
import { LIFETIME_MAX } from '../settings/parameters.ts';
import { formatSeconds } from '../settings/values.ts';
import { finding, globalValue, groups, isSet, type LintContext, placesOf } from './context.ts';
import { set, unset } from './repair.ts';

/** 26: the recipient limit is raised to the active limit, with a warning at each start. */
export function recipientsBelowActive(context: LintContext): LintFinding[] {
  const recipients = globalValue(context, 'qmgr_message_recipient_limit');
  const active = globalValue(context, 'qmgr_message_active_limit');
  if (recipients.number === null || active.number === null || recipients.number >= active.number) return [];
  return [
    finding(26, isSet(recipients) ? 'dead' : 'hint', {
      setting: recipients.name,
      value: recipients.value,
      lines: placesOf(recipients, active),
      title: `${groups(recipients.number)} recipients are raised to ${groups(active.number)}.`,
      sentence: `Every message in the active queue has a recipient in memory, so the queue manager raises this limit to qmgr_message_active_limit, and logs a warning each time it starts.${isSet(recipients) ? '' : ' It is the default, and the active limit was raised alone.'}`,
      source: 'qmgr.c',
      repair: [set(context, recipients.name, active.number)],
    }),
  ];
}

/** 27: a backoff that ends between two scans of the deferred queue waits for the next one. */
export function scanBehindBackoff(context: LintContext): LintFinding[] {
  const scan = globalValue(context, 'queue_run_delay');
  const minimal = globalValue(context, 'minimal_backoff_time');
  if (scan.number === null || minimal.number === null || scan.number <= minimal.number) return [];
  return [
    finding(27, 'risky', {
      setting: isSet(scan) ? scan.name : minimal.name,
      value: isSet(scan) ? scan.value : minimal.value,
      lines: placesOf(scan, minimal),
      title: `A first retry comes after up to ${formatSeconds(minimal.number + scan.number)}, not after ${formatSeconds(minimal.number)}.`,
      sentence: `Deferred mail is looked at every ${scan.value} (queue_run_delay), so mail whose backoff of ${minimal.value} is over waits for the next scan. postconf(5) asks for queue_run_delay at most minimal_backoff_time.`,
      source: 'postconf(5), queue_run_delay and minimal_backoff_time; qmgr_active.c',
      repair: [set(context, 'queue_run_delay', minimal.value)],
      scene: 'retries',
    }),
  ];
}

/** 28: first cut to the maximal, then raised to the minimal: the minimal wins. */
export function minimalAboveMaximal(context: LintContext): LintFinding[] {
  const minimal = globalValue(context, 'minimal_backoff_time');
  const maximal = globalValue(context, 'maximal_backoff_time');
  if (minimal.number === null || maximal.number === null || minimal.number <= maximal.number) return [];
  return [
    finding(28, 'wrong', {
      setting: isSet(maximal) ? maximal.name : minimal.name,
      value: isSet(maximal) ? maximal.value : minimal.value,
      lines: placesOf(minimal, maximal),
      title: `Every retry waits ${formatSeconds(minimal.number)}: the maximal backoff is below the minimal one.`,
      sentence: `The wait is the age of the message, cut to maximal_backoff_time (${maximal.value}${isSet(maximal) ? '' : ', the default'}), then raised to minimal_backoff_time (${minimal.value}). The second step undoes the first.`,
      source:
        'qmgr_active.c; postconf(5), maximal_backoff_time: "greater than or equal to $minimal_backoff_time"',
      repair: backoffsInOrder(context, minimal, maximal),
      repairNote: !isSet(maximal)
        ? ''
        : isSet(minimal)
          ? 'If the two values changed places; otherwise choose a larger maximal one.'
          : 'If no retry was to come later than that; deferred mail must be looked at as often.',
      scene: 'retries',
    }),
  ];
}

/** The two set apart: changed places, or the one that is set kept and the default moved. */
function backoffsInOrder(context: LintContext, minimal: EffectiveValue, maximal: EffectiveValue): string[] {
  if (!isSet(maximal)) return [set(context, maximal.name, formatSeconds((minimal.number ?? 0) * 4))];
  if (isSet(minimal))
    return [set(context, maximal.name, minimal.value), set(context, minimal.name, maximal.value)];
  const scan = globalValue(context, 'queue_run_delay');
  const rarer = (scan.number ?? 0) > (maximal.number ?? 0);
  return [
    set(context, minimal.name, maximal.value),
    ...(rarer ? [set(context, scan.name, maximal.value)] : []),
  ];
}

/** 29: bounces live no longer than other mail; and a bare number of a lifetime is days. */
export function lifetimes(context: LintContext): LintFinding[] {
  const most = globalValue(context, 'maximal_queue_lifetime');
  const bounce = globalValue(context, 'bounce_queue_lifetime');
  const bare = [most, bounce].flatMap((value) => {
    const days = /^\d+$/.test(value.value) ? Number(value.value) : 0;
    if (!isSet(value) || days === 0) return [];
    const refused = days * 86_400 > LIFETIME_MAX;
    const other = formatSeconds(days);
    return finding(29, refused ? 'wrong' : days > 30 ? 'risky' : 'hint', {
      setting: value.name,
      value: value.value,
      lines: placesOf(value),
      title: refused
        ? `${value.value} without a unit is days: more than Postfix accepts.`
        : `${value.value} without a unit is ${value.value} days.`,
      sentence: refused
        ? `The unit of this parameter is days, and the queue manager ends with a fatal error for more than 100 days: no mail is delivered at all.`
        : `The unit of this parameter is days, where most others count seconds.`,
      source: `postconf(5), ${value.name}: "The default time unit is d (days)"; qmgr.c`,
      repair: [set(context, value.name, refused || days > 30 ? other : `${days}d`)],
      repairNote:
        refused || days > 30 ? 'If seconds were meant.' : 'With its unit no reader need know the rule.',
    });
  });
  // Then nothing of a bounce's own lifetime is left to tell.
  if (most.number === 0 && isSet(most) && !isSet(bounce)) return [triedOnce(context, most)];
  if (most.number === null || bounce.number === null || bounce.number <= most.number) return bare;
  const cut = finding(29, isSet(bounce) ? 'dead' : 'hint', {
    setting: bounce.name,
    value: bounce.value,
    lines: placesOf(bounce, most),
    title: `Bounces expire after ${most.value}, as all mail does.`,
    sentence: `bounce_queue_lifetime (${bounce.value}${isSet(bounce) ? '' : ', the default'}) is above maximal_queue_lifetime and is cut to it, with a warning each time the queue manager starts.`,
    source: 'qmgr.c',
    repair: [set(context, bounce.name, most.value)],
  });
  return [...bare, cut];
}

/** A lifetime of zero is no "for ever": it is one try. */
function triedOnce(context: LintContext, most: EffectiveValue): LintFinding {
  return finding(29, 'risky', {
    setting: most.name,
    value: most.value,
    lines: placesOf(most),
    title: 'Mail is tried once: what is deferred is returned to its sender.',
    sentence:
      'A lifetime of 0 does not mean without end. A server that greylists, that is busy or that cannot be reached for a moment makes a bounce of every message that is tried in that moment.',
    source: 'postconf(5), maximal_queue_lifetime: "Specify 0 when mail delivery should be tried only once"',
    repair: [unset(context, most.name)],
    repairNote: 'The default is 5 days.',
  });
}

/** 30: whether a sender is to be warned is looked at only when a try has ended. */
export function earlyWarning(context: LintContext): LintFinding[] {
  const warning = globalValue(context, 'delay_warning_time');
  const minimal = globalValue(context, 'minimal_backoff_time');
  if (warning.number === null || minimal.number === null || warning.number === 0) return [];
  if (warning.number >= minimal.number) return [];
  return [
    finding(30, 'risky', {
      setting: warning.name,
      value: warning.value,
      lines: placesOf(warning, minimal),
      title: 'Senders are warned before their mail had a second chance.',
      sentence: `The queue manager looks at delay_warning_time (${formatSeconds(warning.number)}) when a try ends in deferral. A first try that lasts that long warns at once; otherwise the second try does, ${formatSeconds(minimal.number)} after arrival: every greylisted message that is late once more alarms its sender.`,
      source: 'qmgr_active.c; postconf(5), delay_warning_time: "The default time unit is h (hours)"',
      repair: [set(context, warning.name, '4h')],
      repairNote: `Or no warnings: ${unset(context, warning.name)}`,
    }),
  ];
}
