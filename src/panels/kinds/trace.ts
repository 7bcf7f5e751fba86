import type { ThreadId } from '../../protocol/threads.ts';
import type { Scenario } from '../../protocol/scenario.ts';
import { type ByKind, ofKindIfAny } from '../../scenario/kinds/by-kind.ts';

/** A thread that is on a CPU at the start. Threads are numbered in order. */
export interface RunningThread {
  thread: ThreadId;
  name: string;
}

const RUNNING: Partial<ByKind<RunningThread[]>> = {
  'threads-alone': ({ cmgroup }) =>
    cmgroup.kind === 'story'
      ? (cmgroup.threads ?? []).flatMap(({ name, state }, i) =>
          state === 'running' ? [{ thread: i + 1, name }] : [],
        )
      : [],
};

/** Threads that start on a CPU, in order. */
export function runningAtStart(scenario: Scenario): readonly RunningThread[] {
  return ofKindIfAny(RUNNING, scenario) ?? [];
}
