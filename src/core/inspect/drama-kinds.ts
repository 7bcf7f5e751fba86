/** Finds dramas: events that change the whole picture. Separate from `dramas.ts`, as it runs for every event. */
import type { DramaKind } from '../../protocol/dramas.ts';
import type { CoreEvent } from '../../protocol/events.ts';

/** Smallest number of threads woken for one item that counts as a herd. One thread takes the item; the others find nothing. */
export const HERD = 3;
/** Smallest number of visited nodes that makes a purge a drama: in a run of mail, and in the timer laboratory. */
const PURGED = 50;
const PURGED_IN_LAB = 1_000;

/**
 * Returns the drama an event belongs to, or null. A herd consists of many events; the result for each of them is
 * `herd`.
 */
export function dramaKind(event: CoreEvent): DramaKind | null {
  switch (event.kind) {
    case 'queue.dead':
    case 'transport.dead':
      return 'dead';
    case 'queue.revived':
    case 'transport.revived':
      return 'alive';
    case 'message.done':
      return event.result === 'deferred' ? 'deferred' : null;
    case 'thread.released':
      return event.cause === 'herd' ? 'herd' : null;
    case 'purgatory.purged':
      return event.visited >= PURGED ? 'purge' : null;
    case 'lab.purged':
      return event.visits >= PURGED_IN_LAB ? 'purge' : null;
    default:
      return null;
  }
}
