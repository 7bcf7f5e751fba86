import type { DramaKind } from '../../protocol/dramas.ts';
import { MICROS_PER_SECOND, type Micros } from '../../protocol/units.ts';

/** Those of one kind that are nearer to each other are one; threads live in microseconds. */
const TOGETHER: Micros = MICROS_PER_SECOND;
const HERDS_TOGETHER: Micros = 100;

/** Whether the later of two is told as one with the earlier. */
export function isTogether(
  earlier: { kind: DramaKind; at: Micros },
  later: { kind: DramaKind; at: Micros },
): boolean {
  return (
    earlier.kind === later.kind &&
    later.at - earlier.at <= (later.kind === 'herd' ? HERDS_TOGETHER : TOGETHER)
  );
}
