import { describe, expect, it } from 'vitest';
import { createHashIndex, hashFirst, hashInsert, hashRemove, hashOfText } from '../../src/core/hash-index.ts';
import {
  createList,
  fields,
  listAppend,
  listIds,
  listInsertBefore,
  listPrepend,
  listRemove,
  listRotate,
} from '../../src/core/lists.ts';
import {
  capture,
  createStore,
  createTable,
  drop,
  get,
  insert,
  NONE,
  restore,
} from '../../src/core/tables.ts';

function fourItems() {
  const store = createStore();
  const owners = createTable<{ first: number; last: number }>(store, 'owners');
  const items = createTable<{ prev: number; next: number }>(store, 'items');
  const owner = insert(owners, { first: NONE, last: NONE });
  const list = createList('list', owners, fields('first', 'last'), items, fields('prev', 'next'));
  for (let i = 0; i < 4; i++) listAppend(list, owner, insert(items, { prev: NONE, next: NONE }));
  return { store, items, list, owner, order: () => listIds(list, owner) };
}

describe('lists', () => {
  it('rotate around an item, which becomes the tail', () => {
    const { list, owner, order } = fourItems();
    listRotate(list, owner, 2);
    expect(order()).toEqual([3, 4, 1, 2]);
    listRotate(list, owner, 2);
    expect(order()).toEqual([3, 4, 1, 2]);
    listRotate(list, owner, 3);
    expect(order()).toEqual([4, 1, 2, 3]);
  });

  it('remove and insert at ends and in the middle', () => {
    const { list, owner, order } = fourItems();
    listRemove(list, owner, 2);
    listPrepend(list, owner, 2);
    expect(order()).toEqual([2, 1, 3, 4]);
    listRemove(list, owner, 4);
    listInsertBefore(list, owner, 3, 4);
    expect(order()).toEqual([2, 1, 4, 3]);
    for (const id of order()) listRemove(list, owner, id);
    expect(order()).toEqual([]);
  });

  it('are restored by a keyframe', () => {
    const { store, list, owner, order } = fourItems();
    const keyframe = capture(store);
    listRotate(list, owner, 1);
    listRemove(list, owner, 3);
    restore(store, keyframe);
    expect(order()).toEqual([1, 2, 3, 4]);
  });
});

describe('hash index', () => {
  function filled(count: number) {
    const store = createStore();
    const items = createTable<{ hash: number; hashNext: number; key: string }>(store, 'items');
    const index = createHashIndex(store, 'index', items);
    const lookup = (key: string): number => {
      for (let id = hashFirst(index, hashOfText(key)); id !== NONE; id = get(items, id).hashNext) {
        if (get(items, id).key === key) return id;
      }
      return NONE;
    };
    for (let i = 0; i < count; i++) {
      const key = `d${i}.example`;
      hashInsert(index, insert(items, { hash: hashOfText(key), hashNext: NONE, key }));
    }
    return { store, items, index, lookup };
  }

  it('finds everything after growing, and nothing that was removed', () => {
    const { items, index, lookup } = filled(1000);
    for (let i = 0; i < 1000; i++) expect(lookup(`d${i}.example`)).toBe(i + 1);
    for (let id = 1; id <= 1000; id += 3) {
      hashRemove(index, id);
      drop(items, id);
    }
    for (let i = 0; i < 1000; i++) expect(lookup(`d${i}.example`)).toBe(i % 3 === 0 ? NONE : i + 1);
  });

  it('is restored by a keyframe taken before it grew', () => {
    const { store, items, index, lookup } = filled(60);
    const keyframe = capture(store);
    for (let i = 60; i < 300; i++) {
      const key = `d${i}.example`;
      hashInsert(index, insert(items, { hash: hashOfText(key), hashNext: NONE, key }));
    }
    restore(store, keyframe);
    expect(lookup('d59.example')).toBe(60);
    expect(lookup('d60.example')).toBe(NONE);
  });
});
