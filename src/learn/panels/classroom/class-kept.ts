import { useState } from 'react';
import { PHONES } from '../../class/answer-code.ts';
import {
  type Collection,
  EMPTY,
  isEmpty,
  mergeCollection,
  parseCollection,
  savedCollection,
} from '../../class/collection.ts';
import { changeUnderLock } from '../../store/kept-lock.ts';
import { createKept } from '../../../store/kept.ts';

/** Maximum number of questions whose answers this browser stores; older questions are dropped. */
const QUESTIONS_MAX = 40;

function parseAll(text: string | null): ReadonlyMap<string, Collection> {
  const read = new Map<string, Collection>();
  try {
    const saved: unknown = JSON.parse(text ?? '[]');
    for (const pair of Array.isArray(saved) ? saved : []) {
      const [key, value]: unknown[] = Array.isArray(pair) ? pair : [];
      const collection = parseCollection(value);
      if (typeof key === 'string' && collection !== null) read.set(key, collection);
    }
  } catch {
    // Ignores stored values that do not parse.
  }
  return read;
}

const KEY = 'qmgrscope.class';
const collections = createKept(KEY, parseAll, (all) =>
  all.size === 0
    ? null
    : JSON.stringify([...all].slice(-QUESTIONS_MAX).map(([key, value]) => [key, savedCollection(value)])),
);

/** The codes entered for a question, as stored. They survive a reload. */
export interface Collecting {
  collection: Collection;
  set: (next: Collection) => void;
  /** Whether this browser stores the codes. */
  isKept: boolean;
  /** Undoes the last change; null = nothing has changed since the page was opened. */
  undo: (() => void) | null;
}

export function useCollecting(key: string): Collecting {
  const all = collections.use();
  const [past, setPast] = useState<readonly { key: string; collection: Collection }[]>([]);
  const collection = all.get(key) ?? EMPTY;
  const isKept = collections.useIsKept();
  const write = (next: Collection): void =>
    changeUnderLock(KEY, collections, (now) => {
      const merged = mergeCollection(collection, next, now.get(key) ?? EMPTY);
      const others = [...now].filter(([other]) => other !== key);
      const empty = isEmpty(merged);
      return new Map(empty ? others : [...others, [key, merged]]);
    });
  const last = past.at(-1);
  return {
    collection,
    isKept,
    set: (next) => {
      setPast([...past.filter((state) => state.key === key), { key, collection }]);
      write(next);
    },
    undo:
      last?.key !== key
        ? null
        : () => {
            setPast(past.slice(0, -1));
            write(last.collection);
          },
  };
}

/** Returns the random number of this phone, drawn with the first answer. It shows which answers are of one phone. */
export const phone = createKept<number | null>(
  'qmgrscope.phone',
  (text) => (/^\d{1,6}$/.test(text ?? '') && Number(text) < PHONES ? Number(text) : null),
  (value) => (value === null ? null : String(value)),
);

/** Draws a new random number when the next student uses this phone. */
export function drawPhone(): number {
  const drawn = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  phone.set(drawn % PHONES);
  return drawn % PHONES;
}
