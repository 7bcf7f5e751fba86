import type { CostJob, CostMessage } from '../../protocol/timer-cost.ts';
import { measureCost } from '../jobs/cost-lab.ts';
import { claimThread } from './sole.ts';

claimThread('the cost chart');

/** The worker of the cost chart: one measurement, with word of how far it is. To cancel it is to terminate it. */
addEventListener('message', ({ data }: MessageEvent<CostJob>) => {
  const tell = (message: CostMessage): void => postMessage(message);
  try {
    for (const part of measureCost(data, () => performance.now()))
      tell('point' in part ? { kind: 'point', point: part.point } : { kind: 'progress', share: part.share });
    tell({ kind: 'done' });
  } catch (error) {
    tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  }
});
