import { createSimulation, nextInstant, position, stepOnce } from '../../../core/simulation.ts';
import type { MessageId, QueueId } from '../../../protocol/ids.ts';
import type { QueueFates } from '../../protocol/record-questions.ts';
import type { MailScenario } from '../../../protocol/scenario.ts';
import { MICROS_PER_HOUR, MICROS_PER_SECOND, type Micros } from '../../../protocol/units.ts';

/** Retries are followed for so long after the flush. */
const HORIZON = 4 * MICROS_PER_HOUR;
/** Steps between two turns of the worker. */
const STEPS = 2000;

/** What the engine reports of a run, counted. */
interface Counted {
  /** Messages with a first end, delivered or deferred, and when the last of them had it. */
  triedOnce: Set<MessageId>;
  tried: Micros;
  gone: number;
  emptied: Micros;
  /** Recipients that were delivered at the first try, and in all. */
  first: Map<QueueId, number>;
  later: number;
  expired: Set<MessageId>;
  names: Map<QueueId, string>;
}

/** Follows a run of what waits (recipients of each message by destination) until nothing is left of it, or for some hours. */
export function* fatesOf(
  scenario: MailScenario,
  { messages, listed }: { messages: readonly ReadonlyMap<string, number>[]; listed: number },
): Generator<undefined, QueueFates, undefined> {
  const counted = counting();
  const sim = createSimulation(scenario, { event: counted.event, decision: () => {} });
  const found = counted.found;
  for (let step = 1; nextInstant(sim) !== null && position(sim).at < HORIZON; step++) {
    stepOnce(sim);
    if (found.gone >= messages.length) break;
    if (step % STEPS === 0) yield;
  }
  const firstOf = new Map<string, number>();
  for (const [queue, count] of found.first) {
    const name = found.names.get(queue) ?? '';
    firstOf.set(name, (firstOf.get(name) ?? 0) + count);
  }
  const all = new Map<string, number>();
  for (const message of messages)
    for (const [name, count] of message) all.set(name, (all.get(name) ?? 0) + count);
  const total = [...all.values()].reduce((sum, count) => sum + count, 0);
  const empty = found.gone >= messages.length;
  const delivered = [...firstOf.values()].reduce((sum, count) => sum + count, 0);
  return {
    messages: messages.length,
    listed,
    recipients: total,
    tried: found.tried / MICROS_PER_SECOND,
    delivered,
    again: [...all]
      .map(([destination, count]) => ({ destination, count: count - (firstOf.get(destination) ?? 0) }))
      .filter(({ count }) => count > 0)
      .sort((one, other) => other.count - one.count),
    later: found.later,
    // Nothing is left: what was not delivered was returned.
    returned: empty && found.expired.size > 0 ? total - delivered - found.later : 0,
    empty: empty ? found.emptied / MICROS_PER_SECOND : null,
    followed: position(sim).at / MICROS_PER_SECOND,
  };
}

function counting(): { found: Counted; event: Parameters<typeof createSimulation>[1]['event'] } {
  const found: Counted = {
    triedOnce: new Set(),
    tried: 0,
    gone: 0,
    emptied: 0,
    first: new Map(),
    later: 0,
    expired: new Set(),
    names: new Map(),
  };
  const sizes = new Map<number, number>();
  const event: Parameters<typeof createSimulation>[1]['event'] = (at, _step, told) => {
    switch (told.kind) {
      case 'queue.created':
        found.names.set(told.queue, told.name);
        break;
      case 'entry.selected':
        sizes.set(told.entry, told.recipients);
        break;
      case 'entry.done': {
        const count = sizes.get(told.entry) ?? 0;
        if (told.result !== 'ok') break;
        if (found.triedOnce.has(told.msg)) found.later += count;
        else found.first.set(told.queue, (found.first.get(told.queue) ?? 0) + count);
        break;
      }
      case 'message.expired':
        found.expired.add(told.msg);
        break;
      case 'message.done':
        if (!found.triedOnce.has(told.msg)) found.tried = at;
        found.triedOnce.add(told.msg);
        if (told.result !== 'removed') break;
        found.gone++;
        found.emptied = at;
        break;
      default:
    }
  };
  return { found, event };
}
