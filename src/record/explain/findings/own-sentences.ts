import { formatWhole } from '../../../explain/figures.ts';
import type { Finding, FindingRule } from '../../protocol/findings.ts';
import { formatLasting, formatMany, formatPercent, formatTimeOfDay, quoted } from '../record-format.ts';
import { ANOTHER, capital, f, fates, joined, w, waits, when, type WriteFinding } from './sentence-parts.ts';

/** Rules of findings about this machine, and about what a single line of a log can tell. */
type OwnRule = FindingRule &
  (
    | 'transport-failed'
    | 'login-refused'
    | 'tls-failed'
    | 'mail-loop'
    | 'own-failure'
    | 'mailbox-full'
    | 'recipient-limit'
    | 'resolver'
    | 'network'
    | 'ipv6'
    | 'clog'
    | 'process-limit'
    | 'corrupt-file'
    | 'watchdog'
    | 'bounce-failed'
    | 'no-space'
    | 'untried'
    | 'excerpt'
  );

export const OWN_TITLES: Readonly<Record<OwnRule, string>> = {
  'transport-failed': 'A program or service of this Postfix failed',
  'login-refused': 'The login at a server was refused',
  'tls-failed': 'Demands on TLS were not met',
  'mail-loop': 'Mail came back to this machine',
  'own-failure': 'Delivery failed on this machine',
  'mailbox-full': 'A mailbox was full',
  'recipient-limit': 'Too many recipients in one delivery',
  resolver: 'The resolver of this machine failed',
  network: 'No server could be reached',
  ipv6: 'IPv6 does not work',
  clog: 'One destination filled the active queue',
  'process-limit': 'A process limit was reached',
  'corrupt-file': 'Queue files were damaged or lost',
  watchdog: 'A program stood still until its watchdog ended it',
  'bounce-failed': 'Bounces could not be sent',
  'no-space': 'No space for the queue',
  untried: 'Active mail without an attempt',
  excerpt: 'The log does not show the cause',
};

const waited = (one: Finding): string => `${capital(waits(one, 'waited', ANOTHER))}.`;
const tries = (one: Finding): string => formatMany(f(one, 'tries'), 'attempt');
const reply = (one: Finding): string => `${tries(one)} failed: ${quoted(w(one, 'reply'))}.`;
const times = (n: number): string => (Math.round(n) === 1 ? 'once' : `${formatWhole(n)} times`);

const RETRY =
  'retry is a service of this machine. The queue manager hands it the mail of dead destinations. Without it, the queue manager defers each recipient itself. master.cf needs the line “retry unix - - n - - error”.';

/** Names the part of the machine that failed, in Postfix's words. */
function failedPart(one: Finding): string {
  const { subject } = one;
  if (subject === '') return 'no delivery program took the mail';
  if (f(one, 'missing') > 0) return `the service ${subject} could not be reached`;
  if (f(one, 'signal') > 0) return `the program ${programOf(one)} was killed by signal ${f(one, 'signal')}`;
  return `the program ${programOf(one)} failed`;
}

function programOf(one: Finding): string {
  const program = w(one, 'program');
  return program === '' || program === one.subject ? one.subject : `${program} of the service ${one.subject}`;
}

