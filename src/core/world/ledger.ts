import type { JobId, MessageId, MessageNumber } from '../../protocol/ids.ts';
import type { Micros } from '../../protocol/units.ts';
import { createTable, find, get, insert, NONE, type Store, type Table, touch } from '../tables.ts';
import type { JobLedger, MessageLedger } from './model.ts';
import { copyJobLedger, copyMessageLedger } from './row-copies.ts';

/**
 * The ledger: what pictures need and the real software does not keep. It is state like everything else, because it
 * must be right after a seek, and it stands beside the queue manager's records, never inside them.
 */
export interface Ledger {
  jobs: Table<JobLedger>;
  messages: Table<MessageLedger>;
}

/** An empty ledger in the store of the run. */
export function createLedger(store: Store): Ledger {
  return {
    jobs: createTable(store, 'ledger.jobs', copyJobLedger),
    messages: createTable(store, 'ledger.messages', copyMessageLedger),
  };
}

/** The ledger row of a job, made on first use; rows are numbered like jobs, so no search is needed. */
export function ledgerJob(ledger: Ledger, job: JobId): JobLedger {
  while (ledger.jobs.length <= job) {
    insert(ledger.jobs, {
      msg: 0,
      spends: [],
      above: 0,
      below: [],
      gone: [],
      failedCount: 0,
      failed: [],
      open: [],
    });
  }
  return touch(ledger.jobs, job);
}

/** Cards with more entries draw proportions instead of cells: only how many failed is kept beyond this. */
export const CELLS_KEPT = 240;

/** An entry of a job, by its ordinal among those that left todo, was not delivered. */
export function ledgerFail(ledger: Ledger, job: JobId, ordinal: number): void {
  const row = ledgerJob(ledger, job);
  row.failedCount++;
  if (ordinal < CELLS_KEPT) row.failed = [...row.failed, ordinal];
}

/** A message enters the run with its number and size. */
export function ledgerMessageAdd(
  ledger: Ledger,
  msg: MessageId,
  number: MessageNumber,
  recipients: number,
  at: Micros,
): void {
  while (ledger.messages.length <= msg) {
    insert(ledger.messages, {
      number: ledger.messages.length,
      injected: 0,
      recipients: 0,
      delivered: 0,
      bounced: 0,
      deferred: 0,
      place: 'incoming',
      firstSlotAt: -1,
      lastSlotAt: -1,
      doneAt: -1,
      jobs: [],
    });
  }
  const row = touch(ledger.messages, msg);
  row.number = number;
  row.recipients = recipients;
  row.injected = at;
}

/** Number on the chip of a message. */
export function numberOf(ledger: Ledger, msg: MessageId): MessageNumber {
  return find(ledger.messages, msg)?.number ?? msg;
}

/** True when a message of the run has this number on its chip already. */
export function numberTaken(ledger: Ledger, number: MessageNumber): boolean {
  return messageByNumber(ledger, number) !== NONE;
}

/**
 * A message by the number on its chip; the latest one when a number was given twice. NONE when there is none. From the latest
 * back: who speaks of a message seldom speaks of an old one.
 */
export function messageByNumber({ messages }: Ledger, number: MessageNumber): MessageId {
  for (let id = messages.length - 1; id > NONE; id--) if (find(messages, id)?.number === number) return id;
  return NONE;
}

/** A job came on the lists: its message knows it from now on. */
export function ledgerLink(ledger: Ledger, job: JobId, msg: MessageId): void {
  ledgerJob(ledger, job).msg = msg;
  const message = touch(ledger.messages, msg);
  if (!message.jobs.includes(job)) message.jobs = [...message.jobs, job];
}

/** A preemption: `lender` pays (now or later) for `count` delivery slots of `by`, which hangs below it from now on. */
export function ledgerPreempt(ledger: Ledger, lender: JobId, by: JobId, count: number): void {
  const number = numberOf(ledger, ledgerJob(ledger, by).msg);
  const payer = ledgerJob(ledger, lender);
  payer.spends = [...payer.spends, { number, count }];
  payer.below = [...payer.below, by];
  const child = ledgerJob(ledger, by);
  child.above = lender;
  child.gone = [];
}

/** What a job that left its stack did not use goes back to the lender (negative: it used more than was expected). */
export function ledgerRefund(ledger: Ledger, job: JobId, count: number): void {
  const row = ledgerJob(ledger, job);
  if (row.above === 0 || count === 0) return;
  const number = numberOf(ledger, row.msg);
  const lender = touch(ledger.jobs, row.above);
  const at = lender.spends.findLastIndex((spend) => spend.number === number);
  const spend = lender.spends[at];
  if (spend === undefined) return;
  const left = spend.count - count;
  lender.spends = left > 0 ? lender.spends.with(at, { number, count: left }) : lender.spends.toSpliced(at, 1);
}

/**
 * A job is no longer where it was in the forest: those below hang from the one above (or from no job) and remember
 * it as vanished, which is what the ghost and the words "adopted by" show.
 */
export function ledgerVanish(ledger: Ledger, job: JobId): void {
  const { above, below, gone, msg } = ledgerJob(ledger, job);
  const number = numberOf(ledger, msg);
  for (const id of below) {
    const child = touch(ledger.jobs, id);
    child.gone = [...child.gone, number, ...gone];
    child.above = above;
  }
  if (above !== 0) {
    const upper = touch(ledger.jobs, above);
    upper.below = [...upper.below.filter((id) => id !== job), ...below];
  }
  const row = touch(ledger.jobs, job);
  row.above = 0;
  row.below = [];
  row.gone = [];
}

/**
 * A message left the run or memory: its jobs vanish from the forest. A file that is removed has nothing left to deliver,
 * so what no server took went back to the sender: refused by a server, or too old.
 */
export function ledgerMessageEnd(
  ledger: Ledger,
  msg: MessageId,
  result: 'removed' | 'deferred',
  at: Micros,
): void {
  for (const job of get(ledger.messages, msg).jobs) ledgerVanish(ledger, job);
  const row = touch(ledger.messages, msg);
  row.jobs = [];
  row.place = result === 'removed' ? 'done' : 'deferred';
  if (result === 'deferred') return;
  row.doneAt = at;
  row.bounced = row.recipients - row.delivered;
}
