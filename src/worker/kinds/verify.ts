import { violations } from '../../core/invariants.ts';
import type { Simulation } from '../../core/simulation.ts';
import { checkMachine } from '../../core/threads/invariants.ts';

/** More entries than this are not recounted at each keyframe: a test of a hundred thousand jobs would count all day. */
const ENTRIES_MAX = 5_000;

/** Throws with the first rule of the queue manager, or of its threads, that is broken. */
export function verifyWorld({ world }: Simulation): void {
  if (world.qmgr.entries.live > ENTRIES_MAX || world.qmgr.messages.live > ENTRIES_MAX) return;
  const [first] = violations(world.qmgr);
  if (first !== undefined) throw new Error(`invariant broken: ${first}`);
  if (world.threads !== null) checkMachine(world.threads.machine);
}
