/**
 * The system calls (threads/README.md §4): descriptors, argument checks, error numbers. The files named after the nouns
 * implement their effects.
 */
import type { Micros } from '../../protocol/units.ts';
import type { PoolId } from '../../protocol/ids.ts';
import type { SourceId, ThreadId, GroupId } from '../../protocol/threads.ts';
import { find, get, ids, insert, touch } from '../tables.ts';
import { MAX_LIMIT } from './config.ts';
import { bindSource, createSource, destroySource, type SourceSettings } from './event-source.ts';
import { goneErrno } from './fetch.ts';
import { createGroup, freeIfUnused, joinGroup, leaveGroup, setGroupLimit } from './group.ts';
import type { DescriptorRecord, Errno, FetchResult } from './model.ts';
import { failFetch, fetchItems } from './returns.ts';
import { isRunnable } from './run-state.ts';
import type { Machine } from './tables.ts';
import { endSiblings } from './thread.ts';

/** The result of a call: a number (0, a descriptor, a limit) or an error. */
export type CallResult = { readonly ok: number } | { readonly err: Errno };

const OK: CallResult = { ok: 0 };
/** The first new descriptor has this number: every process already has descriptors 0 to 2. */
const FIRST_DESCRIPTOR = 3;

function openDescriptor(
  m: Machine,
  kind: DescriptorRecord['kind'],
  id: number,
  closeOnExec: boolean,
): number {
  return insert(m.descriptors, { kind, id, closeOnExec, open: true }) + FIRST_DESCRIPTOR - 1;
}

function findOpen(m: Machine, fd: number): Readonly<DescriptorRecord> | undefined {
  const row = find(m.descriptors, fd - FIRST_DESCRIPTOR + 1);
  return row?.open === true ? row : undefined;
}

/** Returns the descriptor of a group or source, even if closed; −1 if it never had a descriptor. */
export function descriptorOf(m: Machine, what: 'group' | 'source', id: number): number {
  for (const row of ids(m.descriptors)) {
    const { kind, id: of } = get(m.descriptors, row);
    if (of === id && (kind === 'group') === (what === 'group')) return row + FIRST_DESCRIPTOR - 1;
  }
  return -1;
}

export function findGroup(m: Machine, fd: number): { group: number } | { err: Errno } {
  const row = findOpen(m, fd);
  if (row === undefined) return { err: 'EBADF' };
  return row.kind === 'group' ? { group: row.id } : { err: 'EINVAL' };
}

/** Finds the live source behind a descriptor or AIO context. Destroyed AIO context: EINVAL; closed descriptor: EBADF. */
export function findSource(m: Machine, fd: number): { source: SourceId } | { err: Errno } {
  const row = find(m.descriptors, fd - FIRST_DESCRIPTOR + 1);
  if (row === undefined) return { err: 'EBADF' };
  if (row.kind === 'group') return { err: row.open ? 'EINVAL' : 'EBADF' };
  return row.open ? { source: row.id } : { err: goneErrno(m, row.id) };
}

function isLimit(n: number): boolean {
  return Number.isInteger(n) && n >= 0 && n <= MAX_LIMIT;
}

/** cmgroup_newgroup: a descriptor, or EINVAL (range, unknown flag), EMFILE, ENOSYS. `limit` 0 = current number of CPUs. */
export function callNewGroup(
  m: Machine,
  name: string,
  limit: number,
  flags: readonly string[],
  transport: PoolId = 0,
): CallResult {
  if (!m.config.supported) return { err: 'ENOSYS' };
  if (!isLimit(limit) || flags.some((flag) => flag !== 'CLOEXEC')) return { err: 'EINVAL' };
  if (m.descriptors.length > m.config.maxDescriptors) return { err: 'EMFILE' };
  const group = createGroup(m, name, limit, transport);
  touch(m.groups, group).descriptors++;
  return { ok: openDescriptor(m, 'group', group, flags.includes('CLOEXEC')) };
}

/** cmgroup_set_concurrency_level. Checks the range first, then the descriptor. */
export function callSetLimit(m: Machine, fd: number, limit: number): CallResult {
  if (!m.config.supported) return { err: 'ENOSYS' };
  if (!isLimit(limit)) return { err: 'EINVAL' };
  const found = findGroup(m, fd);
  if ('err' in found) return found;
  setGroupLimit(m, found.group, limit);
  return OK;
}

/** cmgroup_get_concurrency_level: the effective value, never 0. */
export function callGetLimit(m: Machine, fd: number): CallResult {
  if (!m.config.supported) return { err: 'ENOSYS' };
  const found = findGroup(m, fd);
  return 'err' in found ? found : { ok: get(m.groups, found.group).limit };
}

/** epoll_create or io_setup: opens a descriptor or context for a new source. */
export function callOpenSource(m: Machine, settings: SourceSettings): CallResult {
  if (m.descriptors.length > m.config.maxDescriptors) return { err: 'EMFILE' };
  return { ok: openDescriptor(m, settings.kind, createSource(m, settings), false) };
}

