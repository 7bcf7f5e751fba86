import { type ReactNode, useMemo } from 'react';
import { COLOURED_MAX, type ColourClaims, ColouredNumbers, colouredNumbers } from '../charts/colours.ts';
import type { JobRow, ListRow } from '../protocol/rows.ts';
import { useApp, useView } from '../store/hooks.ts';
import { selectCandidateJob, selectCurrentJob, selectJobsInOrder, selectList } from '../store/selectors.ts';

/**
 * Says below it who keeps a colour. A component of its own, around what others have made: in a long run the choice changes
 * with every picture, and only what shows a colour is to be rendered for that.
 */
export function Coloured({ children }: { children: ReactNode }) {
  return <ColouredNumbers value={useColoured()}>{children}</ColouredNumbers>;
}

/** Who keeps a colour when more than sixteen messages are about. */
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
  // By the text, so that a frame that changes no colour renders no chip.
  return useMemo(() => new Set(key === '' ? [] : key.split(' ').map(Number)), [key]);
}

/** The oldest messages of a long list, as many as there are colours: sorting all of them would cost a frame. */
function oldestOf({ numbers }: ListRow): number[] {
  const oldest: number[] = [];
  let last = Number.POSITIVE_INFINITY;
  // All of a hundred thousand are looked at for each picture.
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
