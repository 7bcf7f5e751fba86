import { formatWhole } from '../../../explain/figures.ts';
import type { Finding, FindingRule } from '../../protocol/findings.ts';
import { formatLasting, formatMany } from '../record-format.ts';
import { lengths } from './own-sentences.ts';
import { f, w } from './sentence-parts.ts';

/** A finding as a card: a title of at most eight words, its figure, and one line. It contains text from a log. */
export interface FindingCard {
  title: string;
  figure: string;
  line: string;
}

/** Short name of a destination or relay: the domain where it is known, without brackets and address. */
function shortName(subject: string): string {
  const [domain = subject] = subject.split(' (');
  const [, bracketed] = /^\[([^\]]+)\](?::25)?$/.exec(domain) ?? [];
  return bracketed ?? domain.replace(/^([^\s[]+)\[[^\]]*\]/, '$1').replace(/^\[([^\]]+)\]/, '$1');
}

const name = ({ subject }: Finding): string => shortName(subject);
/** Name of the server. A server of this machine is marked as one, unless the subject is a domain. */
const server = (one: Finding): string =>
  w(one, 'own') === '' || !/^(\[|unix:)/.test(one.subject) ? name(one) : `${name(one)} on this machine`;
const many = (one: Finding, figure: string, word: string, words?: string): string =>
  formatMany(f(one, figure), word, words);
/** True if no recipient of a dead or unreachable destination got its mail in the record. */
const stayed = (one: Finding): boolean => f(one, 'delivered') === 0;

const CARD_TITLES: Readonly<Record<FindingRule, (one: Finding) => string>> = {
  dead: (one) => `${server(one)} ${stayed(one) ? 'stayed down' : 'was down'}`,
  unreachable: (one) => `${server(one)} ${stayed(one) ? 'stayed down' : 'was down'}`,
  greylisting: (one) =>
    one.subject === ''
      ? `${many(one, 'destinations', 'server greylists', 'servers greylist')}`
      : `${name(one)} greylists`,
  'agents-busy': (one) =>
    f(one, 'agents') === 1
      ? `The only ${one.subject} process was busy`
      : `All ${formatWhole(f(one, 'agents'))} ${one.subject} processes busy`,
  'one-message': () => 'One message held them',
  sessions: (one) =>
    f(one, 'sessions') > 0 && f(one, 'above') >= 0.5
      ? `${name(one)} takes ${many(one, 'sessions', 'session')}`
      : `${name(one)} refused connections`,
  'window-full': (one) => `${name(one)}: window of ${formatWhole(f(one, 'peak'))} full`,
  'rate-delay': (one) => `${name(one)}: one every ${formatLasting(f(one, 'rateDelay'))}`,
  'provider-rate': (one) => `${name(one)} limits the rate`,
  'put-off': (one) =>
    f(one, 'nothing') === 1 ? `${name(one)} accepted no mail` : `${name(one)} deferred mail`,
  retries: () => 'Retries filled the active queue',
  flush: (one) => (w(one, 'restart') === '' ? 'A flush of deferred mail' : 'A restart retried deferred mail'),
  'before-queue': () => 'Slow before the queue manager',
  'slow-connect': (one) => `Slow connections to ${name(one)}`,
  'slow-server': (one) => `${name(one)} is slow`,
  reload: (one) => `A ${w(one, 'kind') === 'new-qmgr' ? 'restart' : w(one, 'kind')} of Postfix`,
  scan: () => 'Waiting for the queue scan',
  incoming: () => 'The active queue was full',
  'log-gap': (one) => (f(one, 'lost') === 1 ? 'The log lost lines' : 'A gap in the log'),
  'transport-failed': failedTitle,
  'login-refused': (one) => `${name(one)} refused the login`,
  'tls-failed': (one) => `TLS with ${name(one)} failed`,
  'mail-loop': (one) => `Mail for ${name(one)} came back`,
  'own-failure': (one) => `Delivery by ${one.subject} failed here`,
  'mailbox-full': (one) => `${many(one, 'addresses', 'mailbox', 'mailboxes')} of ${name(one)} full`,
  'recipient-limit': (one) =>
    f(one, 'accepted') > 0
      ? `${name(one)} takes ${many(one, 'accepted', 'recipient')} per message`
      : `${name(one)} takes few recipients per message`,
  resolver: () => 'The resolver of this machine failed',
  network: () => 'No server could be reached',
  ipv6: () => 'IPv6 does not work',
  clog: (one) => `${name(one)} filled the active queue`,
  'process-limit': (one) => {
    const port = w(one, 'port');
    const service = port === '' || port === one.subject ? one.subject : `${one.subject} (${port})`;
    return `All ${formatWhole(f(one, 'limit'))} processes of ${service} used`;
  },
  'corrupt-file': () => 'Queue files damaged or lost',
  watchdog: (one) => `${one.subject} stood still`,
  'bounce-failed': () => 'Bounces could not be sent',
  'no-space': () => 'No space for the queue',
  untried: () => 'Active mail was not tried',
  excerpt: () => 'This log does not show why',
};

function failedTitle(one: Finding): string {
  const program = w(one, 'program') || one.subject;
  if (program === '') return 'No delivery program took the mail';
  if (f(one, 'missing') > 0) return `The service ${program} is missing`;
  return f(one, 'signal') > 0
    ? `${program} was killed by signal ${f(one, 'signal')}`
    : `The program ${program} failed`;
}

/** Figures of findings that come from a warning and state no wait of a recipient. */
const OTHER_FIGURES: Partial<
  Readonly<Record<FindingRule, (one: Finding) => [figure: string, line: string]>>
> = {
  clog: (one) => [
    `${formatWhole(f(one, 'used'))} of ${formatWhole(f(one, 'all'))}`,
    'entries of the active queue',
  ],
  'corrupt-file': (one) => [
    formatMany(f(one, 'corrupt') + f(one, 'missing'), 'queue file'),
    f(one, 'corrupt') > 0 ? 'not tried again' : 'missing',
  ],
  'log-gap': (one) =>
    f(one, 'lost') === 1
      ? ['lines lost', 'said by syslog']
      : [formatLasting(f(one, 'seconds')), 'without a line'],
  untried: (one) => [
    many(one, 'messages', 'message'),
    `active for ${lengths(f(one, 'shortest'), one.longest)}`,
  ],
};

/** Where the time of a single late line went, by the largest part of its delays=. */
const EXCERPT_LINES: Readonly<Record<string, string>> = {
  a: 'before the queue manager, or in earlier attempts',
  b: 'in the queue manager',
  pause: 'between attempts',
};

export function cardOf(one: Finding): FindingCard {
  const title = CARD_TITLES[one.rule](one);
  const other = OTHER_FIGURES[one.rule]?.(one);
  if (other !== undefined) return { title, figure: other[0], line: other[1] };
  if (one.rule === 'excerpt' && one.recipients === 1)
    return {
      title,
      figure: formatLasting(one.longest),
      line: EXCERPT_LINES[w(one, 'most')] ?? 'at the server',
    };
  if (one.recipients === 0)
    return { title, figure: formatMany(f(one, 'lines'), 'warning'), line: 'of Postfix itself' };
  return { title, figure: formatMany(one.recipients, 'recipient'), line: waitLine(one) };
}

function waitLine(one: Finding): string {
  const { recipients, median, longest } = one;
  const returned = f(one, 'returned') === recipients && recipients > 0;
  if (returned) return `returned after ${formatLasting(median)}`;
  if (f(one, 'open') === recipients)
    return longest < 1 ? 'still deferred' : `still waiting after ${formatLasting(longest)}`;
  return recipients === 1
    ? `waited ${formatLasting(longest)}`
    : `median ${formatLasting(median)}, longest ${formatLasting(longest)}`;
}
