/** The start of a story: CPUs, groups, sources, threads and pool, as the scenario places them (threads/README.md §16). */
import type { ThreadPoolId } from '../../protocol/threads.ts';
import type { CmgroupCosts, CmgroupStory } from '../../protocol/cmgroup.ts';
import { NONE, type Store, touch } from '../tables.ts';
import { callBind, callNewGroup, callOpenSource, descriptorOf } from '../threads/calls.ts';
import { checkMachineConfig, type MachineConfig } from '../threads/config.ts';
import { createPlainItem, listItem } from '../threads/items.ts';
import { beginTogether, placeThread } from '../threads/place.ts';
import { createPool } from '../threads/pool.ts';
import { createMachine, type Machine, type MachinePort } from '../threads/tables.ts';
import { groupNamed, sourceNamed } from './names.ts';

/** Creates the machine of a story at instant 0. Throws an error that names the field when the parts do not fit together. */
export function createStory(store: Store, story: CmgroupStory, port: MachinePort): Machine {
  const m = createMachine(store, configOf(story.cpus, story.cpu ?? {}), port);
  for (const { name, cv, cloexec } of story.groups ?? []) {
    const made = callNewGroup(m, name, cv, cloexec === true ? ['CLOEXEC'] : []);
    if ('err' in made) throw new Error(`group ${name}: ${made.err}`);
  }
  for (const source of story.sources ?? []) addSource(m, source);
  const pool = story.pool === undefined ? NONE : addPool(m, story.pool);
  for (const thread of story.threads ?? []) addThread(m, thread, pool);
  beginTogether(m);
  return m;
}

function configOf(cpus: number, costs: CmgroupCosts): MachineConfig {
  const checked = checkMachineConfig({
    cpus,
    dispatchDelayUs: costs.dispatchDelay ?? 0,
    switchUs: costs.switch ?? 0,
    rewarmUs: costs.rewarm ?? 0,
    latencyUs: costs.latency ?? 0,
    minSliceUs: costs.minSlice ?? 1,
    alphaMilli: costs.alphaMilli ?? 0,
    runQueue: costs.runQueue ?? 'global',
  });
  if (checked.ok) return checked.value;
  const [error] = checked.errors;
  throw new Error(`cmg.cpu.${error?.field}: ${error?.value} is not ${error?.accepted}`);
}

function addSource(m: Machine, given: NonNullable<CmgroupStory['sources']>[number]): void {
  const { name, kind, group, wake, aioMode, pending } = given;
  const opened = callOpenSource(m, {
    name,
    kind: kind ?? 'epoll',
    aioMode: aioMode ?? 'today',
    wake: wake ?? 'lifo',
  });
  if ('err' in opened) throw new Error(`source ${name}: ${opened.err}`);
  const source = sourceNamed(m, name);
  if (group !== undefined) {
    const bound = callBind(
      m,
      opened.ok,
      descriptorOf(m, 'group', known(groupNamed(m, group), `group ${group}`)),
    );
    if ('err' in bound) throw new Error(`source ${name}: ${bound.err}`);
  }
  // Items pending at the start wake no thread, because the scenario also places the threads.
  for (const item of pending ?? []) listItem(m, source, createPlainItem(m, source, item, 0));
}

function addPool(m: Machine, given: NonNullable<CmgroupStory['pool']>): number {
  const source = known(sourceNamed(m, given.source), `source ${given.source}`);
  return createPool(m, {
    source,
    max: given.max,
    growBy: given.growBy ?? 1,
    prefix: given.prefix ?? 'P',
  });
}

function addThread(
  m: Machine,
  given: NonNullable<CmgroupStory['threads']>[number],
  pool: ThreadPoolId,
): void {
  const { name, state, group, source, why } = given;
  if (state === 'blocked-in-fetch' && source === undefined)
    throw new Error(`thread ${name}: waits in a fetch on no source`);
  const id = placeThread(m, {
    name,
    program: 'manual',
    pool,
    state,
    group: group === undefined ? NONE : known(groupNamed(m, group), `group ${group}`),
    source: source === undefined ? NONE : known(sourceNamed(m, source), `source ${source}`),
    max: given.max ?? 1,
    min: given.min ?? 1,
    timeout: given.timeout ?? -1,
  });
  if (state === 'blocked-in-handler') touch(m.threads, id).waitsFor = why ?? 'wait';
}

function known(id: number, what: string): number {
  if (id === NONE) throw new Error(`there is no ${what}`);
  return id;
}
