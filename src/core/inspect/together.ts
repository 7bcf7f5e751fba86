import type { DramaKind } from '../../protocol/dramas.ts';
import { MICROS_PER_SECOND, type Micros } from '../../protocol/units.ts';

/** Dramas of one kind closer than this (µs) are merged. Herds have a shorter limit: threads act in microseconds. */
const TOGETHER: Micros = MICROS_PER_SECOND;
const HERDS_TOGETHER: Micros = 100;

export function isTogether(
  earlier: { kind: DramaKind; at: Micros },
  later: { kind: DramaKind; at: Micros },
): boolean {
  return (
    earlier.kind === later.kind &&
    later.at - earlier.at <= (later.kind === 'herd' ? HERDS_TOGETHER : TOGETHER)
  );
}
