import type { Scenario } from '../../protocol/scenario.ts';
import { type ByKind, ofKind } from '../../scenario/kinds/by-kind.ts';

/** What is set in a run of practice: everything that decides. */
export interface KindRules {
  rows: readonly (readonly [name: string, value: string])[];
  /** The document whose terms the names are; undefined = that of the queue manager. */
  of?: 'timers';
}

const RULES: ByKind<KindRules> = {
  mail: ({ params, agents: { smtp } }) => ({
    rows: [
      ...Object.entries(params).map(([name, value]) => [name, String(value)] as const),
      ...(smtp === undefined ? [] : [['agents of smtp', String(smtp)] as const]),
    ],
  }),
  'timer-lab': ({ wheel }) => ({
    rows: [
      ['tick', `${wheel.tickMs} ms`],
      ['buckets on a level', String(wheel.size)],
    ],
    of: 'timers',
  }),
  'threads-alone': ({ cmgroup }) => ({
    rows:
      cmgroup.kind === 'story'
        ? []
        : [
            ['CPUs', String(cmgroup.cpus)],
            ['concurrency value', String(cmgroup.policy.cv ?? cmgroup.cpus)],
            ['workers', String(cmgroup.policy.workers)],
          ],
  }),
};

/** The rules of a run. */
export function rulesOf(scenario: Scenario): KindRules {
  return ofKind(RULES, scenario);
}
