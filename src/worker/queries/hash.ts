import { emptyLogHash, hashEvent, logHashText } from '../../core/log-hash.ts';
import { readyEvents } from './in-pieces.ts';
import { eventsBetween } from '../log/log-reading.ts';
import { cursorOf, type OpenRun, type SessionState } from '../session/session-state.ts';

/** Number of events hashed before messages are handled again: some milliseconds of work. */
const HASH_CHUNK = 2_000;

/** Returns the hash of the events up to the cursor (`core/log-hash.ts`), in hexadecimal. */
export async function hashRun<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
): Promise<string> {
  // Reads branch and step now, because the cursor may move between chunks. The log of a branch only grows.
  const { branch } = run.place;
  const { event: last } = cursorOf(state);
  const hash = emptyLogHash();
  for (let from = 1; from <= last; from += HASH_CHUNK) {
    const to = Math.min(last, from + HASH_CHUNK - 1);
    // oxlint-disable-next-line no-await-in-loop
    await readyEvents(state, run, branch, from, to);
    for (const record of eventsBetween(run.track.tree, branch, from, to)) hashEvent(hash, record);
    await state.env.turn();
  }
  return logHashText(hash);
}
