import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RowKind } from '../../src/protocol/rows.ts';
import { applyFrame } from '../../src/store/ingest.ts';
import { initialSession } from '../../src/store/session.ts';
import type { AppState } from '../../src/store/store.ts';
import { initialView } from '../../src/store/view.ts';
import type { Projection } from '../../src/worker/kinds/engine.ts';
import { createStream, type FrameHead } from '../../src/worker/session/stream.ts';
import { runCount } from '../fixtures/all.ts';

/** A state: for each kind of row, the rev of each id. All other fields are computed from the rev. */
type Picture = Record<RowKind, Record<number, number>>;

const table = fc.dictionary(fc.integer({ min: 1, max: 8 }).map(String), fc.integer({ min: 1, max: 5 }), {
  maxKeys: 6,
});
const picture: fc.Arbitrary<Picture> = fc.record({
  transport: table,
  job: table,
  queue: table,
  message: table,
  delivery: table,
});
/** Draws a state, whether the run or branch changes with it, and the fate of its frame. */
const change = fc.record({
  picture,
  turn: fc.constantFrom('same', 'same', 'same', 'run', 'forget'),
  fate: fc.constantFrom('taken', 'taken', 'taken', 'late', 'lost'),
});

function project(from: Picture, step: number): Projection {
  const rows = (kind: RowKind): unknown[] =>
    Object.entries(from[kind]).map(([id, rev]) => ({ id: Number(id), rev, text: `${kind} ${id} ${rev}` }));
  const size = Object.keys(from.message).length;
  return {
    transport: rows('transport'),
    job: rows('job'),
    queue: rows('queue'),
    message: rows('message'),
    delivery: rows('delivery'),
    lists: [{ id: 1, rev: size }],
    servers: [{ name: '*', rev: size }],
    wheel: { rev: step },
    mail: { rev: step, incoming: size },
    numbers: Object.entries(from.message).map(([id, rev]) => [Number(id), rev]),
  } as unknown as Projection;
}

function head(run: number, step: number): FrameHead {
  const cursor = { at: step, step, event: 0, decision: 0 };
  return {
    run,
    cursor,
    head: cursor,
    branch: 1,
    playing: false,
    speed: 1,
    idle: false,
    motion: 'forward',
    decision: null,
    events: [],
  };
}

const EMPTY: AppState = { session: initialSession(), view: initialView() };

function shown({ session }: AppState): unknown {
  const { transports, jobs, queues, messages, deliveries, lists, servers, wheel, mail, numbers } = session;
  const maps = [transports, jobs, queues, messages, deliveries, lists, numbers];
  return [...maps.map((map) => [...map].toSorted(([a], [b]) => a - b)), servers, wheel, mail];
}

test('a full frame and later ones add up to one full frame at the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12, size: 'max' }), async (changes) => {
      let page = EMPTY;
      let now = project(changes[0]?.picture as Picture, 0);
      let run = 1;
      let step = 0;
      let fate = 'taken';
      const stream = createStream({
        ready: () => true,
        head: () => head(run, step),
        project: () => now,
        sent: () => {},
      });
      stream.subscribe({ transport: '', selected: 0, deliveries: 0 }, async (frame) => {
        const mine = fate;
        fate = 'taken';
        if (mine === 'lost') throw new Error('lost');
        page = applyFrame(page, structuredClone(frame));
        if (mine === 'late') await new Promise((resolve) => setImmediate(resolve));
      });
      for (const next of changes) {
        step += 1;
        if (next.turn === 'run') run += 1;
        if (next.turn === 'forget') stream.forget();
        now = project(next.picture, step);
        fate = next.fate;
        if (next.fate === 'late') stream.publish();
        else await stream.flush();
      }
      await stream.flush();

      let fresh = EMPTY;
      const other = createStream({
        ready: () => true,
        head: () => head(run, step),
        project: () => now,
        sent: () => {},
      });
      other.subscribe({ transport: '', selected: 0, deliveries: 0 }, (frame) => {
        fresh = applyFrame(fresh, frame);
      });
      await other.flush();
      expect(shown(page)).toEqual(shown(fresh));
      // Both sides must have the state of the last step; otherwise the test would compare nothing.
      expect([page.session.cursor.step, page.session.mail?.rev]).toEqual([step, step]);
      expect(page.session.jobs.size).toBe(now.job.length);
    }),
    { numRuns: runCount(500), seed: 20_261_121 },
  );
});
