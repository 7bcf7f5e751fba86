import { putOffBy } from '../findings/pauses.ts';
import { outcomeOfReply } from '../facts/outcome.ts';
import type { Renamer } from './names.ts';
import { firstIn, plainJoin, ofForm, oneOf, type Plain, plain, plainList } from './plain.ts';

/** Reduces a server's reply to code, enhanced code and category. Text that Postfix adds stays, with replaced host names. */

/** Categories of replies; the first match counts. The words are those that findings look for. */
const CATEGORIES: readonly [pattern: RegExp, words: Plain][] = [
  [/gr[ea]y-?list/i, plain`Greylisted, try again later`],
  [
    /user unknown|unknown user|no such (user|recipient|mailbox)|does not exist|recipient((?!recipient).)*(unknown|not found)/i,
    plain`User unknown`,
  ],
  [/quota|sending limit/i, plain`over quota`],
  [/too many (concurrent )?(connections|sessions)(?! per)/i, plain`too many connections`],
  [
    /\b(rate|volume|throttl|per (second|minute|hour|day)|too (fast|much|many (messages|mails|emails|recipients|requests))|unusual|slow down)/i,
    plain`too many messages per minute`,
  ],
  [/mailbox|full\b/i, plain`mailbox full`],
  [
    /spam|reputation|black ?list|block ?list|dnsbl|\brbl\b|policy|not allowed|denied|reject/i,
    plain`refused by policy`,
  ],
];
/**
 * Alternatives if the category's words would be classified differently from the original reply. The first that is
 * classified the same is used.
 */
const OTHERS = plainList`try again later|too many connections|too many messages per minute`;

const REASONS = plainList`Connection refused|Connection timed out|Operation timed out|No route to host|Network is unreachable|Connection reset by peer`;
const PHASES = plainList`while receiving the initial server greeting|while performing the EHLO handshake|while performing the HELO handshake|while performing the LHLO handshake|while performing the initial protocol handshake|while sending EHLO|while sending HELO|while sending LHLO|while sending MAIL FROM|while sending RCPT TO|while sending DATA command|while sending end of data -- message may be sent more than once|while sending message body|while sending QUIT|while receiving the server response`;
const COMMAND = /\(in reply to ([^()]{1,12}?) ?(command)?\)$/;
const COMMANDS = plainList`MAIL FROM|RCPT TO|DATA|end of DATA|EHLO|HELO|LHLO|RSET|QUIT|.`;
/** Postfix's replies for mail it delivered itself. */
const LOCAL = plainList`delivered to mailbox|delivered to maildir|delivered to command|delivered to file|discarded|forwarded as `;
/** Postfix's replies where no server replied. */
const WITHOUT_SERVER = plainList`Cannot start TLS|TLS is required|Server certificate not trusted|Server certificate not verified|Host or domain name not found|unable to look up host|Name service error`;
const LOST = plainList`lost connection with|conversation with`;

/** Finds reply codes that stand alone, not as part of an address, a host name or a version. */
const CODE = /(?<![\w.:-])[245]\d\d(?= |$|-\D|-[245]\.[0-7]\.)/g;
const STATUS = /(?<![\w.:]|(?<!\b[245]\d\d)-)[245]\.[0-7]\.\d{1,3}(?![\w-]|\.\w)/g;

/** Words for replies of no category, by the first digit of their code. */
const BY_CODE: Readonly<Record<string, Plain>> = { 2: plain`Ok`, 5: plain`refused` };

/** The first code and enhanced code, optionally of one class. */
function codesIn(text: string, kind = ''): { code: Plain | null; status: Plain | null } {
  const first = (pattern: RegExp): string =>
    [...text.matchAll(pattern)].find(([found]) => found.startsWith(kind))?.[0] ?? '';
  return { code: ofForm('code', first(CODE)), status: ofForm('status', first(STATUS)) };
}

