import { balanceOf } from '../../../charts/coins.ts';
import { useApp } from '../../../store/hooks.ts';
import { selectCurrentJob, selectJobsInOrder } from '../../../store/selectors.ts';
import { useWords } from '../kit/useWords.ts';

/** The picture for those who hear the page, in the words of the first minute: the stage's own are not met yet. */
export function PictureWords() {
  const jobs = useApp(selectJobsInOrder);
  const current = useApp(selectCurrentJob);
  const { first } = useWords();
  if (jobs.length === 0) return null;
  const told = jobs.map((job) => ({
    number: job.number,
    handed: job.selected,
    of: job.read,
    busy: job.counts.b,
    failed: job.counts.f,
    paid: job.spends,
    coins: balanceOf(job),
    turn: job === current,
  }));
  return <p className="sr-only">{first.told(told)}</p>;
}
