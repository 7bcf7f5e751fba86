import { addWaits, createWaits, type WaitSums } from '../../../core/attribution/attribution.ts';
import { createSimulation, nextInstant, type Simulation, stepOnce } from '../../../core/simulation.ts';
import { get } from '../../../core/tables.ts';
import { CURSOR } from '../../../core/world/recorded/create.ts';
import { numberOf } from '../../../core/world/ledger.ts';
import type { Replay } from '../../importers/replay/setup.ts';
import type { MessageId } from '../../../protocol/ids.ts';
import type { WaitShare } from '../../../protocol/waits.ts';

/**
 * Dividing a record stops after this much work, which takes a few seconds. One unit of work = looking at one queued
 * message in one step, so the limit does not depend on the speed of the machine.
 */
const WORK_MAX = 6_000_000;

/** Waiting times of a record by cause, measured in the engine's run of the record. */
interface DividedWaits {
  /** Waiting time by cause for each message of the run. The message of activation i in the record has the key i + 1. */
  shares: ReadonlyMap<number, readonly WaitShare[]>;
}

/** `run` works for some steps and returns true when it is done. */
export interface Dividing {
  run(steps: number): boolean;
  /** Null when dividing the record took more than `WORK_MAX`. */
  result(): DividedWaits | null;
}

/** Follows a record from its beginning and divides the waiting time of every message by cause. */
export function divideWaits(replay: Replay): Dividing {
  // Messages in the queue. Each step visits all of them, so finished messages are removed.
  const there = new Set<MessageId>();
  const sim = createSimulation(replay.scenario, {
    event(_at, _step, event) {
      if (event.kind === 'message.injected') there.add(event.msg);
      else if (event.kind === 'message.done' && event.result !== 'deferred') there.delete(event.msg);
    },
    decision: () => {},
  });
  const sums: WaitSums = { ...createWaits(0, null), only: there };
  const total = replay.scenario.recorded.facts.at.length;
  let work = 0;
  let over = false;
  return {
    run(steps) {
      for (let i = 0; i < steps && !over; i++) {
        const next = nextInstant(sim);
        if (next === null || doneFacts(sim) >= total) over = true;
        else {
          if (next > sums.until) {
            work += 1 + there.size;
            addWaits(sums, sim.world, next);
          }
          stepOnce(sim);
          if (work > WORK_MAX) over = true;
        }
      }
      return over;
    },
    result() {
      if (work > WORK_MAX) return null;
      const shares = new Map<number, readonly WaitShare[]>();
      for (const [msg, { shares: own }] of sums.messages)
        shares.set(numberOf(sim.world.ledger, msg), [...own.values()]);
      return { shares };
    },
  };
}

function doneFacts({ world }: Simulation): number {
  return world.recorded === null ? 0 : get(world.recorded.one, CURSOR).next;
}
