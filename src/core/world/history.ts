import type { QueueId } from '../../protocol/ids.ts';
import type { MailQueueName } from '../../protocol/inspect.ts';
import type { MailSample } from '../../protocol/rows.ts';
import type { Micros } from '../../protocol/units.ts';
import { createTable, find, get, insert, type Row, type Store, type Table, touch } from '../tables.ts';

/**
 * How two things went so far: the window of each destination and the size of the mail queues. Pictures need it, the real
 * software forgets it. State like everything else, so that it is right after a seek; short, because every keyframe in
 * which it moved keeps a copy.
 */

/** Row id = queue id. Instant and window from then on; 0 = dead. */
export interface QueueHistory extends Row {
  changes: readonly (readonly [Micros, number])[];
}

/** One row. `interval` = length of one sample, doubled when there are too many. */
export interface MailHistory extends Row {
  interval: Micros;
  samples: readonly MailSample[];
  incoming: number;
  active: number;
  deferred: number;
  hold: number;
}

export interface History {
  readonly queues: Table<QueueHistory>;
  readonly mail: Table<MailHistory>;
}

/** What a sparkline a hundred pixels wide can show. */
const CHANGES_MAX = 32;
const SAMPLES_MAX = 240;
const FIRST_INTERVAL: Micros = 100_000;
/** Id of the one row of `mail`. */
export const MAIL = 1;

/** Empty histories in the store of the run. */
export function createHistory(store: Store): History {
  const history = {
    queues: createTable<QueueHistory>(store, 'history.queues', (row) => ({ ...row })),
    mail: createTable<MailHistory>(store, 'history.mail', (row) => ({ ...row })),
  };
  const counts = { incoming: 0, active: 0, deferred: 0, hold: 0 };
  insert(history.mail, { interval: FIRST_INTERVAL, samples: [], ...counts });
  return history;
}

/** The window of a destination is `window` from now on (0 = dead). */
export function noteWindow(history: History, queue: QueueId, at: Micros, window: number): void {
  const { queues } = history;
  while (queues.length <= queue) insert(queues, { changes: [] });
  const { changes } = get(queues, queue);
  // Several changes of one instant are one: the last counts.
  const before = changes.at(-1)?.[0] === at ? changes.slice(0, -1) : changes;
  if (before.at(-1)?.[1] === window) {
    if (before !== changes) touch(queues, queue).changes = before;
    return;
  }
  touch(queues, queue).changes = [...before.slice(1 - CHANGES_MAX), [at, window]];
}

/** The latest changes of a destination's window. */
export function windowHistory(history: History, queue: QueueId): QueueHistory['changes'] {
  return find(history.queues, queue)?.changes ?? [];
}

/** The mail queues now and so far. */
export function mailHistory(history: History): Readonly<MailHistory> {
  return get(history.mail, MAIL);
}

/** A message goes from one mail queue to another; "" = it comes into the run, or is gone. */
export function noteMail(
  history: History,
  at: Micros,
  from: MailQueueName | '',
  to: MailQueueName | '',
): void {
  if (from === to) return;
  const row = touch(history.mail, MAIL);
  if (from !== '') row[from]--;
  if (to !== '') row[to]++;
  const { incoming, active, deferred } = row;
  const start = Math.floor(at / row.interval) * row.interval;
  const before = row.samples.at(-1)?.at === start ? row.samples.slice(0, -1) : row.samples;
  row.samples = [...before, { at: start, incoming, active, deferred }];
  while (row.samples.length > SAMPLES_MAX) coarsen(row);
}

/** Samples of twice the length; of two that become one the later counts, because it says how the interval ended. */
function coarsen(row: MailHistory): void {
  row.interval *= 2;
  const kept: MailSample[] = [];
  for (const sample of row.samples) {
    const at = Math.floor(sample.at / row.interval) * row.interval;
    if (kept.at(-1)?.at === at) kept.pop();
    kept.push({ ...sample, at });
  }
  row.samples = kept;
}
