import { balanceOf } from '../../charts/coins.ts';
import type { JobRow } from '../../protocol/rows.ts';
import { useApp } from '../../store/hooks.ts';
import { selectCurrentJob, selectJobsInOrder } from '../../store/selectors.ts';

/** The picture for those who hear the page, in the words of the first minute: the stage's own are not met yet. */
export function PictureWords() {
  const jobs = useApp(selectJobsInOrder);
  const current = useApp(selectCurrentJob);
  if (jobs.length === 0) return null;
  return (
    <p className="sr-only">
      {`In the picture, in the order of the list: ${jobs.map((job) => jobWords(job, job === current)).join(' ')}`}
    </p>
  );
}

function jobWords(job: JobRow, current: boolean): string {
  const { number, selected, read, counts, spends } = job;
  const coins = balanceOf(job);
  const parts = [
    `${selected} of ${plural(read, 'delivery', 'deliveries')} handed over`,
    `${counts.b} with an agent`,
    counts.f > 0 && `${counts.f} refused or put off`,
    ...spends.map((spent) => `${plural(spent.count, 'coin')} paid for message ${spent.number}`),
    coins > 0 && `${plural(coins, 'coin')} left`,
    current && 'it has the turn',
  ];
  return `${number === 1 ? 'newsletter' : 'message'} ${number}: ${parts.filter((part) => part !== false).join(', ')}.`;
}

function plural(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}
