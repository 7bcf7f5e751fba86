import type { Command } from '../../../protocol/commands.ts';
import type { ModelledServer } from '../../../protocol/modelled.ts';
import type { RecordPlace } from '../../../protocol/recorded.ts';
import { get, touch } from '../../tables.ts';
import { CURSOR } from './create.ts';
import type { ModelledWorld } from './model.ts';

/** Why a command about the model is refused; '' = it is not, undefined = it is another one. */
export function refusalInModel({ setup }: ModelledWorld, command: Command): string | undefined {
  if (command.kind === 'log.model') return 'a run that follows a record: this one is a model already';
  if (command.kind !== 'log.server') return undefined;
  return setup.servers.some(({ name }) => name === command.server)
    ? ''
    : `a server of the model: ${setup.servers
        .slice(0, 5)
        .map(({ name }) => name)
        .join(', ')}`;
}

/** How far the arrivals are, and the servers as they are now. */
export function placeInModel({ setup, one }: ModelledWorld): RecordPlace {
  const { next, forced } = get(one, CURSOR);
  const servers = setup.servers.map(({ name, message, recipient, sessions, down }, i) => ({
    name,
    message,
    recipient,
    sessions,
    state: forced[i] ?? ('recorded' as const),
    downs: down.length,
  }));
  return { done: next, total: setup.messages.id.length, differences: 0, servers };
}

/** A server is another one from now on. */
export function changeModel(modelled: ModelledWorld, command: Command): void {
  if (command.kind !== 'log.server') return;
  const { setup } = modelled;
  const at = setup.servers.findIndex(({ name }) => name === command.server);
  const { message, recipient, sessions, state } = command;
  const cursor = touch(modelled.one, CURSOR);
  const change = Object.fromEntries(
    Object.entries({ message, recipient, sessions }).filter(([, value]) => value !== undefined),
  );
  const servers = setup.servers.map(
    (server, i): ModelledServer => (i === at ? { ...server, ...change } : server),
  );
  cursor.setup = { ...setup, servers };
  if (state === undefined) return;
  const { [at]: _, ...others } = cursor.forced;
  cursor.forced = state === 'recorded' ? others : { ...others, [at]: state };
}
