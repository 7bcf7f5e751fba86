import type { Scenario } from '../../protocol/scenario.ts';
import { type ByKind, ofKind } from '../../scenario/kinds/by-kind.ts';
import { useSession } from '../../store/hooks.ts';
import type { KindStops } from './kind-stops.ts';
import { AGENT_RUN, MAIL_RUN } from './mail/stops.ts';
import { THREAD_RUN } from './threads/stops.ts';
import { DESIGN_RUN, WHEEL_RUN } from './timers/stops.ts';

const STOPS: ByKind<KindStops> = {
  mail: ({ threads }) => (threads === undefined ? MAIL_RUN : AGENT_RUN),
  'timer-lab': ({ lab }) => (lab.kind === 'wheel' ? WHEEL_RUN : DESIGN_RUN),
  'threads-alone': () => THREAD_RUN,
};

/** What can happen in a run; before there is one, as in mail. */
export function stopsOf(scenario: Scenario | null): KindStops {
  return scenario === null ? MAIL_RUN : ofKind(STOPS, scenario);
}

/** `stopsOf` of the run that is open. */
export function useStops(): KindStops {
  return useSession(({ scenario }) => stopsOf(scenario));
}
