/** Shorthand for scenes about threads: the threads at the start, and operations by millisecond. */
import type { CmgroupCommand, CmgroupSetup, CmgroupStory, StoryThread } from '../../protocol/cmgroup.ts';
import type { Micros, Millis } from '../../protocol/units.ts';
import { threadScenario } from '../../scenario/defaults.ts';
import type { GalleryItem } from '../item.ts';

/** Operations at one millisecond of the run. */
export type Line = readonly [ms: Millis, ...commands: CmgroupCommand[]];

interface Words {
  id: string;
  title: string;
  about: string;
  differs?: string;
  /** Instant at which the page opens the scene, in milliseconds. */
  opensAt?: Millis;
}

export function threadScene(
  words: Words,
  cmgroup: CmgroupSetup,
  lines: readonly Line[] = [],
  seed = 1,
): GalleryItem {
  const { id, title, about, differs = '', opensAt = 0 } = words;
  const script = lines.flatMap(([ms, ...commands]) =>
    commands.map((command) => ({ at: Math.round(ms * 1000), command })),
  );
  return {
    id,
    title,
    about,
    differs,
    opensAt: Math.round(opensAt * 1000),
    scenario: threadScenario({ title, about, seed, cmgroup, script }),
  };
}

/** A setup with one group `G` and one epoll source `E`. All threads are in the group. */
export function oneGroup(
  cpus: number,
  cv: number,
  threads: readonly StoryThread[],
  more: Partial<CmgroupStory> = {},
): CmgroupStory {
  return {
    kind: 'story',
    cpus,
    groups: [{ name: 'G', cv }],
    sources: [{ name: 'E', kind: 'epoll', group: 'G' }],
    threads: [...threads],
    ...more,
  };
}

/** Makes a thread of the group that is on a CPU at the start. */
export function running(name: string): StoryThread {
  return { name, state: 'running', group: 'G' };
}

/** Makes a thread that waits in a fetch on `E`. The last waiter of a setup is on top of the stack. */
export function waiter(name: string, more: Partial<StoryThread> = {}): StoryThread {
  return { name, state: 'blocked-in-fetch', source: 'E', group: 'G', ...more };
}

/** Makes a thread that is blocked in its handler at the start. */
export function blocked(name: string, why: string): StoryThread {
  return { name, state: 'blocked-in-handler', group: 'G', why };
}

export const post = (...events: string[]): CmgroupCommand => ({ kind: 'cmg.post', source: 'E', events });
/** Makes a thread fetch from source `E`. `timeout` in microseconds; absent = no timeout. */
export const fetch = (thread: string, timeout?: Micros): CmgroupCommand => ({
  kind: 'cmg.fetch',
  thread,
  source: 'E',
  ...(timeout === undefined ? {} : { timeout }),
});
/** Makes a thread wait for a cause outside the source, such as a page, I/O or a lock. */
export const block = (thread: string, why: string): CmgroupCommand => ({ kind: 'cmg.block', thread, why });
/** Ends a wait begun with `block` or `blocked`. */
export const unblock = (thread: string): CmgroupCommand => ({ kind: 'cmg.unblock', thread });
export const limit = (cv: number): CmgroupCommand => ({ kind: 'cmg.limit', group: 'G', cv });
