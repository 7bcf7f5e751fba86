import { entityOf, parseEntity } from '../store/entity.ts';
import type { Runtime } from '../store/runtime.ts';

/** What was opened, and where the reader had not moved yet. */
export interface Opened {
  hash: string;
  run: number;
  /** What the page showed then (`placeInRun`). */
  place: string;
}

/** What an address would have to say of the page, for comparison. */
export function placeInRun({ store }: Runtime): string {
  const { session, view } = store.getState();
  const entity = entityOf(view, session.queues, session.transports);
  return `${session.run} ${session.branch} ${session.cursor.step} ${entity}`;
}

/** Selects and opens what the text of a link names. */
export function look(entity: string, { actions, store }: Runtime): void {
  const { session } = store.getState();
  const { selected, mainPanel, pinned } = parseEntity(entity, session.queues, session.transports);
  for (const number of pinned ?? []) actions.togglePin(number);
  if (selected > 0) actions.select(selected);
  if (mainPanel !== null) actions.look({ mainPanel });
}
