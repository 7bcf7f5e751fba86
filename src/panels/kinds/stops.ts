import type { StopTest } from '../../protocol/debug.ts';
import { type ByKind, ofKind } from '../../scenario/kinds/by-kind.ts';
import { useSession } from '../../store/hooks.ts';
import { DESIGN_STOPS, PURGE_STOP, TIMER_STOPS } from '../../explain/stops.ts';

export type UntilMode = 'expression' | 'event' | 'job' | 'destination' | 'timer';

/** What a kind of run can run until. */
export interface KindStops {
  modes: readonly UntilMode[];
  /** Offered first. */
  first: UntilMode;
  /** What can happen to timers. */
  timers: readonly { text: string; test: StopTest }[];
}

const OF_JOBS: KindStops = {
  modes: ['expression', 'event', 'job', 'destination', 'timer'],
  first: 'expression',
  timers: [...TIMER_STOPS, PURGE_STOP],
};
/** In the laboratory there is neither a job nor a destination. */
const ONE_WHEEL: KindStops = {
  modes: ['expression', 'event', 'timer'],
  first: 'timer',
  timers: TIMER_STOPS,
};
const THREE_DESIGNS: KindStops = { ...ONE_WHEEL, timers: DESIGN_STOPS };

const STOPS: ByKind<KindStops> = {
  mail: () => OF_JOBS,
  'timer-lab': ({ lab }) => (lab.kind === 'wheel' ? ONE_WHEEL : THREE_DESIGNS),
  'threads-alone': () => OF_JOBS,
};

/** What the run that is open can run until. */
export function useStops(): KindStops {
  return useSession(({ scenario }) => (scenario === null ? OF_JOBS : ofKind(STOPS, scenario)));
}
