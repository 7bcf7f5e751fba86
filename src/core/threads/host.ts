/**
 * Embeds the machine in a host simulation whose agents are threads (world/README.md §1, §2).
 *
 *     const m = createMachine(store, config, port)  // tables.ts; `instantOrder: 'kinds'` for the mail world
 *     const smtp = addTransport(m, { name: 'smtp', transport: 1, limit: 4, maxWorkers: 100 })
 *     addWorker(m, smtp, 'agent 1', 1)  // ready; it begins with a fetch
 *     postToken(m, smtp, tag)  // "the transport has something selectable"
 *
 * The loop, merged with the host's own clock (smaller `at` first; at one instant by `order`, see ALARM_ORDER):
 *
 *     const due = machineNextDue(m)  // null: no alarm is set
 *     machineStep(m), or machineAdvance(m, at) and then the host's own step
 *     for (let q = nextQuestion(m); q !== null; q = nextQuestion(m)) answer(q)
 *
 * The host answers all questions before the next step. There are two:
 *
 * - `fetched`: a thread on a CPU was admitted and took tokens at this instant. Now the host selects its work. Posting the
 *   selected entry itself would freeze the choice while the token is pending. The answer is `handWork` with phases: `{cpu: µs}`,
 *   `{block: µs, why}`, or `{block: null, why}`, which lasts until `completeWait`. If nothing is left to select: `fetchNext`.
 * - `handled`: the phases are over. The host reports, then answers `handWork` (more phases) or `fetchNext`, or ends the thread
 *   with `exitThread`.
 *
 * All state is in the store, so a keyframe between two steps is complete. Callbacks were rejected: they would run in the
 * middle of a step, with the machine in an intermediate state.
 *
 * Without limits the machine adds no delay: with limit ≥ workers and no costs, a token posted at t to a transport with an idle
 * worker is taken at t, in order of posting, after some steps at t. This requires CPU phases of 0, or a CPU for each thread.
 */
import type { PoolId } from '../../protocol/ids.ts';
import type { InputError, Result } from '../../protocol/result.ts';
import type { GroupId, SourceId, SourceKind, ThreadId, ThreadPoolId } from '../../protocol/threads.ts';
import { get, NONE, touch } from '../tables.ts';
import { MAX_LIMIT } from './config.ts';
import { bindSource, createSource, postItem } from './event-source.ts';
import { createGroup, setGroupLimit } from './group.ts';
import { withdrawItem } from './items.ts';
import type { TakenItem } from './model.ts';
import { createPool } from './pool.ts';
import type { Machine } from './tables.ts';
import { createThread, unblockThread } from './thread.ts';
import { nextAwaiting, refetch } from './workers.ts';
import { wholeNumber } from '../../protocol/accepted.ts';

/** The parts of one transport: plain ids that the host may keep in its records. */
export interface TransportParts {
  readonly source: SourceId;
  readonly group: GroupId;
  readonly pool: ThreadPoolId;
}

export interface TransportSettings {
  readonly name: string;
  /** The host's id of the transport; all events carry it. */
  readonly transport: PoolId;
  /** Concurrency value, 0 = number of CPUs; `null` = no group, so every thread is admitted. */
  readonly limit: number | null;
  /** Largest number of live workers (the process limit). */
  readonly maxWorkers: number;
  /** Number of workers created when none is on standby (§14); 0 = only `addWorker` creates them. */
  readonly growBy?: number;
  readonly kind?: SourceKind;
  readonly aioMode?: 'today' | 'intended';
}

/** Creates a source and a group for a transport, bound for life. Invalid numbers give errors and create nothing. */
export function addTransport(m: Machine, settings: TransportSettings): Result<TransportParts> {
  const { name, transport, limit, maxWorkers, growBy = 0, kind = 'epoll', aioMode = 'today' } = settings;
  const errors = [
    ...(limit === null ? [] : checkWhole('limit', limit, 0, MAX_LIMIT)),
    ...checkWhole('maxWorkers', maxWorkers, 0, MAX_LIMIT),
    ...checkWhole('growBy', growBy, 0, MAX_LIMIT),
  ];
  if (errors.length > 0) return { ok: false, errors };
  const source = createSource(m, { name, kind, aioMode, transport });
  const group = limit === null ? NONE : createGroup(m, name, limit, transport);
  if (group !== NONE) bindSource(m, source, group);
  const pool = createPool(m, { source, max: maxWorkers, growBy, prefix: `${name} ` });
  return { ok: true, value: { source, group, pool } };
}

