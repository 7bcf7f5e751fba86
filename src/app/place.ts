import { entityOf, parseEntity } from '../store/entity.ts';
import type { Runtime } from '../store/runtime.ts';

/** What was opened last, and the position that the run had then. */
export interface Opened {
  hash: string;
  run: number;
  /** Result of `placeInRun` when the run was opened. */
  place: string;
}

/** A text that contains everything in the address. Two equal texts mean that the address has not changed. */
export function placeInRun({ store }: Runtime): string {
  const { session, view } = store.getState();
  const entity = entityOf(view, session.queues, session.transports);
  return `${session.run} ${session.branch} ${session.cursor.step} ${entity}`;
}

/** Selects what the selection text of a link names. */
export function look(entity: string, { actions, store }: Runtime): void {
  const { session } = store.getState();
  const { selected, mainPanel, pinned } = parseEntity(entity, session.queues, session.transports);
  for (const number of pinned ?? []) actions.togglePin(number);
  if (selected > 0) actions.select(selected);
  if (mainPanel !== null) actions.look({ mainPanel });
}
