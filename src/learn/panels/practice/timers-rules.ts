import type { TimerScenario } from '../../../protocol/scenario.ts';
import type { KindRules } from './kind-rules.ts';

/** What is set in a run of this kind, by the names of its document. */
export function timerRules({ wheel }: TimerScenario): KindRules {
  return {
    rows: [
      ['tick', `${wheel.tickMs} ms`],
      ['buckets on a level', String(wheel.size)],
    ],
    of: 'timers',
  };
}
