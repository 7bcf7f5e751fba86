import type { JobId, MessageId, TransportId } from '../../protocol/ids.ts';
import type { Micros } from '../../protocol/units.ts';
import { get, ids } from '../tables.ts';
import { ONE, type World } from '../world/state.ts';

/** The delivery slots that each job of a transport got, in order: kept when the job is gone. */
export type SlotTimes = ReadonlyMap<JobId, SlotTime[]>;

interface SlotTime {
  /** From this slot to the next one that the transport gave, or to the end of its delivery when no entry waited for that. */
  time: Micros;
  /** Message that was preempted when it was given; 0 = none. */
  preempted: MessageId;
}

/** How long all other jobs on a transport waited for each delivery slot. The times of all slots never overlap. */
export function slotTimes(world: World, transport: TransportId): SlotTimes {
  const { deliveries } = world;
  const { now } = get(world.one, ONE);
  const found = new Map<JobId, SlotTime[]>();
  let last: { deliverySlot: SlotTime; start: Micros; end: Micros } | null = null;
  for (const id of ids(deliveries)) {
    const { job, transport: own, start, end, preempted } = get(deliveries, id);
    if (own !== transport) continue;
    if (last !== null) last.deliverySlot.time = Math.min(start, last.end) - last.start;
    const until = end < 0 ? now : end;
    const deliverySlot = { time: until - start, preempted };
    last = { deliverySlot, start, end: end < 0 ? Number.POSITIVE_INFINITY : end };
    const deliverySlots = found.get(job);
    if (deliverySlots === undefined) found.set(job, [deliverySlot]);
    else deliverySlots.push(deliverySlot);
  }
  return found;
}
