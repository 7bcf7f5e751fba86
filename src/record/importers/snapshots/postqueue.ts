import type { LineNumber } from '../../../protocol/ids.ts';
import type { EpochSeconds } from '../../../protocol/units.ts';

/** One message of `postqueue -j`. */
export interface QueuedMessage {
  queue: string;
  id: string;
  /** Seconds since 1970. */
  arrival: number;
  size: number;
  forcedExpire: boolean;
  /** '' is the null sender, which postqueue calls MAILER-DAEMON. */
  sender: string;
  recipients: { address: string; reason: string }[];
}

/** A queue at one time. */
export interface QueueSnapshot {
  /** Seconds since 1970 when the file says so; null for a plain `postqueue -j`. */
  time: EpochSeconds | null;
  messages: QueuedMessage[];
}

export interface Postqueue {
  snapshots: QueueSnapshot[];
  /** Lines that are no message, with the first of them. */
  bad: number;
  firstBad: { line: LineNumber; found: string } | null;
}

/**
 * Reads `postqueue -j`: an object a line; also a list of snapshots `{t, queue: […]}` a line. Keys that are not known are
 * passed over. Lines that are no message are counted.
 */
export function readPostqueue(text: string): Postqueue {
  const plain: QueuedMessage[] = [];
  const snapshots: QueueSnapshot[] = [];
  let bad = 0;
  let firstBad: Postqueue['firstBad'] = null;
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const value = parse(line);
    const queue = field(value, 'queue');
    const message = messageOf(value);
    if (message !== null) plain.push(message);
    else if (Array.isArray(queue)) {
      const time = Number(field(value, 't'));
      snapshots.push({
        time: Number.isFinite(time) ? time : null,
        messages: queue.flatMap((one) => messageOf(one) ?? []),
      });
    } else {
      bad++;
      firstBad ??= { line: i + 1, found: line.slice(0, 120) };
    }
  }
  if (plain.length > 0 || snapshots.length === 0) snapshots.push({ time: null, messages: plain });
  return { snapshots, bad, firstBad };
}

function parse(line: string): unknown {
  try {
    // A byte order mark is white space here, but not to JSON.
    return JSON.parse(line.trim());
  } catch {
    return null;
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function textField(value: unknown, name: string): string {
  const found = field(value, name);
  return typeof found === 'string' ? found : '';
}

/** A figure, also one in quotes; 0 = there is none, or something else in its place. */
function numberField(value: unknown, name: string): number {
  const found = field(value, name);
  return typeof found === 'number' || typeof found === 'string' ? Number(found) || 0 : 0;
}

function messageOf(value: unknown): QueuedMessage | null {
  const id = field(value, 'queue_id');
  const queue = field(value, 'queue_name');
  const recipients = field(value, 'recipients');
  if (typeof id !== 'string' || typeof queue !== 'string' || !Array.isArray(recipients)) return null;
  const sender = textField(value, 'sender');
  return {
    queue,
    id,
    arrival: numberField(value, 'arrival_time'),
    size: numberField(value, 'message_size'),
    forcedExpire: field(value, 'forced_expire') === true,
    sender: sender === 'MAILER-DAEMON' ? '' : sender,
    recipients: recipients.map((one) => ({
      address: textField(one, 'address'),
      reason: textField(one, 'delay_reason'),
    })),
  };
}
