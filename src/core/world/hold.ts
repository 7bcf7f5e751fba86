import type { MessageId } from '../../protocol/ids.ts';
import type { InputError } from '../../protocol/result.ts';
import type { MailQueueName } from '../../protocol/inspect.ts';
import { messageMove } from '../qmgr/active.ts';
import { scanRequest } from '../qmgr/scan.ts';
import { find, get, NONE, touch } from '../tables.ts';
import { systemSeconds } from '../qmgr/clock.ts';
import { noteMail } from './history.ts';
import { messageByNumber } from './ledger.ts';
import { scanSchedule } from './mail-queues.ts';
import { ONE, report, type World } from './state.ts';

/**
 * What an administrator does to one file: `postsuper -h` (hold), `postsuper -H` (release), `postqueue -i` (try now).
 * These programs rename the file and do not tell the queue manager; its scans find the file.
 */
export type FileCommand = 'message.hold' | 'message.release' | 'message.flush';

/** Mail queues from which each command takes a file. */
const FROM: Readonly<Record<FileCommand, readonly string[]>> = {
  'message.hold': ['incoming', 'deferred'],
  'message.release': ['hold'],
  'message.flush': ['deferred'],
};

/**
 * Explains why a command does not apply to this message, or null. The real postsuper also renames an active file; its
 * recipients are in memory, so agents then fail because the file is missing. This model leaves that out.
 */
export function fileRefusal(world: World, kind: FileCommand, number: number): InputError | null {
  const status = find(world.qmgr.messages, messageByNumber(world.ledger, number))?.status;
  if (status !== undefined && FROM[kind].includes(status)) return null;
  const where = FROM[kind].map((name) => (name === 'hold' ? 'on hold' : name)).join(' or ');
  const value =
    status === undefined ? `${number}, which is not in the queue` : `${number}, which is ${status}`;
  return { field: 'number', value, accepted: `a message that is ${where}` };
}

export function fileMove(world: World, kind: FileCommand, number: number): void {
  const msg = messageByNumber(world.ledger, number);
  if (msg === NONE) return;
  const from = get(world.qmgr.messages, msg).status;
  const to = kind === 'message.hold' ? 'hold' : kind === 'message.release' ? 'deferred' : 'incoming';
  messageMove(world.qmgr, msg, to);
  move(world, msg, from, to);
  if (to === 'deferred') scanSchedule(world);
  if (to === 'incoming') {
    const row = touch(world.qmgr.messages, msg);
    row.fileTime = systemSeconds(world.qmgr);
    row.flushAsked = true;
    scanRequest(world.qmgr, 'incoming');
  }
}

function move(world: World, msg: MessageId, from: MailQueueName, to: 'hold' | 'deferred' | 'incoming'): void {
  const { now } = get(world.one, ONE);
  noteMail(world.history, now, from, to);
  touch(world.ledger.messages, msg).place = to;
  report(world, { kind: 'message.requeued', msg, from, to });
}
