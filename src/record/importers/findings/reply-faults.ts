/**
 * Kind of failure that deferred a recipient, by its reason; '' = none of these. Reasons are Postfix's own words
 * (smtp_connect.c, smtp_sasl_glue.c, smtp_proto.c, qmgr_deliver.c) or a server's reply with its code.
 */
export type Fault =
  /** No delivery program took the mail. */
  | 'transport'
  /** A name server did not answer. */
  | 'lookup'
  /** The connection failed: the server did not answer, refused it, or could not be reached over the network. */
  | 'connect'
  /** The server refused the password, or asked for one. */
  | 'login'
  /** This machine's demands on TLS were not met. */
  | 'tls'
  /** The mail came back to this machine. */
  | 'loop'
  /** A map, a file or a setting of this machine failed. */
  | 'setup'
  /** A mailbox is full. */
  | 'mailbox'
  /** The message had more recipients than the server accepts. */
  | 'recipients'
  | '';

/** Enhanced codes may follow a hyphen (`452-4.2.2`). */
const CODE = String.raw`(?:^|[ -])`;

const FAULTS: readonly [fault: Fault, pattern: RegExp][] = [
  ['transport', /^(mail transport unavailable|unknown mail transport error)$/i],
  [
    'loop',
    /\bloops back to myself\b|\bmail forwarding loop\b|\btoo many hops\b|\bhop count exceeded\b|\brouting loop\b/i,
  ],
  [
    'login',
    /^SASL authentication (failed|failure)|\bSASL (login|authentication)\b|\bauthentication (is )?(required|failed|failure)\b|\b(not|un)[ -]?authenticated\b|\bmust authenticate\b|\bbad (username|user name|credentials)\b|\binvalid (credentials|login|username)\b|\bno mechanism available\b| said: (?:530|534|535|538)[ -]/i,
  ],
  [
    'tls',
    /^(TLS is required|Cannot start TLS|Server certificate not (trusted|verified)|Server certificate)|\bTLS (policy|security|handshake|library)\b|\bTLSA (lookup|record)|\bcertificate verif|\bmust issue a STARTTLS|\bnon DNSSEC destination|\bDANE\b|\bSTS policy/i,
  ],
  [
    'lookup',
    /^(Host or domain name not found|unable to look up host|Name service error).*(try again|emporary|timed out|SERVFAIL|server failure)|^(valid hostname or network address required|name service error)/i,
  ],
  [
    'setup',
    /\b(local (configuration|data) error|mail system configuration error|(local )?lookup failure|temporary lookup failure|alias database unavailable|map lookup problem|lookup error)\b|\bqueue file write error\)?$|^(cannot (open|create|update|access|append|find)|unable to|maildir delivery failed|mailbox .* is locked|can't|error writing)|\bcommand (line usage|not found|died)|\bNo space left on device\b/i,
  ],
  [
    'recipients',
    new RegExp(String.raw`${CODE}4\.5\.3\b|\btoo many (recipients|rcpts?)\b|\brecipients? limit\b`, 'i'),
  ],
  [
    'mailbox',
    new RegExp(
      String.raw`${CODE}[45]\.2\.[12]\b|\b(mailbox|inbox|maildir|user|account|folder)\b.{0,40}\b(full|over ?quota|exceeded|out of (storage|space)|unavailable)|\bover(drawn)? ?quota\b|\bquota (is )?(exceeded|full|violation)|\b(disk|storage) quota\b|\bout of storage\b|\bmailbox (size )?limit`,
      'i',
    ),
  ],
  [
    'connect',
    /^connect to \S+: |^(lost connection with|conversation with) \S+ (timed out )?while receiving the initial server greeting/i,
  ],
];

const SUSPENDED = 'delivery temporarily suspended: ';
/** Replies about the rate of the whole server, although they name a mailbox or recipients. */
const RATE =
  /\b(rate|per (second|minute|hour|day)|hourly|daily|slow down|throttl|too (quickly|fast|frequently))/i;

/**
 * The reason without `delivery temporarily suspended: `. A suspended recipient repeats the reason of an earlier
 * attempt.
 */
export const reasonOf = (reply: string): string =>
  reply.startsWith(SUSPENDED) ? reply.slice(SUSPENDED.length) : reply;

export function faultOf(reply: string): Fault {
  const reason = reasonOf(reply);
  const [fault] = FAULTS.find(([, pattern]) => pattern.test(reason)) ?? [''];
  if ((fault === 'mailbox' || fault === 'recipients') && RATE.test(reason)) return '';
  // If another server reports a failed lookup or a failed disk, the failure is that server's, not this machine's.
  if (fault === 'setup' && /^host \S+ (said|refused)/.test(reason)) return '';
  return fault;
}

/** The server of a failed connection, as `relay=` would name it: `mx.a.example[192.0.2.1]:25`, `box[private/lmtp]`. "" = none. */
export const serverOf = (reply: string): string =>
  /^connect to ([^\s[]+\[[^\]]*\](?::\d+)?): /.exec(reasonOf(reply))?.[1] ?? '';

/** A socket of this machine, or an address of it. */
export const isOwnServer = (name: string): boolean =>
  /(^|\[)(127\.\d+\.\d+\.\d+|::1|localhost)(\]|:|$)/i.test(name) ||
  /(^unix:|\[(private|public)?\/|\[\/)/.test(name);

/** Replies of servers that count messages. */
const COUNTS_MESSAGES =
  /\brates?\b|\b(per|last|past|each|this|an?|one|every) (second|minute|hour|day)\b|throttl|too (fast|quick|frequent)|too many (messages|mails)|slow down/i;

/** True if a reply says that a server limits the number of messages or sessions in a time. */
export function isRated(reply: string): boolean {
  return COUNTS_MESSAGES.test(reply) && !/gr[ae]y-?list/i.test(reply) && faultOf(reply) !== 'mailbox';
}

/**
 * Replies about the machine that sends: its address is on a blocklist or has a bad name, or its name cannot be found. 4.7.25 to 4.7.27 are
 * the enhanced codes of RFC 7372 for failed checks of the reverse name and of SPF.
 */
const ABOUT_SENDER =
  /\b(block(ed)? (using|by|list)|blocked using|blocklist|blacklist|black-?listed|listed (at|in|by|on) \S+|rbl|dnsbl|spamhaus|reputation|cannot find your (reverse )?host ?name|reverse (dns|name|lookup)|\bptr\b|[45]\.7\.2[5-7])\b/i;

/** True if a reply is about the address or the name of the sending machine. */
export const isAboutSender = (reply: string): boolean => ABOUT_SENDER.test(reply);
