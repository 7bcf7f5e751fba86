/** A message of a queue listing: of `mailq`, or of `postqueue -j`. */
export interface QueuedMessage {
  queue: string;
  id: string;
  /** Seconds since 1970. */
  arrival: number;
  size: number;
  forcedExpire: boolean;
  /** '' is the null sender, which postqueue prints as MAILER-DAEMON. */
  sender: string;
  recipients: { address: string; reason: string }[];
}

/** `A1B2C3*  4387 Mon Feb 24 13:35:18  sender@example.com`: id, flags, size, arrival, sender (showq.c, postqueue.c). */
const MESSAGE =
  /^([0-9A-Za-z]{6,})([*!#]*)\s+(\d+)\s+(Mon|Tue|Wed|Thu|Fri|Sat|Sun) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) +(\d{1,2}) (\d\d):(\d\d):(\d\d)\s+(\S+)/;
const HEADER = /^-+Queue ID-+ +-+Size-+/m;
/** What a mail program or grep puts in front of each line. */
const QUOTED = /^(?:> ?)+/gm;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const plain = (text: string): string => text.replaceAll('\r', '').replaceAll(QUOTED, '');

/** True for the output of `postqueue -p` or `mailq`, with or without its first line. */
export function isMailq(text: string): boolean {
  const head = plain(text.slice(0, 20_000));
  return HEADER.test(head) || head.split('\n').some((line) => MESSAGE.test(line));
}

/** Reads the messages of a listing. Its times have no zone, so they count as UTC. */
export function readMailq(text: string): QueuedMessage[] {
  const messages: QueuedMessage[] = [];
  let reason = '';
  let open = false;
  for (const line of plain(text).split('\n')) {
    const message = messageOf(line);
    if (message !== null) {
      messages.push(message);
      reason = '';
      open = false;
      continue;
    }
    const last = messages.at(-1);
    const own = line.trim();
    if (last === undefined || own === '' || own.startsWith('-- ')) continue;
    if (open || own.startsWith('(')) {
      // A reason stands before the recipients that it applies to. A long reason may be wrapped.
      reason = open ? `${reason} ${own}` : own.slice(1);
      open = !reason.endsWith(')');
      if (!open) reason = reason.slice(0, -1);
    } else last.recipients.push({ address: own, reason });
  }
  return messages;
}

function messageOf(line: string): QueuedMessage | null {
  const parts = MESSAGE.exec(line.trimEnd());
  if (parts === null) return null;
  const [, id = '', flags = '', size, day = '', month = '', ...rest] = parts;
  const [date = 0, hour = 0, minute = 0, second = 0] = rest.slice(0, 4).map(Number);
  const sender = rest[4] ?? '';
  return {
    // Without a flag the message counts as deferred: postqueue -p does not tell incoming from deferred.
    queue: flags.includes('*') ? 'active' : flags.includes('!') ? 'hold' : 'deferred',
    id,
    arrival: arrivalOf(DAYS.indexOf(day), MONTHS.indexOf(month), date, (hour * 60 + minute) * 60 + second),
    size: Number(size),
    forcedExpire: flags.includes('#'),
    sender: sender === 'MAILER-DAEMON' ? '' : sender,
    recipients: [],
  };
}

/** The listing has no year. The day of the week shows it: the latest year in which the date falls on that day. */
function arrivalOf(day: number, month: number, date: number, seconds: number): number {
  const newest = new Date().getUTCFullYear();
  for (let year = newest; year > newest - 12; year--) {
    const at = Date.UTC(year, month, date);
    if (new Date(at).getUTCDay() === day && at <= Date.now() + 86_400_000) return at / 1000 + seconds;
  }
  return Date.UTC(newest, month, date) / 1000 + seconds;
}