export const OWN_WORDS: Readonly<Record<OwnRule, WriteFinding>> = {
  'transport-failed'(one, zone) {
    const dropped = f(one, 'dropped');
    const mail =
      one.recipients === 0
        ? ''
        : one.longest < 1
          ? `${formatMany(one.recipients, 'recipient was', 'recipients were')} deferred.`
          : `${capital(waits(one))}.`;
    return [
      joined(mail, `${capital(failedPart(one))} ${when(one, zone)}.`),
      joined(
        w(one, 'line') === '' ? '' : `Postfix said ${quoted(w(one, 'line'))}.`,
        dropped === 0
          ? ''
          : `${formatMany(dropped, 'activation')} ended without a delivery line, because the program died while it handled the message.`,
        f(one, 'tries') > 0 ? fates(one) : '',
      ),
      one.subject === 'retry'
        ? RETRY
        : 'This is a failure of this machine, and no server of the recipients was at fault. Repair what its fatal line says; master(8) starts the program again.',
    ];
  },
  'login-refused'(one, zone) {
    return [
      `${waited(one)} ${one.subject} was reached, but refused the login ${when(one, zone)}.`,
      joined(reply(one), fates(one)),
      'Check user name and password (smtp_sasl_password_maps), and run postmap after a change.',
    ];
  },
  'tls-failed'(one, zone) {
    return [
      `${waited(one)} TLS with ${one.subject} failed ${when(one, zone)}.`,
      joined(reply(one), fates(one)),
      `${w(one, 'transport')}_tls_security_level and the TLS policy of this machine decide what is required.`,
    ];
  },
  'mail-loop'(one, zone) {
    return [
      `${waited(one)} Mail for ${one.subject} came back to this machine ${when(one, zone)}.`,
      joined(reply(one), fates(one)),
      'Its MX or next hop is this machine, which does not accept the domain as its own. Check mydestination, virtual_mailbox_domains, relay_domains and transport_maps.',
    ];
  },
  'own-failure'(one, zone) {
    return [
      `${waited(one)} Delivery by ${one.subject} failed on this machine ${when(one, zone)}.`,
      joined(reply(one), fates(one)),
      'A map, a file, a command or a setting of this machine is at fault, not a server of the recipients.',
    ];
  },
  'mailbox-full'(one, zone) {
    const n = f(one, 'addresses');
    return [
      `${formatMany(n, 'mailbox', 'mailboxes')} of ${one.subject} ${n === 1 ? 'was' : 'were'} full ${when(one, zone)}. ${waited(one)}`,
      joined(`${tries(one)} got the reply ${quoted(w(one, 'reply'))}.`, fates(one)),
      `This is about the recipient (${w(one, 'to')}${n > 1 ? ' and others' : ''}), so no setting of the queue manager changes it.`,
    ];
  },
  'recipient-limit'(one, zone) {
    const taken = f(one, 'accepted');
    const name = `${w(one, 'transport')}_destination_recipient_limit`;
    return [
      `${waited(one)} ${one.subject} accepts ${taken > 0 ? `${formatWhole(taken)} recipients` : 'few recipients'} per message and deferred the others ${when(one, zone)}.`,
      joined(
        `${tries(one)} got the reply ${quoted(w(one, 'reply'))}. This is a limit of recipients in one delivery, not of the rate.`,
        fates(one),
      ),
      taken > 0
        ? `${name} = ${formatWhole(taken)} sends the others immediately, in further deliveries.`
        : `A smaller ${name} sends fewer recipients in one delivery.`,
    ];
  },
  resolver(one, zone) {
    return [
      `${waited(one)} DNS lookups of ${formatMany(f(one, 'destinations'), 'destination')} failed ${when(one, zone)}.`,
      joined(
        reply(one),
        'Different domains have different name servers, so the common cause is the resolver of this machine.',
        fates(one),
      ),
      'Check /etc/resolv.conf (and its copy in the chroot) and whether its name servers answer.',
    ];
  },
  network(one, zone) {
    const refused = /refused/i.test(w(one, 'reply'));
    const away = /unreachable|No route/i.test(w(one, 'reply'));
    const cause = away
      ? 'This machine has no route to the network.'
      : `No server was reached meanwhile, so the cause is on this side. Often a provider or a firewall ${refused ? 'refuses' : 'blocks'} outgoing connections to port 25.`;
    return [
      `${waited(one)} None of ${formatMany(f(one, 'destinations'), 'destination')} could be reached ${when(one, zone)}.`,
      joined(reply(one), cause, fates(one)),
      'Try “nc -vz SERVER 25” from this machine. If only port 25 fails, send through a relayhost on port 587.',
    ];
  },
  ipv6(one, zone) {
    return [
      `${waited(one)} ${formatMany(f(one, 'destinations'), 'destination')} could not be reached over IPv6 ${when(one, zone)}.`,
      joined(
        reply(one),
        'No server was reached over IPv6 meanwhile, so this machine has no working IPv6.',
        fates(one),
      ),
      'inet_protocols = ipv4 makes Postfix use IPv4 only; or repair the IPv6 route.',
    ];
  },
  clog(one, zone) {
    const [used, all] = [f(one, 'used'), f(one, 'all')];
    return [
      `${formatWhole(used)} of ${formatWhole(all)} entries of the active queue (${formatPercent(used / Math.max(1, all))}) were mail for ${one.subject} ${when(one, zone)}.`,
      `Postfix said ${quoted(w(one, 'line'))}. Other mail may wait outside of the active queue meanwhile.`,
      `Its destination takes too long or refuses; findings about ${one.subject} say why. A transport of its own keeps it apart from other mail.`,
    ];
  },
  'process-limit'(one, zone) {
    const limit = formatWhole(f(one, 'limit'));
    const port = w(one, 'port');
    const is = port === '' || port === one.subject ? one.subject : `${one.subject} (${port})`;
    // Postfix warns again only after a while, so nothing is known about the time between two warnings.
    const stated =
      f(one, 'lines') === 1
        ? when(one, zone)
        : `at ${formatTimeOfDay(one.from, zone)} and again at ${formatTimeOfDay(one.to, zone)}`;
    return [
      `All ${limit} processes of the service ${is} were in use ${stated}.`,
      `Postfix said so ${times(f(one, 'lines'))}: ${quoted(w(one, 'line'))}. New clients waited before their mail had a queue id, so no delay in this log shows it.`,
      `The limit of service ${is} is its maxproc in master.cf, or default_process_limit. STRESS_README has settings for such times.`,
    ];
  },
  'corrupt-file'(one, zone) {
    const [corrupt, missing] = [f(one, 'corrupt'), f(one, 'missing')];
    const parts = [
      ...(corrupt > 0
        ? [`${formatMany(corrupt, 'queue file was', 'queue files were')} moved to the queue “corrupt”`]
        : []),
      ...(missing > 0 ? [`${formatMany(missing, 'queue file was', 'queue files were')} missing`] : []),
    ];
    return [
      `${capital(parts.join(', and '))} ${when(one, zone)}.`,
      `Postfix said ${quoted(w(one, 'line'))}. ${corrupt > 0 ? 'Mail in “corrupt” is not tried again and nobody is told.' : ''}`.trim(),
      joined(
        corrupt > 0 ? 'Look at it with postcat -f.' : '',
        missing > 0 ? 'A queue file that is gone is lost, unless an operator deleted it.' : '',
        'Check the disk and who else writes to the queue directory.',
      ),
    ];
  },
  watchdog(one, zone) {
    return [
      `The program ${one.subject} stood still until its watchdog ended it, ${when(one, zone)}.`,
      `Postfix said ${quoted(w(one, 'line'))}. The watchdog ends a program that made no progress for daemon_timeout (default 5 h). Mail for it waited as long.`,
      'Look for what it waited for: a map, LDAP, SQL, DNS or a file system that did not answer.',
    ];
  },
  'bounce-failed'(one, zone) {
    const failed = f(one, 'failed');
    const what = w(one, 'what') === 'bounce' ? 'Bounces' : `Notifications (${w(one, 'what')})`;
    return [
      failed > 0
        ? `${what} could not be sent ${times(failed)} ${when(one, zone)}.`
        : `The bounce service could not be reached ${when(one, zone)}.`,
      `Postfix said ${quoted(w(one, 'line'))}. These messages stay in the queue, and their senders are told nothing.`,
      'Check the services bounce, defer and trace in master.cf, and free space for the queue.',
    ];
  },
  'no-space'(one, zone) {
    return [
      `Postfix had no space for queue files ${when(one, zone)}.`,
      `It said ${quoted(w(one, 'line'))}, ${times(f(one, 'lines'))}.`,
      'Free space or quota on the file system of queue_directory; queue_minfree says how much Postfix wants.',
    ];
  },
  untried(one, zone) {
    const [messages, shortest] = [f(one, 'messages'), f(one, 'shortest')];
    const [restart, again, open] = [f(one, 'restart'), f(one, 'again'), f(one, 'open')];
    return [
      `${formatMany(messages, 'message was', 'messages were')} active for ${lengths(shortest, one.longest)} without a delivery attempt, ${when(one, zone)}.`,
      joined(
        restart > 0 ? `A restart of Postfix ended this for ${formatWhole(restart)}.` : '',
        again > 0 ? `${formatWhole(again)} became active again later.` : '',
        open > 0
          ? `${formatWhole(open)} ${open === 1 ? 'was' : 'were'} still active at the end of the log.`
          : '',
        f(one, 'quiet') === 1 ? 'No delivery of any mail ended meanwhile.' : '',
      ),
      'A delivery program hangs, cannot start, or ends without a line. Look at ps, at the lines of master and at the services of master.cf. A restart only starts them again.',
    ];
  },
  excerpt(one, zone) {
    const lines = f(one, 'without');
    return [
      one.recipients === 1
        ? `One recipient waited ${formatLasting(one.longest)}, and this log cannot tell the cause.`
        : `${formatMany(one.recipients, 'recipient')} waited a median of ${formatLasting(one.median)} (at most ${formatLasting(one.longest)}); this log cannot tell the cause.`,
      joined(
        w(one, 'delays') === ''
          ? ''
          : `delays=${w(one, 'delays')} of ${w(one, 'id')} has four parts. ${fourParts(one)}`,
        excerptCause(w(one, 'most')),
        lines > 0 ? `${formatMany(lines, 'delivery', 'deliveries')} became active before this excerpt.` : '',
      ),
      `Give the whole log from ${formatTimeOfDay(one.from, zone, true)} on, with postconf -n and postconf -M.`,
    ];
  },
};

/** Two durations as a range, or one where both read alike. */
export function lengths(shortest: number, longest: number): string {
  const [from, to] = [formatLasting(shortest), formatLasting(longest)];
  return from === to ? to : `${from} to ${to}`;
}

const FOUR_PARTS = [
  ['a', 'before the queue manager, or in earlier attempts'],
  ['b', 'in the queue manager, active and waiting for its turn'],
  ['c', 'for DNS, connection, greeting and TLS'],
  ['d', 'for the transfer and the reply'],
] as const;

const fourParts = (one: Finding): string =>
  FOUR_PARTS.map(([name, what]) => `${name} = ${formatLasting(f(one, name))} ${what}.`).join(' ');

/** Says what the largest part of delays= can mean. */
function excerptCause(most: string): string {
  switch (most) {
    case 'b':
      return 'b means that a window, a process limit, a rate delay or a dead destination held it. Only the log of that time says which.';
    case 'a':
      return 'a has the time of earlier attempts, of content filters and of milters. Only earlier lines say which.';
    case 'pause':
      return 'Most of it passed between attempts. The replies in the log say why.';
    default:
      return 'c and d are the time of the server and of the way to it.';
  }
}
