import type { TravelMemory } from '../../protocol/debug.ts';
import type { SessionApi } from '../../protocol/session-api.ts';
import { pagesBytes } from '../log/log-pages.ts';
import { ownerOf } from '../track/branches.ts';
import { limitKeyframes } from '../track/keyframe-edits.ts';
import { hasArrived, type SessionState } from './session-state.ts';
import { armTests, compileTests } from './stop-tests.ts';

export type DebugCalls = Pick<SessionApi, 'setBreakpoints' | 'travelMemory' | 'fail'>;

/** Calls of the debugger. None changes the run. Calls that read the track wait until it is between two steps. */
export function debugCalls<Sim, Key>(
  state: SessionState<Sim, Key>,
  betweenSteps: () => Promise<void>,
): DebugCalls {
  return {
    async setBreakpoints(tests) {
      await betweenSteps();
      state.stops = compileTests(tests, state.env.checks);
      const { run } = state;
      const { transport } = state.stream.view();
      if (run !== null && hasArrived(run)) armTests({ track: run.track, transport }, state.stops);
    },
    async travelMemory(limit) {
      await betweenSteps();
      if (limit !== undefined) setLimit(state, limit);
      return travelMemory(state);
    },
    async fail(how) {
      // Tests of a hang set `how` through the page's address.
      const never = how === 'hang' ? Number.POSITIVE_INFINITY : 0;
      while (state.env.now() < never);
      if (how === 'invariant') {
        if (state.run !== null) state.run.track.breakNext = true;
        return;
      }
      // Thrown outside any call, it reaches the page as an error of the worker.
      setTimeout(() => {
        throw new Error('test of a crash');
      });
    },
  };
}

/** Smallest and largest memory limit, in bytes. Less may not hold one keyframe; with more a phone closes the tab. */
const LIMIT_MIN = 4_000_000;
const LIMIT_MAX = 1_000_000_000;

function setLimit<Sim, Key>(state: SessionState<Sim, Key>, limit: number): void {
  const bytes = Math.min(LIMIT_MAX, Math.max(LIMIT_MIN, Math.trunc(limit) || LIMIT_MIN));
  state.keyframes = { ...state.keyframes, bytes };
  if (state.run === null) return;
  const { keyframes, tree, branch, step: here } = state.run.track;
  limitKeyframes(keyframes, bytes, { branch: ownerOf(tree, branch, here).id, step: here });
}

function travelMemory<Sim, Key>({ run, keyframes: limits }: SessionState<Sim, Key>): TravelMemory {
  if (run === null) return { keyframes: 0, keyframeBytes: 0, limit: limits.bytes, logBytes: 0, spread: 1 };
  const { keyframes, tree } = run.track;
  const logBytes = tree.branches.reduce((sum, { log }) => sum + pagesBytes(log.pages), 0);
  const { count, bytes, spread } = keyframes;
  return { keyframes: count, keyframeBytes: bytes, limit: limits.bytes, logBytes, spread };
}
