import type { LogPage } from '../../protocol/debug.ts';
import type { LogFilter } from '../../protocol/debug.ts';
import type { EventRecord } from '../../protocol/events.ts';
import { headOf } from '../track/branches.ts';
import { readyEvents } from './in-pieces.ts';
import { cursorOf, type OpenRun, type SessionState, SLICE_MS } from '../session/session-state.ts';

/** Number of events examined between two checks of the clock. */
const LOOK = 500;
/** Number of time slices that one answer may take. A scrolling page gets the rows found so far and asks again. */
const SLICES = 4;
/** Largest number of expressions in one question. */
const TEXTS_MAX = 200;

export function evaluateTexts<Sim, Key>(
  { engine, env, stream }: SessionState<Sim, Key>,
  { track }: OpenRun<Sim, Key>,
  texts: readonly string[],
): (number | null)[] {
  return texts.slice(0, TEXTS_MAX).map((text) => {
    const parsed = env.checks.expression(text);
    if (!parsed.ok) return null;
    const value = engine.evaluate?.(track.sim, parsed.expression, stream.view().transport) ?? Number.NaN;
    return Number.isFinite(value) ? value : null;
  });
}

/** Returns a page of the filtered log. It searches for a few time slices only, so the page may be incomplete. */
export async function readLog<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  filter: LogFilter,
  from: number,
  count: number,
): Promise<LogPage> {
  const { createLogIndex, extendIndex, logKey, logPage, logRows, pageRange, readsEvents } = await import(
    '../log/event-log.ts'
  );
  const { branch } = run.place;
  const { tree } = run.track;
  const key = logKey(run.id, branch, filter);
  const index = state.logIndex?.key === key ? state.logIndex : createLogIndex(key, filter);
  state.logIndex = index;
  const ready = (first: number, last: number): Promise<boolean> =>
    readyEvents(state, run, branch, first, Math.min(last, headOf(branch).event));
  for (let slice = 0; slice < SLICES; slice++) {
    const sliceEnd = state.env.now() + SLICE_MS;
    let more = true;
    do {
      // oxlint-disable-next-line no-await-in-loop
      if (readsEvents(filter)) await ready(index.looked + 1, index.looked + LOOK);
      more = extendIndex(index, tree, branch, LOOK);
    } while (more && state.env.now() < sliceEnd);
    if (!more) break;
    await state.env.turn();
  }
  const range = pageRange(index, from, count);
  const rows: EventRecord[] = [];
  let sliceEnd = state.env.now() + SLICE_MS;
  for (const [first, last] of logRows(index, tree, branch, range, rows)) {
    // oxlint-disable-next-line no-await-in-loop
    await ready(first, last);
    if (state.env.now() < sliceEnd) continue;
    await state.env.turn();
    sliceEnd = state.env.now() + SLICE_MS;
  }
  return logPage(index, tree, branch, cursorOf(state).event, range[0], rows);
}
