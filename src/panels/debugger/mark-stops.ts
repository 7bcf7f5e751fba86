import type { EventKind } from '../../protocol/events.ts';
import { type NamedStop, TIMELINE_STOPS } from '../../explain/stops.ts';

const ABOUT_DESTINATION: EventKind[] = ['queue.window', 'queue.dead', 'queue.revived', 'queue.unblocked'];

/**
 * The condition that a mark's `data-break` names: `destination:NAME`, `timeline:KIND` or `bucket:SECONDS:NAME` (the due
 * instant); null for other texts. NAME may come from outside; it is only compared with names.
 */
export function stopOfMark(value: string): NamedStop | null {
  const colon = value.indexOf(':');
  const subject = value.slice(colon + 1);
  if (value.startsWith('destination:')) {
    const event = { kinds: ABOUT_DESTINATION, message: 0, destination: subject };
    return { text: `the window of ${subject} changes, or it goes dead`, test: { event } };
  }
  if (value.startsWith('bucket:')) return bucketStop(subject);
  return (value.startsWith('timeline:') ? TIMELINE_STOPS.get(subject) : undefined) ?? null;
}

/** Stops at the bucket's due instant by the clock: an armed bucket opens then even if its timers are cancelled. */
function bucketStop(subject: string): NamedStop | null {
  const [, due, name] = /^(\d+(?:\.\d+)?):(.+)$/.exec(subject) ?? [];
  if (due === undefined || name === undefined) return null;
  return { text: `bucket ${name} comes due`, test: { expression: `now >= ${due}` } };
}
