import { describe, expect, it } from 'vitest';
import { galleryItem } from '../../src/scenes/gallery.ts';
import { escapeXml, tag } from '../../src/panels/export/picture/paint.ts';
import { type ChangedSettings, mainCf } from '../../src/panels/export/ExportSheet.tsx';
import { readLog } from '../../src/panels/export/run-log.ts';
import type { TraceEvent } from '../../src/panels/export/trace.ts';
import { RUN_FORMATS } from '../../src/panels/export/writers.ts';
import { csvLine } from '../../src/explain/csv.ts';
import type { SessionApi } from '../../src/protocol/session-api.ts';
import { anyEngine } from '../../src/worker/kinds/any-engine.ts';
import { fakeEnv } from '../fixtures/session-harness.ts';
import { createSession } from '../../src/worker/session/session.ts';

const NOTHING_CHANGED: ChangedSettings = { params: new Map(), agents: new Map(), feedback: 'shipped' };

async function ran(id: string, at: number): Promise<SessionApi> {
  const session = createSession(anyEngine, fakeEnv());
  const scenario = galleryItem(id)?.scenario;
  if (scenario === undefined) throw new Error(`no scene ${id}`);
  const opened = await session.open(scenario);
  expect(opened.ok).toBe(true);
  await session.seek({ at });
  return session;
}

async function write(session: SessionApi, id: string): Promise<string> {
  const format = RUN_FORMATS.find((known) => known.id === id);
  if (format === undefined) throw new Error(id);
  const run = await session.save();
  const writer = format.create();
  let out = writer.start(run);
  for await (const chunk of readLog(session, run.cursor, format.decisions, new AbortController().signal))
    out += writer.chunk(chunk);
  return out + writer.end(run.cursor.at);
}

describe('trace', () => {
  it('follows the Chrome trace-event format', async () => {
    const session = await ran('whole-picture', 60e6);
    const trace = JSON.parse(await write(session, 'trace')) as { traceEvents: TraceEvent[] };
    const events = trace.traceEvents;
    expect(new Set(events.map(({ ph }) => ph))).toEqual(new Set(['M', 'X', 'i', 'b', 'e']));
    // The first test with this scene checks that every kind of trace event occurs.
    const of = (...kinds: string[]): TraceEvent[] => events.filter(({ ph }) => kinds.includes(ph));
    for (const event of events) expect(Number.isInteger(event.pid) && Number.isInteger(event.tid)).toBe(true);
    for (const event of of('X', 'i', 'b', 'e')) expect(event.ts).toBeGreaterThanOrEqual(0);
    for (const event of of('X')) expect(event.dur).toBeGreaterThanOrEqual(0);
    for (const event of of('b', 'e')) expect(event.id !== undefined && event.cat !== undefined).toBe(true);
    for (const event of of('i')) expect(['t', 'p']).toContain(event.s);
    // Every track with slices has a name, and its slices do not overlap.
    const named = new Set(
      events.filter(({ name }) => name === 'thread_name').map((e) => `${e.pid} ${e.tid}`),
    );
    const ends = new Map<string, number>();
    for (const slice of events.filter(({ ph }) => ph === 'X').toSorted((a, b) => (a.ts ?? 0) - (b.ts ?? 0))) {
      const track = `${slice.pid} ${slice.tid}`;
      expect(named.has(track)).toBe(true);
      expect(slice.ts).toBeGreaterThanOrEqual(ends.get(track) ?? 0);
      ends.set(track, (slice.ts ?? 0) + (slice.dur ?? 0));
    }
    const open = new Map<string, number>();
    for (const event of events.filter(({ ph }) => ph === 'b' || ph === 'e')) {
      const before = open.get(event.id ?? '') ?? 0;
      open.set(event.id ?? '', before + (event.ph === 'b' ? 1 : -1));
      expect([0, 1]).toContain(open.get(event.id ?? ''));
    }
    expect([...open.values()].every((n) => n === 0)).toBe(true);
  });

  it('shows every CPU busy while the stage does, and only kinds that occur', async () => {
    const session = await ran('one-over-the-limit', 4000);
    const trace = JSON.parse(await write(session, 'trace')) as { traceEvents: TraceEvent[] };
    const names = (kind: string): unknown[] =>
      trace.traceEvents.filter(({ name }) => name === kind).map(({ args }) => args?.['name']);
    expect(names('process_name')).toEqual(['CPUs']);
    expect(names('thread_name')).toEqual(['CPU 1', 'CPU 2']);
    const slices = trace.traceEvents
      .filter(({ ph }) => ph === 'X')
      .map(({ name, tid, ts, dur }) => [tid - 1, name, ts, (ts ?? 0) + (dur ?? 0)])
      .toSorted((a, b) => Number(a[0]) - Number(b[0]) || Number(a[2]) - Number(b[2]));
    expect(slices).toEqual([
      [1, 'TB', 0, 2000],
      [1, 'TA', 2000, 4000],
      [2, 'TC', 0, 4000],
    ]);
  });

  it('has a slice for each delivery of the run', async () => {
    const session = await ran('ten-two-two', 60e6);
    const { cursor } = await session.save();
    const started = await session.ask('events', 1, cursor.event, ['delivery.started']);
    const trace = JSON.parse(await write(session, 'trace')) as { traceEvents: TraceEvent[] };
    const slices = trace.traceEvents.filter(({ cat, ph }) => cat === 'delivery' && ph === 'X');
    expect(slices.length).toBe(started.length);
    expect(started.length).toBeGreaterThan(10);
  });
});

