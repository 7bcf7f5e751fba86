import type { Command } from '../../../protocol/commands.ts';
import type { ModelledSetup } from '../../../protocol/modelled.ts';
import { find, get, touch } from '../../tables.ts';
import { scanSchedule } from '../mail-queues.ts';
import { CURSOR as MODEL, addRows } from '../modelled/create.ts';
import type { ModelledWorld } from '../modelled/model.ts';
import { NOTHING, reply, serveModelled, sessionOf } from '../modelled/sessions.ts';
import { ONE, type World } from '../state.ts';
import { CURSOR } from './create.ts';
import type { RecordedWorld } from './model.ts';
import { busyDeliveries, endings, readAll } from './outcome.ts';
import { releaseUntried } from './unknown.ts';

/**
 * The record is left: from this instant on the world is a model of it. What the queue manager has is kept as it is; what
 * agents have in hand ends as the record ends it; what has not arrived yet arrives as it did.
 */
export function leave(
  world: World,
  recorded: RecordedWorld,
  modelled: ModelledWorld,
  model: ModelledSetup,
): void {
  const { now } = get(world.one, ONE);
  readAll(world, recorded);
  const ends = new Map(endings(world, recorded).map((one) => [one.delivery, one]));
  const cursor = touch(modelled.one, MODEL);
  cursor.setup = model;
  cursor.busy = now;
  cursor.loop = now;
  addRows(modelled);
  takeMessages(recorded, modelled);
  for (const id of busyDeliveries(world)) {
    const ending = ends.get(id);
    const { pool, positions } = get(world.deliveries, id);
    const { name } = get(world.pools, pool);
    if (ending !== undefined) {
      holdSession(world, modelled, id);
      reply(world, id, ending.at - now, ending.said);
    } else if (name === 'retry' || name === 'error') reply(world, id, 1, { ...NOTHING, kept: positions });
    else serveModelled(world, modelled, id);
  }
  releaseUntried(world);
  scanSchedule(world);
}

/** Which messages are there already, and how often each of their recipients was tried in a session. */
function takeMessages(recorded: RecordedWorld, modelled: ModelledWorld): void {
  const { attempts } = recorded.setup;
  const { ended } = get(recorded.one, CURSOR);
  for (let id = 1; id < recorded.messages.length; id++) {
    const { msg } = get(recorded.messages, id);
    if (msg !== 0) touch(modelled.messages, id).msg = msg;
  }
  for (let attempt = 0; attempt < ended; attempt++) {
    // Put off without a try: no session, and no time.
    if ((attempts.failure[attempt] as number) >= 0) continue;
    if (attempts.fate[attempt] === 1 && attempts.took[attempt] === 0) continue;
    const row = touch(modelled.messages, (attempts.message[attempt] as number) + 1);
    const tries = row.tries.slice();
    const position = attempts.recipient[attempt] as number;
    while (tries.length <= position) tries.push(0);
    tries[position] = (tries[position] as number) + 1;
    row.tries = tries;
  }
  const cursor = touch(modelled.one, MODEL);
  while (find(modelled.messages, cursor.next + 1)?.msg) cursor.next++;
}

/** A session that was open before counts at its server until it ends. */
function holdSession(world: World, modelled: ModelledWorld, id: number): void {
  const { msg, positions, queue } = get(world.deliveries, id);
  const { messages } = modelled.setup;
  const first = messages.first[get(world.ledger.messages, msg).number - 1];
  const at = first === undefined ? undefined : messages.server[first + (positions[0] ?? 0)];
  if (at === undefined) return;
  touch(modelled.servers, at + 1).open++;
  const session = sessionOf(modelled, id);
  session.server = at + 1;
  session.nexthop = find(world.qmgr.queues, queue)?.nexthop ?? '';
}

/** Why a command about the model is refused while the record is followed; '' = it is not, undefined = it is another one. */
export function refusalInRecord({ setup }: RecordedWorld, command: Command): string | undefined {
  if (command.kind === 'log.server')
    return 'a run that is a model: this one still follows its record (log.model leaves it)';
  if (command.kind !== 'log.model') return undefined;
  const { messages } = command.model;
  const same =
    messages.id.length === setup.messages.id.length &&
    messages.address.length === setup.messages.address.length;
  return same
    ? ''
    : `a model of this record: ${setup.messages.id.length} messages, ${setup.messages.address.length} recipients`;
}
