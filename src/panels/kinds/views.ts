import type { Scenario } from '../../protocol/scenario.ts';
import { type ByKind, ofKind } from '../../scenario/kinds/by-kind.ts';
import { useSession } from '../../store/hooks.ts';
import { MAIL_VIEW } from './mail/view.ts';
import { STORY_VIEW, STREAM_VIEW } from './threads/view.ts';
import { DESIGNS_VIEW, WHEEL_VIEW } from './timers/view.ts';
import type { KindView } from './view.ts';

const VIEWS: ByKind<KindView> = {
  mail: () => MAIL_VIEW,
  'timer-lab': ({ lab }) => (lab.kind === 'wheel' ? WHEEL_VIEW : DESIGNS_VIEW),
  'threads-alone': ({ cmgroup }) => (cmgroup.kind === 'story' ? STORY_VIEW : STREAM_VIEW),
};

/** How a run looks in the panels that all kinds share; before there is one, as mail, with which the page begins. */
export function viewOf(scenario: Scenario | null): KindView {
  return scenario === null ? MAIL_VIEW : ofKind(VIEWS, scenario);
}

/** Whether a run follows a record, which no link can hold. */
export function isOnRecord(scenario: Scenario | null): boolean {
  return scenario !== null && viewOf(scenario).onRecord?.(scenario) === true;
}

/** `viewOf` of the run that is open. */
export function useKind(): KindView {
  return useSession(({ scenario }) => viewOf(scenario));
}
