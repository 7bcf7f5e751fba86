import { parseEntity } from '../store/entity.ts';
import type { Runtime } from '../store/runtime.ts';

/** Selects and opens what a link's text names. */
export function look(entity: string, { actions, store }: Runtime): void {
  const { session } = store.getState();
  const { selected, hero, pinned } = parseEntity(entity, session.queues, session.transports);
  for (const number of pinned ?? []) actions.togglePin(number);
  if (selected > 0) actions.select(selected);
  if (hero !== null) actions.setHero(hero);
}
