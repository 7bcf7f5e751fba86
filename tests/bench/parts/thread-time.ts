import { existsSync, readFileSync } from 'node:fs';
import type { RealMillis } from '../../../src/protocol/units.ts';

/** File of Linux with the processor time of this thread in nanoseconds. */
const SCHEDSTAT = '/proc/thread-self/schedstat';
const told = existsSync(SCHEDSTAT);

/**
 * Milliseconds of processor time of this thread, which other programs do not change. Where the system does not report it:
 * wall time.
 */
export function threadMs(): RealMillis {
  return told ? Number(readFileSync(SCHEDSTAT, 'utf8').split(' ')[0]) / 1e6 : performance.now();
}
