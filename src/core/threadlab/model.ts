import type { EventNumber, StepNumber } from '../../protocol/ids.ts';
import type { ThreadScenario } from '../../protocol/scenario.ts';
import type { Micros } from '../../protocol/units.ts';
import type { Store, StoreKeyframe } from '../tables.ts';
import type { Machine } from '../threads/tables.ts';
import type { WorkloadRun } from '../threads/workload.ts';
import type { LogSink } from '../world/state.ts';

/**
 * A run of threads alone. The session drives it like a run of mail: atomic steps, commands, keyframes. All state is in the
 * tables of `store` and in the numbers here.
 */
export interface ThreadSim {
  readonly scenario: ThreadScenario;
  readonly sink: LogSink;
  readonly store: Store;
  readonly machine: Machine;
  /** Requests and the pool that serves them; null in a story. */
  readonly stream: WorkloadRun | null;
  now: Micros;
  step: StepNumber;
  event: EventNumber;
  scriptNext: number;
}

/** A snapshot of a run of threads. Only this folder reads its members. */
export interface ThreadSimKeyframe {
  readonly store: StoreKeyframe;
  readonly numbers: Pick<ThreadSim, 'now' | 'step' | 'event' | 'scriptNext'>;
}
