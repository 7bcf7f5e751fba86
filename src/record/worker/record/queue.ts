import { globalOf } from '../../importers/findings/limits.ts';
import type { Renamer } from '../../importers/share/names.ts';
import { plainQueue } from '../../importers/share/share.ts';
import { listingIn, type QueueSnapshot, readPostqueue } from '../../importers/snapshots/postqueue.ts';
import { readQshape } from '../../importers/snapshots/qshape.ts';
import { domainOfAddress } from '../../importers/domain.ts';
import type { QueueRow, QueueView } from '../../protocol/record-questions.ts';
import { MICROS_PER_SECOND, type Seconds } from '../../../protocol/units.ts';
import type { HeldRecord } from './held.ts';

const MINUTES = [5, 10, 20, 40, 80, 160, 320, 640, 1280];
/** Number of scans of the deferred queue that are shown. */
const SCANS = 12;
const REASONS = 8;

/**
 * Returns the last queue snapshot in a record, from postqueue -j or else from qshape. Null without a snapshot.
 *
 * @param renamer Hides names and replies.
 */
export function queueOf(held: HeldRecord, renamer: Renamer | null = null): QueueView | null {
  for (const [place, text] of held.texts) {
    const last = listingIn(text);
    if (last === null) continue;
    const shown =
      renamer === null ? last : readPostqueue(plainQueue(text, renamer, new Map(), 0)).snapshots.at(-1);
    return shown === undefined ? null : ofSnapshot(held, shown, place);
  }
  for (const text of held.texts.values()) {
    const shape = readQshape(text);
    if (shape === null) continue;
    const rows = shape.rows
      .filter(({ domain }) => domain !== 'TOTAL')
      .map(
        ({ domain, total, counts }): QueueRow => ({
          destination: renamer === null ? domain : renamer.domain(domain),
          recipients: total,
          active: 0,
          ages: counts,
          reasons: [],
          next: [],
          earliest: 0,
          latest: 0,
        }),
      );
    const recipients = rows.reduce((sum, row) => sum + row.recipients, 0);
    return {
      time: 0,
      timeFrom: 'qshape',
      minutes: shape.minutes,
      rows,
      recipients,
      deferred: recipients,
      held: 0,
      active: 0,
      reasons: [],
      ...ruleOf(held),
    };
  }
  return null;
}

function ruleOf({ settings }: HeldRecord): Pick<QueueView, 'scan' | 'minimal' | 'maximal' | 'activeLimit'> {
  return {
    scan: globalOf(settings, 'queue_run_delay', 300),
    minimal: globalOf(settings, 'minimal_backoff_time', 300),
    maximal: globalOf(settings, 'maximal_backoff_time', 4000),
    activeLimit: globalOf(settings, 'qmgr_message_active_limit', 20_000),
  };
}

/** Removes from a reason the parts that differ by recipient or message: addresses, ids, hosts. */
export function reasonOf(text: string): string {
  const short = text
    .replace(/^host \S+ (said|refused to talk to me): /, '')
    .replace(/<[^<>\s]*>:?/g, '')
    .replace(/(?<!\S)\S+@\S+/g, '')
    .replace(/\[[\da-fA-F.:]+\](:\d+)?/g, '')
    .replace(/\b\d{1,3}(\.\d{1,3}){3}\b(:\d+)?/g, '')
    .replace(/\(in reply to (?:(?!\(in reply to ).)*\)$/, '')
    .replace(/\s+/g, ' ')
    .replace(/ ([:,.])/g, '$1')
    .trim()
    // Removes the host names left in "connect to HOST: ", "lost connection with HOST while" and "… from ADDRESS".
    .replace(/\bconnect to(?: \S+)?: /g, 'connect: ')
    .replace(/ (?:with|from|to|by)(?: \S+\.\S+)?(?=$|[:,.;]|\)| while )/g, '');
  return short === '' ? 'no reason given' : short.slice(0, 90);
}

