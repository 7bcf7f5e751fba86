import type { ModelledServer } from '../../../protocol/modelled.ts';
import { random } from './draws.ts';

/**
 * Where all deliveries of a record had one size, it does not say what of their time is the message's and what each recipient's: the
 * share is drawn for each luck, alike for all servers, so that deliveries of that size take what they took. `batches`: that size by
 * server, 0 = the record tells. Luck 0 keeps what was assumed.
 */
export function withShares(
  servers: readonly ModelledServer[],
  batches: readonly number[],
  luck: number,
): readonly ModelledServer[] {
  if (luck === 0 || batches.every((batch) => batch === 0)) return servers;
  const share = random(luck * 4001)();
  return servers.map((server, i) => {
    const batch = batches[i] ?? 0;
    if (batch === 0) return server;
    const unit = (server.message + batch * server.recipient) / (share + batch * (1 - share));
    return { ...server, message: Math.round(share * unit), recipient: Math.round((1 - share) * unit) };
  });
}
