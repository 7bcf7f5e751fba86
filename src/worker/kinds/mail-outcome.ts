import { find, get } from '../../core/tables.ts';
import type { Simulation } from '../../core/simulation.ts';
import type { MessageId } from '../../protocol/ids.ts';
import type { MessageOutcome, RunOutcome } from '../../protocol/outcome.ts';

/** Largest number of messages in one answer. No page shows more. */
const MESSAGES_MAX = 5_000;
/** Largest number of deliveries in an answer. A run with more gets none: each would be thinner than a pixel. */
const DRAWN_MAX = 1_000;

/** What became of each message. The ledger and the deliveries of a run are complete, so the log is not needed. */
export function outcomeOf({ world }: Simulation): RunOutcome {
  const { messages } = world.ledger;
  const { now } = get(world.one, 1);
  const run: RunOutcome = {
    at: now,
    messages: [],
    count: 0,
    recipients: 0,
    delivered: 0,
    bounced: 0,
    deferred: 0,
    held: 0,
    turns: 0,
    preemptions: 0,
    preempting: [],
    agents: 0,
  };
  const known = new Map<MessageId, MessageOutcome>();
  for (let id = 1; id < messages.length; id++) {
    const { number, injected, recipients, delivered, bounced, deferred, place } = get(messages, id);
    run.count++;
    run.recipients += recipients;
    run.delivered += delivered;
    run.bounced += bounced;
    run.deferred += deferred;
    if (place === 'hold') run.held += recipients - delivered - bounced;
    if (run.messages.length === MESSAGES_MAX) continue;
    const message: MessageOutcome = {
      number,
      injected,
      recipients,
      delivered,
      bounced,
      deferred,
      doneAt: -1,
      lastTurn: 0,
      deliveries: [],
    };
    known.set(id, message);
    run.messages.push(message);
  }
  readDeliveries(world, run, known);
  return run;
}

function readDeliveries(
  world: Simulation['world'],
  run: RunOutcome,
  known: ReadonlyMap<MessageId, MessageOutcome>,
): void {
  const turns = new Map<string, number>();
  const preempting = new Set<string>();
  const drawn = world.deliveries.length <= DRAWN_MAX;
  for (let id = 1; id < world.deliveries.length; id++) {
    const { pool, msg, agent, start, end, result, recipients, bounced, preempted } = get(
      world.deliveries,
      id,
    );
    const transport = find(world.pools, pool)?.name ?? '';
    // These two transports only record a deferral or a refusal; they deliver nothing.
    if (transport === 'retry' || transport === 'error') continue;
    const turn = (turns.get(transport) ?? 0) + 1;
    turns.set(transport, turn);
    run.turns++;
    run.agents = Math.max(run.agents, agent);
    if (preempted !== 0) {
      run.preemptions++;
      preempting.add(transport);
    }
    const message = known.get(msg);
    if (message === undefined) continue;
    message.lastTurn = turn;
    if (result === 'ok' && recipients > bounced) message.doneAt = Math.max(message.doneAt, end);
    if (drawn) message.deliveries.push({ agent, from: start, to: end < 0 ? run.at : end });
  }
  run.preempting = [...preempting].sort();
}
