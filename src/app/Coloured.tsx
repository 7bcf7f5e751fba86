import { type ReactNode, useMemo } from 'react';
import { COLOURED_MAX, type ColourClaims, ColouredNumbers, colouredNumbers } from '../charts/colours.ts';
import type { JobRow, ListRow } from '../protocol/rows.ts';
import { useApp, useView } from '../store/hooks.ts';
import { selectCandidateJob, selectCurrentJob, selectJobsInOrder, selectList } from '../store/selectors.ts';

/**
 * Provides the set of messages that keep a colour. Takes children, so that a changed set renders only its consumers: in
 * a long run it changes with every frame.
 */
export function Coloured({ children }: { children: ReactNode }) {
  return <ColouredNumbers value={useColoured()}>{children}</ColouredNumbers>;
}

/** Returns the numbers of the messages that keep a colour when more than sixteen are present. */
function useColoured(): ReadonlySet<number> {
  const jobs = useApp(selectJobsInOrder);
  const list = useApp(selectList);
  const current = useApp((state) => selectCurrentJob(state)?.number ?? 0);
  const candidate = useApp((state) => selectCandidateJob(state)?.number ?? 0);
  const selected = useView((view) => view.selected);
  const pinned = useView((view) => view.pinned);
  const key = useMemo(
    () => colourKey(jobs, list === null ? [] : oldestOf(list), { pinned, selected, current, candidate }),
    [jobs, list, pinned, selected, current, candidate],
  );
  // Compare by text: an unchanged set must not render every chip.
  return useMemo(() => new Set(key === '' ? [] : key.split(' ').map(Number)), [key]);
}

/** Returns the oldest messages of a long list, one per colour, without a full sort, which would cost a frame. */
function oldestOf({ numbers }: ListRow): number[] {
  const oldest: number[] = [];
  let last = Number.POSITIVE_INFINITY;
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i]!;
    if (number > last) continue;
    const place = oldest.findIndex((other) => other > number);
    oldest.splice(place < 0 ? oldest.length : place, 0, number);
    if (oldest.length > COLOURED_MAX) oldest.pop();
    if (oldest.length === COLOURED_MAX) last = oldest.at(-1)!;
  }
  return oldest;
}

function colourKey(
  jobs: readonly JobRow[],
  oldest: readonly number[],
  claims: Pick<ColourClaims, 'pinned' | 'selected' | 'current' | 'candidate'>,
): string {
  const set = colouredNumbers({
    ...claims,
    stacked: jobs.filter((job) => job.level > 0 || job.children.length > 0).map((job) => job.number),
    oldestFirst: [...jobs.map((job) => job.number), ...oldest].toSorted((a, b) => a - b),
  });
  return [...set].toSorted((a, b) => a - b).join(' ');
}
