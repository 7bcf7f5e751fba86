import type { Simulation } from '../../../core/simulation.ts';
import { find, get } from '../../../core/tables.ts';
import type { MessageRate } from '../../importers/model/message-rate.ts';
import type { DeliveryId } from '../../../protocol/ids.ts';
import type { ModelledSetup } from '../../../protocol/modelled.ts';
import type { Micros } from '../../../protocol/units.ts';

/** Decides, delivery by delivery, whether a server that counts messages accepts one. */
export interface Rates {
  /** Call when a delivery starts, before its server answers. */
  started(sim: Simulation, delivery: DeliveryId, at: Micros): void;
}

/**
 * Simulates servers that accept a limited number of messages per period. The engine reads the answer of each recipient
 * when its delivery starts, so the answer is set just before. `modelled.answers` must belong to this run only.
 */
export function createRates(
  { messages, answers }: ModelledSetup,
  rates: readonly (MessageRate | null)[],
): Rates {
  /** Start times of the messages that each server has accepted in its period, oldest first. */
  const taken: Micros[][] = rates.map(() => []);
  /**
   * The latest delivery to a server with a limit: whether the limit refused it, and (`told`) the original answers of
   * its recipients, which are restored afterwards.
   */
  let pending: {
    delivery: DeliveryId;
    server: number;
    at: Micros;
    isRefused: boolean;
    told: [number, number][];
  } | null = null;
  const settle = (sim: Simulation): void => {
    if (pending === null) return;
    const { delivery, server, at, isRefused, told } = pending;
    for (const [place, fate] of told) answers.fate[place] = fate;
    const { sessions } = sim.world.modelled ?? {};
    const hasSession = sessions !== undefined && (find(sessions, delivery)?.server ?? 0) > 0;
    if (hasSession && !isRefused) taken[server]?.push(at);
    pending = null;
  };
  return {
    started(sim, delivery, at) {
      settle(sim);
      const { world } = sim;
      const { msg, positions } = get(world.deliveries, delivery);
      const index = get(world.ledger.messages, msg).number - 1;
      const from = messages.first[index] ?? 0;
      const server = messages.server[from + (positions[0] ?? 0)] ?? 0;
      const rate = rates[server] ?? null;
      const own = taken[server];
      if (rate === null || own === undefined || world.modelled === null) return;
      while (own.length > 0 && (own[0] ?? 0) <= at - rate.per) own.shift();
      const isRefused = own.length >= rate.messages;
      const told: [number, number][] = [];
      const tries = find(world.modelled.messages, index + 1)?.tries ?? [];
      for (const position of isRefused ? positions : []) {
        const [first, end] = [answers.first[from + position] ?? 0, answers.first[from + position + 1] ?? 0];
        if (end === first) continue;
        const place = Math.min(first + (tries[position] ?? 0), end - 1);
        told.push([place, answers.fate[place] ?? 0]);
        answers.fate[place] = 1;
      }
      pending = { delivery, server, at, isRefused, told };
    },
  };
}
