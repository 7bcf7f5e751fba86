import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { LEDGER_KINDS, ledgerRows } from '../../src/explain/ledger.ts';
import { toText } from '../../src/explain/tokens.ts';
import { explainWhy } from '../../src/explain/why.ts';
import type { Scenario } from '../../src/protocol/scenario.ts';
import { cmgroupScenario, isCmgroupFile } from '../../src/scenario/kinds/threads/file.ts';
import { decodeLink, encodeLink } from '../../src/scenario/link.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import { anyEngine } from '../../src/worker/kinds/any-engine.ts';
import { createSession } from '../../src/worker/session/session.ts';
import { threadEngine } from '../../src/worker/kinds/thread-engine.ts';
import { checks } from '../../src/worker/kinds/checks.ts';
import { asThreads } from '../fixtures/of-kind.ts';

type Json = Record<string, unknown>;

const FOLDER = fileURLToPath(new URL('../conformance/threads/', import.meta.url));
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json.gz'));
const stories = files.filter((name) => !name.startsWith('workload-'));

function read(name: string): Json {
  return JSON.parse(gunzipSync(readFileSync(FOLDER + name)).toString('utf8')) as Json;
}

function scenarioOf(name: string, policy = -1): Scenario {
  const file = read(name);
  expect(isCmgroupFile(file)).toBe(true);
  const parsed = parseScenario(cmgroupScenario(file, policy));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.value;
}

const env = {
  now: () => performance.now(),
  turn: () => Promise.resolve(),
  wait: () => Promise.resolve(),
  checks,
};

async function opened(scenario: Scenario) {
  const session = createSession(anyEngine, env);
  const result = await session.open(scenario);
  expect(result).toMatchObject({ ok: true });
  return session;
}

function shown(sim: ReturnType<typeof threadEngine.create>, expected: Json): Json {
  const row = threadEngine.look(sim, 'threads', '') ?? null;
  const starts = threadEngine.look(sim, 'laneStarts') ?? [];
  const nameOf = (id: number): string => starts.find((one) => one.id === id)?.name ?? '';
  const stateOf = (name: string): string => starts.find((one) => one.name === name)?.state ?? 'exited';
  const facts: Json = {
    runnable: row?.group?.runnable,
    available: row?.group?.available,
    pending: row?.source.pending,
    queue: row?.pending.map(({ name }) => name),
    waiters: row?.source.waiters.map(nameOf),
    counter: row?.pool?.standby,
    threads: Object.fromEntries(
      Object.keys((expected['threads'] as Json) ?? {}).map((name) => [name, stateOf(name)]),
    ),
  };
  const told = Object.keys(expected).filter((name) => name in facts && !isByName(expected[name], name));
  return Object.fromEntries(told.map((name) => [name, facts[name]]));
}

/**
 * True if the value has one figure per name, as in a scenario with several groups or sources. The row shows only the
 * first of these figures.
 */
function isByName(value: unknown, name: string): boolean {
  return name !== 'threads' && typeof value === 'object' && value !== null && !Array.isArray(value);
}

describe('a recorded scenario as a run of the session', () => {
  it.each(stories)('%s passes through every checkpoint', (name) => {
    const sim = threadEngine.create(asThreads(scenarioOf(name)), { event: () => {}, decision: () => {} });
    let compared = 0;
    for (const expected of read(name)['expect'] as Json[]) {
      for (
        let next = threadEngine.nextInstant(sim);
        next !== null && next <= Number(expected['at']);
        next = threadEngine.nextInstant(sim)
      )
        threadEngine.stepOnce(sim);
      const facts = shown(sim, expected);
      expect({ at: expected['at'], ...facts }).toEqual({
        at: expected['at'],
        ...Object.fromEntries(Object.keys(facts).map((key) => [key, expected[key]])),
      });
      compared += Object.keys(facts).length;
    }
    // Two of the files contain only return values, which are not compared here.
    expect(compared).toBeGreaterThan(name.startsWith('ebusy') || name.startsWith('cv-zero') ? -1 : 0);
  });

  it('survives a link', async () => {
    const scenario = scenarioOf('overshoot-ta-tb.json.gz');
    const hash = await encodeLink({
      scenario,
      live: [{ step: 3, at: 2000, seq: 1, command: { kind: 'cmg.limit', group: 'G', cv: 4 } }],
      cursor: { at: 0, step: 0, event: 0, decision: 0 },
      branch: 1,
    });
    const back = await decodeLink(hash);
    expect(back).toMatchObject({ ok: true, scenario, live: [{ command: { cv: 4 } }] });
  });
});

