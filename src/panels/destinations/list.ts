import type { QueueRow } from '../../protocol/rows.ts';
import { badgeOf, troubleFirst } from '../dock/destination-layout.ts';

/** How the list of destinations is ordered. */
export type ListOrder = 'trouble' | 'waiting' | 'window' | 'name';

export const ORDERS: readonly { value: ListOrder; text: string }[] = [
  { value: 'trouble', text: 'trouble' },
  { value: 'waiting', text: 'waiting' },
  { value: 'window', text: 'window' },
  { value: 'name', text: 'name' },
];

/** Destinations whose name, state or reason holds every word of `search`, in the order asked for. */
export function listedQueues(queues: readonly QueueRow[], search: string, order: ListOrder): QueueRow[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  // Nothing is asked for: thousands of texts a frame would be made for nothing.
  if (words.length === 0) return sorted(queues, order);
  const found = queues.filter((queue) => {
    const text = `${queue.name} ${badgeOf(queue).word} ${queue.reason}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return sorted(found, order);
}

function sorted(queues: readonly QueueRow[], order: ListOrder): QueueRow[] {
  const byName = (a: QueueRow, b: QueueRow): number => (a.name < b.name ? -1 : 1);
  switch (order) {
    case 'trouble':
      return troubleFirst(queues);
    case 'waiting':
      return queues.toSorted((a, b) => b.todo - a.todo || byName(a, b));
    case 'window':
      return queues.toSorted((a, b) => b.window - a.window || byName(a, b));
    case 'name':
      return queues.toSorted(byName);
    default:
      return order satisfies never;
  }
}

/** Counts for the head of the list: how many are in which state. */
export function states(queues: readonly QueueRow[]): { word: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const queue of queues) {
    const { word } = badgeOf(queue);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return ['dead', 'rate delay', 'full', 'ready']
    .map((word) => ({ word, count: counts.get(word) ?? 0 }))
    .filter(({ count }) => count > 0);
}
