/** How scenes about threads are written down: a start, and operations by millisecond. */
import type { CmgroupCommand, CmgroupSetup, CmgroupStory, StoryThread } from '../../protocol/cmgroup.ts';
import type { Micros, Millis } from '../../protocol/units.ts';
import { threadScenario } from '../../scenario/defaults.ts';
import type { GalleryItem } from '../item.ts';

/** What is done at a millisecond of the run. */
export type Line = readonly [ms: Millis, ...commands: CmgroupCommand[]];

interface Words {
  id: string;
  title: string;
  about: string;
  differs?: string;
  /** Milliseconds. */
  opensAt?: Millis;
}

/** A scene of threads alone. */
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

/** One group `G` with one epoll `E`; threads are in the group. */
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

/** A thread on a CPU, in the group. */
export function running(name: string): StoryThread {
  return { name, state: 'running', group: 'G' };
}

/** A thread in a fetch on `E`; the last of a list is on top of the stack. */
export function waiter(name: string, more: Partial<StoryThread> = {}): StoryThread {
  return { name, state: 'blocked-in-fetch', source: 'E', group: 'G', ...more };
}

/** A thread blocked in its handler. */
export function blocked(name: string, why: string): StoryThread {
  return { name, state: 'blocked-in-handler', group: 'G', why };
}

/** Events arrive at the source. */
export const post = (...events: string[]): CmgroupCommand => ({ kind: 'cmg.post', source: 'E', events });
/** A thread asks the source for an event; it waits at most `timeout` microseconds, without an end when there is none. */
export const fetch = (thread: string, timeout?: Micros): CmgroupCommand => ({
  kind: 'cmg.fetch',
  thread,
  source: 'E',
  ...(timeout === undefined ? {} : { timeout }),
});
/** A thread waits for something else: a page, an I/O, a lock. */
export const block = (thread: string, why: string): CmgroupCommand => ({ kind: 'cmg.block', thread, why });
/** What a thread waited for has come. */
export const unblock = (thread: string): CmgroupCommand => ({ kind: 'cmg.unblock', thread });
/** The concurrency value of the group is set. */
export const limit = (cv: number): CmgroupCommand => ({ kind: 'cmg.limit', group: 'G', cv });
