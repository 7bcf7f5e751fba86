import type { RealMillis } from '../../protocol/units.ts';
import type { Moment } from '../../explain/moment.ts';

/** How long a sentence stays while the run goes on, in milliseconds, by its weight. */
const HOLD = [700, 1500, 2800] as const;

/** What is being said, since when, and what must be said next. */
export interface Narration {
  shown: Moment;
  /** Milliseconds of the page's clock. */
  since: RealMillis;
  /** The weightiest moment that came while `shown` was held; of equals the latest. */
  next: Moment | null;
}

/** The time at which `next` may replace what is shown. */
export function dueAt({ shown, since }: Narration): number {
  return since + HOLD[shown.weight];
}

/** A moment came while the run goes on. A weightier one speaks at once, others wait for their turn. */
export function hear(narration: Narration, moment: Moment, now: RealMillis): Narration {
  if (moment.step < narration.shown.step || moment.weight > narration.shown.weight)
    return startAt(moment, now);
  if (moment.step === narration.shown.step) return narration;
  const { next } = narration;
  const kept = next !== null && next.weight > moment.weight ? next : moment;
  return advance({ ...narration, next: kept }, now);
}

/** Lets the next moment speak if what is shown has been there long enough. */
export function advance(narration: Narration, now: RealMillis): Narration {
  if (narration.next === null || now < dueAt(narration)) return narration;
  return startAt(narration.next, now);
}

/** Only this moment, from now. */
export function startAt(moment: Moment, now: RealMillis): Narration {
  return { shown: moment, since: now, next: null };
}
