import type { OperationId, DeliveryId } from '../../protocol/ids.ts';
import type { TimerEvent } from '../../protocol/events.ts';
import type { DeliveryPhase } from '../../protocol/threads-setup.ts';
import type { Micros } from '../../protocol/units.ts';
import { find, get, touch } from '../tables.ts';
import { clockCancel, clockScheduleDeadline } from '../timers/clock.ts';
import {
  operationCreate,
  purgatoryCheck,
  purgatoryExpire,
  purgatoryPurge,
  purgatoryTryCompleteElseWatch,
} from '../timers/purgatory.ts';
import type { PurgatoryPort } from '../timers/purgatory-model.ts';
import { ONE, report, type World } from './state.ts';
import { TIMEOUT } from './task-label.ts';

/**
 * Waiting for a server is a purgatory operation (world/README.md §3): one for each phase of a delivery, watched under
 * its destination. An arrival completes it, or its deadline on the wheel expires it. Most deadlines are cancelled,
 * which is cheap on a wheel.
 */

/**
 * Timeouts: smtp_connect_timeout, smtp_helo_timeout (greeting), smtp_data_done_timeout; for a session in parts:
 * smtp_rcpt_timeout, smtp_data_xfer_timeout, smtp_data_done_timeout.
 */
const PATIENCE: Record<'session' | DeliveryPhase, Micros> = {
  connect: 30_000_000,
  greeting: 300_000_000,
  session: 600_000_000,
  commands: 300_000_000,
  data: 180_000_000,
  end: 600_000_000,
};

function portOf(world: World): PurgatoryPort {
  return {
    satisfied: (delivery) => find(world.deliveries, delivery)?.arrived === true,
    arm(operation, timeout) {
      const { now } = get(world.one, ONE);
      return clockScheduleDeadline(world.clock, now + timeout, TIMEOUT, operation, world.clockPort);
    },
    disarm(timer) {
      clockCancel(world.clock, timer, world.clockPort);
    },
    report: {
      keyName: (queue) => find(world.qmgr.queues, queue)?.name ?? `destination ${queue}`,
      emit: (event: TimerEvent) => report(world, event),
    },
  };
}

/** The client waits for the next event. It reports `reason` if the event does not come. */
export function phaseBegin(world: World, id: DeliveryId, phase: keyof typeof PATIENCE, reason: string): void {
  if (get(world.deliveries, id).operation !== 0) phaseArrive(world, id);
  const operation = operationCreate(world.purgatory, id);
  const row = touch(world.deliveries, id);
  row.phase = phase;
  row.reason = reason;
  row.arrived = false;
  row.operation = operation;
  row.until = get(world.one, ONE).now + PATIENCE[phase];
  purgatoryTryCompleteElseWatch(world.purgatory, operation, PATIENCE[phase], [row.queue], portOf(world));
}

/**
 * The event has arrived: checks the operations that watch this destination, which completes the operation of this
 * delivery.
 */
export function phaseArrive(world: World, id: DeliveryId): void {
  const row = touch(world.deliveries, id);
  row.arrived = true;
  const port = portOf(world);
  purgatoryCheck(world.purgatory, row.queue, port);
  purgatoryPurge(world.purgatory, port);
}

/** A deadline expired. Returns the delivery that timed out, or 0 when its reply was faster. */
export function phaseExpire(world: World, operation: OperationId): number {
  const delivery = find(world.purgatory.operations, operation)?.ref ?? 0;
  const port = portOf(world);
  const expired = purgatoryExpire(world.purgatory, operation, port);
  if (delivery !== 0) purgatoryCheck(world.purgatory, get(world.deliveries, delivery).queue, port);
  purgatoryPurge(world.purgatory, port);
  return expired ? delivery : 0;
}
