import type { MailScenario } from '../../../protocol/scenario.ts';
import type { ModelledServer, ModelledSetup } from '../../../protocol/modelled.ts';
import { evenly } from './draws.ts';
import type { Counting, Outcome } from './figures.ts';
import type { Model } from './setup.ts';

/*
 * The settings of an earlier time left the mail that is in the queue when the record begins. A change that lets mail
 * wait less also leaves less mail behind: fewer small messages that wait in the active queue, and less deferred mail
 * for servers that limit sessions or messages. Outages and big messages leave the same mail behind with any settings.
 */

/** Name of an extra transport and server. They take the mail that a change would not have left behind. */
const EARLIER = 'earlier';
const ENOUGH_AGENTS = 1_000;

/**
 * Most recipients of a small message. A larger message is not counted as waiting: it is the work that other mail waits
 * for.
 */
const SMALL = 10;

/** Small messages that waited for an agent or a window when the record begins. */
export function waitingBacklog({ scenario, heldBefore, before }: Model): number[] {
  const { first } = scenario.modelled.messages;
  return Array.from({ length: before }, (_, message) => message).filter(
    (message) => message >= heldBefore && (first[message + 1] ?? 0) - (first[message] ?? 0) <= SMALL,
  );
}

/** Time that recipients of small messages waited for their first attempt, in recipient seconds. */
export function timeWaiting(
  { b }: Outcome,
  { counted, ends }: Counting,
  { first }: ModelledSetup['messages'],
): number {
  let sum = 0;
  for (let message = 0; message < first.length - 1; message++) {
    const [from, to] = [first[message] ?? 0, first[message + 1] ?? 0];
    if (counted[from] === 0 || to - from > SMALL) continue;
    for (let r = from; r < to; r++) sum += Number.isNaN(b[r]) ? (ends.b[r] ?? 0) : (b[r] ?? 0);
  }
  return sum;
}

/** Messages that were deferred before the record and whose server limits sessions or messages. */
export function limitedBacklog({ scenario, deferredBefore, messageRates }: Model): number[] {
  const { messages, servers } = scenario.modelled;
  const counts = servers.map(
    ({ sessions, rate }, i) => sessions > 0 || rate !== null || (messageRates[i] ?? null) !== null,
  );
  return Array.from(deferredBefore.keys()).filter(
    (message) =>
      deferredBefore[message] === 1 && counts[messages.server[messages.first[message] ?? 0] ?? 0] === true,
  );
}

/** Time that recipients spent deferred, in recipient seconds. */
export function timeDeferred(
  { b, over, deferred, end }: Outcome,
  { counted, stuck, ends }: Counting,
): number {
  let sum = 0;
  for (let r = 0; r < b.length; r++) {
    if (counted[r] === 0 || stuck[r] === 1 || deferred[r] === 0) continue;
    sum += Math.max(0, (end[r] === 0 ? (ends.total[r] ?? 0) : (over[r] ?? 0)) - (b[r] ?? 0));
  }
  return sum;
}

/**
 * Keeps a share of each list of messages in the queue. The other messages count as delivered before the record, so they
 * delay no mail.
 */
export function withBacklog<T extends MailScenario & { modelled: ModelledSetup }>(
  scenario: T,
  backlogs: readonly { messages: readonly number[]; share: number }[],
): T {
  const { modelled } = scenario;
  const texts = [...modelled.texts, EARLIER];
  const [transport, server] = [modelled.messages.transport.slice(), modelled.messages.server.slice()];
  const gone = backlogs.flatMap(({ messages, share }) => messages.filter((_, i) => evenly(i + 1) >= share));
  for (const message of gone) {
    for (
      let r = modelled.messages.first[message] ?? 0;
      r < (modelled.messages.first[message + 1] ?? 0);
      r++
    ) {
      transport[r] = texts.length - 1;
      server[r] = modelled.servers.length;
    }
  }
  const earlier: ModelledServer = {
    name: EARLIER,
    greeting: [],
    message: 1,
    recipient: 1,
    paces: [],
    reuse: false,
    sessions: 0,
    rate: null,
    refusal: { after: 1, reason: '', status: '' },
    down: [],
  };
  return {
    ...scenario,
    agents: { ...scenario.agents, [EARLIER]: ENOUGH_AGENTS },
    modelled: {
      ...modelled,
      texts,
      servers: [...modelled.servers, earlier],
      messages: { ...modelled.messages, transport, server },
    },
  };
}
