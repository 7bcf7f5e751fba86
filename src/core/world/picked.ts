import { get } from '../tables.ts';
import type { World } from './state.ts';
import type { Picked } from './threads/model.ts';

/** What the walk of the job list that just ended has chosen. Called only after one that chose. */
export function picked(world: World): Picked {
  const { lastSelection } = world;
  const chosen = lastSelection?.chosen;
  if (chosen === undefined) throw new Error('an entry was selected without a decision');
  const preemption = lastSelection?.preemption;
  const preempted = preemption?.outcome === 'preempted';
  return {
    chosen,
    ordinal: get(world.qmgr.jobs, chosen.job).selectedEntries - 1,
    preempted: preempted ? preemption.current : 0,
    preemptor: preempted ? preemption.candidate : 0,
  };
}
