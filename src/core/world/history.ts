import type { QueueId } from '../../protocol/ids.ts';
import type { MailQueueName } from '../../protocol/inspect.ts';
import type { MailSample } from '../../protocol/rows.ts';
import type { Micros } from '../../protocol/units.ts';
import { createTable, find, get, insert, type Row, type Store, type Table, touch } from '../tables.ts';

/**
 * Past windows of each destination and sizes of the mail queues, for pictures; Postfix does not keep them. They are
 * state, so that they are correct after a seek, and short, because every keyframe in which they changed has a copy.
 */

/** Past windows of one destination: pairs of an instant and the window from then on; 0 = dead. Row id = queue id. */
export interface QueueHistory extends Row {
  changes: readonly (readonly [Micros, number])[];
}

/** Past sizes of the mail queues. `interval`: length of one sample (µs), doubled when there are too many samples. */
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

/** Number of window changes kept for each destination: as many as a sparkline of 100 pixels can show. */
const CHANGES_MAX = 32;
const SAMPLES_MAX = 240;
const FIRST_INTERVAL: Micros = 100_000;
export const MAIL = 1;

export function createHistory(store: Store): History {
  const history = {
    queues: createTable<QueueHistory>(store, 'history.queues', (row) => ({ ...row })),
    mail: createTable<MailHistory>(store, 'history.mail', (row) => ({ ...row })),
  };
  const counts = { incoming: 0, active: 0, deferred: 0, hold: 0 };
  insert(history.mail, { interval: FIRST_INTERVAL, samples: [], ...counts });
  return history;
}

/** Records the window of a destination from now on (0 = dead). */
export function noteWindow(history: History, queue: QueueId, at: Micros, window: number): void {
  const { queues } = history;
  while (queues.length <= queue) insert(queues, { changes: [] });
  const { changes } = get(queues, queue);
  // Of several changes in one instant only the last counts.
  const before = changes.at(-1)?.[0] === at ? changes.slice(0, -1) : changes;
  if (before.at(-1)?.[1] === window) {
    if (before !== changes) touch(queues, queue).changes = before;
    return;
  }
  touch(queues, queue).changes = [...before.slice(1 - CHANGES_MAX), [at, window]];
}

export function windowHistory(history: History, queue: QueueId): QueueHistory['changes'] {
  return find(history.queues, queue)?.changes ?? [];
}

export function mailHistory(history: History): Readonly<MailHistory> {
  return get(history.mail, MAIL);
}

/** Moves a message between mail queues in the counts. "" = it enters or leaves the run. */
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

/** Doubles the length of samples. Of two merged samples the later is kept, because it shows the state at the end. */
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
