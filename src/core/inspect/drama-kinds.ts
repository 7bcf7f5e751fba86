/** Which events change the whole picture. Separate from `dramas.ts` because it is called for every event of a run. */
import type { DramaKind } from '../../protocol/dramas.ts';
import type { CoreEvent } from '../../protocol/events.ts';

/** Threads woken by one item that make a thundering herd: one takes the item, the others were woken in vain. */
export const HERD = 3;
/** Nodes a purge must visit to count as more than housekeeping: in a run of mail, and in one of thousands of requests. */
const PURGED = 50;
const PURGED_IN_LAB = 1_000;

/** The drama an event belongs to, or null. A herd is many events; each one gives `herd`. */
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
