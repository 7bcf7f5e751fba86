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
  /** First and last of an owner. */
  readonly ends: Pair<Row>;
  readonly items: Table<Row>;
  /** Previous and next of an item. */
  readonly links: Pair<Row>;
}

/**
 * Two fields of a record that hold ids. Lists that are used all the time write the four functions out (`(q) => q.todoFirst`):
 * an engine learns for each place in the code which field of which kind of record is meant there. One place for all
 * lists, `row[field]`, took half the time of a selection.
 */
export interface Pair<R> {
  left(row: Readonly<R>): number;
  right(row: Readonly<R>): number;
  setLeft(row: R, id: number): void;
  setRight(row: R, id: number): void;
}

type NumberField<R> = { [K in keyof R]: R[K] extends number ? K : never }[keyof R] & string;

/** The pair of fields of these names, for lists that are seldom used. */
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

/** Describes one kind of list: which fields of which tables carry it. */
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

/** First item of the owner's list, or NONE. */
export function listFirst(list: List, owner: number): number {
  return list.ends.left(get(list.owners, owner));
}

/** The item after `item`, or NONE. */
export function listNext(list: List, item: number): number {
  return list.links.right(get(list.items, item));
}

/** Puts `item` right after `before` (NONE: at the head). The item must be on no list of this kind. */
export function listInsertAfter(list: List, owner: number, before: number, item: number): void {
  const after = before === NONE ? listFirst(list, owner) : listNext(list, before);
  link(list, owner, before, item, after);
}

/** Puts `item` at the tail. */
export function listAppend(list: List, owner: number, item: number): void {
  link(list, owner, list.ends.right(get(list.owners, owner)), item, NONE);
}

/** Puts `item` at the head. */
export function listPrepend(list: List, owner: number, item: number): void {
  link(list, owner, NONE, item, listFirst(list, owner));
}

/** Puts `item` right before `after`, which is on the list. */
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

/** What comes after `before` (NONE: at the head) is `item`. */
function setAfter(list: List, owner: number, before: number, item: number): void {
  if (before === NONE) list.ends.setLeft(touch(list.owners, owner), item);
  else list.links.setRight(touch(list.items, before), item);
}

/** What comes before `after` (NONE: at the tail) is `item`. */
function setBefore(list: List, owner: number, after: number, item: number): void {
  if (after === NONE) list.ends.setRight(touch(list.owners, owner), item);
  else list.links.setLeft(touch(list.items, after), item);
}

/** Takes `item` off the list and clears its links. */
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
 * Rotates the list so that `item` becomes the tail and the items before it come just before it: [A B C D] around B is
 * [C D A B]. Not the same as moving one item to the tail: skipped items lose their turn as well (qmgr/README.md §9.3).
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

/** Ids on the list, head to tail. For dumps and checks: the list must not change while this runs. */
export function listIds(list: List, owner: number): number[] {
  const result: number[] = [];
  for (let id = listFirst(list, owner); id !== NONE; id = listNext(list, id)) result.push(id);
  return result;
}
