import { type Bytes, lit, startsWith } from '../bytes/scan.ts';

/*
 * Known lines that say nothing about the queue: they are skipped and not reported as unknown. Indexed by first letter
 * for speed, because a third of a log's millions of lines are of this kind.
 */

/** Texts after a queue id. */
const ABOUT_MESSAGES = byFirst([
  'client=',
  'conversation with ',
  'enabling PIX ',
  'enabling ',
  'filter: ',
  'discard: ',
  'header ',
  'hold: ',
  'host ',
  'info: ',
  'lost connection ',
  'milter-',
  'passing ',
  'postmaster ',
  'prepend: ',
  'queue ',
  'redirect: ',
  'reject: ',
  'reject_warning: ',
  'replace: ',
  'resent-message-id=',
  'resend-message-id=',
  'sender ',
  'skipped, still being delivered',
  'smtputf8 ',
  'strip: ',
  'table ',
  'to=<',
  'uid=',
  'warning: ',
  'warn: ',
  'error: ',
  'fatal: ',
  'bcc: ',
  'breaking line ',
  'Cannot start TLS',
  'TLS is required',
  'Server certificate ',
  'certificate verification ',
  'DSN ',
  'delivered ',
  'addr ',
  'recipient limit ',
  'sequence ',
  'bare ',
  'ignoring ',
  'message-id=',
  'proxy-',
]);

/** Texts of lines without a queue id, of any program. */
const IN_GENERAL = byFirst([
  'connect from ',
  'disconnect from ',
  'lost connection ',
  'timeout after ',
  'too many errors after ',
  'improper command ',
  'NOQUEUE: ',
  'warning: ',
  'error: ',
  'fatal: ',
  'panic: ',
  'statistics: ',
  'connect to ',
  'proxy-accept: ',
  'proxy-reject: ',
  'Anonymous TLS ',
  'Trusted TLS ',
  'Untrusted TLS ',
  'Verified TLS ',
  'setting up TLS ',
  'SSL_accept ',
  'SSL_connect ',
  'SSL3 ',
  'TLS ',
  'certificate ',
  'Server certificate ',
  'client certificate ',
  'fingerprint ',
  'subject_CN=',
  'verify ',
  'depth=',
  'read from ',
  'write to ',
  'Host ',
  'Reusing ',
  'save session ',
  'looking for session ',
  'reload ',
  'daemon started ',
  'terminating ',
  'starting ',
  'stopping ',
  'refreshing ',
  'stopping the Postfix',
  'starting the Postfix',
  'the Postfix mail system ',
  'fatal ',
  'cache ',
  'close ',
  'open ',
  'table ',
  'using ',
  'CONNECT from ',
  'PASS ',
  'DISCONNECT ',
  'HANGUP ',
  'PREGREET ',
  'DNSBL ',
  'COMMAND ',
  'BARE NEWLINE ',
  'NON-SMTP COMMAND ',
  'WHITELISTED ',
  'ALLOWLISTED ',
  'BLACKLISTED ',
  'DENYLISTED ',
  'WHITELIST VETO ',
  'ALLOWLIST VETO ',
  'ENTER ',
  'LEAVE ',
  'entering STRESS mode',
  'exiting STRESS mode',
  'addr ',
  'Placed on hold: ',
  'Released from hold: ',
  'Requeued: ',
  'Deleted: ',
  'Force-expired: ',
  'Renamed to match inode number: ',
  'scan interrupted',
  'dict_',
  'initializing ',
  'connection ',
  'idle ',
  'input attribute ',
  'send attr ',
  'trigger ',
  'wakeup ',
  'defer site ',
  'defer transport ',
  'waiting for ',
  'start ',
  'end ',
  'done ',
  'request: ',
  'rewrite ',
  'master_notify: ',
  'name ',
  '> ',
  '< ',
  'private/',
  'public/',
  'unix:',
  'watchdog',
  'auto_clnt_',
  'sent ',
  'lookup ',
  'maps_',
  'match_',
  'mail_',
  'before ',
  'after ',
  'vstream_',
  'event',
  'process ',
  'server ',
  'client ',
  'service ',
  'queue ',
  'request ',
  'smtp ',
  'unknown ',
]);

type ByFirst = readonly (readonly Bytes[] | undefined)[];

function byFirst(texts: readonly string[]): ByFirst {
  const lists: Bytes[][] = [];
  for (const text of texts) (lists[text.charCodeAt(0)] ??= []).push(lit(text));
  return lists;
}

function known(lists: ByFirst, buf: Bytes, from: number, to: number): boolean {
  const list = lists[buf[from] ?? 0];
  if (list === undefined) return false;
  for (const text of list) if (startsWith(buf, from, to, text)) return true;
  return false;
}

/** True if the text after a queue id is known and irrelevant to the queue. */
export function knownAboutMessage(buf: Bytes, from: number, to: number): boolean {
  return known(ABOUT_MESSAGES, buf, from, to);
}

/** True if the text of a line without a queue id is known and irrelevant to the queue. */
export function knownInGeneral(buf: Bytes, from: number, to: number): boolean {
  return known(IN_GENERAL, buf, from, to) || isVerbose(buf, from, to);
}

/** `name_of_a_function: …`: verbose output (-v). */
function isVerbose(buf: Bytes, from: number, to: number): boolean {
  let underscore = false;
  for (let at = from; at < to && at < from + 60; at++) {
    const byte = buf[at] ?? 0;
    if (byte === 95) underscore = true;
    else if (byte === 58) return underscore && buf[at + 1] === 32;
    else if (!((byte >= 97 && byte <= 122) || (byte >= 48 && byte <= 57))) return false;
  }
  return false;
}