describe('a run of threads in the session', () => {
  it('explains why a thread makes no progress', async () => {
    const session = await opened(scenarioOf('overshoot-ta-tb.json.gz'));
    await session.seek({ at: 5_000 });
    const lanes = await session.ask('threadLanes', { name: 'G', from: 0, to: 8_000, columns: 800 });
    const why = async (name: string): Promise<string[]> => {
      const agent = lanes?.lanes?.find((lane) => lane.name === name)?.thread ?? 0;
      return explainWhy(await session.ask('why', { about: 'thread', transport: 'G', agent })).map(toText);
    };
    expect(await why('TB')).toEqual(['TB runs on CPU 0.']);
    expect((await why('TA')).join()).toMatch(
      /^TA is held at the gate: 2 threads of its group are runnable, the limit is 2/,
    );
    expect(explainWhy(await session.ask('why', { about: 'transport', name: 'G' })).map(toText)).toEqual([
      'Nothing has that name or number at this moment.',
    ]);
  });

  it('tells the story of TA and TB, forward and back', async () => {
    const session = await opened(scenarioOf('overshoot-ta-tb.json.gz'));
    await session.seek({ at: 3_000 });
    const lanes = await session.ask('threadLanes', { name: 'G', from: 0, to: 8_000, columns: 800 });
    expect(lanes?.counts?.map(({ at, runnable }) => [at, runnable])).toEqual([
      [0, 2],
      [2_000, 1],
      [2_000, 2],
      [3_000, 3],
    ]);
    const ta = lanes?.lanes?.find(({ name }) => name === 'TA');
    expect(ta?.pieces.map(({ state, from, item }) => [state, from, item])).toEqual([
      ['waiting', 0, ''],
      ['running', 2_000, 'e1'],
    ]);
    const causes = await session.ask('events', 1, lanes?.counts?.at(-1)?.event ?? 0, ['group.count']);
    const last = causes.at(-1)?.event;
    expect(last).toMatchObject({ kind: 'group.count', from: 2, to: 3, cause: 'unblock', threadName: 'TB' });
    await session.step('cause', -1);
    await session.step('cause', -1);
    const { at } = await session.step('cause', -1);
    expect(at).toBeLessThanOrEqual(2_000);
  });

  it('knows the events after the cursor that were already simulated', async () => {
    const session = await opened(scenarioOf('overshoot-ta-tb.json.gz'));
    await session.seek({ at: 7_000 });
    await session.seek({ at: 1_000 });
    const lanes = await session.ask('threadLanes', { name: 'G', from: 0, to: 8_000, columns: 800 });
    expect(lanes?.head).toBe(7_000);
    expect(lanes?.counts?.at(-1)?.runnable).toBe(1);
  });

  it('forks when a command is given in the past, and names what cannot be done', async () => {
    const session = await opened(scenarioOf('overshoot-ta-tb.json.gz'));
    await session.seek({ at: 7_000 });
    await session.seek({ at: 1_000 });
    const refused = await session.command({ kind: 'cmg.unblock', thread: 'TB' });
    expect(refused).toMatchObject({
      ok: false,
      errors: [{ field: 'thread', accepted: 'a thread that is blocked in its handler' }],
    });
    expect(await session.command({ kind: 'cmg.unblock', thread: 'TX' })).toMatchObject({
      ok: false,
      errors: [{ value: 'TX', accepted: 'the name of a thread of this run' }],
    });
    const raised = await session.command({ kind: 'cmg.limit', group: 'G', cv: 3 });
    expect(raised.ok).toBe(true);
    // The limit now allows one more thread: at the same instant, TA on top of the stack is released for e1.
    const lanes = await session.ask('threadLanes', { name: 'G', from: 0, to: 2_000, columns: 100 });
    expect(lanes?.counts?.at(-1)).toMatchObject({ runnable: 3, limit: 3 });
    await session.seek({ at: 6_000 });
    expect((await session.ask('timeline', 0, 8_000, 10)).branches).toHaveLength(2);
  });

  it('marks signals, faults, stops and ends on the lanes, close ones as one', async () => {
    const signs = async (name: string) => {
      const session = await opened(scenarioOf(name));
      await session.seek({ at: 100_000 });
      return (
        (await session.ask('threadLanes', { name: 'G', from: 0, to: 10_000, columns: 1_000 }))?.signs ?? []
      );
    };
    const stops = (await signs('stop-and-continue.json.gz')).map(({ kind }) => kind);
    expect(stops).toContain('stop');
    expect(stops).toContain('continue');
    expect((await signs('signal-interrupts-wait.json.gz')).map(({ kind }) => kind)).toContain('signal');
    const faults = await signs('page-fault-counts.json.gz');
    expect(faults.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['page-fault', 'fault-done']));
    const session = await opened(scenarioOf('page-fault-counts.json.gz'));
    await session.seek({ at: 100_000 });
    const [record] = await session.ask('events', faults[0]?.event ?? 0, faults[0]?.event ?? 0);
    expect(record?.event).toMatchObject({ kind: 'thread.state', cause: 'page-fault', name: faults[0]?.name });
    // At this zoom all stops are merged into one mark with a number, and all continues into another mark.
    const far = await opened(scenarioOf('stop-and-continue.json.gz'));
    await far.seek({ at: 100_000 });
    const lanes = await far.ask('threadLanes', { name: 'G', from: 0, to: 10_000_000, columns: 100 });
    const all = lanes?.signs ?? [];
    expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(stops.length);
    expect(new Set(all.map(({ kind, thread }) => `${kind} ${thread}`)).size).toBe(all.length);
  });

  it('says which line of the script it left out, and why', async () => {
    const base = scenarioOf('overshoot-ta-tb.json.gz');
    const script = [
      { at: 500, command: { kind: 'cmg.exit', thread: 'TB' } as const },
      ...base.script,
      { at: 9_000, command: { kind: 'cmg.continue', thread: 'TC' } as const },
    ];
    const session = await opened({ ...base, script });
    await session.seek({ at: 10_000 });
    const skipped = await session.ask('events', 1, 1_000, ['command.skipped']);
    expect(skipped[0]?.event).toMatchObject({
      command: 'cmg.block',
      value: 'TB, which is exited',
      accepted: 'a thread on a CPU or in the run queue, and not in a fetch',
    });
    const rows = ledgerRows(await session.ask('events', 1, 1_000, [...LEDGER_KINDS]), {
      group: 'G',
      source: 'E',
      runnable: 2,
      limit: 2,
    });
    expect(toText(rows.at(-1)?.what ?? [])).toMatch(
      /^Skipped: continue of TC, which is [a-z-]+, because it takes a thread that is stopped$/,
    );
    // A step by cause may end at a stop, because a stop is a line of the ledger, too.
    await session.seek({ at: 8_900 });
    expect((await session.step('cause', 1)).at).toBe(9_000);
  });

  it('gives the same log whatever path the reader took', async () => {
    const scenario = scenarioOf('workload-never-blocks.json.gz');
    const straight = await opened(scenario);
    await straight.seek({ step: 900 });
    const other = await opened(scenario);
    await other.seek({ step: 1_200 });
    await other.seek({ step: 300 });
    await other.seek({ step: 900 });
    expect(await other.ask('hash')).toBe(await straight.ask('hash'));
  });

  it('counts a thousand threads as areas, whose mean states add up to them', async () => {
    const base = asThreads(scenarioOf('workload-never-blocks.json.gz'));
    const { cmgroup } = base;
    if (cmgroup?.kind !== 'stream') throw new Error('a stream was expected');
    const session = await opened({
      ...base,
      cmgroup: { ...cmgroup, policy: { workers: 1_000, cmgroup: true } },
    });
    await session.seek({ at: 20_000 });
    const lanes = await session.ask('threadLanes', { name: 'group', from: 5_000, to: 20_000, columns: 300 });
    expect(lanes?.lanes).toBeNull();
    expect(lanes?.alive).toBe(1_000);
    const { running, ready, waiting, held, blocked } = lanes?.bands ?? raise();
    const sums = running.map((_, i) =>
      [running, ready, waiting, held, blocked].reduce((sum, band) => sum + band[i]!, 0),
    );
    for (const sum of sums.subarray(0, 299)) expect(sum).toBeCloseTo(1_000, 6);
  });
});

function raise(): never {
  throw new Error('no lanes');
}

it('refuses a scenario that cannot be set up, and says what is wrong', async () => {
  const session = createSession(anyEngine, env);
  const base = asThreads(scenarioOf('overshoot-ta-tb.json.gz'));
  const { cmgroup } = base;
  if (cmgroup?.kind !== 'story') throw new Error('a story was expected');
  const threads = [{ name: 'T', state: 'running' as const, group: 'nobody' }];
  const answer = await session.open({ ...base, cmgroup: { ...cmgroup, threads } });
  expect(answer).toMatchObject({ ok: false, errors: [{ field: 'scenario' }] });
  expect(parseScenario({ ...base, script: [{ at: 0, command: { kind: 'queue.flush' } }] })).toMatchObject({
    ok: false,
  });
});
