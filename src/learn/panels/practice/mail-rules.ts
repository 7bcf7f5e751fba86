import type { MailScenario } from '../../../protocol/scenario.ts';
import type { KindRules } from './kind-rules.ts';

/** What is set in a run of this kind, by the names of its document. */
export function mailRules({ params, agents: { smtp } }: MailScenario): KindRules {
  return {
    rows: [
      ...Object.entries(params).map(([name, value]) => [name, String(value)] as const),
      ...(smtp === undefined ? [] : [['agents of smtp', String(smtp)] as const]),
    ],
  };
}
