import type { Seconds } from '../../protocol/units.ts';
import { coreOf, type Qmgr, touchCore } from './model.ts';

/** The system clock in whole seconds: retry times, expiry, timers (qmgr/README.md §3.1). May jump backwards. */
export function systemSeconds(q: Qmgr): Seconds {
  return q.port.systemSeconds();
}

/**
 * The clock of queue times, refill times and candidate ages (sane_time). It never goes backwards: after the system clock
 * was set back it advances at half speed until caught up. The obvious choice, to stand still meanwhile, would give all
 * mail of that time one age. Source: qmgr/README.md §3.1.
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
