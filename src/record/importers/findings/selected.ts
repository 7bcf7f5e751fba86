import type { Predicate } from '../classes/fields.ts';
import { selectLives } from '../classes/select.ts';
import type { Instance } from '../store/instance.ts';
import { attemptsThat, once, type Prepared } from './prepared.ts';

/** Classes of which it is kept what they select: who tries predicates has left most of them. */
const KEPT = 8;

/** What a predicate selects of a record. */
export interface Selected {
  /** 1 for each life that is of it, by row of `lives`. */
  lives: Uint8Array;
  attempts: Uint32Array;
}

/** The same, looked for once: each range of time that is looked at asks for it anew. */
export function selectedBy(instance: Instance, prepared: Prepared, predicate: Predicate): Selected {
  const known = once(prepared, selectedBy, () => new Map<string, Selected>());
  const key = JSON.stringify(predicate);
  const found = known.get(key) ?? selected(instance, prepared, predicate);
  known.delete(key);
  known.set(key, found);
  if (known.size > KEPT) known.delete(known.keys().next().value ?? '');
  return found;
}

function selected(instance: Instance, prepared: Prepared, predicate: Predicate): Selected {
  const lives = selectLives(instance, predicate);
  const { life } = instance.tables.attempts;
  return { lives, attempts: attemptsThat(prepared, (row) => lives[life[row] ?? 0] === 1) };
}
