import type { Seconds } from '../../../protocol/units.ts';
import { readPostqueue } from '../snapshots/postqueue.ts';
import type { Renamer } from './names.ts';
import { oneOf, type Plain, plain, plainJson, plainLines } from './plain.ts';
import { plainReply } from './replies.ts';

const QUEUES = ['active', 'deferred', 'incoming', 'hold', 'maildrop'];

/** Notes the names of `postqueue -j`, before any gets its number. */
export function noteQueue(text: string, renamer: Renamer): void {
  for (const { sender, recipients } of lastOf(text)) {
    renamer.noteAddress(sender);
    for (const { address } of recipients) renamer.noteAddress(address);
  }
}

/**
 * The last snapshot of `postqueue -j` with other names, as `postqueue -j` prints it.
 *
 * @param ids tokens of the queue ids of the record. @param shift seconds that times are moved by.
 */
export function plainQueue(
  text: string,
  renamer: Renamer,
  ids: ReadonlyMap<string, Plain>,
  shift: Seconds,
): Plain {
  const { snapshots } = readPostqueue(text);
  const last = snapshots.at(-1);
  const queue = (last?.messages ?? []).map(({ queue: name, id, arrival, size, sender, recipients }) => ({
    queue_name: oneOf(QUEUES, name) ?? plain`deferred`,
    queue_id: ids.get(id) ?? renamer.names.token('id', id),
    arrival_time: arrival + shift,
    message_size: size,
    forced_expire: false,
    sender: sender === '' ? plain`MAILER-DAEMON` : renamer.address(sender),
    recipients: recipients.map(({ address, reason }) => ({
      address: renamer.address(address),
      ...(reason === '' ? {} : { delay_reason: plainReply(reason, false, renamer) }),
    })),
  }));
  if (queue.length === 0) return plain``;
  // Only a snapshot of a list says when it was made.
  if (last !== undefined && last.time !== null)
    return plainLines([plainJson({ t: last.time + shift, queue })]);
  return plainLines(queue.map((one) => plainJson(one)));
}

const lastOf = (text: string) => readPostqueue(text).snapshots.at(-1)?.messages ?? [];
