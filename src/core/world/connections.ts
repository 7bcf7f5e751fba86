import { transportConnect, transportPick } from '../qmgr/transport.ts';
import { touch } from '../tables.ts';
import { ONE, type World } from './state.ts';

/** Opens connections until the queue manager wants no more (nqmgr.md §16.2). Part of the step that made room. */
export function connectionsOpen(world: World): void {
  for (;;) {
    const transport = transportPick(world.qmgr);
    if (transport === 0) return;
    transportConnect(world.qmgr, transport);
    const one = touch(world.one, ONE);
    one.pending = [...one.pending, transport];
  }
}
