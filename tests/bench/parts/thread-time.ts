import { existsSync, readFileSync } from 'node:fs';
import type { RealMillis } from '../../../src/protocol/units.ts';

/** Nanoseconds that this thread had a processor, as Linux tells them. */
const SCHEDSTAT = '/proc/thread-self/schedstat';
const told = existsSync(SCHEDSTAT);

/**
 * Milliseconds of processor time of this thread, so that what else runs on the machine does not count; where the system
 * does not tell, by the clock.
 */
export function threadMs(): RealMillis {
  return told ? Number(readFileSync(SCHEDSTAT, 'utf8').split(' ')[0]) / 1e6 : performance.now();
}
