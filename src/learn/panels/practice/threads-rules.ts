import type { ThreadScenario } from '../../../protocol/scenario.ts';
import type { KindRules } from './kind-rules.ts';

/** What is set in a run of this kind, by the names of its document. */
export function threadRules({ cmgroup }: ThreadScenario): KindRules {
  return {
    rows:
      cmgroup.kind === 'story'
        ? []
        : [
            ['CPUs', String(cmgroup.cpus)],
            ['concurrency value', String(cmgroup.policy.cv ?? cmgroup.cpus)],
            ['workers', String(cmgroup.policy.workers)],
          ],
  };
}
