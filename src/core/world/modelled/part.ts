import { type ModelledPart, type World, ONE, report } from '../state.ts';
import { createModelled, CURSOR } from './create.ts';
import type { ModelledWorld, HeldTask } from './model.ts';
import { over, serveModelled } from './sessions.ts';
import { type Micros, MICROS_PER_SECOND } from '../../../protocol/units.ts';
import { coreOf } from '../../qmgr/model.ts';
import { messageInject } from '../../qmgr/inject.ts';
import { scanRequest } from '../../qmgr/scan.ts';
import { find, get, NONE, touch } from '../../tables.ts';
import { connectionsOpen } from '../connections.ts';
import { noteMail } from '../history.ts';
import { ledgerMessageAdd } from '../ledger.ts';
import { recipientsIn } from '../recipients-in.ts';
import type { Command } from '../../../protocol/commands.ts';
import type { ModelledServer } from '../../../protocol/modelled.ts';
import type { RecordPlace } from '../../../protocol/recorded.ts';
import { clockSchedule } from '../../timers/clock.ts';
import { LOOP } from '../task-label.ts';

/** Functions of a world that is a model of a record. Files outside the folder import only this object. */
export const modelledPart: ModelledPart = {
  createModelled,
  nextArrival,
  arrive,
  serve: serveModelled,
  over,
  holdTask,
  isAwaited,
  loopTurns,
  nextScanOf,
  refusal: (world, command) => refusalInModel(modelIn(world), command),
  placeIn: (world) => placeInModel(modelIn(world)),
  apply: (world, command) => changeModel(modelIn(world), command),
};

function modelIn({ modelled }: World): ModelledWorld {
  if (modelled === null) throw new Error('the run is not a model');
  return modelled;
}

/** Time at which the next arrival has been read, or null after the last arrival. Messages are read one at a time. */
function nextArrival({ setup, one }: ModelledWorld): Micros | null {
  const { next, busy } = get(one, CURSOR);
  const at = setup.messages.at[next];
  return at === undefined ? null : Math.max(at, busy) + (setup.messages.read[next] as number);
}

function arrive(world: World, modelled: ModelledWorld): void {
  const { messages, texts } = modelled.setup;
  const cursor = touch(modelled.one, CURSOR);
  const index = cursor.next++;
  // Messages activated while the record was followed may be out of order.
  while (find(modelled.messages, cursor.next + 1)?.msg) cursor.next++;
  cursor.busy = get(world.one, ONE).now;
  const recipients = recipientsIn(modelled.setup, index);
  const { qmgr } = world;
  const one = touch(world.one, ONE);
  one.nextNumber = Math.max(one.nextNumber, modelled.messages.length);
  const name = texts[messages.id[index] as number] ?? '';
  const msg = qmgr.messages.length;
  ledgerMessageAdd(world.ledger, msg, index + 1, recipients.length, one.now);
  noteMail(world.history, one.now, '', 'incoming');
  touch(modelled.messages, index + 1).msg = msg;
  report(world, { kind: 'message.injected', msg, name, recipients: recipients.length });
  const sender = texts[messages.sender[index] as number] ?? '';
  const created = messages.created[index] as number;
  const { fed } = messageInject(qmgr, { name, sender, created, recipients });
  const { incomingFirst, incomingScan } = coreOf(qmgr);
  if (!fed || (incomingFirst !== NONE && incomingScan.status !== 'running')) scanRequest(qmgr, 'incoming');
  connectionsOpen(world);
}

/**
 * Returns '' if a command about the model is accepted, else a noun phrase for what is accepted; undefined for other
 * commands.
 */
function refusalInModel({ setup }: ModelledWorld, command: Command): string | undefined {
  if (command.kind === 'log.model') return 'a run that follows a record; this run is already a model';
  if (command.kind !== 'log.server') return undefined;
  return setup.servers.some(({ name }) => name === command.server)
    ? ''
    : `a server of the model: ${setup.servers
        .slice(0, 5)
        .map(({ name }) => name)
        .join(', ')}`;
}

function placeInModel({ setup, one }: ModelledWorld): RecordPlace {
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

function changeModel(modelled: ModelledWorld, command: Command): void {
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

/**
 * True when a due timer has to wait for the event loop. The loop of the queue manager sleeps for whole seconds. A timer
 * due at second S is handled at S + f, where f is the fraction of a second of the loop's last turn, or earlier if
 * something else wakes the loop (event_loop of Postfix).
 */
function holdTask(world: World, modelled: ModelledWorld, task: Omit<HeldTask, 'until'>): boolean {
  const { now } = get(world.one, ONE);
  const { loop, held } = get(modelled.one, CURSOR);
  const until = now + (loop % MICROS_PER_SECOND);
  if (now % MICROS_PER_SECOND !== 0 || until <= now || loop >= now) return false;
  touch(modelled.one, CURSOR).held = [...held, { id: task.id, kind: task.kind, ref: task.ref, until }];
  clockSchedule(world.clock, until, LOOP, 0, world.clockPort);
  return true;
}

/** True if the wait of a held timer ends at or before `now`. */
function isAwaited({ one }: ModelledWorld, now: Micros): boolean {
  return get(one, CURSOR).held.some(({ until }) => until <= now);
}

/** A turn of the event loop: returns the timers that waited for it. */
function loopTurns(world: World, modelled: ModelledWorld): readonly HeldTask[] {
  const one = touch(modelled.one, CURSOR);
  const { held } = one;
  one.loop = get(world.one, ONE).now;
  one.held = [];
  return held;
}

/** Returns the next scan of the deferred queue, on the grid of the recorded scans. */
function nextScanOf(modelled: ModelledWorld, now: Micros, delay: Micros): Micros {
  const { scans } = modelled.setup;
  let nearest = scans[0] ?? 0;
  for (const scan of scans) if (Math.abs(scan - now) < Math.abs(nearest - now)) nearest = scan;
  return nearest + (Math.floor((now - nearest) / delay) + 1) * delay;
}
