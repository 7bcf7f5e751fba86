import { addWaits, createWaits, type WaitSums } from '../../../core/attribution/attribution.ts';
import { createSimulation, nextInstant, type Simulation, stepOnce } from '../../../core/simulation.ts';
import { get } from '../../../core/tables.ts';
import { CURSOR } from '../../../core/world/recorded/create.ts';
import { numberOf } from '../../../core/world/ledger.ts';
import type { Replay } from '../../importers/replay/setup.ts';
import type { MessageId } from '../../../protocol/ids.ts';
import type { WaitShare } from '../../../protocol/waits.ts';

/**
 * More than this would take too long for an answer. Work is counted in messages looked at, one for each that is there at each step, so that
 * the same record gives the same answer on every machine.
 */
const WORK_MAX = 6_000_000;

/** Waiting times of a record, divided over causes by the engine that follows it. */
interface DividedWaits {
  /** Shares of each message of the run; message i of the record's activations has the key i + 1. */
  shares: ReadonlyMap<number, readonly WaitShare[]>;
}

/** A division on its way: `run` works for some steps and is true when it is over. */
export interface Dividing {
  run(steps: number): boolean;
  /** Null when the record was too much work. */
  result(): DividedWaits | null;
}

/** Follows a record from its beginning and divides the waiting time of every message over causes. */
export function divideWaits(replay: Replay): Dividing {
  // Only what is there: a step looks at each of them.
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
