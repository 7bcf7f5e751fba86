import type { MessagePlace } from '../../../protocol/ids.ts';
import { MICROS_PER_SECOND } from '../../../protocol/units.ts';
import type { Instance } from '../store/instance.ts';
import { OUTCOMES, STATUSES } from '../store/tables.ts';
import { mostAtOnce } from './at-once.ts';
import { newOutcome, type Outcome } from './figures.ts';
import { loadsOf } from './loads.ts';
import type { Model } from './setup.ts';

const SUSPENDED = OUTCOMES.indexOf('suspended');
const DEFERRED = STATUSES.indexOf('deferred');

/** The record's own outcome of each recipient, measured like a run of its model. */
export function recordedOutcome(instance: Instance, model: Model): Outcome {
  const { attempts, deliveries, activations } = instance.tables;
  const { messages, origin } = model.scenario.modelled;
  const outcome = newOutcome(messages.address.length);
  const [first = 0] = messages.at;
  for (const { message, start, end, failure, recipients } of model.requests) {
    const active = (messages.at[message] ?? 0) + origin;
    for (const { recipient, fate } of recipients) {
      if (Number.isNaN(outcome.b[recipient])) {
        outcome.b[recipient] = Math.max(0, start - active) / MICROS_PER_SECOND;
        outcome.deferred[recipient] = failure !== null || fate === 1 ? 1 : 0;
      }
      if (failure !== null || fate === 1) continue;
      outcome.end[recipient] = fate === 2 ? 2 : 1;
      outcome.over[recipient] = (end - active + (model.onTheWay[message] ?? 0)) / MICROS_PER_SECOND;
      if (fate === 0) outcome.total[recipient] = outcome.over[recipient] as number;
    }
    outcome.empty = Math.max(outcome.empty, (end - origin - first) / MICROS_PER_SECOND);
  }
  suspendedFirst();
  outcome.inFlight = mostAtOnce(model.requests);
  const { server } = model.scenario.modelled.messages;
  outcome.loads = loadsOf(
    model.requests
      .filter(({ failure }) => failure === null)
      .map(({ start, end, greeting, recipients }) => ({
        server: server[recipients[0]?.recipient ?? 0] ?? 0,
        start,
        end,
        fresh: greeting >= 0,
      })),
    model.scenario.modelled.servers.length,
  );
  return outcome;

  /** Sets the outcome of recipients whose first attempt was suspended because the destination was dead. Their b is as printed. */
  function suspendedFirst(): void {
    const places = new Map<number, number>();
    for (const [message, life] of model.lives.entries()) places.set(life, message);
    const seen = new Set<number>();
    const byAddress = addressOf();
    for (let row = 1; row < attempts.length; row++) {
      const message = places.get(attempts.life[row] ?? 0);
      if (message === undefined) continue;
      const recipient = byAddress(message, instance.pools.strings.text(attempts.to[row] ?? 0));
      if (recipient < 0 || seen.has(recipient)) continue;
      seen.add(recipient);
      if (attempts.outcome[row] !== SUSPENDED || attempts.status[row] !== DEFERRED) continue;
      const activation = deliveries.activation[attempts.delivery[row] ?? 0] ?? 0;
      const printed = attempts.b[row] ?? 0;
      outcome.b[recipient] = (activations.ordinal[activation] ?? 1) > 1 ? Number.NaN : printed;
      outcome.deferred[recipient] = 1;
    }
  }

  function addressOf(): (message: MessagePlace, address: string) => number {
    const { texts } = model.scenario.modelled;
    const known = new Map<number, Map<string, number>>();
    return (message, address) => {
      let own = known.get(message);
      if (own === undefined) {
        own = new Map();
        for (let r = messages.first[message] ?? 0; r < (messages.first[message + 1] ?? 0); r++)
          own.set(texts[messages.address[r] ?? 0] ?? '', r);
        known.set(message, own);
      }
      return own.get(address) ?? -1;
    };
  }
}
