import type { ModelledSetup } from '../../../protocol/modelled.ts';
import { MICROS_PER_SECOND } from '../../../protocol/units.ts';
import { FOREVER } from './faults.ts';
import type { Counting } from './figures.ts';
import type { Model } from './setup.ts';

/** Recipients (1) that no setting gets delivered: the server was never reached, or refused them each time. */
export function stuckIn({ messages, servers, answers }: ModelledSetup): Uint8Array {
  const dead = servers.map(({ down }) => down.some(({ until }) => until >= FOREVER));
  return Uint8Array.from(messages.server, (server, r) => {
    const fates = answers.fate.slice(answers.first[r], answers.first[r + 1]);
    return Number(dead[server] === true || (fates.length > 0 && fates.every((fate) => fate === 1)));
  });
}

/** Copies a value of each message to its recipients. */
export function ofRecipients<T extends Uint8Array | Uint16Array | Float64Array>(
  of: ArrayLike<number>,
  { first }: Pick<ModelledSetup['messages'], 'first'>,
  column: T,
): T {
  for (let message = 0; message < first.length - 1; message++)
    column.fill(of[message] ?? 0, first[message] ?? 0, first[message + 1] ?? 0);
  return column;
}

/** Seconds from each recipient's activation, and from its arrival, to the end of the record. */
export function endsOf({ scenario, onTheWay, horizon }: Model): Counting['ends'] {
  const { messages } = scenario.modelled;
  const count = messages.address.length;
  const left = messages.at.map((at) => (horizon.until - at) / MICROS_PER_SECOND);
  const total = left.map((seconds, i) => seconds + (onTheWay[i] ?? 0) / MICROS_PER_SECOND);
  return {
    b: ofRecipients(left, messages, new Float64Array(count)),
    total: ofRecipients(total, messages, new Float64Array(count)),
  };
}
