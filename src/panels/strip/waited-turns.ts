import { formatCounted } from '../../explain/format.ts';
import type { DeliveryRow, JobRow } from '../../protocol/rows.ts';

/** Number of turns by which a job has been overtaken, counted on the strip. */
export interface Waiting {
  number: number;
  waited: number;
  cost: number;
  /** Upper bound of `waited` at this cost; 0 = not known, because preemption is off or `waited` is larger. */
  most: number;
}

/**
 * For each message on the strip: number of slots given to jobs that preempted its job, directly or indirectly.
 * Preemptions are read from the strip itself, which still shows jobs that have left.
 */
export function waitsOf(deliveries: readonly DeliveryRow[]): Map<number, number> {
  const victimOf = new Map<number, number>();
  const waits = new Map<number, number>();
  for (const row of deliveries) {
    if (row.preempted !== 0) victimOf.set(row.preemptor, row.preempted);
    const seen = new Set([row.number]);
    let victim = victimOf.get(row.number);
    while (victim !== undefined && !seen.has(victim)) {
      seen.add(victim);
      waits.set(victim, (waits.get(victim) ?? 0) + 1);
      victim = victimOf.get(victim);
    }
  }
  return waits;
}

/**
 * The selected job, else the one that has waited longest. Null when no job has waited, or when the strip is truncated
 * and the count would be too small.
 */
export function waitingOf(
  deliveries: readonly DeliveryRow[],
  jobs: readonly JobRow[],
  selected: number,
  truncated: boolean,
): Waiting | null {
  if (truncated) return null;
  const waits = waitsOf(deliveries);
  const waiting = jobs.filter((job) => (waits.get(job.number) ?? 0) > 0);
  const job =
    waiting.find((candidate) => candidate.number === selected) ??
    waiting.toSorted((a, b) => (waits.get(b.number) ?? 0) - (waits.get(a.number) ?? 0))[0];
  if (job === undefined) return null;
  const waited = waits.get(job.number) ?? 0;
  // At cost k, n entries earn n ÷ k slots, the jobs in front earn slots with theirs, and so on: n ÷ (k − 1) in total.
  const most = job.cost >= 2 ? Math.floor((job.read + job.unread) / (job.cost - 1)) : 0;
  return { number: job.number, waited, cost: job.cost, most: waited <= most ? most : 0 };
}

/** "Job 1 has been overtaken for 12 turns (at most 24 at cost 2)". */
export function waitingWords({ number, waited, cost, most }: Waiting): string {
  const head = `Job ${number} has been overtaken for ${formatCounted(waited, 'turn')}`;
  return most === 0 ? head : `${head} (at most ${most} at cost ${cost})`;
}
