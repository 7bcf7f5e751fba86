import { type ByKind, ofKindIfAny } from '../../scenario/kinds/by-kind.ts';
import { useSession } from '../../store/hooks.ts';
import type { ThreadToken } from '../../protocol/threads-view.ts';

/** How a kind of run that has concurrency groups shows the threads of one. */
interface GroupView {
  /** What a thread is called. */
  threads: 'agents' | 'threads';
  /** It stands in the place of the stage, to which there is a way back. */
  back: boolean;
  /** The words of the scenario stand beside it: there is no other panel for them. */
  about: boolean;
  /** A story is short and known to its end: things to do to a thread are those of its script. */
  story: boolean;
  /** Spans of a page of the lanes in microseconds: the shortest that holds what is known is taken. */
  spans: readonly number[];
  /** The question why a thread is as it is (`why-key.ts`); undefined = none can be asked. */
  whyKey: (
    thread: Pick<ThreadToken, 'id' | 'owner' | 'background'>,
    names: { group: string | undefined; transport: string | undefined },
  ) => string | undefined;
}

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

/** Agents of a transport as threads. */
const AGENT_GROUP: GroupView = {
  threads: 'agents',
  back: true,
  about: false,
  story: false,
  // Seconds at a time, as deliveries take some.
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
  // Milliseconds at a time, as requests take some.
  spans: [1_000, 2_000, 5_000],
  whyKey: ({ id }, { group }) => (group === undefined ? undefined : `thread:${group}:${id}`),
};

const STORY_GROUP: GroupView = { ...STREAM_GROUP, story: true };
