import type { JobId, MessageId, MessageNumber } from '../../protocol/ids.ts';
import type { Micros } from '../../protocol/units.ts';
import { createTable, find, get, insert, NONE, type Store, type Table, touch } from '../tables.ts';
import type { JobLedger, MessageLedger } from './model.ts';
import { copyJobLedger, copyMessageLedger } from './row-copies.ts';

/**
 * The ledger: what pictures need and Postfix does not keep. It is state, because it must be correct after a seek. It is
 * separate from the tables of the queue manager.
 */
export interface Ledger {
  jobs: Table<JobLedger>;
  messages: Table<MessageLedger>;
}

export function createLedger(store: Store): Ledger {
  return {
    jobs: createTable(store, 'ledger.jobs', copyJobLedger),
    messages: createTable(store, 'ledger.messages', copyMessageLedger),
  };
}

/** Returns the ledger row of a job, created at first use. Its id is the job id, so no search is needed. */
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

/** Largest number of cells on a card. With more entries the card draws proportions, and only the number of failures is kept. */
export const CELLS_KEPT = 240;

/** Records an entry that was not delivered, by its ordinal among the entries of the job that left todo. */
export function ledgerFail(ledger: Ledger, job: JobId, ordinal: number): void {
  const row = ledgerJob(ledger, job);
  row.failedCount++;
  if (ordinal < CELLS_KEPT) row.failed = [...row.failed, ordinal];
}

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

export function numberOf(ledger: Ledger, msg: MessageId): MessageNumber {
  return find(ledger.messages, msg)?.number ?? msg;
}

export function numberTaken(ledger: Ledger, number: MessageNumber): boolean {
  return messageByNumber(ledger, number) !== NONE;
}

/**
 * Returns the message with this number, the latest if a number was given twice, or NONE. Searches backwards, because most
 * questions are about recent messages.
 */
export function messageByNumber({ messages }: Ledger, number: MessageNumber): MessageId {
  for (let id = messages.length - 1; id > NONE; id--) if (find(messages, id)?.number === number) return id;
  return NONE;
}

export function ledgerLink(ledger: Ledger, job: JobId, msg: MessageId): void {
  ledgerJob(ledger, job).msg = msg;
  const message = touch(ledger.messages, msg);
  if (!message.jobs.includes(job)) message.jobs = [...message.jobs, job];
}

/** A preemption: `lender` pays for `count` delivery slots of `by`, which then hangs below it. */
export function ledgerPreempt(ledger: Ledger, lender: JobId, by: JobId, count: number): void {
  const number = numberOf(ledger, ledgerJob(ledger, by).msg);
  const payer = ledgerJob(ledger, lender);
  payer.spends = [...payer.spends, { number, count }];
  payer.below = [...payer.below, by];
  const child = ledgerJob(ledger, by);
  child.above = lender;
  child.gone = [];
}

/** A popped job returns its unused slots to the lender. A negative `count` means that it used more than expected. */
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
 * Removes a job from the forest. The jobs below it move to the job above it (or to none) and record it as vanished: pictures
 * show a ghost and "adopted by".
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
 * A message left memory or the run: its jobs vanish from the forest. If the file was removed, all undelivered
 * recipients were returned to the sender: a server refused them, or the message was too old.
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
