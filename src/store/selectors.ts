import type { DeliveryRow, JobRow, ListRow, MessageRow, QueueRow, TransportRow } from '../protocol/rows.ts';
import type { AppState } from './store.ts';

/** Results a selector remembers: a page shows at most a few runs side by side (compare), each with its own state. */
const REMEMBERED = 4;

/**
 * A selector that computes again only when one of its inputs is another reference, so that its result can be compared
 * by reference. One remembered result would do for one run; with two on the page each would throw away the other's,
 * and React would render for ever.
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

/** All transports in the order of their creation. */
export const selectTransports: (state: AppState) => readonly TransportRow[] = memoize(
  ({ session }) => [session.transports],
  (transports) => [...transports.values()].toSorted((a, b) => a.id - b.id),
);

/** The transport on the stage; undefined until the first mail for it. */
export const selectTransport: (state: AppState) => TransportRow | undefined = memoize(
  ({ session, view }) => [session.transports, view.transport],
  (transports, name) => [...transports.values()].find((row) => row.name === name),
);

/** Jobs of the transport on the stage in the chosen order; only those that have a row (level of detail). */
export const selectJobsInOrder: (state: AppState) => readonly JobRow[] = memoize(
  (state) => [selectTransport(state), state.session.jobs, state.view.order],
  (transport, jobs, order) => {
    if (transport === undefined) return NO_JOBS;
    return (order === 'time' ? transport.byTime : transport.jobs).flatMap((id) => jobs.get(id) ?? []);
  },
);

/** The list of the transport on the stage as columns, when it is too long for rows; its order is the view's. */
export function selectList(state: AppState): ListRow | null {
  const transport = selectTransport(state);
  return transport === undefined ? null : listOf(state.session.lists, transport);
}

/** Columns of any transport; null when all its jobs have rows. */
function listOf(lists: AppState['session']['lists'], transport: TransportRow): ListRow | null {
  if (transport.jobCount <= transport.jobs.length) return null;
  return lists.get(transport.id) ?? null;
}

/** A transport with its jobs: those with a row, and the columns of a long list. */
export interface TransportJobs {
  row: TransportRow;
  jobs: readonly JobRow[];
  list: ListRow | null;
}

/** All transports with their jobs in the chosen order, when the view asks for all of them. */
export const selectTransportJobs: (state: AppState) => readonly TransportJobs[] = memoize(
  (state) => [selectTransports(state), state.session.jobs, state.session.lists, state.view.order],
  (transports, jobs, lists, order) =>
    transports.map((row) => ({
      row,
      jobs: (order === 'time' ? row.byTime : row.jobs).flatMap((id) => jobs.get(id) ?? []),
      list: listOf(lists, row),
    })),
);

/** The job that preemption is tried on, and the selection starts from. */
export function selectCurrentJob(state: AppState): JobRow | undefined {
  const transport = selectTransport(state);
  return transport && state.session.jobs.get(transport.current);
}

/** The best candidate of the latest preemption test. */
export function selectCandidateJob(state: AppState): JobRow | undefined {
  const transport = selectTransport(state);
  return transport && state.session.jobs.get(transport.candidate);
}

/** Destinations of the transport on the stage, by name. */
export const selectQueues: (state: AppState) => readonly QueueRow[] = memoize(
  (state) => [selectTransport(state)?.id, state.session.queues],
  (transport, queues) =>
    [...queues.values()]
      .filter((queue) => queue.transport === transport)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
);

/** Deliveries of the transport on the stage in the order of their selection: the strip and the lanes. */
export const selectDeliveries: (state: AppState) => readonly DeliveryRow[] = memoize(
  (state) => [selectTransport(state)?.id, state.session.deliveries],
  (transport, deliveries) =>
    [...deliveries.values()].filter((row) => row.transport === transport).toSorted((a, b) => a.id - b.id),
);

/** Messages by number. */
export const selectMessages: (state: AppState) => readonly MessageRow[] = memoize(
  ({ session }) => [session.messages],
  (messages) => [...messages.values()].toSorted((a, b) => a.number - b.number),
);

/** Number that the next injection gets when none is asked for. */
export const selectNextNumber: (state: AppState) => number = memoize(
  ({ session }) => [session.messages],
  (messages) => [...messages.values()].reduce((highest, message) => Math.max(highest, message.number), 0) + 1,
);

/** Decisions in one frame that no movement can tell apart. */
const MANY = 8;

/**
 * How a panel may move to the state shown: `travel`, `reverse` (half the duration), `outline` (a 120 ms trailing
 * outline only), or `none` (scrubbing, jumps).
 */
export function selectMotion({ session, view }: AppState): 'travel' | 'reverse' | 'outline' | 'none' {
  if (session.motion === 'none' || session.motion === 'jump') return 'none';
  if (session.playing && session.skipped.decisions > MANY) return 'none';
  if (view.reducedMotion || (session.playing && session.speed > 8) || session.skipped.decisions > MANY)
    return 'outline';
  return session.motion === 'back' ? 'reverse' : 'travel';
}
