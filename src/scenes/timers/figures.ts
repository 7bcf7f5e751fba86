import type { LabDesign, LabMetric } from '../../protocol/lab.ts';

/** One counter of a scene with the three designs, at the instant at which the scene opens. A test repeats the simulation. */
export interface SceneFigures {
  metric: LabMetric;
  text: string;
  values: Readonly<Record<LabDesign, number>>;
}

export const SCENE_FIGURES: Readonly<Record<string, SceneFigures>> = {
  'timer-lab': {
    metric: 'heapOps',
    text: 'heap operations',
    values: { old: 10_277, proposed: 84, today: 84 },
  },
  'purge-storm': { metric: 'purges', text: 'purge scans', values: { old: 672, proposed: 0, today: 2 } },
  'left-on-other-key': {
    metric: 'retainedDone',
    text: 'completed, still held',
    values: { old: 2, proposed: 2, today: 2 },
  },
  'weak-references-late': {
    metric: 'retainedDone',
    text: 'completed, still held',
    values: { old: 1101, proposed: 5617, today: 412 },
  },
};
