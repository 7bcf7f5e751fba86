import type { Settings } from '../../protocol/settings.ts';
import type { Seconds } from '../../../protocol/units.ts';
import { holds } from '../settings/effective.ts';

/** Defaults of Postfix 3.x. */
const PROCESSES = 100;
const CONCURRENCY = 20;

/** Tolerance for a limit seen in a log: one delivery ends as the next begins, and durations are printed with two digits. */
export const PRINTED = 1.1;

export interface TransportLimits {
  /** Process limit. 0 = no limit. */
  agents: number;
  /**
   * Source of `agents`. `seen`: inferred from the log. `assumed`: no master.cf states it, and there are no settings or
   * the log shows more than the default.
   */
  agentsFrom: 'master.cf' | 'default' | 'assumed' | 'seen';
  /** Concurrent deliveries to one destination. 0 = no limit. */
  concurrency: number;
  /** Seconds that the queue manager pauses after each delivery to a destination. */
  rateDelay: Seconds;
  /** Failed cohorts that make a destination dead. */
  cohorts: number;
  slotCost: number;
  minimumSlots: number;
  /** Recipients of a message that one request may have. */
  recipientLimit: number;
  /**
   * Most concurrent deliveries to one destination, if they show that the rate delay in the settings was not in effect.
   * 0 = they do not.
   */
  withoutDelay: number;
}

/**
 * Limits in effect for a transport, from the settings or the defaults. `peak`: most concurrent deliveries seen. `together`: the same for one
 * destination; more than one shows that a rate delay was set after the log was written.
 */
export function limitsOf(
  settings: Settings | null,
  name: string,
  peak: number,
  together: () => number = () => 0,
): TransportLimits {
  const transport = settings?.transports.find((one) => one.name === name);
  const value = (suffix: string, usual: number): number => holds(transport?.values[suffix]) ?? usual;
  const delay = value('destination_rate_delay', 0);
  const recipientLimit = value('destination_recipient_limit', 50);
  const most = delay > 0 && recipientLimit !== 1 ? together() : 0;
  const withoutDelay = most > 1 ? most : 0;
  const rateDelay = withoutDelay > 0 ? 0 : delay;
  const agents = transport?.maxproc.number ?? PROCESSES;
  const stated = settings?.hasMaster === true && transport !== undefined;
  // The record shows more agents than the assumed limit, so the limit is the number seen.
  const assumed = !stated && agents > 0 && peak > agents;
  return {
    agents: assumed ? peak : agents,
    agentsFrom: stated ? 'master.cf' : assumed || settings === null ? 'assumed' : 'default',
    concurrency:
      rateDelay > 0
        ? 1
        : withoutDelay > 0
          ? (transport?.values['destination_concurrency_limit']?.number ?? CONCURRENCY)
          : value('destination_concurrency_limit', CONCURRENCY),
    rateDelay,
    cohorts: value('destination_concurrency_failed_cohort_limit', 1),
    slotCost: value('delivery_slot_cost', 5),
    minimumSlots: value('minimum_delivery_slots', 3),
    recipientLimit,
    withoutDelay,
  };
}

/**
 * Deliveries per minute under a rate delay if each takes this many seconds. The pause starts when a delivery ends,
 * and its timer is set to a whole second of the clock (qmgr_entry.c, events.c): it lasts the full delay if nothing
 * else wakes the queue manager, and up to a second less if the queue manager is busy.
 */
export function pacedBy(delay: Seconds, seconds: Seconds): { least: number; most: number } {
  return { least: 60 / (delay + seconds), most: 60 / (delay + Math.floor(seconds)) };
}

/**
 * Value of a parameter that belongs to no transport, in the unit of that parameter. `usual` if the settings have no
 * value.
 */
export function globalOf(settings: Settings | null, name: string, usual: number): number {
  return holds(settings?.globals[name]) ?? usual;
}
