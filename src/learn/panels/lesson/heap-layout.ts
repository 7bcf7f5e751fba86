import type { TimerToken } from '../../../protocol/wheel.ts';

/** A binary heap of timers as an array. The earliest timer is on top; the children of `i` are `2i + 1` and `2i + 2`. */
export interface TimerHeap {
  nodes: TimerToken[];
  /** Comparisons made by the last insert. */
  comparisons: number;
  /** Indexes that the last inserted timer visited on its way up. The timer stays at the last index. */
  path: number[];
}

/** Inserts the timers in the order in which they were set (by id). */
export function heapOf(timers: readonly TimerToken[]): TimerHeap {
  const nodes: TimerToken[] = [];
  let comparisons = 0;
  let path: number[] = [];
  for (const timer of timers.toSorted((a, b) => a.id - b.id)) {
    let at = nodes.length;
    comparisons = 0;
    path = [at];
    nodes.push(timer);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = nodes[parent];
      comparisons += 1;
      if (above === undefined || above.due <= timer.due) break;
      nodes[at] = above;
      nodes[parent] = timer;
      at = parent;
      path.push(at);
    }
  }
  return { nodes, comparisons, path };
}

/** Maximum number of levels drawn, from the top. */
const LEVELS = 4;

export interface HeapPlace {
  timer: TimerToken;
  /** Percent of the width; `level` counts from 0. */
  x: number;
  level: number;
  /** Index of the node's parent in the list; −1 = the node is the root. */
  parent: number;
  /** True if the last inserted timer passed this node on its way up. */
  passed: boolean;
}

/** Computes the places of the nodes on the top levels. */
export function heapPlaces({ nodes, path }: TimerHeap): HeapPlace[] {
  return nodes.slice(0, 2 ** LEVELS - 1).map((timer, i) => {
    const level = Math.floor(Math.log2(i + 1));
    const row = 2 ** level;
    const parent = i === 0 ? -1 : (i - 1) >> 1;
    return { timer, level, x: ((i + 1 - row + 0.5) / row) * 100, parent, passed: path.includes(i) };
  });
}
