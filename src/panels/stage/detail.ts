import type { JobId } from '../../protocol/ids.ts';
import { ancestorsOf } from './forest.ts';
import { BARS_MAX, CARDS_MAX, HEAD_CARDS, type StageInput } from './input.ts';

export type Detail = 'card' | 'bar' | 'dense';

/** Detail of the whole stage: all cards, cards with a tail of bars, all bars, or columns of pixels. */
export type Scheme = 'cards' | 'tail' | 'bars' | 'dense';

/** Schemes for a number of jobs, most detailed first. The stage uses the first that fits; the last one scrolls. */
export function schemesFor(count: number): Scheme[] {
  if (count <= HEAD_CARDS) return ['cards'];
  if (count <= CARDS_MAX) return ['cards', 'tail'];
  // Just above fourteen jobs, a tail of bars keeps most jobs as cards.
  return count <= BARS_MAX ? ['tail', 'bars'] : ['dense'];
}

/** Jobs that are always cards: current, those it preempted, best candidate, selection. */
export function alwaysCards(input: StageInput): Set<JobId> {
  const ids = new Set<JobId>([input.current, input.candidate]);
  for (const id of ancestorsOf(input.jobs, input.current)) ids.add(id);
  for (const job of input.jobs) if (job.number === input.selected) ids.add(job.id);
  ids.delete(0);
  return ids;
}

/** Detail of each job under a scheme, by index. */
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
