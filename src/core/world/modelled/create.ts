import type { ModelledSetup } from '../../../protocol/modelled.ts';
import { createTable, insert, type Store } from '../../tables.ts';
import type {
  ModelledCursor,
  ModelledMessage,
  ModelledQueue,
  ModelledServerState,
  ModelledSession,
  ModelledWorld,
} from './model.ts';

/** Id of the one row of `one`. */
export const CURSOR = 1;

/** A model before its first arrival. */
export function createModelled(setup: ModelledSetup, store: Store): ModelledWorld {
  const one = createTable<ModelledCursor>(store, 'modelled', (row) => ({ ...row }));
  insert(one, { next: 0, busy: 0, loop: 0, held: [], cached: 0 });
  const messages = createTable<ModelledMessage>(store, 'modelled.messages', (row) => ({ ...row }));
  for (let i = 0; i < setup.messages.id.length; i++) insert(messages, { msg: 0, tries: [] });
  const servers = createTable<ModelledServerState>(store, 'modelled.servers', (row) => ({ ...row }));
  for (let i = 0; i < setup.servers.length; i++) insert(servers, { open: 0, idle: [], begun: [] });
  return {
    setup,
    one,
    messages,
    servers,
    queues: createTable<ModelledQueue>(store, 'modelled.queues', (row) => ({ ...row })),
    sessions: createTable<ModelledSession>(store, 'modelled.sessions', (row) => ({ ...row })),
  };
}
