import { type ByKind, ofKindIfAny } from '../../scenario/kinds/by-kind.ts';
import { useSession } from '../../store/hooks.ts';
import type { GroupView } from './group-view.ts';
import { AGENT_GROUP } from './mail/group.ts';
import { STORY_GROUP, STREAM_GROUP } from './threads/group.ts';

const GROUPS: Partial<ByKind<GroupView>> = {
  mail: () => AGENT_GROUP,
  'threads-alone': ({ cmgroup }) => (cmgroup.kind === 'story' ? STORY_GROUP : STREAM_GROUP),
};

/** How the groups of the run that is open are shown; before there is one, as those of agents. */
export function useGroup(): GroupView {
  return useSession(
    ({ scenario }) => (scenario === null ? undefined : ofKindIfAny(GROUPS, scenario)) ?? AGENT_GROUP,
  );
}
