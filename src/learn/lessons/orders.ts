/** Computes the turns of the same mail in textbook orders, to compare them with the queue manager's order. */
import type { Micros } from '../../protocol/units.ts';

/** Names of orders. `loans` = the order of the queue manager, with earned delivery slots. */
export const ORDERS = ['fifo', 'shortest', 'robin', 'loans'] as const;
export type OrderName = (typeof ORDERS)[number];

/** A message as a textbook scheduler sees it. */
export interface OrderedMail {
  /** Message number. */
  number: number;
  arrived: Micros;
  /** Duration of each delivery, in order of hand-over. */
  deliveries: Micros[];
}

/** One delivery of an agent. */
export interface Turn {
  number: number;
  /** Index of the agent, from 0. */
  agent: number;
  from: Micros;
  until: Micros;
}

/** The mail of a run, and the turns that the engine gave to the messages. */
export interface OrderedRun {
  mail: OrderedMail[];
  /** Maximum number of concurrent deliveries. */
  agents: number;
  turns: Turn[];
}

interface Waiting extends OrderedMail {
  /** Deliveries handed over so far. */
  done: number;
  /** When the message joined the ring of round robin: at its arrival, or at the end of its last delivery. */
  joined: Micros;
}

/** Comparators by order. Ties are broken by arrival, then by number. */
const BEFORE: Readonly<Record<Exclude<OrderName, 'loans'>, (a: Waiting, b: Waiting) => number>> = {
  fifo: () => 0,
  shortest: (a, b) => a.deliveries.length - a.done - (b.deliveries.length - b.done),
  robin: (a, b) => a.joined - b.joined,
};

/**
 * Computes the turns of the same mail in another order. Each free agent takes a delivery of the first message, and no
 * delivery is interrupted. `fifo`: earliest arrival first; `shortest`: fewest deliveries left first; `robin`: one
 * delivery each, then the message goes to the end of the ring.
 */
export function turnsUnder(order: OrderName, { mail, agents, turns: given }: OrderedRun): Turn[] {
  if (order === 'loans') return given;
  const waiting: Waiting[] = mail.map((one) => ({ ...one, done: 0, joined: one.arrived }));
  const freeAt = Array.from({ length: Math.max(1, agents) }, () => 0);
  const turns: Turn[] = [];
  for (;;) {
    const left = waiting.filter(({ deliveries, done }) => done < deliveries.length);
    if (left.length === 0) return turns;
    const agent = freeAt.indexOf(Math.min(...freeAt));
    const from = Math.max(freeAt[agent] ?? 0, Math.min(...left.map(({ arrived }) => arrived)));
    const [next] = left
      .filter(({ arrived }) => arrived <= from)
      .toSorted((a, b) => BEFORE[order](a, b) || a.arrived - b.arrived || a.number - b.number);
    if (next === undefined) return turns;
    const until = from + (next.deliveries[next.done] ?? 0);
    turns.push({ number: next.number, agent, from, until });
    next.done += 1;
    next.joined = until;
    freeAt[agent] = until;
  }
}

/** A message with its time in the queue. */
export interface OnItsWay {
  number: number;
  /** End of its last delivery. */
  ends: Micros;
  /** Time from its arrival to `ends`. */
  took: Micros;
}

/** Computes the time in the queue of every message, in order of arrival. */
export function waysOf({ mail }: OrderedRun, turns: readonly Turn[]): OnItsWay[] {
  return mail.map(({ number, arrived }) => {
    const ends = Math.max(
      arrived,
      ...turns.filter((turn) => turn.number === number).map(({ until }) => until),
    );
    return { number, ends, took: ends - arrived };
  });
}

/** Averages over messages, not over recipients, so a small message counts as much as a newsletter. 0 without mail. */
export function meanOf(ways: readonly OnItsWay[]): Micros {
  return ways.length === 0 ? 0 : ways.reduce((sum, { took }) => sum + took, 0) / ways.length;
}
