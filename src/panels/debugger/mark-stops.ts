import type { StopTest } from '../../protocol/debug.ts';
import { CHANGE_KINDS, type EventKind } from '../../protocol/events.ts';
import { WAKES_FOR_NOTHING } from './stops.ts';

/** What can be stopped at for a mark of the page, in words. */
export interface MarkStop {
  text: string;
  test: StopTest;
}

const ABOUT_MESSAGE: EventKind[] = ['entry.selected', 'job.preempted', 'job.blocked', 'message.done'];
const ABOUT_DESTINATION: EventKind[] = ['queue.window', 'queue.dead', 'queue.revived', 'queue.unblocked'];

/** Marks above the timeline by kind. */
const TIMELINE: ReadonlyMap<string, { text: string; kinds: EventKind[] }> = new Map([
  ['injection', { text: 'a message arrives', kinds: ['message.injected'] }],
  ['preemption', { text: 'a job is preempted', kinds: ['job.preempted'] }],
  ['dead', { text: 'a destination goes dead', kinds: ['queue.dead', 'transport.dead'] }],
  ['alive', { text: 'a destination lives again', kinds: ['queue.revived', 'transport.revived'] }],
  ['deferred', { text: 'a message ends its stay in the active queue', kinds: ['message.done'] }],
  ['herd', { text: 'a thread is woken', kinds: ['thread.released'] }],
  [
    'change',
    {
      text: 'something is changed by hand',
      kinds: [...CHANGE_KINDS, 'group.limit', 'lab.added', 'lab.cancelled', 'lab.jumped'],
    },
  ],
  ['purge', { text: 'watch lists are purged', kinds: ['purgatory.purged', 'lab.purged'] }],
  ['woke-cascade', { text: 'a timer falls to a finer level', kinds: ['timer.cascaded'] }],
  ['woke-ran', { text: 'a timer runs', kinds: ['timer.expired'] }],
  ['purge-old', { text: 'watch lists are purged', kinds: ['lab.purged'] }],
]);

/** The count of a group passes its limit: no kind of event says that alone. */
const OVER_LIMIT: MarkStop = {
  text: 'a group runs over its limit',
  test: { expression: 'overshoot > 0' },
};

/** What a message's marks stop at. */
export function messageStop(number: number): MarkStop {
  const event = { kinds: ABOUT_MESSAGE, message: number, destination: '' };
  return { text: `something happens to ${number}`, test: { event } };
}

/**
 * What the mark with this `data-break` stops at: `destination:NAME`, `timeline:KIND` or `bucket:SECONDS:NAME` (when it comes
 * due); null for others. The value is
 * written by the page's own marks, with a name in it that may come from outside and is only compared.
 */
export function stopOfMark(value: string): MarkStop | null {
  const colon = value.indexOf(':');
  const subject = value.slice(colon + 1);
  if (value.startsWith('destination:')) {
    const event = { kinds: ABOUT_DESTINATION, message: 0, destination: subject };
    return { text: `the window of ${subject} changes, or it goes dead`, test: { event } };
  }
  if (value === 'timeline:woke-empty') return WAKES_FOR_NOTHING;
  if (value === 'timeline:over') return OVER_LIMIT;
  if (value.startsWith('bucket:')) return bucketStop(subject);
  const known = value.startsWith('timeline:') ? TIMELINE.get(subject) : undefined;
  if (known === undefined) return null;
  return { text: known.text, test: { event: { kinds: known.kinds, message: 0, destination: '' } } };
}

/** Armed buckets come due at their instant whatever is cancelled meanwhile: the clock alone tells it. */
function bucketStop(subject: string): MarkStop | null {
  const [, due, name] = /^(\d+(?:\.\d+)?):(.+)$/.exec(subject) ?? [];
  if (due === undefined || name === undefined) return null;
  return { text: `bucket ${name} comes due`, test: { expression: `now >= ${due}` } };
}
