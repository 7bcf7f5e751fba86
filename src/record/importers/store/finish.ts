import type { DeliveryRow } from '../../../protocol/ids.ts';
import { MICROS_PER_MINUTE, MICROS_PER_SECOND } from '../../../protocol/units.ts';
import { newRow, shareZeros, trimTable } from '../bytes/columns.ts';
import { LINK } from '../facts/arrive.ts';
import type { Instance } from './instance.ts';
import { findTimesWithinSeconds } from './within-second.ts';

/**
 * Longest time, in microseconds, between a line that names a second life and that life's start. Covers clock differences between machines.
 */
const HAND_OVER = MICROS_PER_MINUTE;

/** Derives links between lives and the starts of deliveries. Call once, after all lines have been read. */
export function finish(instances: readonly Instance[]): void {
  for (const instance of instances) {
    findTimesWithinSeconds(instance);
    matchSelections(instance);
    for (let row = 1; row < instance.tables.deliveries.length; row++) startOf(instance, row);
  }
  for (const instance of instances) linkHandOvers(instance, instances);
  for (const { tables, pools } of instances) {
    // Only `startOf` needed the column `before`.
    tables.deliveries.before.fill(0);
    for (const table of Object.values(tables)) {
      trimTable(table);
      shareZeros(table);
    }
    pools.texts.trim();
    pools.strings.trim();
    pools.replies.trim();
  }
}

/**
 * Start of a delivery: logged with `qmgr -v`. Otherwise its end minus c + d, but not before the message was active,
 * nor before the same process ended its previous delivery.
 */
function startOf({ tables }: Instance, row: DeliveryRow): void {
  const { deliveries, attempts, activations, selections } = tables;
  const last = deliveries.last[row] ?? 0;
  const end = deliveries.end[row] ?? 0;
  const selection = deliveries.selection[row] ?? 0;
  if (selection !== 0) {
    deliveries.start[row] = selections.time[selection] ?? end;
    return;
  }
  const c = attempts.c[last] ?? 0;
  const d = attempts.d[last] ?? 0;
  const earliest = Math.max(
    activations.time[deliveries.activation[row] ?? 0] ?? 0,
    deliveries.end[deliveries.before[row] ?? 0] ?? 0,
  );
  const start = end - Math.round((c + d) * MICROS_PER_SECOND);
  deliveries.start[row] = Math.min(end, Math.max(start, earliest));
}

/**
 * Assigns each selection to its delivery. Within a message, deliveries ordered by their estimated start take the
 * selections in order. A queue named after one recipient matches that recipient's delivery.
 */
function matchSelections({ tables, pools }: Instance): void {
  const { deliveries, selections, attempts } = tables;
  if (selections.length <= 1) return;
  const ofLife = new Map<number, number[]>();
  for (let row = 1; row < deliveries.length; row++) {
    const life = deliveries.life[row] ?? 0;
    const list = ofLife.get(life);
    if (list === undefined) ofLife.set(life, [row]);
    else list.push(row);
  }
  const began = (row: DeliveryRow): number => {
    const last = deliveries.last[row] ?? 0;
    return (
      (deliveries.end[row] ?? 0) - ((attempts.c[last] ?? 0) + (attempts.d[last] ?? 0)) * MICROS_PER_SECOND
    );
  };
  for (const list of ofLife.values()) list.sort((one, other) => began(one) - began(other) || one - other);
  for (let row = 1; row < selections.length; row++) {
    const list = ofLife.get(selections.life[row] ?? 0);
    if (list === undefined) continue;
    const queue = pools.strings.text(selections.queue[row] ?? 0);
    const at = Math.max(
      0,
      list.findIndex((delivery) =>
        queueNames(queue, pools.strings.text(attempts.to[deliveries.first[delivery] ?? 0] ?? 0)),
      ),
    );
    const [delivery] = list.splice(at, 1);
    if (delivery === undefined) continue;
    selections.delivery[row] = delivery;
    deliveries.selection[delivery] = row;
  }
}

/** True if `{user}@{nexthop}` is the queue of this recipient. */
function queueNames(queue: string, recipient: string): boolean {
  const user = recipient.slice(0, recipient.lastIndexOf('@') + 1);
  return user !== '' && queue.startsWith(user);
}

/** Links lives by `queued as ID` and `forwarded as ID` if the record contains that id. */
function linkHandOvers(instance: Instance, instances: readonly Instance[]): void {
  const { attempts, links } = instance.tables;
  const { texts, replies } = instance.pools;
  for (let row = 1; row < attempts.length; row++) {
    const id = attempts.queuedAs[row] ?? 0;
    if (id === 0) continue;
    const time = attempts.time[row] ?? 0;
    const took = ((attempts.c[row] ?? 0) + (attempts.d[row] ?? 0)) * MICROS_PER_SECOND;
    for (const [place, other] of instances.entries()) {
      const child = other.lifeNear(
        texts.bytes,
        id + 1,
        texts.end(id),
        time - took - HAND_OVER,
        time + HAND_OVER,
      );
      if (child === 0 || (other === instance && child === attempts.life[row])) continue;
      const link = newRow(links);
      links.time[link] = time;
      links.parent[link] = attempts.life[row] ?? 0;
      links.child[link] = child;
      links.kind[link] = replies.text(attempts.reply[row] ?? 0).startsWith('forwarded')
        ? LINK.forwarded
        : LINK.queuedAs;
      links.instance[link] = other === instance ? 0 : place + 1;
      links.line[link] = attempts.line[row] ?? 0;
      links.file[link] = attempts.file[row] ?? 0;
      break;
    }
  }
}
