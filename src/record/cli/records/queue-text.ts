import { existsSync } from 'node:fs';
import { formatLasting, quoted } from '../../explain/record-format.ts';
import { listingIn } from '../../importers/snapshots/postqueue.ts';
import { unpackedUpTo } from '../../../cli/read-file.ts';
import type { FileFacts } from '../../importers/input/probe.ts';
import { domainOfAddress } from '../../importers/domain.ts';
import { reasonOf } from '../../worker/record/queue.ts';

/** A listing of the queue, as figures. Ages are seconds before the youngest message, or before the time that the listing states. */
export interface QueueSummary {
  kind: 'queue';
  file: string;
  messages: number;
  recipients: number;
  /** Number of messages by queue: hold, incoming, maildrop, active, deferred. */
  queues: Record<string, number>;
  /** Destinations with their recipients, those with the most recipients first. */
  destinations: {
    destination: string;
    recipients: number;
    queues: Record<string, number>;
    oldest: number;
    youngest: number;
    reasons: { reason: string; count: number }[];
  }[];
}

const LISTING_MAX = 256_000_000;
const QUEUES = ['active', 'incoming', 'maildrop', 'deferred', 'hold'];
const DESTINATIONS_SHOWN = 15;
const REASONS_SHOWN = 3;

/** Finds the listings of `postqueue -j` and `postqueue -p` among files that are not logs. */
export function listingsAmong(files: readonly FileFacts[]): QueueSummary[] {
  return files.flatMap(({ name, kind }) => {
    // A part of a shared record has a name, but is no file; standard input has been read already.
    if (kind !== 'text' || !existsSync(name)) return [];
    const bytes = unpackedUpTo(name, LISTING_MAX);
    if (typeof bytes === 'string') return [];
    const summary = listingOf(name, bytes.toString('utf8'));
    return summary === null ? [] : [summary];
  });
}

/** The summary of a listing; null if the text is not a listing. */
export function listingOf(name: string, text: string): QueueSummary | null {
  const listing = listingIn(text);
  return listing === null ? null : summaryOf(name, listing);
}

/** The summary of what `postqueue -j` prints. It prints nothing for an empty queue. */
export function queueNow(name: string, text: string): QueueSummary {
  return listingOf(name, text) ?? summaryOf(name, { time: null, messages: [] });
}

type Destination = QueueSummary['destinations'][number] & { counts: Map<string, number> };

function summaryOf(
  file: string,
  { time, messages }: NonNullable<ReturnType<typeof listingIn>>,
): QueueSummary {
  const now = time ?? messages.reduce((latest, { arrival }) => Math.max(latest, arrival), 0);
  const queues: Record<string, number> = {};
  const found = new Map<string, Destination>();
  let recipients = 0;
  for (const { queue, arrival, recipients: own } of messages) {
    queues[queue] = (queues[queue] ?? 0) + 1;
    const age = Math.max(0, now - arrival);
    for (const { address, reason } of own) {
      recipients++;
      const destination = domainOfAddress(address);
      let row = found.get(destination);
      if (row === undefined) {
        row = {
          destination,
          recipients: 0,
          queues: {},
          oldest: age,
          youngest: age,
          reasons: [],
          counts: new Map(),
        };
        found.set(destination, row);
      }
      row.recipients++;
      row.queues[queue] = (row.queues[queue] ?? 0) + 1;
      row.oldest = Math.max(row.oldest, age);
      row.youngest = Math.min(row.youngest, age);
      if (reason !== '') row.counts.set(reasonOf(reason), (row.counts.get(reasonOf(reason)) ?? 0) + 1);
    }
  }
  const destinations = [...found.values()]
    .sort((one, other) => other.recipients - one.recipients)
    .map(({ counts, ...row }) => ({
      ...row,
      reasons: [...counts]
        .map(([reason, count]) => ({ reason, count }))
        .sort((one, other) => other.count - one.count),
    }));
  return { kind: 'queue', file, messages: messages.length, recipients, queues, destinations };
}

const listed = (queues: Readonly<Record<string, number>>): string =>
  [...QUEUES, ...Object.keys(queues).filter((name) => !QUEUES.includes(name))]
    .filter((name) => (queues[name] ?? 0) > 0)
    .map((name) => `${figure(queues[name] ?? 0)} ${name === 'hold' ? 'on hold' : name}`)
    .join(', ');

const figure = (value: number): string => value.toLocaleString('en-US');

export function queueText({ file, messages, recipients, queues, destinations }: QueueSummary): string {
  if (messages === 0) return `${file}: the queue is empty.\n`;
  const rest = destinations.length - DESTINATIONS_SHOWN;
  return [
    `${file}: ${figure(messages)} messages to ${figure(recipients)} recipients in the queue: ${listed(queues)}.`,
    ...((queues['hold'] ?? 0) > 0
      ? ['  Mail on hold is not tried until an operator releases it (postsuper -H ID).']
      : []),
    ...destinations
      .slice(0, DESTINATIONS_SHOWN)
      .flatMap((row) => [
        `  ${row.destination || '(no domain)'}: ${figure(row.recipients)} ${row.recipients === 1 ? 'recipient' : 'recipients'} (${listed(row.queues)}), ${ageWords(row)}`,
        ...row.reasons
          .slice(0, REASONS_SHOWN)
          .map(({ reason, count }) => `    ${figure(count)} × ${quoted(reason)}`),
      ]),
    ...(rest > 0 ? [`  and ${figure(rest)} further ${rest === 1 ? 'destination' : 'destinations'}`] : []),
    '',
  ].join('\n');
}

function ageWords({ oldest, youngest }: { oldest: number; youngest: number }): string {
  const [most, least] = [formatLasting(oldest), formatLasting(youngest)];
  return most === least
    ? `queued ${most} before the newest message`
    : `queued ${least} to ${most} before the newest message`;
}

/** Says what a listing of the queue does not show, and which file shows it. */
export const LISTING_NEEDS =
  'A listing shows what is in the queue, not what it waited for. Give the log as well, with postconf -n and postconf -M.';
