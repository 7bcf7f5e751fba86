/** Groups: creation, limit, end of life, membership (threads/README.md §3, §4, §7). */
import type { PoolId } from '../../protocol/ids.ts';
import type { GroupId, ThreadCause, ThreadId } from '../../protocol/threads.ts';
import { get, insert, NONE, touch } from '../tables.ts';
import { charge, settleGroup, uncharge } from './count.ts';
import { isRunnable } from './run-state.ts';
import { cpusOnline, type Machine, machineNow } from './tables.ts';
import { wakeOnOpening } from './wake.ts';

/** Creates a group without descriptor, threads or source. `limit` 0 = present number of CPUs. The caller checks the range. */
export function createGroup(m: Machine, name: string, limit: number, transport: PoolId): GroupId {
  const effective = limit === 0 ? cpusOnline(m) : limit;
  const group = insert(m.groups, {
    name,
    transport,
    limit: effective,
    runnable: 0,
    members: 0,
    source: NONE,
    descriptors: 0,
    alive: true,
    peak: 0,
    since: machineNow(m),
    runnableIntegral: 0,
    runnableMax: 0,
    overIntegral: 0,
    overMax: 0,
    overCause: '',
    overThread: NONE,
  });
  if (m.port.recording) m.port.emit({ kind: 'group.created', group, name, limit: effective });
  return group;
}

/**
 * Sets the limit (CV); 0 = current number of CPUs. Raising it above the count opens a slot: wake rule W2 releases one
 * thread, and W3 the next (wake.ts). If the count still exceeds the new limit, no thread is released. Lowering the
 * limit stops no thread: fetches are held until the count has come down (§7).
 */
export function setGroupLimit(m: Machine, group: GroupId, limit: number): void {
  const effective = limit === 0 ? cpusOnline(m) : limit;
  const row = touch(m.groups, group);
  settleGroup(row, machineNow(m));
  const { transport, name, limit: from, runnable } = row;
  row.limit = effective;
  const over = runnable - effective;
  if (over > row.overMax) row.overMax = over;
  if (over > 0) {
    row.overCause = 'limit-set';
    row.overThread = NONE;
  } else {
    row.overCause = '';
    row.overThread = NONE;
  }
  if (m.port.recording) {
    m.port.emit({ kind: 'group.limit', transport, group, name, from, to: effective, runnable });
  }
  if (from <= runnable && effective > runnable) {
    wakeOnOpening(m, group, { thread: NONE, cause: 'limit-set', detail: '' });
  }
}

/** Adds a thread that is in no group. A runnable thread is counted immediately, even above the limit. */
export function joinGroup(
  m: Machine,
  thread: ThreadId,
  group: GroupId,
  cause: ThreadCause | 'adopted',
): void {
  const row = touch(m.threads, thread);
  row.group = group;
  touch(m.groups, group).members++;
  emitMembership(m, 'thread.joined', thread, group, cause);
  // Adopted threads sleep or are about to, so they are not counted.
  if (cause !== 'adopted' && isRunnable(m, thread)) charge(m, thread, cause, '');
}

/** Removes a thread from its group, if it has one. If it was counted, this may open a slot for a waiter (§4). */
export function leaveGroup(m: Machine, thread: ThreadId, cause: ThreadCause | 'adopted'): void {
  const { group, charged } = get(m.threads, thread);
  if (group === NONE) return;
  const why = cause === 'adopted' ? 'associate' : cause;
  const opened = charged && uncharge(m, thread, why, '');
  touch(m.threads, thread).group = NONE;
  touch(m.groups, group).members--;
  emitMembership(m, 'thread.left', thread, group, cause);
  if (opened) wakeOnOpening(m, group, { thread, cause: why, detail: '' });
  freeIfUnused(m, group);
}

function emitMembership(
  m: Machine,
  kind: 'thread.joined' | 'thread.left',
  thread: ThreadId,
  group: GroupId,
  cause: ThreadCause | 'adopted',
): void {
  if (!m.port.recording) return;
  const { name, transport } = get(m.threads, thread);
  const groupName = get(m.groups, group).name;
  if (kind === 'thread.joined') m.port.emit({ kind, transport, thread, name, group, groupName, cause });
  else m.port.emit({ kind, transport, thread, name, group, groupName, cause });
}

/** Ends a group that has no descriptor, thread or source left (§3). Its record stays, for later questions. */
export function freeIfUnused(m: Machine, group: GroupId): void {
  const row = get(m.groups, group);
  if (!row.alive || row.descriptors > 0 || row.members > 0 || row.source !== NONE) return;
  touch(m.groups, group).alive = false;
  if (m.port.recording) m.port.emit({ kind: 'group.freed', group, name: row.name });
}
