import { violations } from '../../core/invariants.ts';
import type { Simulation } from '../../core/simulation.ts';
import { checkMachine } from '../../core/threads/invariants.ts';

/** Largest number of entries or messages of a state that is checked. Larger states would be recounted at each keyframe. */
const ENTRIES_MAX = 5_000;

/** Throws with the first broken invariant of the queue manager or its threads. */
export function verifyWorld({ world }: Simulation): void {
  if (world.qmgr.entries.live > ENTRIES_MAX || world.qmgr.messages.live > ENTRIES_MAX) return;
  const [first] = violations(world.qmgr);
  if (first !== undefined) throw new Error(`invariant broken: ${first}`);
  if (world.threads !== null) checkMachine(world.threads.machine);
}
