import type { EventKind } from '../../protocol/events.ts';
import { type NamedStop, TIMELINE_STOPS } from '../../explain/stops.ts';

const ABOUT_DESTINATION: EventKind[] = ['queue.window', 'queue.dead', 'queue.revived', 'queue.unblocked'];

/**
 * The condition of a mark's `data-break`: `destination:NAME`, `timeline:KIND` or `bucket:SECONDS:NAME` (its due instant);
 * null for others. The name may come from outside; it is only compared.
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

/** An armed bucket comes due at its instant whatever is cancelled, so the clock is the whole condition. */
function bucketStop(subject: string): NamedStop | null {
  const [, due, name] = /^(\d+(?:\.\d+)?):(.+)$/.exec(subject) ?? [];
  if (due === undefined || name === undefined) return null;
  return { text: `bucket ${name} comes due`, test: { expression: `now >= ${due}` } };
}
