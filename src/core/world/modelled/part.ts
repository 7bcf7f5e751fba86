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

/** What a world does that is a model of a record; all that is imported from this folder. */
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
  if (modelled === null) throw new Error('the run is no model');
  return modelled;
}

/** Instant at which the next arrival is read, or null when all have come: one after the other is. */
function nextArrival({ setup, one }: ModelledWorld): Micros | null {
  const { next, busy } = get(one, CURSOR);
  const at = setup.messages.at[next];
  return at === undefined ? null : Math.max(at, busy) + (setup.messages.read[next] as number);
}

/** The next message arrives and is fed. */
function arrive(world: World, modelled: ModelledWorld): void {
  const { messages, texts } = modelled.setup;
  const cursor = touch(modelled.one, CURSOR);
  const index = cursor.next++;
  // What the record had before it was left may have come out of its order.
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

/** Why a command about the model is refused; '' = it is not, undefined = it is another one. */
function refusalInModel({ setup }: ModelledWorld, command: Command): string | undefined {
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

/** A server is another one from now on. */
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
 * A timer's second has come: true when it has to wait for the loop. The queue manager's loop sleeps for whole seconds: a timer
 * that is due at second S, asked for while the loop last turned at a fraction f, is seen at S + f, or when something else
 * wakes the loop before (event_loop of Postfix).
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

/** Timers wait for a turn of the loop at this instant. */
function isAwaited({ one }: ModelledWorld, now: Micros): boolean {
  return get(one, CURSOR).held.some(({ until }) => until <= now);
}

/** The loop turns now: timers that waited for it, to be run. */
function loopTurns(world: World, modelled: ModelledWorld): readonly HeldTask[] {
  const one = touch(modelled.one, CURSOR);
  const { held } = one;
  one.loop = get(world.one, ONE).now;
  one.held = [];
  return held;
}

/** The scan of the deferred queue after now, on the grid of the record as far as it goes. */
function nextScanOf(modelled: ModelledWorld, now: Micros, delay: Micros): Micros {
  const { scans } = modelled.setup;
  let nearest = scans[0] ?? 0;
  for (const scan of scans) if (Math.abs(scan - now) < Math.abs(nearest - now)) nearest = scan;
  return nearest + (Math.floor((now - nearest) / delay) + 1) * delay;
}
