import { putOffBy } from '../findings/pauses.ts';
import { outcomeOfReply } from '../facts/outcome.ts';
import type { Renamer } from './names.ts';

/**
 * What a server said, in words of its kind only: code, enhanced code, category. What Postfix itself says around it stays,
 * with other names of machines.
 */

/** Categories, the first that fits. The words keep what findings read in an answer. */
const CATEGORIES: readonly [pattern: RegExp, words: string][] = [
  [/gr[ea]y-?list/i, 'Greylisted, try again later'],
  [
    /user unknown|unknown user|no such (user|recipient|mailbox)|does not exist|recipient((?!recipient).)*(unknown|not found)/i,
    'User unknown',
  ],
  [/quota|sending limit/i, 'over quota'],
  [/too many (concurrent )?(connections|sessions)(?! per)/i, 'too many connections'],
  [
    /\b(rate|volume|throttl|per (second|minute|hour|day)|too (fast|much|many (messages|mails|emails|recipients|requests))|unusual|slow down)/i,
    'too many messages per minute',
  ],
  [/mailbox|full\b/i, 'mailbox full'],
  [
    /spam|reputation|black ?list|block ?list|dnsbl|\brbl\b|policy|not allowed|denied|reject/i,
    'refused by policy',
  ],
];
/** Where a category would be read otherwise than the answer itself: the first of these that is not. */
const OTHERS = ['try again later', 'too many connections', 'too many messages per minute'];

const REASONS = [
  'Connection refused',
  'Connection timed out',
  'Operation timed out',
  'No route to host',
  'Network is unreachable',
  'Connection reset by peer',
];
const PHASES =
  /while (receiving the initial server greeting|performing the (?:EHLO|HELO|LHLO) handshake|performing the initial protocol handshake|sending (?:EHLO|HELO|LHLO|MAIL FROM|RCPT TO|DATA command|end of data -- message may be sent more than once|message body|QUIT)|receiving the server response)/;
const COMMAND =
  /\(in reply to (MAIL FROM|RCPT TO|DATA|end of DATA|EHLO|HELO|LHLO|RSET|QUIT|\.) ?(command)?\)$/;
/** What Postfix says of mail that it delivered itself. */
const LOCAL = /^(delivered to (?:mailbox|maildir|command|file)|discarded|forwarded as )/;

/** Code, enhanced code and category of an answer. */
function said(text: string, instead: string): string {
  const code = /\b([245]\d\d)(?=[ -]|$)/.exec(text)?.[1] ?? '';
  const enhanced = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(text)?.[0] ?? '';
  const plain = code.startsWith('5') ? 'refused' : code.startsWith('2') ? 'Ok' : 'try again later';
  const words = CATEGORIES.find(([pattern]) => pattern.test(text))?.[1] ?? plain;
  return [code, enhanced, instead === '' ? words : instead].filter((part) => part !== '').join(' ');
}

/** An answer as it may leave the machine. `queued as ` at its end stays: the id behind it is the caller's. */
export function plainReply(text: string, sent: boolean, renamer: Renamer): string {
  if (sent) {
    const local = LOCAL.exec(text);
    if (local !== null) return local[1] ?? '';
    const code = /\b2\d\d\b/.exec(text)?.[0] ?? '250';
    const enhanced = /\b2\.\d{1,3}\.\d{1,3}\b/.exec(text)?.[0];
    const tail = text.endsWith('queued as ') ? ': queued as ' : '';
    return `${code}${enhanced === undefined ? '' : ` ${enhanced}`} Ok${tail}`;
  }
  const suspended = /^delivery temporarily suspended: /.exec(text)?.[0] ?? '';
  return suspended + framed(text.slice(suspended.length), renamer);
}

/**
 * Name of a queue in lines of the queue manager. Those of the services error and retry are called by what they answer, status in
 * front: the same words as in the tries, or a replay finds another queue there.
 */
export function plainQueueName(name: string, renamer: Renamer): string {
  const [status] = /^[245]\.\d{1,3}\.\d{1,3} /.exec(name) ?? [];
  return status === undefined
    ? renamer.queue(name)
    : status + plainReply(name.slice(status.length), false, renamer);
}

/** What the scheduler and the findings read in it must be the same. */
function framed(text: string, renamer: Renamer): string {
  const outcome = outcomeOfReply(text);
  const same = (made: string): boolean =>
    outcome === outcomeOfReply(made) && putOffBy(outcome, text) === putOffBy(outcome, made);
  const first = frame(text, renamer, '');
  return same(first) ? first : (OTHERS.map((words) => frame(text, renamer, words)).find(same) ?? first);
}

function frame(text: string, renamer: Renamer, instead: string): string {
  const connect = /^connect to (\S+): (.*)$/s.exec(text);
  if (connect !== null) {
    const reason = REASONS.find((one) => connect[2]?.includes(one)) ?? 'Connection failed';
    return `connect to ${renamer.relay(connect[1] ?? '')}: ${reason}`;
  }
  const refused = /^host (\S+) refused to talk to me: (.*)$/s.exec(text);
  if (refused !== null)
    return `host ${renamer.relay(refused[1] ?? '')} refused to talk to me: ${said(refused[2] ?? '', instead)}`;
  const answered = /^host (\S+) said: (.*)$/s.exec(text);
  if (answered !== null) {
    const command = COMMAND.exec(text)?.[0];
    return `host ${renamer.relay(answered[1] ?? '')} said: ${said(answered[2] ?? '', instead)}${command === undefined ? '' : ` ${command}`}`;
  }
  const lost = /^(lost connection with|conversation with) (\S+) /.exec(text);
  if (lost !== null) {
    const timed = /timed out /.test(text) ? 'timed out ' : '';
    const phase = PHASES.exec(text)?.[0] ?? 'while receiving the server response';
    return `${lost[1]} ${renamer.relay(lost[2] ?? '')} ${timed}${phase}`;
  }
  const tls = /^(Cannot start TLS|TLS is required|Server certificate not (?:trusted|verified))/.exec(text);
  if (tls !== null) return tls[1] ?? '';
  const name = /^(Host or domain name not found|unable to look up host|Name service error)/.exec(text);
  if (name !== null) return name[1] ?? '';
  return `${said(text, instead)} here`;
}
