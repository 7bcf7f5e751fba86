import type { Settings } from '../../protocol/settings.ts';
import type { Seconds } from '../../../protocol/units.ts';
import { holds } from '../settings/effective.ts';

/** What Postfix takes when nothing is said (3.x). */
const PROCESSES = 100;
const CONCURRENCY = 20;

/** So many times a limit may be seen: one ends as the next begins, and a log prints two digits of how long each took. */
export const PRINTED = 1.1;

export interface TransportLimits {
  /** Processes at once; 0 = no limit. */
  agents: number;
  /** Where that is from; `seen`: the log shows it. */
  agentsFrom: 'master.cf' | 'default' | 'assumed' | 'seen';
  /** Deliveries at once to one destination; 0 = no limit. */
  concurrency: number;
  /** Seconds after each delivery to a destination. */
  rateDelay: Seconds;
  /** Cohorts of failures that make a destination dead. */
  cohorts: number;
  slotCost: number;
  minimumSlots: number;
  /** Recipients of one message that one request may have. */
  recipientLimit: number;
}

/** What held for a transport, as far as the settings say; else the defaults. `peak`: most deliveries of it at once. */
export function limitsOf(settings: Settings | null, name: string, peak: number): TransportLimits {
  const transport = settings?.transports.find((one) => one.name === name);
  const value = (suffix: string, usual: number): number => holds(transport?.values[suffix]) ?? usual;
  const rateDelay = value('destination_rate_delay', 0);
  const agents = transport?.maxproc.number ?? PROCESSES;
  const stated = settings?.hasMaster === true && transport !== undefined;
  // More at once than an assumed limit: what was seen holds.
  const assumed = !stated && agents > 0 && peak > agents;
  return {
    agents: assumed ? peak : agents,
    agentsFrom: stated ? 'master.cf' : assumed || settings === null ? 'assumed' : 'default',
    concurrency: rateDelay > 0 ? 1 : value('destination_concurrency_limit', CONCURRENCY),
    rateDelay,
    cohorts: value('destination_concurrency_failed_cohort_limit', 1),
    slotCost: value('delivery_slot_cost', 5),
    minimumSlots: value('minimum_delivery_slots', 3),
    recipientLimit: value('destination_recipient_limit', 50),
  };
}

/**
 * Deliveries a minute under a rate delay, each taking so many seconds. The pause begins at the end of a delivery, and its
 * timer is set to a whole second of the clock (qmgr_entry.c, events.c): it lasts the delay when nothing else wakes the queue
 * manager, and down to a second less where it is busy.
 */
export function pacedBy(delay: Seconds, seconds: Seconds): { least: number; most: number } {
  return { least: 60 / (delay + seconds), most: 60 / (delay + Math.floor(seconds)) };
}

/** A parameter without a transport, in its unit; else its default. */
export function globalOf(settings: Settings | null, name: string, usual: number): number {
  return holds(settings?.globals[name]) ?? usual;
}