/** Reduces a reply to its code, enhanced code and the words of its category. */
function said(text: string, instead: Plain): Plain {
  const { code, status } = codesIn(text);
  const kind = CATEGORIES.find(([pattern]) => pattern.test(text))?.[1] ?? BY_CODE[code?.[0] ?? ''];
  const parts = [code, status, instead === '' ? (kind ?? plain`try again later`) : instead];
  return plainJoin(
    parts.filter((part) => part !== null),
    plain` `,
  );
}

/** A reply as shared. `queued as ` at its end stays; the caller adds the id. */
export function plainReply(text: string, sent: boolean, renamer: Renamer): Plain {
  if (sent) {
    const local = LOCAL.find((words) => text.startsWith(words));
    if (local !== undefined) return local;
    const { code, status } = codesIn(text, '2');
    const tail = text.endsWith('queued as ') ? plain`: queued as ` : plain``;
    return plain`${code ?? plain`250`}${status === null ? plain`` : plain` ${status}`} Ok${tail}`;
  }
  const suspended = 'delivery temporarily suspended: ';
  return text.startsWith(suspended)
    ? plain`delivery temporarily suspended: ${framed(text.slice(suspended.length), renamer)}`
    : framed(text, renamer);
}

/**
 * A queue name in lines of the queue manager. Queues of the services error and retry are named by their reply, with
 * the status first. They need the same words as the attempts, or a replay would not find the queue.
 */
export function plainQueueName(name: string, renamer: Renamer): Plain {
  const at = name.indexOf(' ');
  const status = ofForm('status', name.slice(0, Math.max(at, 0)));
  return status === null
    ? renamer.queue(name)
    : plain`${status} ${plainReply(name.slice(at + 1), false, renamer)}`;
}

/** The reduced reply must have the same meaning for the scheduler and the findings as the original. */
function framed(text: string, renamer: Renamer): Plain {
  const outcome = outcomeOfReply(text);
  const same = (made: string): boolean =>
    outcome === outcomeOfReply(made) && putOffBy(outcome, text) === putOffBy(outcome, made);
  const first = frame(text, renamer, plain``);
  return same(first) ? first : (OTHERS.map((words) => frame(text, renamer, words)).find(same) ?? first);
}

function frame(text: string, renamer: Renamer, instead: Plain): Plain {
  const connect = /^connect to (\S+): (.*)$/s.exec(text);
  if (connect !== null) {
    const reason = REASONS.find((one) => connect[2]?.includes(one)) ?? plain`Connection failed`;
    return plain`connect to ${renamer.relay(connect[1] ?? '')}: ${reason}`;
  }
  const refused = /^host (\S+) refused to talk to me: (.*)$/s.exec(text);
  if (refused !== null)
    return plain`host ${renamer.relay(refused[1] ?? '')} refused to talk to me: ${said(refused[2] ?? '', instead)}`;
  const answered = /^host (\S+) said: (.*)$/s.exec(text);
  if (answered !== null)
    return plain`host ${renamer.relay(answered[1] ?? '')} said: ${said(answered[2] ?? '', instead)}${inReplyTo(text)}`;
  const lost = /^(lost connection with|conversation with) (\S+) /.exec(text);
  const how = oneOf(LOST, lost?.[1] ?? '');
  if (how !== null) {
    const timed = text.includes('timed out ') ? plain`timed out ` : plain``;
    const phase = firstIn(PHASES, text) ?? plain`while receiving the server response`;
    return plain`${how} ${renamer.relay(lost?.[2] ?? '')} ${timed}${phase}`;
  }
  return WITHOUT_SERVER.find((words) => text.startsWith(words)) ?? plain`${said(text, instead)} here`;
}

function inReplyTo(text: string): Plain {
  const [, name = '', word] = COMMAND.exec(text) ?? [];
  const command = oneOf(COMMANDS, name);
  if (command === null) return plain``;
  return plain` (in reply to ${command}${word === undefined ? plain`` : plain` command`})`;
}
