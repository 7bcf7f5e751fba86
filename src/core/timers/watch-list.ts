import type { OperationId } from '../../protocol/ids.ts';
import { drop, find, get, insert, NONE, touch } from '../tables.ts';
import { type Purgatory, purgatoryState, type WatchList } from './purgatory-model.ts';

/** Watcher lists of the purgatory: first in, first out, doubly linked by ids. */

export function watchListAppend(p: Purgatory, key: number, operation: OperationId): void {
  if (!Number.isSafeInteger(key) || key < 1) throw new Error(`watch key ${key}: not a whole number from 1`);
  while (p.lists.length <= key)
    insert(p.lists, { head: NONE, tail: NONE, count: 0, nextList: NONE, prevList: NONE });
  const { tail, count } = get(p.lists, key);
  const node = insert(p.nodes, { operation, list: key, next: NONE, prev: tail });
  if (tail !== NONE) touch(p.nodes, tail).next = node;
  const list = touch(p.lists, key);
  if (tail === NONE) list.head = node;
  list.tail = node;
  list.count++;
  if (count === 0) chainList(p, key);
  touch(p.operations, operation).nodes++;
  purgatoryState(p).watched++;
}

/** Unlinks a node. Drops its operation if the operation is completed and on no other list. */
export function watchListRemove(p: Purgatory, node: number): void {
  const { operation, list: key, next, prev } = get(p.nodes, node);
  const list = touch(p.lists, key);
  if (prev === NONE) list.head = next;
  else touch(p.nodes, prev).next = next;
  if (next === NONE) list.tail = prev;
  else touch(p.nodes, next).prev = prev;
  list.count--;
  if (list.count === 0) unchainList(p, key);
  drop(p.nodes, node);
  const state = purgatoryState(p);
  state.watched--;
  const op = touch(p.operations, operation);
  op.nodes--;
  if (!op.completed) return;
  state.deadNodes--;
  dropIfUnreachable(p, operation);
}

/** Drops a completed operation that is on no list and not held. */
export function dropIfUnreachable(p: Purgatory, operation: OperationId): void {
  const { completed, nodes, held, cleared } = get(p.operations, operation);
  if (!completed || nodes > 0 || held) return;
  if (!cleared) purgatoryState(p).retainedDone--;
  drop(p.operations, operation);
}

export function watchListCount(p: Purgatory, key: number): number {
  return find(p.lists, key)?.count ?? 0;
}

/** Returns the operations under a key in order, at most `limit`. */
export function watchListOperations(p: Purgatory, key: number, limit = Infinity): number[] {
  const result: number[] = [];
  for (let node = find(p.lists, key)?.head ?? NONE; node !== NONE && result.length < limit; ) {
    const row = get(p.nodes, node);
    result.push(row.operation);
    node = row.next;
  }
  return result;
}

/** Returns the keys that have nodes, in the order of their first node. */
export function watchedKeys(p: Purgatory): number[] {
  const keys: number[] = [];
  for (let key = purgatoryFirstList(p); key !== NONE; key = get(p.lists, key).nextList) keys.push(key);
  return keys;
}

function purgatoryFirstList(p: Purgatory): number {
  return get(p.state, 1).firstList;
}

function chainList(p: Purgatory, key: number): void {
  const state = purgatoryState(p);
  const last = state.lastList;
  state.lastList = key;
  if (last === NONE) state.firstList = key;
  else touch(p.lists, last).nextList = key;
  const list: WatchList = touch(p.lists, key);
  list.prevList = last;
  list.nextList = NONE;
}

function unchainList(p: Purgatory, key: number): void {
  const { nextList, prevList } = get(p.lists, key);
  if (prevList === NONE) purgatoryState(p).firstList = nextList;
  else touch(p.lists, prevList).nextList = nextList;
  if (nextList === NONE) purgatoryState(p).lastList = prevList;
  else touch(p.lists, nextList).prevList = prevList;
}
