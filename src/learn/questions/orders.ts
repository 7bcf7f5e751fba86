/** "When is it done, in this order?": the same mail in textbook orders and in the engine's. */
import { formatNumber } from '../../explain/figures.ts';
import { say, type Token } from '../../explain/tokens.ts';
import type { EventRecord } from '../../protocol/events.ts';
import type { MessageId } from '../../protocol/ids.ts';
import { MICROS_PER_SECOND, type Micros } from '../../protocol/units.ts';
import {
  type OrderedMail,
  type OrderedRun,
  type OrderName,
  ORDERS,
  type Turn,
  turnsUnder,
  waysOf,
} from '../lessons/orders.ts';
import type { Words } from '../words/en/index.ts';
import type { Draw } from './draw.ts';
import { goOnToEvent, type Probe } from './probe.ts';
import { arrange, type Choice, type Question } from './question.ts';

type Finishes = Words['ask']['finishes'];

/** Maximum number of messages followed to their end. With more messages, a strip would be illegible. */
const MESSAGES_MAX = 24;

/** Runs to the end of all mail and returns it as a textbook scheduler would see it. */
export async function readOrders(probe: Probe): Promise<OrderedRun> {
  for (let i = 0; i < MESSAGES_MAX; i += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each look begins where the one before ended
    if (!(await goOnToEvent(probe, { kinds: ['message.done'], message: 0, destination: '' }))) break;
  }
  const { cursor, numbers } = probe.sight();
  const kinds = ['message.injected', 'entry.selected', 'entry.done'] as const;
  const events = await probe.api.ask('events', 0, cursor.event, [...kinds]);
  return orderedRun(events, (id) => numbers.get(id) ?? id);
}

function orderedRun(events: readonly EventRecord[], numberOf: (id: MessageId) => number): OrderedRun {
  const mail = new Map<number, OrderedMail>();
  const under = new Map<number, Turn>();
  const turns: Turn[] = [];
  let agents = 1;
  for (const { at, event } of events) {
    if (event.kind === 'message.injected') {
      const number = numberOf(event.msg);
      mail.set(number, { number, arrived: at, deliveries: [] });
    } else if (event.kind === 'entry.selected') {
      const busy = new Set([...under.values()].map(({ agent }) => agent));
      const agent = [...busy, busy.size].findIndex((_, i) => !busy.has(i));
      const turn = { number: numberOf(event.msg), agent, from: at, until: at };
      under.set(event.entry, turn);
      turns.push(turn);
      agents = Math.max(agents, under.size);
    } else if (event.kind === 'entry.done') {
      const turn = under.get(event.entry);
      if (turn !== undefined) turn.until = at;
      under.delete(event.entry);
    }
  }
  // A delivery that has not ended has no duration yet.
  const ended = turns.filter((turn) => ![...under.values()].includes(turn));
  for (const { number, from, until } of ended) mail.get(number)?.deliveries.push(until - from);
  return { mail: [...mail.values()], agents, turns: ended };
}

/** @param about The order, or the order and a message number: `robin:2`. Without a number: the last message. */
export async function askFinishes(
  probe: Probe,
  draw: Draw,
  about: string,
  { finishes: words }: Words['ask'],
): Promise<Question | null> {
  const before = probe.sight().cursor;
  const [name = '', which = ''] = about.split(':');
  const order = ORDERS.find((one) => one === name);
  if (order === undefined) return null;
  const run = await readOrders(probe);
  const number = which === '' ? (run.mail.at(-1)?.number ?? 0) : Number(which);
  const ends = (of: OrderName): Micros =>
    waysOf(run, turnsUnder(of, run)).find((way) => way.number === number)?.ends ?? 0;
  const right = ends(order);
  const after = await probe.api.seek({ at: right });
  await probe.api.seek({ step: before.step });
  if (right <= before.at || after.step <= before.step) return null;
  const chip = { chip: number };
  return {
    kind: 'finishes',
    text: words.text(words.names[order], chip),
    choices: arrange(draw, choiceOf(words, right, solutionOf(words, run, order, number)), [
      ...ORDERS.filter((other) => other !== order).map((other) =>
        choiceOf(words, ends(other), say`${words.rules[other]}`),
      ),
      ...waysOf(run, turnsUnder(order, run))
        .filter((way) => way.number !== number)
        .map((way) => choiceOf(words, way.ends, words.thenThrough({ chip: way.number }))),
    ]),
    right: String(right),
    before,
    after,
    number,
  };
}

function choiceOf({ at: words }: Finishes, at: Micros, why: Token[]): Choice {
  return { key: String(at), label: say`${words(formatNumber(at / MICROS_PER_SECOND))}`, hint: '', why };
}

/** Maximum number of turns that a sentence lists. */
const SPELLED = 16;

function solutionOf(words: Finishes, run: OrderedRun, order: OrderName, number: number): Token[] {
  const turns = turnsUnder(order, run);
  const last = turns.findLastIndex((turn) => turn.number === number) + 1;
  const spelled = turns
    .slice(0, Math.min(last, SPELLED))
    .flatMap((turn): Token[] => [{ chip: turn.number }, { text: ' ' }]);
  const ends = formatNumber((turns[last - 1]?.until ?? 0) / MICROS_PER_SECOND);
  return [{ text: words.turns }, ...spelled, { text: words.ends(last > SPELLED, last, ends) }];
}
