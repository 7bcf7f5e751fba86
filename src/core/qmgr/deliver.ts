import type { EntryId } from '../../protocol/ids.ts';
import { type Sliced, runToEnd } from '../sliced.ts';
import { get, touch } from '../tables.ts';
import { deferTodo } from './defer.ts';
import { entryDone } from './done.ts';
import { leaveOnFile } from './leftovers.ts';
import { type Cause, coreOf, type Qmgr, touchCore } from './model.ts';
import { queueFailed, queueSucceeded } from './queue.ts';
import { transportRevive } from './transport.ts';

/** Delivery reports of agents and their effects, in order (qmgr/README.md §12; qmgr_deliver.c). */

/**
 * A delivery report. `crash`: the agent disconnected without a report. `dsn` and `reason` are empty unless the
 * destination itself failed; they decide the feedback, not `status`. `left` says which recipients stay on file: a
 * number of recipients from the start of the entry, or their positions in the file. After a crash all recipients stay
 * on file.
 */
export type DeliveryReport =
  | {
      readonly status: 'ok' | 'defer';
      readonly dsn: string;
      readonly reason: string;
      readonly left: number | readonly number[];
    }
  | { readonly status: 'crash' };

const SUSPENDED = 'delivery temporarily suspended: ';

/** Tests for an enhanced status code of RFC 3463. */
function dsnIsValid(status: string): boolean {
  return /^[245]\.\d{1,3}\.\d{1,3}$/.test(status);
}

/**
 * The agent of a busy entry has ended. Throws when the entry is not busy.
 *
 * Postfix reads `dsn` and `reason` of every report into one buffer, and a crash does not clear it. So a crash after an
 * earlier destination failure, reported by any agent, counts as a failure of this destination. Otherwise a crash gives
 * no feedback. This defect of Postfix is kept because real servers run it. Source: §12.
 */
export function deliveryReport(q: Qmgr, id: EntryId, report: DeliveryReport): void {
  const rest = deliveryReportParts(q, id, report);
  if (rest !== null) runToEnd(rest);
}

/**
 * Sliced form of `deliveryReport`. Returns the work that may take long, or null: moving the waiting mail of a
 * destination that dies, and reading recipients left on file. The caller must finish it before anything else.
 */
export function deliveryReportParts(q: Qmgr, id: EntryId, report: DeliveryReport): Sliced<void> | null {
  const { status: entryStatus, message, queue, recipients } = get(q.entries, id);
  if (entryStatus !== 'busy') throw new Error(`entry ${id}: report, but not busy`);
  const crashed = report.status === 'crash';
  leaveOnFile(q, message, crashed ? recipients : staying(recipients, report.left));
  if (!crashed) {
    const core = touchCore(q);
    core.reportStatus = report.dsn;
    core.reportReason = report.reason;
  }
  if (q.port.recording) emitDone(q, id, report);
  if (report.status !== 'ok') {
    touch(q.messages, message).someDeferred = true;
    const cause = destinationCause(q);
    if (cause !== null && get(q.queues, queue).status === 'ready') {
      queueFailed(q, queue, cause);
      if (get(q.queues, queue).status === 'throttled') return destinationDied(q, id, cause, crashed);
    }
  }
  return entryReported(q, id, crashed);
}

function* destinationDied(q: Qmgr, id: EntryId, cause: Cause, crashed: boolean): Sliced<void> {
  yield* deferTodo(q, get(q.entries, id).queue, cause);
  const end = entryReported(q, id, crashed);
  if (end !== null) yield* end;
}

/** Revives the transport, reports success to the destination if it did not fail, then ends the entry. Source: §12.3. */
function entryReported(q: Qmgr, id: EntryId, crashed: boolean): Sliced<void> | null {
  const { queue } = get(q.entries, id);
  if (!crashed) {
    transportRevive(q, get(q.queues, queue).transport);
    // A deferral that is not the fault of the destination counts as a success of the destination.
    if (coreOf(q).reportReason === '') queueSucceeded(q, queue);
  }
  return entryDone(q, id);
}

const NONE_STAY: readonly number[] = [];

function staying(recipients: readonly number[], left: number | readonly number[]): readonly number[] {
  if (typeof left !== 'number') return left;
  return left === 0 ? NONE_STAY : recipients.slice(0, left);
}

/**
 * Returns the cause of a destination failure that is in the report buffer, or null. Replaces an invalid status and an
 * empty reason in the buffer. Source: §12.2.
 */
function destinationCause(q: Qmgr): Cause | null {
  const { reportStatus, reportReason } = coreOf(q);
  if (reportStatus === '') return null;
  const status = dsnIsValid(reportStatus) ? reportStatus : '4.0.0';
  const reason = `${SUSPENDED}${reportReason === '' ? 'unknown error' : reportReason}`;
  const core = touchCore(q);
  core.reportStatus = status;
  core.reportReason = reason;
  return { status, reason };
}

function emitDone(q: Qmgr, id: EntryId, report: DeliveryReport): void {
  const { message: msg, queue } = get(q.entries, id);
  const { transport } = get(q.queues, queue);
  const siteFailed = report.status === 'defer' && report.dsn !== '';
  const result = siteFailed ? 'site-fail' : report.status;
  q.port.emit({ kind: 'entry.done', entry: id, msg, queue, transport, result });
}
