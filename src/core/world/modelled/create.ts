import type { ModelledSetup } from '../../../protocol/modelled.ts';
import { createTable, get, insert, type Store } from '../../tables.ts';
import type {
  ModelledCursor,
  ModelledMessage,
  ModelledPool,
  ModelledQueue,
  ModelledServerState,
  ModelledSession,
  ModelledWorld,
} from './model.ts';

/** Id of the only row of `one`. */
export const CURSOR = 1;

/** Creates a model before its first arrival. `setup` null: the run still follows a record (`recorded/part.ts`). */
export function createModelled(setup: ModelledSetup | null, store: Store): ModelledWorld {
  const one = createTable<ModelledCursor>(store, 'modelled', (row) => ({ ...row }));
  insert(one, { setup, forced: {}, next: 0, busy: 0, loop: 0, held: [], cached: 0 });
  const messages = createTable<ModelledMessage>(store, 'modelled.messages', (row) => ({ ...row }));
  const servers = createTable<ModelledServerState>(store, 'modelled.servers', (row) => ({ ...row }));
  const modelled: ModelledWorld = {
    get setup() {
      const { setup: present } = get(one, CURSOR);
      if (present === null) throw new Error('the record is still followed: there is no model yet');
      return present;
    },
    one,
    messages,
    servers,
    queues: createTable<ModelledQueue>(store, 'modelled.queues', (row) => ({ ...row })),
    pools: createTable<ModelledPool>(store, 'modelled.pools', (row) => ({ ...row })),
    sessions: createTable<ModelledSession>(store, 'modelled.sessions', (row) => ({ ...row })),
  };
  if (setup !== null) addRows(modelled);
  return modelled;
}

export function addRows({ setup, messages, servers }: ModelledWorld): void {
  for (let i = 0; i < setup.messages.id.length; i++) insert(messages, { msg: 0, tries: [] });
  for (let i = 0; i < setup.servers.length; i++) insert(servers, { open: 0, idle: [], begun: [] });
}
