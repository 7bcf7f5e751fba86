import type { RecordedSetup } from '../../../protocol/recorded.ts';
import { get, find, touch } from '../../tables.ts';
import { createModelled, CURSOR as MODEL, addRows } from '../modelled/create.ts';
import { modelledPart } from '../modelled/part.ts';
import { type FollowedRecord, type ModelOfRecord, type RecordedPart, type World, ONE } from '../state.ts';
import { createRecorded, CURSOR } from './create.ts';
import { factTurn, nextFact, placeInRecord } from './facts.ts';
import { revivesLater } from './revival.ts';
import { serveRecorded, busyDeliveries, endings, readAll } from './outcome.ts';
import type { Command } from '../../../protocol/commands.ts';
import type { ModelledSetup } from '../../../protocol/modelled.ts';
import { scanSchedule } from '../mail-queues.ts';
import type { ModelledWorld } from '../modelled/model.ts';
import { NOTHING, reply, serveModelled, sessionOf } from '../modelled/sessions.ts';
import type { RecordedWorld } from './model.ts';
import { releaseUntried } from './unknown.ts';

/**
 * Gives a world its record. After the command that leaves the record, and on branches from there, the world has the
 * model instead. The stored state shows which of the two is used.
 */
function join(world: World, setup: RecordedSetup): void {
  const record = createRecorded(setup, world.store);
  const model: ModelOfRecord = Object.assign(createModelled(null, world.store), { part: modelledPart });
  const followed: FollowedRecord = { ...record, model, part: recordedPart };
  const isLeft = (): boolean => get(model.one, MODEL).setup !== null;
  Object.defineProperty(world, 'recorded', { get: () => (isLeft() ? null : followed) });
  Object.defineProperty(world, 'modelled', { get: () => (isLeft() ? model : null) });
}

/** Functions of a world that follows a record. Files outside the folder import only this object. */
export const recordedPart: RecordedPart = {
  join,
  nextFact,
  factTurn,
  serve: serveRecorded,
  revivesLater,
  placeIn: (world) => placeInRecord(followedBy(world)),
  refusal: (world, command) => refusalInRecord(followedBy(world), command),
  apply(world, command) {
    const recorded = followedBy(world);
    if (command.kind === 'log.model') leave(world, recorded, recorded.model, command.model);
  },
};

function followedBy({ recorded }: World): FollowedRecord {
  if (recorded === null) throw new Error('no record is followed');
  return recorded;
}

/**
 * Leaves the record: from now on the world is a model. The queue manager keeps its state; open requests end as the
 * record ends them; later messages arrive as in the record.
 */
function leave(world: World, recorded: RecordedWorld, modelled: ModelledWorld, model: ModelledSetup): void {
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

/** Copies which messages have arrived, and how often each recipient was tried in a session. */
function takeMessages(recorded: RecordedWorld, modelled: ModelledWorld): void {
  const { attempts } = recorded.setup;
  const { ended } = get(recorded.one, CURSOR);
  for (let id = 1; id < recorded.messages.length; id++) {
    const { msg } = get(recorded.messages, id);
    if (msg !== 0) touch(modelled.messages, id).msg = msg;
  }
  for (let attempt = 0; attempt < ended; attempt++) {
    // Deferred without an attempt: no session, and no time.
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

/** An open session counts at its server until it ends. */
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

/**
 * Returns '' if a command about the model is accepted, else a noun phrase for what is accepted; undefined for other
 * commands.
 */
function refusalInRecord({ setup }: RecordedWorld, command: Command): string | undefined {
  if (command.kind === 'log.server')
    return 'a run that is a model; this run follows its record until a log.model command';
  if (command.kind !== 'log.model') return undefined;
  const { messages } = command.model;
  const same =
    messages.id.length === setup.messages.id.length &&
    messages.address.length === setup.messages.address.length;
  return same
    ? ''
    : `a model of this record: ${setup.messages.id.length} messages, ${setup.messages.address.length} recipients`;
}
