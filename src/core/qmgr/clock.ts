import type { Seconds } from '../../protocol/units.ts';
import { coreOf, type Qmgr, touchCore } from './model.ts';

/** System time in seconds, for retry, expiry and timers (qmgr/README.md §3.1). It may jump backwards. */
export function systemSeconds(q: Qmgr): Seconds {
  return q.port.systemSeconds();
}

/**
 * The clock for queue times, refill times and candidate ages (sane_time). It never goes back: after the system clock
 * was set back, the steady clock runs at half speed until the system clock has caught up. Standing still instead would
 * give all mail of that time the same age. Source: qmgr/README.md §3.1.
 */
export function steadySeconds(q: Qmgr): Seconds {
  const now = q.port.systemSeconds();
  const { steady, steadySystem } = coreOf(q);
  if (now === steadySystem) return steady;
  const core = touchCore(q);
  const passed = now - steadySystem;
  core.steadySystem = now;
  if (now >= steady) {
    core.steady = now;
    core.steadyHalf = 0;
  } else if (passed > 0) {
    const halves = passed + core.steadyHalf;
    core.steady = steady + Math.floor(halves / 2);
    core.steadyHalf = halves % 2;
  }
  return core.steady;
}
