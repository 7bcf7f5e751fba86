import type { DeliveryRow, JobRow, ListRow, MessageRow, QueueRow, TransportRow } from '../protocol/rows.ts';
import type { AppState } from './store.ts';

/** Number of results that a selector remembers: at least one for each run shown side by side. */
const REMEMBERED = 4;

/**
 * Makes a selector that recomputes only when the reference of an input changes, so its result can be compared by reference.
 * With a single remembered result, two runs on the page would evict each other's result, and React would render endlessly.
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

export const selectTransports: (state: AppState) => readonly TransportRow[] = memoize(
  ({ session }) => [session.transports],
  (transports) => [...transports.values()].toSorted((a, b) => a.id - b.id),
);

/** Selects the transport on the stage; undefined before the transport has mail. */
export const selectTransport: (state: AppState) => TransportRow | undefined = memoize(
  ({ session, view }) => [session.transports, view.transport],
  (transports, name) => [...transports.values()].find((row) => row.name === name),
);

/** Selects the jobs of the transport on the stage, in the chosen order. In a long list, jobs without a row are missing. */
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

/** A transport and its jobs. In a long list only some jobs have a row in `jobs`; `list` then has all jobs as columns. */
export interface TransportJobs {
  row: TransportRow;
  jobs: readonly JobRow[];
  list: ListRow | null;
}

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

/** Maximum number of decisions between two frames for which movement is drawn; more could not be followed by eye. */
const MANY = 8;

/**
 * Selects how panels animate the change to the shown state: `travel`, `reverse` (in half the time), `outline` (only an
 * outline that trails for 120 ms) or `none` (scrubbing, jumps).
 */
export function selectMotion({ session, view }: AppState): 'travel' | 'reverse' | 'outline' | 'none' {
  if (session.motion === 'none' || session.motion === 'jump') return 'none';
  if (session.playing && session.skipped.decisions > MANY) return 'none';
  if (view.reducedMotion || (session.playing && session.speed > 8) || session.skipped.decisions > MANY)
    return 'outline';
  return session.motion === 'back' ? 'reverse' : 'travel';
}
