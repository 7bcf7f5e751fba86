import { get, NONE, type Row, type Table, touch } from './tables.ts';

/**
 * Intrusive doubly linked lists over ids.
 *
 * A list has an owner record with two fields (first, last) and items with two fields (prev, next). Lists of ids were
 * chosen over arrays because an item leaves from the middle in O(1) and a keyframe copies three records, not the array;
 * and over object links because tables hold plain records only. One item may be on several lists of different kinds.
 */
export interface List {
  readonly name: string;
  readonly owners: Table<Row>;
  readonly first: string;
  readonly last: string;
  readonly items: Table<Row>;
  readonly prev: string;
  readonly next: string;
}

type NumberField<R> = { [K in keyof R]: R[K] extends number ? K : never }[keyof R] & string;
type Links = Record<string, number>;

/** Describes one kind of list: which fields of which tables carry it. */
export function createList<O extends Row, R extends Row>(
  name: string,
  owners: Table<O>,
  ends: readonly [first: NumberField<O>, last: NumberField<O>],
  items: Table<R>,
  links: readonly [prev: NumberField<R>, next: NumberField<R>],
): List {
  return {
    name,
    owners: owners as unknown as Table<Row>,
    first: ends[0],
    last: ends[1],
    items: items as unknown as Table<Row>,
    prev: links[0],
    next: links[1],
  };
}

function read(table: Table<Row>, id: number, field: string): number {
  return (get(table, id) as unknown as Links)[field] as number;
}

function write(table: Table<Row>, id: number, field: string, value: number): void {
  (touch(table, id) as unknown as Links)[field] = value;
}

/** First item of the owner's list, or NONE. */
export function listFirst(list: List, owner: number): number {
  return read(list.owners, owner, list.first);
}

/** The item after `item`, or NONE. */
export function listNext(list: List, item: number): number {
  return read(list.items, item, list.next);
}

/** Puts `item` right after `before` (NONE: at the head). The item must be on no list of this kind. */
export function listInsertAfter(list: List, owner: number, before: number, item: number): void {
  const after = before === NONE ? read(list.owners, owner, list.first) : read(list.items, before, list.next);
  const row = touch(list.items, item) as unknown as Links;
  row[list.prev] = before;
  row[list.next] = after;
  if (before === NONE) write(list.owners, owner, list.first, item);
  else write(list.items, before, list.next, item);
  if (after === NONE) write(list.owners, owner, list.last, item);
  else write(list.items, after, list.prev, item);
}

/** Puts `item` at the tail. */
export function listAppend(list: List, owner: number, item: number): void {
  listInsertAfter(list, owner, read(list.owners, owner, list.last), item);
}

/** Puts `item` at the head. */
export function listPrepend(list: List, owner: number, item: number): void {
  listInsertAfter(list, owner, NONE, item);
}

/** Puts `item` right before `after`, which is on the list. */
export function listInsertBefore(list: List, owner: number, after: number, item: number): void {
  listInsertAfter(list, owner, read(list.items, after, list.prev), item);
}

/** Takes `item` off the list and clears its links. */
export function listRemove(list: List, owner: number, item: number): void {
  const row = touch(list.items, item) as unknown as Links;
  const prev = row[list.prev] as number;
  const next = row[list.next] as number;
  row[list.prev] = NONE;
  row[list.next] = NONE;
  if (prev === NONE) write(list.owners, owner, list.first, next);
  else write(list.items, prev, list.next, next);
  if (next === NONE) write(list.owners, owner, list.last, prev);
  else write(list.items, next, list.prev, prev);
}

/**
 * Rotates the list so that `item` becomes the tail and the items before it come just before it: [A B C D] around B is
 * [C D A B]. Not the same as moving one item to the tail: skipped items lose their turn as well (qmgr/README.md §9.3).
 */
export function listRotate(list: List, owner: number, item: number): void {
  const after = read(list.items, item, list.next);
  if (after === NONE) return;
  const head = touch(list.owners, owner) as unknown as Links;
  const first = head[list.first] as number;
  const last = head[list.last] as number;
  head[list.first] = after;
  head[list.last] = item;
  write(list.items, last, list.next, first);
  write(list.items, first, list.prev, last);
  write(list.items, item, list.next, NONE);
  write(list.items, after, list.prev, NONE);
}

/** Ids on the list, head to tail. For dumps and checks: the list must not change while this runs. */
export function listIds(list: List, owner: number): number[] {
  const result: number[] = [];
  for (let id = listFirst(list, owner); id !== NONE; id = listNext(list, id)) result.push(id);
  return result;
}
