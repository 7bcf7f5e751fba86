import type { LogPage, TravelMemory } from '../protocol/debug.ts';
import type { EventRecord } from '../protocol/events.ts';
import type { SessionApi } from '../protocol/session-api.ts';
import { ownerOf } from './branches.ts';
import { limitKeyframes } from './keyframes.ts';
import { pagesBytes } from './log-pages.ts';
import { cursorOf, hasArrived, type OpenRun, type SessionState, SLICE_MS } from './session-state.ts';
import { NO_NAMES } from './names.ts';
import { armTests, compileTests } from './stop-tests.ts';

type Queries = Pick<SessionApi, 'search' | 'stopAt' | 'evaluate' | 'scan' | 'log' | 'travelMemory' | 'fail'>;

/** Events looked at between two looks at the clock. */
const LOOK = 500;
/** Slices of one answer: a page that scrolls gets what there is, and asks again. */
const SLICES = 4;
/** Expressions of one question. */
const TEXTS_MAX = 200;

/** What the debugger asks. Nothing of it changes the run. */
export function debugQueries<Sim, Key>(state: SessionState<Sim, Key>): Queries {
  return {
    search: async () => state.search,
    async stopAt(tests) {
      state.stops = compileTests(tests, state.env.checks);
      if (state.run !== null && hasArrived(state.run)) armTests(scopeOf(state, state.run), state.stops);
    },
    async evaluate(texts) {
      const { run } = state;
      return texts.slice(0, TEXTS_MAX).map((text) => {
        const parsed = state.env.checks.expression(text);
        if (run === null || !parsed.ok) return null;
        const { transport } = scopeOf(state, run);
        const value = state.engine.evaluate?.(run.track.sim, parsed.expression, transport) ?? Number.NaN;
        return Number.isFinite(value) ? value : null;
      });
    },
    async travelMemory(limit) {
      if (limit !== undefined) setLimit(state, limit);
      return travelMemory(state);
    },
    async fail(how) {
      if (how === 'invariant') {
        if (state.run !== null) state.run.track.breakNext = true;
        return;
      }
      // Thrown outside of any answer, it reaches the page as the worker's error.
      setTimeout(() => {
        throw new Error('test of a crash');
      });
    },
    async scan(request) {
      const { scanRun } = await import('./scan.ts');
      return state.run === null ? null : scanRun(state, state.run, request);
    },
    async log(filter, from, count) {
      const { createLogIndex, extendIndex, logKey, logPage, logRows, pageRange } = await import(
        './event-log.ts'
      );
      const { run } = state;
      if (run === null) return EMPTY;
      const { branch } = run.place;
      const { tree } = run.track;
      const key = logKey(run.id, branch, filter);
      const index = state.logIndex?.key === key ? state.logIndex : createLogIndex(key, filter);
      state.logIndex = index;
      for (let slice = 0; slice < SLICES; slice++) {
        const sliceEnd = state.env.now() + SLICE_MS;
        let more = true;
        do more = extendIndex(index, tree, branch, LOOK);
        while (more && state.env.now() < sliceEnd);
        if (!more) break;
        await state.env.turn();
      }
      const range = pageRange(index, from, count);
      const rows: EventRecord[] = [];
      let sliceEnd = state.env.now() + SLICE_MS;
      for (const part of logRows(index, tree, branch, range)) {
        rows.push(...part);
        if (state.env.now() < sliceEnd) continue;
        await state.env.turn();
        sliceEnd = state.env.now() + SLICE_MS;
      }
      return logPage(index, tree, branch, cursorOf(state).event, range[0], rows);
    },
  };
}

/** Below this even one keyframe may not fit; above, a phone's tab is ended by its system. */
const LIMIT_MIN = 4_000_000;
const LIMIT_MAX = 1_000_000_000;

function setLimit<Sim, Key>(state: SessionState<Sim, Key>, limit: number): void {
  const bytes = Math.min(LIMIT_MAX, Math.max(LIMIT_MIN, Math.trunc(limit) || LIMIT_MIN));
  state.keyframes = { ...state.keyframes, bytes };
  if (state.run === null) return;
  const { keyframes, tree, branch, here } = state.run.track;
  limitKeyframes(keyframes, bytes, { branch: ownerOf(tree, branch, here).id, step: here });
}

function travelMemory<Sim, Key>({ run, keyframes: limits }: SessionState<Sim, Key>): TravelMemory {
  if (run === null) return { keyframes: 0, keyframeBytes: 0, limit: limits.bytes, logBytes: 0, spread: 1 };
  const { keyframes, tree } = run.track;
  const logBytes = tree.branches.reduce((sum, { log }) => sum + pagesBytes(log.pages), 0);
  const { count, bytes, spread } = keyframes;
  return { keyframes: count, keyframeBytes: bytes, limit: limits.bytes, logBytes, spread };
}

function scopeOf<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
): { track: OpenRun<Sim, Key>['track']; transport: string } {
  return { track: run.track, transport: state.stream.view().transport };
}

const EMPTY: LogPage = {
  total: 0,
  all: 0,
  looked: 0,
  from: 0,
  rows: [],
  names: NO_NAMES,
  current: -1,
  kinds: [],
  marks: [],
};
