import type { Micros } from '../../../protocol/units.ts';
import { coreOf } from '../../qmgr/model.ts';
import { messageInject } from '../../qmgr/inject.ts';
import { scanRequest } from '../../qmgr/scan.ts';
import { find, get, NONE, touch } from '../../tables.ts';
import { connectionsOpen } from '../connections.ts';
import { noteMail } from '../history.ts';
import { ledgerMessageAdd } from '../ledger.ts';
import { ONE, report, type World } from '../state.ts';
import { recipientsIn } from '../recipients-in.ts';
import { CURSOR } from './create.ts';
import type { ModelledWorld } from './model.ts';

/** Instant at which the next arrival is read, or null when all have come: one after the other is. */
export function nextArrival({ setup, one }: ModelledWorld): Micros | null {
  const { next, busy } = get(one, CURSOR);
  const at = setup.messages.at[next];
  return at === undefined ? null : Math.max(at, busy) + (setup.messages.read[next] as number);
}

/** The next message arrives and is fed. */
export function arrive(world: World, modelled: ModelledWorld): void {
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
