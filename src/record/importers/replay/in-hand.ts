import type { LifeRow } from '../../../protocol/ids.ts';
import type { EpochMicros } from '../../../protocol/units.ts';
import { UNTRIED } from '../../../protocol/recorded.ts';
import type { Instance } from '../store/instance.ts';

export interface Recipient {
  address: string;
  transport: string;
  nexthop: string;
  /** False while only the retry service was seen: then the route is that of the domain. */
  routed: boolean;
}

/** How many recipients a request of a transport may have. */
export type LimitOf = (transport: string) => number;

/** Requests of a message for one destination that were handed over in its last pass, and whose end is not in the record. */
interface InHand {
  transport: string;
  /** Name of the destination; with a recipient limit of 1 it has the mailbox in front. */
  queue: string;
  requests: number;
  /** So many recipients it takes for that. */
  recipients: number;
}

/**
 * What agents had in hand when the record ended, by message: hand-overs that the log states for a destination beyond the
 * requests that end. All requests of a message for one destination but the last are full, so as many recipients are missing.
 */
export function inHandAt(
  { tables, pools }: Instance,
  ofLife: Int32Array,
  recipients: readonly Recipient[][],
  limitOf: LimitOf,
): Map<number, InHand[]> {
  const { selections, lives, activations } = tables;
  const found = new Map<number, InHand[]>();
  const since = (life: LifeRow): EpochMicros => activations.time[lives.lastActivation[life] ?? 0] ?? 0;
  for (let row = 1; row < selections.length; row++) {
    const life = selections.life[row] ?? 0;
    const message = ofLife[life] ?? -1;
    const own = recipients[message] ?? [];
    if (own.length >= (lives.nrcpt[life] ?? 0) || (selections.time[row] ?? 0) < since(life)) continue;
    const transport = pools.strings.text(selections.transport[row] ?? 0);
    const queue = pools.strings.text(selections.queue[row] ?? 0);
    // They stand in for the transport that the mail is for.
    if (transport === 'retry' || transport === 'error') continue;
    const all = found.get(message) ?? [];
    found.set(message, all);
    const known = all.find((one) => one.transport === transport && one.queue === queue);
    if (known === undefined) all.push({ transport, queue, requests: 1, recipients: 0 });
    else known.requests++;
  }
  for (const [message, all] of found) {
    for (const one of all) {
      const seen = (recipients[message] ?? []).filter((recipient) => isFor(recipient, one)).length;
      const limit = limitOf(one.transport);
      one.recipients = Math.max(0, (one.requests - 1) * limit + 1 - seen);
    }
  }
  return found;
}

function isFor({ transport, nexthop, address }: Recipient, one: InHand): boolean {
  if (transport !== one.transport) return false;
  if (one.queue === nexthop) return true;
  const at = one.queue.indexOf('@');
  return (
    at >= 0 &&
    one.queue.slice(at + 1) === nexthop &&
    address.toLowerCase().startsWith(one.queue.slice(0, at + 1))
  );
}

/** Recipients whose route is not in the record, but for those that agents had in hand. `like`: whose transport they have. */
export function withoutRoute(like: Recipient, count: number, inHand: readonly InHand[]): Recipient[] {
  const routes = inHand.flatMap((one) => Array.from({ length: one.recipients }, () => one));
  // A few more are likelier part of what is in hand than beside it.
  const all = routes.length > 0 && count <= 2 * routes.length;
  return Array.from({ length: Math.max(0, count) }, (_, i) => {
    const route = routes[all ? i % routes.length : i];
    const domain = `${UNTRIED}${i + 1}`;
    if (route === undefined) return { ...like, nexthop: UNTRIED, address: `${UNTRIED}@${domain}` };
    const { transport, queue } = route;
    const at = queue.indexOf('@');
    const mailbox = at < 0 ? UNTRIED : queue.slice(0, at);
    return { ...like, transport, nexthop: queue.slice(at + 1), address: `${mailbox}@${domain}` };
  });
}
