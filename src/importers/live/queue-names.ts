import type { Settings } from '../../protocol/settings.ts';
import { listItems } from '../settings/lines.ts';
import { wayTo } from '../settings/ways.ts';

/** Names of queues that are kept; further ones are worked out each time. */
const KEPT = 20_000;

/**
 * The queue (destination) that mail for a domain waits in: the domain, or where the settings say so its next hop. A log that grows
 * shows it by the domain alone: with a relay host all of them are one queue with one window and one death.
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
      name = local.includes(domain) ? domain : wayTo(settings, domain).nexthop || domain;
      if (this.names.size < KEPT) this.names.set(domain, name);
    }
    return name;
  }
}