describe('counters', () => {
  it('follow the window of each destination', async () => {
    const session = await ran('three-feedbacks', 60e6);
    const { cursor } = await session.save();
    const changes = await session.ask('events', 1, cursor.event, ['queue.window']);
    const trace = JSON.parse(await write(session, 'trace')) as { traceEvents: TraceEvent[] };
    const counters = trace.traceEvents.filter(({ ph }) => ph === 'C');
    expect(counters.length).toBe(changes.length);
    expect(changes.length).toBeGreaterThan(3);
    expect(counters.every(({ args }) => typeof args?.['window'] === 'number')).toBe(true);
  });
});

describe('reading the log', () => {
  it('gives every event and every decision once, in order, in pieces', async () => {
    const session = await ran('recursive', 3600e6);
    const { cursor } = await session.save();
    expect(cursor.event).toBeGreaterThan(5_000);
    const events: number[] = [];
    const decisions: number[] = [];
    let chunks = 0;
    for await (const chunk of readLog(session, cursor, true, new AbortController().signal)) {
      chunks += 1;
      events.push(...chunk.events.map(({ n }) => n));
      decisions.push(...chunk.decisions.filter(({ n }) => n > 0).map(({ n }) => n));
    }
    expect(chunks).toBeGreaterThan(1);
    expect(events).toEqual(Array.from({ length: cursor.event }, (_, i) => i + 1));
    expect(decisions).toEqual(Array.from({ length: cursor.decision }, (_, i) => i + 1));
  });

  it('stops when asked', async () => {
    const session = await ran('recursive', 3600e6);
    const { cursor } = await session.save();
    const abort = new AbortController();
    let chunks = 0;
    for await (const chunk of readLog(session, cursor, false, abort.signal)) {
      chunks += 1;
      expect(chunk.events.length).toBeGreaterThan(0);
      abort.abort();
    }
    expect(chunks).toBe(1);
  });
});

describe('texts', () => {
  it('keeps hostile text harmless in CSV and XML', () => {
    expect(csvLine(['=1+1', 'a"b', 'x,y', 3])).toBe(`'=1+1,"a""b","x,y",3\r\n`);
    expect(escapeXml('<b a="1">\u0000&')).toBe('&lt;b a=&quot;1&quot;&gt;&amp;');
    expect(tag('text', { x: 1.23456, y: undefined, 'data-a': '"<' }, 'in')).toBe(
      '<text x="1.235" data-a="&quot;&lt;">in</text>',
    );
  });

  it('writes main.cf with the latest changes', () => {
    const text = mainCf(
      {
        title: 'A\nB',
        params: { default_delivery_slot_cost: 2, qmgr_message_active_limit: 5 },
        agents: { smtp: 4 },
      },
      {
        params: new Map([
          ['default_delivery_slot_cost', '7'],
          ['bulk_destination_concurrency_positive_feedback', '1 / sqrt_concurrency'],
        ]),
        agents: new Map([['relay', 5]]),
        feedback: 'documented',
      },
    );
    expect(text).toContain('default_delivery_slot_cost = 7\nqmgr_message_active_limit = 5\n');
    expect(text).toContain('#   smtp  4\n#   relay  5');
    // Values that Postfix would refuse, and values without a parameter, are comments.
    expect(text).toMatch(/^# bulk_destination_concurrency_positive_feedback = 1 \/ sqrt_concurrency$/m);
    expect(text).toContain('pseudocode of SCHEDULER_README');
    expect(text.split('\n').filter((line) => !line.startsWith('#') && line.includes('='))).toHaveLength(2);
    expect(text.split('\n')[0]).toBe('# A B');
    expect(mainCf({ title: 'x', params: {}, agents: {} }, NOTHING_CHANGED)).toContain(
      'every parameter has its default',
    );
  });
});
