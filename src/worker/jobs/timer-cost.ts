import type { Work } from '../../protocol/serve-jobs.ts';
import { measureCost } from './cost-lab.ts';

/** Measures by the clock of this machine; answers how many points it has said. */
export const timerCost: Work<'timer-cost'> = (job, { say }) => {
  let points = 0;
  for (const part of measureCost(job, () => performance.now())) {
    if ('point' in part) points += 1;
    say(part);
  }
  return points;
};
