import type { DeliveryRow, JobRow, ListRow, MessageRow, QueueRow, TransportRow } from '../protocol/rows.ts';
import type { AppState } from './store.ts';

/** A selector remembers this many results. There must be one for each run shown side by side. */
const REMEMBERED = 4;

/**
 * Makes a selector that recomputes only when the reference of an input changes, so its result can be compared by reference.
 * Remembering a single result would fail with two runs on the page: each would evict the other's, and React would render
 * endlessly.
 */
export function memoize<I extends [unknown, ...unknown[]], R>(
  inputs: (state: AppState) => I,
  compute: (...inputs: I) => R,
): (state: AppState) => R {
  let known: { inputs: I; result: R }[] = [];
  return (state) => {
    const now = inputs(state);
    const hit = known.find((entry) => now.every((input, i) => input === entry.inputs[i]));
    if (hit !== undefined) return hit.result;
    const result = compute(...now);
    known = [{ inputs: now, result }, ...known.slice(0, REMEMBERED - 1)];
    return result;
  };
}

const NO_JOBS: readonly JobRow[] = [];

/** Selects all transports in the order of their creation. */
export const selectTransports: (state: AppState) => readonly TransportRow[] = memoize(
  ({ session }) => [session.transports],
  (transports) => [...transports.values()].toSorted((a, b) => a.id - b.id),
);

/** Selects the transport on the stage; undefined before the transport has mail. */
export const selectTransport: (state: AppState) => TransportRow | undefined = memoize(
  ({ session, view }) => [session.transports, view.transport],
  (transports, name) => [...transports.values()].find((row) => row.name === name),
);

/** Jobs of the transport on the stage in the chosen order. Jobs of a long list have no rows and are missing. */
export const selectJobsInOrder: (state: AppState) => readonly JobRow[] = memoize(
  (state) => [selectTransport(state), state.session.jobs, state.view.order],
  (transport, jobs, order) => {
    if (transport === undefined) return NO_JOBS;
    return (order === 'time' ? transport.byTime : transport.jobs).flatMap((id) => jobs.get(id) ?? []);
  },
);

/** Selects the job list of the transport on the stage as columns; null when all its jobs have rows. */
export function selectList(state: AppState): ListRow | null {
  const transport = selectTransport(state);
  return transport === undefined ? null : listOf(state.session.lists, transport);
}

function listOf(lists: AppState['session']['lists'], transport: TransportRow): ListRow | null {
  if (transport.jobCount <= transport.jobs.length) return null;
  return lists.get(transport.id) ?? null;
}

/** A transport and its jobs. In a long list only some jobs have a row in `jobs`; `list` then has all of them as columns. */
export interface TransportJobs {
  row: TransportRow;
  jobs: readonly JobRow[];
  list: ListRow | null;
}

/** Selects all transports with their jobs in the chosen order. */
export const selectTransportJobs: (state: AppState) => readonly TransportJobs[] = memoize(
  (state) => [selectTransports(state), state.session.jobs, state.session.lists, state.view.order],
  (transports, jobs, lists, order) =>
    transports.map((row) => ({
      row,
      jobs: (order === 'time' ? row.byTime : row.jobs).flatMap((id) => jobs.get(id) ?? []),
      list: listOf(lists, row),
    })),
);

/** The current job: selection starts from it, and others may preempt it. */
export function selectCurrentJob(state: AppState): JobRow | undefined {
  const transport = selectTransport(state);
  return transport && state.session.jobs.get(transport.current);
}

/** Selects the best candidate of the latest preemption test. */
export function selectCandidateJob(state: AppState): JobRow | undefined {
  const transport = selectTransport(state);
  return transport && state.session.jobs.get(transport.candidate);
}

/** Selects the destinations of the transport on the stage, sorted by name. */
export const selectQueues: (state: AppState) => readonly QueueRow[] = memoize(
  (state) => [selectTransport(state)?.id, state.session.queues],
  (transport, queues) =>
    [...queues.values()]
      .filter((queue) => queue.transport === transport)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
);

/** Selects the deliveries of the transport on the stage, in the order in which they were selected. */
export const selectDeliveries: (state: AppState) => readonly DeliveryRow[] = memoize(
  (state) => [selectTransport(state)?.id, state.session.deliveries],
  (transport, deliveries) =>
    [...deliveries.values()].filter((row) => row.transport === transport).toSorted((a, b) => a.id - b.id),
);

export const selectMessages: (state: AppState) => readonly MessageRow[] = memoize(
  ({ session }) => [session.messages],
  (messages) => [...messages.values()].toSorted((a, b) => a.number - b.number),
);

/** Selects the default message number of the next injection. */
export const selectNextNumber: (state: AppState) => number = memoize(
  ({ session }) => [session.messages],
  (messages) => [...messages.values()].reduce((highest, message) => Math.max(highest, message.number), 0) + 1,
);

/** If a frame skips more decisions than this, movement would not be readable. Panels then show an outline or nothing. */
const MANY = 8;

/**
 * Selects how panels animate towards the shown state: `travel`, `reverse` (half the duration), `outline` (only a 120 ms trailing
 * outline) or `none` (scrubbing, jumps).
 */
export function selectMotion({ session, view }: AppState): 'travel' | 'reverse' | 'outline' | 'none' {
  if (session.motion === 'none' || session.motion === 'jump') return 'none';
  if (session.playing && session.skipped.decisions > MANY) return 'none';
  if (view.reducedMotion || (session.playing && session.speed > 8) || session.skipped.decisions > MANY)
    return 'outline';
  return session.motion === 'back' ? 'reverse' : 'travel';
}
