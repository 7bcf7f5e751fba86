/** Rules 26 to 30: memory of the queue manager, and when deferred mail is retried. Source: qmgr/README.md §2.6, §4, §19. */
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
      title: `The limit of ${groups(recipients.number)} recipients is raised to ${groups(active.number)}.`,
      sentence: `Every message in the active queue has at least one recipient in memory. The queue manager therefore raises this limit to qmgr_message_active_limit and logs a warning at each start.${isSet(recipients) ? '' : ' This limit still has its default value; only the active limit was raised.'}`,
      source: 'qmgr.c',
      repair: [set(context, recipients.name, active.number)],
    }),
  ];
}

/** 27: mail whose backoff ends between two scans of the deferred queue waits for the next scan. */
export function scanBehindBackoff(context: LintContext): LintFinding[] {
  const scan = globalValue(context, 'queue_run_delay');
  const minimal = globalValue(context, 'minimal_backoff_time');
  if (scan.number === null || minimal.number === null || scan.number <= minimal.number) return [];
  return [
    finding(27, 'risky', {
      setting: isSet(scan) ? scan.name : minimal.name,
      value: isSet(scan) ? scan.value : minimal.value,
      lines: placesOf(scan, minimal),
      title: `A first retry may take up to ${formatSeconds(minimal.number + scan.number)}, not ${formatSeconds(minimal.number)}.`,
      sentence: `The deferred queue is scanned every ${scan.value} (queue_run_delay). Mail whose backoff of ${minimal.value} has ended waits for the next scan. postconf(5) says that queue_run_delay should not exceed minimal_backoff_time.`,
      source: 'postconf(5), queue_run_delay and minimal_backoff_time; qmgr_active.c',
      repair: [set(context, 'queue_run_delay', minimal.value)],
      scene: 'retries',
    }),
  ];
}

/** 28: the wait is first cut to the maximum, then raised to the minimum, so the minimum wins. */
export function minimalAboveMaximal(context: LintContext): LintFinding[] {
  const minimal = globalValue(context, 'minimal_backoff_time');
  const maximal = globalValue(context, 'maximal_backoff_time');
  if (minimal.number === null || maximal.number === null || minimal.number <= maximal.number) return [];
  return [
    finding(28, 'wrong', {
      setting: isSet(maximal) ? maximal.name : minimal.name,
      value: isSet(maximal) ? maximal.value : minimal.value,
      lines: placesOf(minimal, maximal),
      title: `Every retry waits ${formatSeconds(minimal.number)}, because the maximum backoff is below the minimum.`,
      sentence: `The wait is the age of the message, cut to maximal_backoff_time (${maximal.value}${isSet(maximal) ? '' : ', the default'}), then raised to minimal_backoff_time (${minimal.value}). The second step undoes the first.`,
      source:
        'qmgr_active.c; postconf(5), maximal_backoff_time: "greater than or equal to $minimal_backoff_time"',
      repair: backoffsInOrder(context, minimal, maximal),
      repairNote: !isSet(maximal)
        ? ''
        : isSet(minimal)
          ? 'If the two values were swapped. Otherwise choose a larger maximum.'
          : 'If no retry should come later than that. Deferred mail must then be scanned as often.',
      scene: 'retries',
    }),
  ];
}

/** Commands that put the two backoff times in order: swap them, or keep the one that is set and change the default one. */
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

/** 29: bounces do not live longer than other mail, and a bare number of a lifetime means days. */
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
        ? `${value.value} without a unit means days, more than Postfix accepts.`
        : `${value.value} without a unit means ${value.value} days.`,
      sentence: refused
        ? `The default unit of this parameter is days. With more than 100 days the queue manager ends with a fatal error, and no mail is delivered.`
        : `The default unit of this parameter is days; for most others it is seconds.`,
      source: `postconf(5), ${value.name}: "The default time unit is d (days)"; qmgr.c`,
      repair: [set(context, value.name, refused || days > 30 ? other : `${days}d`)],
      repairNote:
        refused || days > 30 ? 'If seconds were meant.' : 'With a unit the value is clear to everyone.',
    });
  });
  // With a lifetime of 0 the lifetime of bounces no longer matters.
  if (most.number === 0 && isSet(most) && !isSet(bounce)) return [triedOnce(context, most)];
  if (most.number === null || bounce.number === null || bounce.number <= most.number) return bare;
  const cut = finding(29, isSet(bounce) ? 'dead' : 'hint', {
    setting: bounce.name,
    value: bounce.value,
    lines: placesOf(bounce, most),
    title: `Bounces expire after ${most.value}, like all mail.`,
    sentence: `bounce_queue_lifetime (${bounce.value}${isSet(bounce) ? '' : ', the default'}) is above maximal_queue_lifetime, so it is reduced to it with a warning at each start of the queue manager.`,
    source: 'qmgr.c',
    repair: [set(context, bounce.name, most.value)],
  });
  return [...bare, cut];
}

/** A lifetime of zero does not mean forever: mail is tried once. */
function triedOnce(context: LintContext, most: EffectiveValue): LintFinding {
  return finding(29, 'risky', {
    setting: most.name,
    value: most.value,
    lines: placesOf(most),
    title: 'Mail is tried once. Deferred mail is returned to its sender.',
    sentence:
      'A lifetime of 0 does not mean forever. If a server greylists, is busy or is unreachable for a moment, every message tried at that moment bounces.',
    source: 'postconf(5), maximal_queue_lifetime: "Specify 0 when mail delivery should be tried only once"',
    repair: [unset(context, most.name)],
    repairNote: 'The default is 5 days.',
  });
}

/** 30: Postfix checks whether to warn a sender only when an attempt has ended. */
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
      title: 'Senders are warned before their mail gets a second chance.',
      sentence: `The queue manager checks delay_warning_time (${formatSeconds(warning.number)}) when an attempt is deferred. A first attempt that lasts that long sends the warning immediately, otherwise the second attempt does, ${formatSeconds(minimal.number)} after arrival. Every greylisted message that is deferred a second time then alarms its sender.`,
      source: 'qmgr_active.c; postconf(5), delay_warning_time: "The default time unit is h (hours)"',
      repair: [set(context, warning.name, '4h')],
      repairNote: `Or turn warnings off: ${unset(context, warning.name)}`,
    }),
  ];
}
