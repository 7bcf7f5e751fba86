import { timerName } from '../../protocol/timer-name.ts';
import type { WhyReason } from '../../protocol/why.ts';
import { projectWheel } from '../timers/project-wheel.ts';
import { taskLabel } from '../world/task-label.ts';
import type { World } from '../world/state.ts';

/** Timers looked through for one. */
const MOST = 100_000;

/** Why a timer has not run: where it lies, when its bucket opens, and whether it runs or falls to a lower level then. */
export function whyNotTimer(world: World, number: number): WhyReason {
  const wheel = projectWheel(world.clock, MOST);
  const task = wheel.tasks.find((one) => one.number === number);
  if (task === undefined) {
    return number > 0 && number <= world.clock.requests
      ? { rule: 'timer.over', number }
      : { rule: 'unknown' };
  }
  const { due, level, bucket } = task;
  const label = timerName(taskLabel(world, task.kind, task.ref));
  const opens = wheel.queue.find((one) => one.level === level && one.bucket === bucket)?.due ?? due;
  const tick = wheel.levels[level]?.tick ?? wheel.tick;
  return { rule: 'timer.waits', number, label, due, level, bucket, opens, tick };
}