function count(reasons: Map<string, number>, reason: string): void {
  reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
}

const sorted = (reasons: ReadonlyMap<string, number>): { reason: string; count: number }[] =>
  [...reasons]
    .map(([reason, n]) => ({ reason, count: n }))
    .sort((one, other) => other.count - one.count)
    .slice(0, REASONS);

function emptyRow(destination: string): QueueRow & { of: Map<string, number> } {
  return {
    destination,
    recipients: 0,
    active: 0,
    ages: [...MINUTES.map(() => 0), 0],
    reasons: [],
    next: Array.from({ length: SCANS }, () => 0),
    earliest: Infinity,
    latest: 0,
    of: new Map(),
  };
}

function ofSnapshot(record: HeldRecord, { time, messages }: QueueSnapshot, place: number): QueueView {
  const rule = ruleOf(record);
  // A snapshot without a time was made at the end of the record, or when its youngest message arrived.
  const youngest = messages.reduce((latest, { arrival }) => Math.max(latest, arrival), 0);
  const ended = record.result.builder.members.reduce(
    (latest, { instance }) => Math.max(latest, instance.to / MICROS_PER_SECOND),
    0,
  );
  void place;
  const now = time ?? (ended > 0 ? Math.max(ended, youngest) : youngest);
  const rows = new Map<string, QueueRow & { of: Map<string, number> }>();
  const reasons = new Map<string, number>();
  let active = 0;
  let held = 0;
  let deferred = 0;
  let recipients = 0;
  for (const { queue, arrival, recipients: own } of messages)
    for (const { address, reason } of own) {
      const destination = domainOfAddress(address);
      let row = rows.get(destination);
      if (row === undefined) rows.set(destination, (row = emptyRow(destination)));
      const age = Math.max(0, now - arrival);
      const step = MINUTES.findIndex((minutes) => age <= minutes * 60);
      const at = step < 0 ? MINUTES.length : step;
      row.ages[at] = (row.ages[at] ?? 0) + 1;
      row.recipients++;
      recipients++;
      if (queue === 'active' || queue === 'incoming') {
        row.active++;
        active++;
        continue;
      }
      if (queue === 'hold') held++;
      if (queue === 'deferred') deferred++;
      if (reason === '' && queue !== 'deferred') {
        count(row.of, queue === 'hold' ? 'on hold' : `in ${queue}`);
        continue;
      }
      count(row.of, reasonOf(reason));
      count(reasons, reasonOf(reason));
      if (queue === 'deferred') addNext(row, age, rule);
    }
  return {
    time: now * MICROS_PER_SECOND,
    timeFrom: time === null ? 'record' : 'file',
    minutes: MINUTES,
    rows: [...rows.values()]
      .sort((one, other) => other.recipients - one.recipients)
      .map(({ of, ...row }) => ({
        ...row,
        reasons: sorted(of),
        earliest: row.earliest === Infinity ? 0 : row.earliest,
      })),
    recipients,
    deferred,
    held,
    active,
    reasons: sorted(reasons),
    ...rule,
  };
}

/**
 * Adds the time of the next attempt for a recipient. postqueue -j has no time of the last attempt. After an attempt
 * at age x the next one follows at x + min(maximal, max(minimal, x)) plus a scan. As x is unknown, the next attempt is
 * due now at the earliest, and after a backoff for the current age at the latest.
 */
function addNext(row: QueueRow, age: Seconds, { minimal, maximal, scan }: ReturnType<typeof ruleOf>): void {
  const longest = Math.min(maximal, Math.max(minimal, age));
  row.earliest = 0;
  row.latest = Math.max(row.latest, longest + scan);
  // The next attempt is equally likely at each scan up to `longest`, so each scan gets the same fraction of the recipient.
  const scans = Math.max(1, Math.ceil((longest + scan) / scan));
  for (let i = 0; i < Math.min(scans, row.next.length); i++) row.next[i] = (row.next[i] ?? 0) + 1 / scans;
}
