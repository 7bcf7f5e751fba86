/** Which events of a log change the whole picture: asked for every event of a run, so it stands apart from their figures. */
import type { DramaKind } from '../../protocol/dramas.ts';
import type { CoreEvent } from '../../protocol/events.ts';

/** Threads woken by one item from which on it is a herd: one takes the item, the others were woken for nothing. */
export const HERD = 3;
/** Nodes that a purge visits from which on it is more than housekeeping: of mail, and of thousands of requests. */
const PURGED = 50;
const PURGED_IN_LAB = 1_000;

/** The kind of an event that changes the whole picture, else null. A herd is many events: the first of a step says `herd`. */
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
