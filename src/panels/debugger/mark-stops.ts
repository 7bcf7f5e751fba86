import type { EventKind } from '../../protocol/events.ts';
import { type NamedStop, TIMELINE_STOPS } from '../../explain/stops.ts';

const ABOUT_DESTINATION: EventKind[] = ['queue.window', 'queue.dead', 'queue.revived', 'queue.unblocked'];

/**
 * What the mark with this `data-break` stops at: `destination:NAME`, `timeline:KIND` or `bucket:SECONDS:NAME` (when it comes
 * due); null for others. The value is
 * written by the page's own marks, with a name in it that may come from outside and is only compared.
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

/** Armed buckets come due at their instant whatever is cancelled meanwhile: the clock alone tells it. */
function bucketStop(subject: string): NamedStop | null {
  const [, due, name] = /^(\d+(?:\.\d+)?):(.+)$/.exec(subject) ?? [];
  if (due === undefined || name === undefined) return null;
  return { text: `bucket ${name} comes due`, test: { expression: `now >= ${due}` } };
}
