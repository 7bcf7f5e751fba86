import type { DeliveryRow } from '../../../protocol/ids.ts';
import { MICROS_PER_MINUTE, MICROS_PER_SECOND } from '../../../protocol/units.ts';
import { newRow, shareZeros, trimTable } from '../bytes/columns.ts';
import { LINK } from '../facts/arrive.ts';
import type { Instance } from './instance.ts';

/** A second life begins this long before or after the line that names it: clocks of two machines differ (microseconds). */
const HAND_OVER = MICROS_PER_MINUTE;

/** Everything that follows from what was read: which life led to which, when deliveries began. Once, at the end. */
export function finish(instances: readonly Instance[]): void {
  for (const instance of instances) {
    matchSelections(instance);
    for (let row = 1; row < instance.tables.deliveries.length; row++) startOf(instance, row);
  }
  for (const instance of instances) linkHandOvers(instance, instances);
  for (const { tables, pools } of instances) {
    // Only the starts of deliveries asked for it.
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
 * When a delivery was selected: logged with `qmgr -v`; else its end less what it took (c + d), never before the message
 * was active, nor before the same process had ended its delivery before.
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
 * Gives each selection its delivery. Within one message, deliveries in the order in which they would have begun take the
 * selections in their order; where the queue is named after one recipient, that one's.
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

/** `{user}@{nexthop}` names one recipient's queue. */
function queueNames(queue: string, recipient: string): boolean {
  const user = recipient.slice(0, recipient.lastIndexOf('@') + 1);
  return user !== '' && queue.startsWith(user);
}

/** `queued as ID` and `forwarded as ID` where that id is in the record: one mail, two lives. */
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
