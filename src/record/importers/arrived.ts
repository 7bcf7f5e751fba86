import type { LifeRow } from '../../protocol/ids.ts';
import { type EpochMicros, MICROS_PER_SECOND, type Micros } from '../../protocol/units.ts';
import type { Instance } from './store/instance.ts';

/**
 * Rounding error of an arrival computed from a printed delay: a share of the delay, and at least this many
 * microseconds.
 */
const ROUNDED = { share: 0.06, least: 2_000_000 };

/**
 * Instant at which a message arrived (microseconds since 1970). If the log has no line of its arrival, the instant is
 * computed from the delay of its first attempt. If it then lies before the log by no more than the rounding error, the
 * message counts as inside the log.
 */
export function arrivedAt({ tables, from }: Instance, life: LifeRow): EpochMicros {
  const { lives, attempts } = tables;
  const first = lives.firstTime[life] ?? 0;
  if (lives.origin[life] !== 0) return first;
  let row = lives.lastAttempt[life] ?? 0;
  while (row !== 0 && (attempts.before[row] ?? 0) !== 0) row = attempts.before[row] ?? 0;
  if (row === 0) return first;
  const delay = MICROS_PER_SECOND * (attempts.delay[row] ?? 0);
  if (!(delay > 0)) return first;
  const at = (attempts.time[row] ?? 0) - delay;
  const slack: Micros = Math.max(ROUNDED.least, ROUNDED.share * delay);
  return at < from && at > from - slack ? Math.min(first, from) : Math.min(first, at);
}
