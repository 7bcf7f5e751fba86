/** Orders in which one counter may serve its mail: the textbook's, beside the one of the queue manager. */
import type { Micros } from '../../protocol/units.ts';

/** `loans` = what the engine did: delivery slots that are earned and lent. */
export const ORDERS = ['fifo', 'shortest', 'robin', 'loans'] as const;
export type OrderName = (typeof ORDERS)[number];

/** A message as a scheduler of a textbook sees it. */
export interface OrderedMail {
  /** The number on its square. */
  number: number;
  arrived: Micros;
  /** How long each of its deliveries takes, in the order in which they are handed over. */
  deliveries: Micros[];
}

/** One delivery: an agent has it `from` … `until`. */
export interface Turn {
  number: number;
  /** From 0. */
  agent: number;
  from: Micros;
  until: Micros;
}

/** A run of mail: what came, and the turns that the engine gave. */
export interface OrderedRun {
  mail: OrderedMail[];
  /** Most deliveries at the same time. */
  agents: number;
  turns: Turn[];
}

interface Waiting extends OrderedMail {
  /** Deliveries that were handed over. */
  done: number;
  /** Since when it stands in the ring of round robin: its arrival, or the end of its latest delivery. */
  joined: Micros;
}

/** Which of two goes first, as a comparison for sorting; equal ones go in order of arrival, then of number. */
const BEFORE: Readonly<Record<Exclude<OrderName, 'loans'>, (a: Waiting, b: Waiting) => number>> = {
  fifo: () => 0,
  shortest: (a, b) => a.deliveries.length - a.done - (b.deliveries.length - b.done),
  robin: (a, b) => a.joined - b.joined,
};

/**
 * The turns of the same mail in another order: whenever an agent is free it takes a delivery of the message that goes
 * first. No delivery is interrupted. `fifo`: who came first; `shortest`: who has the fewest deliveries left; `robin`: one
 * delivery each, then to the end of the ring.
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

/** How long a message was on its way, until the last of its deliveries ended. */
export interface OnItsWay {
  number: number;
  /** When the last one ends. */
  ends: Micros;
  took: Micros;
}

/** Each message, in order of arrival. */
export function waysOf({ mail }: OrderedRun, turns: readonly Turn[]): OnItsWay[] {
  return mail.map(({ number, arrived }) => {
    const ends = Math.max(
      arrived,
      ...turns.filter((turn) => turn.number === number).map(({ until }) => until),
    );
    return { number, ends, took: ends - arrived };
  });
}

/** The mean over messages, not over recipients: a small message counts as much as a newsletter. 0 without mail. */
export function meanOf(ways: readonly OnItsWay[]): Micros {
  return ways.length === 0 ? 0 : ways.reduce((sum, { took }) => sum + took, 0) / ways.length;
}
