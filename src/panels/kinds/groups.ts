import { type ByKind, ofKindIfAny } from '../../scenario/kinds/by-kind.ts';
import { useSession } from '../../store/hooks.ts';
import type { ThreadToken } from '../../protocol/threads-view.ts';

/** How a kind of run displays the threads of a concurrency group. */
interface GroupView {
  threads: 'agents' | 'threads';
  /** True if the panel replaces the stage; then it has a link back to the stage. */
  back: boolean;
  /** True if the panel shows the scenario's description, because no other panel does. */
  about: boolean;
  /** True for a story: a short run that is fully known. Only its script acts on threads. */
  story: boolean;
  /** Time spans of the lanes in microseconds. The panel uses the shortest that holds all known data. */
  spans: readonly number[];
  /** Question key of a thread (`why-key.ts`); undefined = no question can be asked. */
  whyKey: (
    thread: Pick<ThreadToken, 'id' | 'owner' | 'background'>,
    names: { group: string | undefined; transport: string | undefined },
  ) => string | undefined;
}

const GROUPS: Partial<ByKind<GroupView>> = {
  mail: () => AGENT_GROUP,
  'threads-alone': ({ cmgroup }) => (cmgroup.kind === 'story' ? STORY_GROUP : STREAM_GROUP),
};

/** Display of the groups of the open run. Without a run, agents are displayed. */
export function useGroup(): GroupView {
  return useSession(
    ({ scenario }) => (scenario === null ? undefined : ofKindIfAny(GROUPS, scenario)) ?? AGENT_GROUP,
  );
}

/** Agents of a transport as threads. */
const AGENT_GROUP: GroupView = {
  threads: 'agents',
  back: true,
  about: false,
  story: false,
  // Seconds, because deliveries take seconds.
  spans: [2_000_000, 5_000_000, 10_000_000, 20_000_000],
  whyKey: ({ owner, background }, { transport }) =>
    background || owner === 0 || transport === undefined ? undefined : `thread:${transport}:${owner}`,
};

/** A group that serves a stream of requests. */
const STREAM_GROUP: GroupView = {
  threads: 'threads',
  back: false,
  about: true,
  story: false,
  // Milliseconds, because requests take milliseconds.
  spans: [1_000, 2_000, 5_000],
  whyKey: ({ id }, { group }) => (group === undefined ? undefined : `thread:${group}:${id}`),
};

const STORY_GROUP: GroupView = { ...STREAM_GROUP, story: true };
