import type { Settings } from '../../protocol/settings.ts';
import { listItems } from '../settings/lines.ts';
import { routeFinder, wayTo } from '../settings/ways.ts';

/** Names of queues that are kept; further ones are worked out each time. */
const KEPT = 20_000;

/**
 * The queue (destination) that mail for a domain waits in: the domain, or the next hop that it has with all others. A log that
 * grows shows the domain alone: with a relay host all of them are one queue with one window and one death.
 */
export class QueueNames {
  private settings: Settings | null = null;
  private readonly names = new Map<string, string>();

  /** @param relay as a line of the log says it; '' = not known. */
  of(settings: Settings | null, domain: string, relay: string): string {
    if (settings === null) return domain;
    if (this.settings !== settings) {
      this.settings = settings;
      this.names.clear();
    }
    // What a program of this machine took went to no next hop.
    if (relay !== '' && relay !== 'none' && !relay.includes('[')) return domain;
    let name = this.names.get(domain);
    if (name === undefined) {
      const local = listItems((settings.globals['mydestination']?.value ?? '').toLowerCase());
      const route = routeFinder(settings)(`@${domain}`);
      // A domain with a line of its own in the transport map has a next hop of its own as a rule, and is known by its name.
      const own = local.includes(domain) || (route !== undefined && route.pattern !== '*');
      name = own ? domain : wayTo(settings, domain).nexthop || domain;
      if (this.names.size < KEPT) this.names.set(domain, name);
    }
    return name;
  }
}
