import type { GroupView } from '../group-view.ts';

/** A group that serves a stream of requests. */
export const STREAM_GROUP: GroupView = {
  threads: 'threads',
  back: false,
  about: true,
  story: false,
  // Milliseconds at a time, as requests take some.
  spans: [1_000, 2_000, 5_000],
  whyKey: ({ id }, { group }) => (group === undefined ? undefined : `thread:${group}:${id}`),
};

export const STORY_GROUP: GroupView = { ...STREAM_GROUP, story: true };
