/**
 * The only place where a group's count and the number of runnable threads change (threads/README.md §2, §15).
 *
 * Every change names its thread and cause, so the program can answer "why is the count 3?". The time integrals are updated at
 * each change; sampling would make them depend on the steps taken.
 */
import type { Micros } from '../../protocol/units.ts';
import type { ThreadCause, ThreadId } from '../../protocol/threads.ts';
import { get, NONE, touch } from '../tables.ts';
import type { GroupRecord, TotalsRecord } from './model.ts';
import { type Machine, ONE } from './tables.ts';

export function settleGroup(group: GroupRecord, now: Micros): void {
  const elapsed = now - group.since;
  if (elapsed === 0) return;
  group.runnableIntegral += group.runnable * elapsed;
  if (group.runnable > group.limit) group.overIntegral += (group.runnable - group.limit) * elapsed;
  group.since = now;
}

/** Updates the time integrals of the whole machine, whose limit is the number of CPUs (§15, policies A and B). */
export function settleTotals(totals: TotalsRecord, runnable: number, cpus: number, now: Micros): void {
  const elapsed = now - totals.since;
  if (elapsed === 0) return;
  totals.runnableIntegral += runnable * elapsed;
  if (runnable > cpus) totals.overIntegral += (runnable - cpus) * elapsed;
  totals.since = now;
}

/** Updates the machine's counts when a thread becomes runnable or stops being so. `charge` and `uncharge` do so for groups. */
export function countRunnable(m: Machine, thread: ThreadId, change: 1 | -1): void {
  const one = touch(m.one, ONE);
  one.runnableAll += change;
  if (get(m.threads, thread).program === 'background') return;
  const totals = touch(m.totals, ONE);
  settleTotals(totals, one.runnable, one.online, one.now);
  one.runnable += change;
  if (one.runnable > totals.runnableMax) totals.runnableMax = one.runnable;
  if (one.runnable - one.online > totals.overMax) totals.overMax = one.runnable - one.online;
}

/** Counts a runnable thread in its group. The count may exceed the limit; §6 lists the causes. */
export function charge(m: Machine, thread: ThreadId, cause: ThreadCause, detail: string): void {
  const row = touch(m.threads, thread);
  if (row.charged || row.group === NONE)
    throw new Error(`thread ${thread}: charged twice, or without a group`);
  row.charged = true;
  const group = touch(m.groups, row.group);
  settleGroup(group, get(m.one, ONE).now);
  group.runnable++;
  if (group.runnable > group.peak) group.peak = group.runnable;
  if (group.runnable > group.runnableMax) group.runnableMax = group.runnable;
  const over = group.runnable - group.limit;
  if (over > group.overMax) group.overMax = over;
  if (over > 0) {
    group.overCause = cause;
    group.overThread = thread;
  }
  emitCount(m, group, row.group, group.runnable - 1, thread, row.name, cause, detail);
}

/**
 * Removes a thread from the count. Returns true when this opens a slot: available went from 0 to 1 (§3). Other decrements
 * release no thread: from −1 to 0 only ends the overshoot, and from 1 on there was room before.
 */
export function uncharge(m: Machine, thread: ThreadId, cause: ThreadCause, detail: string): boolean {
  const row = touch(m.threads, thread);
  if (!row.charged) throw new Error(`thread ${thread}: not charged`);
  row.charged = false;
  const group = touch(m.groups, row.group);
  settleGroup(group, get(m.one, ONE).now);
  group.runnable--;
  if (group.runnable <= group.limit) {
    group.overCause = '';
    group.overThread = NONE;
  }
  emitCount(m, group, row.group, group.runnable + 1, thread, row.name, cause, detail);
  return group.limit - group.runnable === 1;
}

function emitCount(
  m: Machine,
  group: Readonly<GroupRecord>,
  id: number,
  from: number,
  thread: ThreadId,
  threadName: string,
  cause: ThreadCause,
  detail: string,
): void {
  if (!m.port.recording) return;
  const { transport, name, runnable: to, limit } = group;
  m.port.emit({
    kind: 'group.count',
    transport,
    group: id,
    name,
    from,
    to,
    limit,
    thread,
    threadName,
    cause,
    detail,
  });
}
