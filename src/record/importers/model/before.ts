import type { AttemptRow, LifeRow } from '../../../protocol/ids.ts';
import { type EpochMicros, MICROS_PER_SECOND } from '../../../protocol/units.ts';
import type { Instance } from '../store/instance.ts';

/** A message that was active when the log begins: it holds a process, or waits for one. */
export interface ActiveBefore {
  life: LifeRow;
  /** When it became active, and whether an agent had it when the log begins. */
  since: EpochMicros;
  held: boolean;
}

/**
 * Messages that were active when the log begins: their first attempt belongs to no `queue active` line. First those
 * that agents had, then those that waited, both in the order in which they became active.
 */
export function activeBefore({ tables, from }: Instance): ActiveBefore[] {
  const { lives, attempts, deliveries } = tables;
  const found = new Map<LifeRow, ActiveBefore>();
  for (let row: AttemptRow = 1; row < attempts.length; row++) {
    const life = attempts.life[row] ?? 0;
    if (life === 0 || (deliveries.activation[attempts.delivery[row] ?? 0] ?? 0) !== 0) continue;
    const took = MICROS_PER_SECOND * ((attempts.c[row] ?? 0) + (attempts.d[row] ?? 0));
    const start = (attempts.time[row] ?? 0) - (Number.isNaN(took) ? 0 : took);
    const since = start - MICROS_PER_SECOND * (attempts.b[row] || 0);
    const known = found.get(life);
    if (known === undefined) found.set(life, { life, since, held: start < from });
    else {
      known.since = Math.min(known.since, since);
      known.held ||= start < from;
    }
  }
  // A message whose arrival is in the log lost its `queue active` line, or that line came late.
  return [...found.values()]
    .filter(({ life, since }) => lives.origin[life] === 0 && since < from)
    .sort((a, b) => Number(b.held) - Number(a.held) || a.since - b.since || a.life - b.life);
}
