import type { JobId } from '../../protocol/ids.ts';
import { ancestorsOf } from './forest.ts';
import { BARS_MAX, CARDS_MAX, HEAD_CARDS, type StageInput } from './input.ts';

/** How much of each job is drawn. */
export type Detail = 'card' | 'bar' | 'dense';

/** What the whole stage aims at: all cards, cards with a tail of bars, bars, or columns of pixels. */
export type Scheme = 'cards' | 'tail' | 'bars' | 'dense';

/** Schemes worth trying for so many jobs, best first; the first one that fits is taken, the last one scrolls. */
export function schemesFor(count: number): Scheme[] {
  if (count <= HEAD_CARDS) return ['cards'];
  if (count <= CARDS_MAX) return ['cards', 'tail'];
  // A few more than fourteen: better a tail of bars than all cards gone at the fifteenth.
  return count <= BARS_MAX ? ['tail', 'bars'] : ['dense'];
}

/** Jobs that are cards whatever the count: current and what it preempted, best candidate, selection. */
export function alwaysCards(input: StageInput): Set<JobId> {
  const ids = new Set<JobId>([input.current, input.candidate]);
  for (const id of ancestorsOf(input.jobs, input.current)) ids.add(id);
  for (const job of input.jobs) if (job.number === input.selected) ids.add(job.id);
  ids.delete(0);
  return ids;
}

/** Detail of every job under a scheme, by position. */
export function detailsOf(input: StageInput, scheme: Scheme): Detail[] {
  if (scheme === 'cards') return input.jobs.map(() => 'card');
  if (input.compact === true) return input.jobs.map(() => 'bar');
  const always = alwaysCards(input);
  return input.jobs.map((job, i) => {
    if (always.has(job.id)) return 'card';
    if (scheme === 'tail') return i < HEAD_CARDS ? 'card' : 'bar';
    return scheme === 'bars' ? 'bar' : 'dense';
  });
}