/** epoll_ctl(SET_CMGROUP) and io_set_cmgroup: binds for life. EBUSY when either side is bound elsewhere. */
export function callBind(m: Machine, sourceFd: number, groupFd: number): CallResult {
  const from = findSource(m, sourceFd);
  if (!m.config.supported) {
    const epoll = 'source' in from && get(m.sources, from.source).kind === 'epoll';
    return { err: epoll ? 'EINVAL' : 'ENOSYS' };
  }
  if ('err' in from) return from;
  const to = findGroup(m, groupFd);
  if ('err' in to) return to;
  const err = bindSource(m, from.source, to.group);
  return err === null ? OK : { err };
}

/** cmgroup_associate: the caller leaves its old group and joins this one. Never waits, even above the limit. */
export function callAssociate(m: Machine, thread: ThreadId, fd: number): CallResult {
  assertCanCall(m, thread);
  if (!m.config.supported) return { err: 'ENOSYS' };
  const found = findGroup(m, fd);
  if ('err' in found) return found;
  if (get(m.threads, thread).group === found.group) return OK;
  leaveGroup(m, thread, 'associate');
  joinGroup(m, thread, found.group, 'associate');
  return OK;
}

/** cmgroup_dissociate: the caller leaves its group, if any. Always succeeds. */
export function callDissociate(m: Machine, thread: ThreadId): CallResult {
  assertCanCall(m, thread);
  if (!m.config.supported) return { err: 'ENOSYS' };
  leaveGroup(m, thread, 'dissociate');
  return OK;
}

export interface FetchCall {
  readonly max: number;
  readonly min: number;
  /** Longest wait in µs; negative = no timeout, 0 = do not wait. */
  readonly timeout: Micros;
  readonly masked: boolean;
}

/**
 * epoll_wait, epoll_pwait (max ≥ 1) and io_getevents (0 ≤ min ≤ max). Returns the result, or null while the caller waits. A
 * failed check also becomes the result of the thread's latest call.
 */
export function callFetch(m: Machine, thread: ThreadId, fd: number, call: FetchCall): FetchResult | null {
  assertCanCall(m, thread);
  const found = findSource(m, fd);
  if ('err' in found) return fail(m, thread, found.err);
  const { kind } = get(m.sources, found.source);
  const bad = kind === 'epoll' ? call.max <= 0 : call.min < 0 || call.min > call.max;
  if (bad) return fail(m, thread, 'EINVAL');
  const { max, timeout, masked } = call;
  const min = kind === 'epoll' ? 1 : call.min;
  return fetchItems(m, thread, { source: found.source, max, min, timeout, masked });
}

function fail(m: Machine, thread: ThreadId, err: Errno): FetchResult {
  failFetch(m, thread, err);
  return { err };
}

/** close on a group's descriptor. The group exists as long as threads or a source refer to it (§3). */
export function callCloseGroup(m: Machine, fd: number): CallResult {
  const found = findGroup(m, fd);
  if ('err' in found) return found;
  closeGroupDescriptor(m, fd - FIRST_DESCRIPTOR + 1);
  return OK;
}

function closeGroupDescriptor(m: Machine, id: GroupId): void {
  const row = touch(m.descriptors, id);
  row.open = false;
  touch(m.groups, row.id).descriptors--;
  freeIfUnused(m, row.id);
}

/** close of an epoll descriptor, or io_destroy: destroys the source and releases all waiting threads. */
export function callDestroySource(m: Machine, fd: number): CallResult {
  const found = findSource(m, fd);
  if ('err' in found) return found;
  touch(m.descriptors, fd - FIRST_DESCRIPTOR + 1).open = false;
  destroySource(m, found.source);
  return OK;
}

/** exec: only the caller survives and keeps its group. Closes the descriptors marked close-on-exec. */
export function callExec(m: Machine, thread: ThreadId): CallResult {
  assertCanCall(m, thread);
  endSiblings(m, thread);
  closeOnExec(m);
  return OK;
}

export function closeOnExec(m: Machine): void {
  for (const id of ids(m.descriptors)) {
    const { open, kind, closeOnExec: marked } = get(m.descriptors, id);
    if (open && marked && kind === 'group') closeGroupDescriptor(m, id);
  }
}

/** A thread can make a call while it is runnable and not in a fetch. Anything else is an error of the host. */
export function canCall(m: Machine, thread: ThreadId): boolean {
  return isRunnable(m, thread) && get(m.threads, thread).source === 0;
}

function assertCanCall(m: Machine, thread: ThreadId): void {
  if (canCall(m, thread)) return;
  const { name, state } = get(m.threads, thread);
  throw new Error(`thread ${name} cannot make a call: it is ${state}`);
}
