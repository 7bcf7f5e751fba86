import { get, NONE, type Row, type Table, touch } from './tables.ts';

/**
 * Doubly linked lists over ids, stored in the records.
 *
 * A list has an owner record with two fields (first, last) and items with two fields (prev, next). An array was rejected: here
 * an item leaves from the middle in O(1), and a keyframe copies three records instead of the array. Object references were
 * rejected because tables hold plain records only. One item may be on several lists of different kinds.
 */
export interface List {
  readonly name: string;
  readonly owners: Table<Row>;
  /** Fields of the owner's record with the ids of the first and the last item. */
  readonly ends: Pair<Row>;
  readonly items: Table<Row>;
  /** Fields of the item's record with the ids of the previous and the next item. */
  readonly links: Pair<Row>;
}

/**
 * Two fields of a record that hold ids. Frequently used lists write the four functions out (`(q) => q.todoFirst`), because a
 * JavaScript engine optimises each call site for one kind of record. With `row[field]` for all lists, this access took half
 * the time of a selection.
 */
export interface Pair<R> {
  left(row: Readonly<R>): number;
  right(row: Readonly<R>): number;
  setLeft(row: R, id: number): void;
  setRight(row: R, id: number): void;
}

type NumberField<R> = { [K in keyof R]: R[K] extends number ? K : never }[keyof R] & string;

/** Makes the accessors of two fields from their names, for rarely used lists. */
export function fields<R>(left: NumberField<R>, right: NumberField<R>): Pair<R> {
  const numbers = (row: R): Record<string, number> => row as unknown as Record<string, number>;
  return {
    left: (row) => numbers(row)[left] as number,
    right: (row) => numbers(row)[right] as number,
    setLeft: (row, id) => {
      numbers(row)[left] = id;
    },
    setRight: (row, id) => {
      numbers(row)[right] = id;
    },
  };
}

export function createList<O extends Row, R extends Row>(
  name: string,
  owners: Table<O>,
  ends: Pair<O>,
  items: Table<R>,
  links: Pair<R>,
): List {
  return {
    name,
    owners: owners as unknown as Table<Row>,
    ends: ends as unknown as Pair<Row>,
    items: items as unknown as Table<Row>,
    links: links as unknown as Pair<Row>,
  };
}

export function listFirst(list: List, owner: number): number {
  return list.ends.left(get(list.owners, owner));
}

export function listNext(list: List, item: number): number {
  return list.links.right(get(list.items, item));
}

/** Inserts `item` after `before` (NONE: at the head). `item` must not be on a list of this kind. */
export function listInsertAfter(list: List, owner: number, before: number, item: number): void {
  const after = before === NONE ? listFirst(list, owner) : listNext(list, before);
  link(list, owner, before, item, after);
}

export function listAppend(list: List, owner: number, item: number): void {
  link(list, owner, list.ends.right(get(list.owners, owner)), item, NONE);
}

export function listPrepend(list: List, owner: number, item: number): void {
  link(list, owner, NONE, item, listFirst(list, owner));
}

/** Inserts `item` before `after`, which must be on the list. */
export function listInsertBefore(list: List, owner: number, after: number, item: number): void {
  link(list, owner, list.links.left(get(list.items, after)), item, after);
}

function link(list: List, owner: number, before: number, item: number, after: number): void {
  const { links } = list;
  const row = touch(list.items, item);
  links.setLeft(row, before);
  links.setRight(row, after);
  setAfter(list, owner, before, item);
  setBefore(list, owner, after, item);
}

function setAfter(list: List, owner: number, before: number, item: number): void {
  if (before === NONE) list.ends.setLeft(touch(list.owners, owner), item);
  else list.links.setRight(touch(list.items, before), item);
}

function setBefore(list: List, owner: number, after: number, item: number): void {
  if (after === NONE) list.ends.setRight(touch(list.owners, owner), item);
  else list.links.setLeft(touch(list.items, after), item);
}

export function listRemove(list: List, owner: number, item: number): void {
  const { links } = list;
  const row = touch(list.items, item);
  const prev = links.left(row);
  const next = links.right(row);
  links.setLeft(row, NONE);
  links.setRight(row, NONE);
  setAfter(list, owner, prev, next);
  setBefore(list, owner, next, prev);
}

/**
 * Rotates the list until `item` is the tail: [A B C D] around B becomes [C D A B]. Moving only `item` to the tail would be
 * different: here the items before it lose their turn as well (qmgr/README.md §9.3).
 */
export function listRotate(list: List, owner: number, item: number): void {
  const { ends, links } = list;
  const after = listNext(list, item);
  if (after === NONE) return;
  const head = touch(list.owners, owner);
  const first = ends.left(head);
  const last = ends.right(head);
  ends.setLeft(head, after);
  ends.setRight(head, item);
  links.setRight(touch(list.items, last), first);
  links.setLeft(touch(list.items, first), last);
  links.setRight(touch(list.items, item), NONE);
  links.setLeft(touch(list.items, after), NONE);
}

/** Returns the ids on the list, head to tail. Do not change the list while this runs. */
export function listIds(list: List, owner: number): number[] {
  const result: number[] = [];
  for (let id = listFirst(list, owner); id !== NONE; id = listNext(list, id)) result.push(id);
  return result;
}
