import { entityOf, parseEntity } from '../store/entity.ts';
import type { Runtime } from '../store/runtime.ts';

/** What was opened, at which position. */
export interface Opened {
  hash: string;
  run: number;
  /** `placeInRun` at that time. */
  place: string;
}

/** Key of everything that the address contains, for comparison. */
export function placeInRun({ store }: Runtime): string {
  const { session, view } = store.getState();
  const entity = entityOf(view, session.queues, session.transports);
  return `${session.run} ${session.branch} ${session.cursor.step} ${entity}`;
}

/** Applies the selection text of a link. */
export function look(entity: string, { actions, store }: Runtime): void {
  const { session } = store.getState();
  const { selected, mainPanel, pinned } = parseEntity(entity, session.queues, session.transports);
  for (const number of pinned ?? []) actions.togglePin(number);
  if (selected > 0) actions.select(selected);
  if (mainPanel !== null) actions.look({ mainPanel });
}
