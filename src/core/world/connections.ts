import { transportConnect, transportPick } from '../qmgr/transport.ts';
import { touch } from '../tables.ts';
import { ONE, type World } from './state.ts';

/**
 * Opens connections until the queue manager wants no more (qmgr/README.md §16.2). This is part of the step that made
 * room for a delivery. Where agents are threads, a connection is a token of their event source.
 */
export function connectionsOpen(world: World): void {
  if (world.threads !== null) {
    world.threads.part.connectionsSettle(world, world.threads);
    return;
  }
  for (;;) {
    const transport = transportPick(world.qmgr);
    if (transport === 0) return;
    transportConnect(world.qmgr, transport);
    const one = touch(world.one, ONE);
    one.pending = [...one.pending, transport];
  }
}
