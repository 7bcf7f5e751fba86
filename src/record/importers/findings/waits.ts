import { type EpochMicros, MICROS_PER_SECOND, type Seconds } from '../../../protocol/units.ts';
import { overlap } from './intervals.ts';
import { becameActive, type Traffic } from './traffic.ts';

/**
 * What each attempt waited for in the queue manager, in seconds. The queue manager assigns work whenever it can
 * (qmgr/README.md §9, §16), so a recipient that waits while no agent is free waits for agents. If agents are free and
 * its destination has deliveries in progress, it waits for the destination's window (with a recipient limit of 1, for
 * the recipient's own window), or for the rate delay. A suspended recipient only waited for its dead destination. The
 * remainder of `all` has no known cause.
 */
export interface Waits {
  all: Float32Array;
  agents: Float32Array;
  window: Float32Array;
  rate: Float32Array;
  dead: Float32Array;
}

/** Computes the waits, by row of `attempts`. */
export function waitsOf(traffic: Traffic): Waits {
  const { instance, transports, destinations, destinationOf, startOf } = traffic;
  const { attempts } = instance.tables;
  const { length } = attempts;
  const waits: Waits = {
    all: new Float32Array(length),
    agents: new Float32Array(length),
    window: new Float32Array(length),
    rate: new Float32Array(length),
    dead: new Float32Array(length),
  };
  /** Last attempt of each recipient, for transports where recipients are destinations (recipient limit 1). */
  const lastOf = new Map<number, number>();
  let memory = { active: -1, start: -1, place: -1, agents: 0, window: 0 };
  for (let row = 1; row < length; row++) {
    const active = becameActive(instance, startOf, row);
    const start = startOf[row] ?? 0;
    if (active === 0) continue;
    if (start === 0) {
      // Suspended: from the activation to the line.
      const waited = Math.max(0, (attempts.time[row] ?? 0) - active) / MICROS_PER_SECOND;
      waits.all[row] = waited;
      waits.dead[row] = waited;
      continue;
    }
    const all = Math.max(0, start - active) / MICROS_PER_SECOND;
    waits.all[row] = all;
    const place = destinationOf[row] ?? 0;
    const alone = transports[destinations[place - 1]?.transport ?? 0]?.recipientLimit === 1;
    const to = attempts.to[row] ?? 0;
    const before = alone ? (lastOf.get(to) ?? 0) : 0;
    if (alone) lastOf.set(to, row);
    if (all < 0.001) continue;
    if (alone || memory.active !== active || memory.start !== start || memory.place !== place) {
      const destination = destinations[place - 1];
      const transport = transports[destination?.transport ?? 0];
      const agents = transport === undefined ? 0 : overlap(transport.full, active, start) / MICROS_PER_SECOND;
      const own = alone
        ? within(startOf[before] ?? 0, attempts.time[before] ?? 0, active, start)
        : destination === undefined
          ? 0
          : overlap(destination.busy, active, start) / MICROS_PER_SECOND;
      // It is unknown which agents were busy before the record's first line, so that time gets no cause.
      const left = Math.max(0, (start - Math.max(active, instance.from)) / MICROS_PER_SECOND - agents);
      memory = {
        active,
        start,
        place,
        agents,
        window: transport?.rateDelay && !alone ? left : Math.min(left, own),
      };
    }
    waits.agents[row] = memory.agents;
    const rate = (transports[destinations[place - 1]?.transport ?? 0]?.rateDelay ?? 0) > 0;
    (rate ? waits.rate : waits.window)[row] = memory.window;
  }
  return waits;
}

function within(from: EpochMicros, to: EpochMicros, start: EpochMicros, end: EpochMicros): Seconds {
  return Math.max(0, Math.min(to, end) - Math.max(from, start)) / MICROS_PER_SECOND;
}
