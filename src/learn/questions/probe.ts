import type { Names } from '../../explain/tokens.ts';
import type { EventTest } from '../../protocol/debug.ts';
import type { DecisionRecord } from '../../protocol/decisions.ts';
import type { EventRecord } from '../../protocol/events.ts';
import type { Cursor } from '../../protocol/frame.ts';
import type { JobRow, MessageRow, QueueRow, TransportRow } from '../../protocol/rows.ts';
import type { SessionApi } from '../../protocol/session-api.ts';
import type { ThreadsRow } from '../../protocol/threads-view.ts';
import type { StopPlace } from '../lessons/lesson.ts';

/** The part of a run that questions read, at the cursor. It has the form of the page's store. */
export interface Sight {
  cursor: Cursor;
  transports: ReadonlyMap<number, TransportRow>;
  jobs: ReadonlyMap<number, JobRow>;
  queues: ReadonlyMap<number, QueueRow>;
  messages: ReadonlyMap<number, MessageRow>;
  numbers: ReadonlyMap<number, number>;
  threads: ThreadsRow | null;
  decision: DecisionRecord | null;
  events: readonly EventRecord[];
}

/** A second session, which runs ahead of the instant that the reader sees. */
export interface Probe {
  api: Pick<SessionApi, 'ask' | 'open' | 'seek' | 'step' | 'runUntil' | 'save'>;
  sight(): Sight;
}

export function namesOf(sight: Sight): Names {
  return {
    numberOf: (message) => sight.numbers.get(message) ?? message,
    queueName: (queue) => sight.queues.get(queue)?.name ?? '',
    transportName: (transport) => sight.transports.get(transport)?.name ?? '',
  };
}

/** Goes to the place of a stop. If the run has no such decision or event, goes to the end of the run. */
export async function goTo({ api, sight }: Probe, place: StopPlace): Promise<Cursor> {
  if ('at' in place) return api.seek({ at: place.at });
  if ('event' in place) return api.seek({ event: place.event });
  await api.seek({ step: 0 });
  const wanted = place.decision;
  const test = { event: { kinds: ['entry.selected'], message: 0, destination: '' } satisfies EventTest };
  await api.runUntil(1, [{ ...test, hit: wanted }]);
  const [record] = (await api.ask('decisions', wanted, wanted)).filter(({ n }) => n === wanted);
  return record === undefined ? sight().cursor : api.seek({ step: record.step - 1 });
}

/** Runs to the next matching event; false if the run ends or no event matches within an hour of the run. */
export async function goOnToEvent({ api }: Probe, event: EventTest): Promise<boolean> {
  if ((await api.runUntil(1, [{ event }])).why !== 'found') return false;
  // A search answers before its last frame has arrived; a seek waits for it.
  const { cursor } = await api.save();
  await api.seek({ step: cursor.step });
  return true;
}

/** Goes back one step. Returns the cursors before and after. */
export async function stepBehind(probe: Probe): Promise<{ before: Cursor; after: Cursor }> {
  const after = probe.sight().cursor;
  const before = await probe.api.seek({ step: after.step - 1 });
  return { before, after };
}
