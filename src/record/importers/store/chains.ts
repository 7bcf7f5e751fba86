import type { LifeRow } from '../../../protocol/ids.ts';
import type { Instance } from './instance.ts';

/** Lives that belong to one mail, across all instances: content filters, requeue, forwarding, notifications. */
export interface Chains {
  /** Chain number of each life, per instance. 0 = in no chain. */
  of: Uint32Array[];
  /** Number of chains of two or more lives: in total, and per instance those with a life in that instance. */
  count: number;
  countOf: number[];
}

/** Groups lives that are connected by links (union-find). */
export function findChains(instances: readonly Instance[]): Chains {
  const base: number[] = [];
  let total = 0;
  for (const { tables } of instances) {
    base.push(total);
    total += tables.lives.length;
  }
  const up = new Uint32Array(total);
  for (let i = 0; i < total; i++) up[i] = i;
  const top = (life: LifeRow): number => {
    let at = life;
    while (up[at] !== at) {
      up[at] = up[up[at] ?? 0] ?? 0;
      at = up[at] ?? 0;
    }
    return at;
  };
  for (const [place, { tables }] of instances.entries()) {
    const { links } = tables;
    for (let row = 1; row < links.length; row++) {
      const other = links.instance[row] ?? 0;
      const parent = top((base[place] ?? 0) + (links.parent[row] ?? 0));
      const child = top((base[other === 0 ? place : other - 1] ?? 0) + (links.child[row] ?? 0));
      if (parent !== child) up[Math.max(parent, child)] = Math.min(parent, child);
    }
  }
  return numbered(instances, base, total, top);
}

function numbered(
  instances: readonly Instance[],
  base: readonly number[],
  total: number,
  top: (life: LifeRow) => number,
): Chains {
  const sizes = new Uint32Array(total);
  for (let i = 0; i < total; i++) sizes[top(i)] = (sizes[top(i)] ?? 0) + 1;
  const numbers = new Uint32Array(total);
  let count = 0;
  const of: Uint32Array[] = [];
  const countOf: number[] = [];
  for (const [place, { tables }] of instances.entries()) {
    const chain = new Uint32Array(tables.lives.length);
    const here = new Set<number>();
    for (let life = 1; life < chain.length; life++) {
      const first = top((base[place] ?? 0) + life);
      if ((sizes[first] ?? 0) < 2) continue;
      if (numbers[first] === 0) numbers[first] = ++count;
      chain[life] = numbers[first] ?? 0;
      here.add(numbers[first] ?? 0);
    }
    of.push(chain);
    countOf.push(here.size);
  }
  return { of, count, countOf };
}