/** Creates a worker, in state ready. On its first CPU it fetches, and thereby joins the group. */
export function addWorker(m: Machine, parts: TransportParts, name: string, owner: number): ThreadId {
  const { transport } = get(m.sources, parts.source);
  return createThread(m, { name, owner, transport, program: 'worker', next: 'fetch', pool: parts.pool });
}

/** Changes the concurrency value, which may release a waiter (§7). */
export function setTransportLimit(m: Machine, parts: TransportParts, limit: number): Result<true> {
  const errors = checkWhole('limit', limit, 0, MAX_LIMIT);
  if (errors.length > 0) return { ok: false, errors };
  if (parts.group !== NONE) setGroupLimit(m, parts.group, limit);
  return { ok: true, value: true };
}

/** Changes the number of live workers at which the pool stops growing. A pool never shrinks, so workers above it stay. */
export function setMaxWorkers(m: Machine, parts: TransportParts, max: number): Result<true> {
  const errors = checkWhole('maxWorkers', max, 0, MAX_LIMIT);
  if (errors.length > 0) return { ok: false, errors };
  touch(m.pools, parts.pool).max = max;
  return { ok: true, value: true };
}

/** Posts a token; `tag` is returned with the question. Wakes a waiter (wake rule W1), which takes the token in a later step. */
export function postToken(m: Machine, parts: TransportParts, tag: number, name = `token ${tag}`): void {
  postItem(m, parts.source, name, tag);
}

/** Withdraws the newest token not yet taken; false when there is none. */
export function withdrawToken(m: Machine, parts: TransportParts): boolean {
  const { source } = parts;
  if (!withdrawItem(m, source)) return false;
  if (m.port.recording) {
    const { transport, name, pending } = get(m.sources, source);
    m.port.emit({ kind: 'source.withdrawn', transport, source, name, count: 1, pending });
  }
  return true;
}

export function pendingTokens(m: Machine, parts: TransportParts): number {
  return get(m.sources, parts.source).pending;
}

/** A worker's question, at the machine's present instant. */
export interface Question {
  readonly thread: ThreadId;
  readonly owner: number;
  readonly transport: PoolId;
  readonly ask: 'fetched' | 'handled';
  /** `fetched`: the tokens taken. Empty when the fetch ended without any. */
  readonly items: readonly TakenItem[];
  /**
   * Why a fetch ended without tokens: `EINTR`; or `EBADF` or `EINVAL` when the source is gone and the thread must end. Else
   * ''.
   */
  readonly error: string;
}

/** Returns the oldest unanswered question, or null. */
export function nextQuestion(m: Machine): Question | null {
  const thread = nextAwaiting(m);
  if (thread === NONE) return null;
  const { owner, transport, awaiting, result } = get(m.threads, thread);
  const ask = awaiting === 'handled' ? 'handled' : 'fetched';
  const items = ask === 'fetched' && result !== null && 'ok' in result ? result.ok : [];
  const error = ask === 'fetched' && result !== null && 'err' in result ? result.err : '';
  return { thread, owner, transport, ask, items, error };
}

/**
 * Answers "fetch the next token". The worker takes a token now if one is pending and the gate is open; else the worker waits on
 * top of the stack.
 */
export function fetchNext(m: Machine, thread: ThreadId, parts: TransportParts): void {
  refetch(m, thread, parts.source, 1);
}

/** Ends a wait of unknown length. The thread is counted immediately, even above the limit. False when it does not wait. */
export function completeWait(m: Machine, thread: ThreadId): boolean {
  const { state, stillBlocked } = get(m.threads, thread);
  if (state !== 'blocked-in-handler' && !stillBlocked) return false;
  unblockThread(m, thread, 'unblock');
  return true;
}

function checkWhole(field: string, value: number, low: number, high: number): InputError[] {
  if (Number.isInteger(value) && value >= low && value <= high) return [];
  return [{ field, value: String(value), accepted: wholeNumber(low, high) }];
}
