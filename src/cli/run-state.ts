import { ageTable } from '../core/inspect/ages.ts';
import { memoryTable } from '../core/inspect/memory.ts';
import { projectAll } from '../core/project.ts';
import type { Simulation } from '../core/simulation.ts';
import type { AgeTable, MemoryTable } from '../protocol/inspect.ts';
import type { QueueRow } from '../protocol/rows.ts';
import { MICROS_PER_SECOND, type Seconds, schedulerSeconds } from '../protocol/units.ts';

type DestinationFigures = Pick<
  QueueRow,
  'name' | 'status' | 'window' | 'busy' | 'todo' | 'success' | 'failure' | 'failCohorts' | 'reason'
> & { transport: string; until: Seconds };

/**
 * The state at the end of a run, with the same figures as the panels about destinations, transports, mail queues and
 * memory.
 */
export interface StateFigures {
  mail: { incoming: number; active: number; deferred: number; hold: number; nextScan: number | null };
  recipientsInCore: number;
  transports: {
    name: string;
    status: string;
    agents: number;
    agentsBusy: number;
    pending: number;
    rateLocked: boolean;
    turn: number;
  }[];
  destinations: DestinationFigures[];
  memory: MemoryTable;
  /** Undelivered recipients by destination and age (first bucket: 5 s), in all queues except hold. */
  ages: AgeTable;
}

/** Reads the state from the same rows as the page. Times in seconds; `nextScan` null = no scan is due. */
export function stateFigures({ sim, transport }: { sim: Simulation; transport: string }): StateFigures {
  const rows = projectAll(sim, { transport, selected: 0, deliveries: 0 });
  const names = new Map(rows.transport.map((row) => [row.id, row.name]));
  const { incoming, active, deferred, hold, nextScan, recipientsInCore } = rows.mail;
  return {
    mail: { incoming, active, deferred, hold, nextScan: nextScan < 0 ? null : nextScan / MICROS_PER_SECOND },
    recipientsInCore,
    transports: rows.transport.map((row) => ({
      name: row.name,
      status: row.status,
      agents: row.agentLimit,
      agentsBusy: row.agentsBusy,
      pending: row.pending,
      rateLocked: row.rateLocked,
      turn: row.turn,
    })),
    destinations: rows.queue.map((row) => ({
      transport: names.get(row.transport) ?? '',
      name: row.name,
      status: row.status,
      window: row.window,
      busy: row.busy,
      todo: row.todo,
      success: row.success,
      failure: row.failure,
      failCohorts: row.failCohorts,
      until: schedulerSeconds(row.until),
      reason: row.reason,
    })),
    memory: memoryTable(sim.world),
    ages: ageTable(sim.world, ['incoming', 'active', 'deferred'], 5),
  };
}
