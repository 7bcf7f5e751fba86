import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addWaits, createWaits, divide } from '../../src/core/attribution/attribution.ts';
import { createSimulation, nextInstant, position, stepOnce } from '../../src/core/simulation.ts';
import { find, get, ids } from '../../src/core/tables.ts';
import { listIds } from '../../src/core/lists.ts';
import { waitWeights } from '../../src/core/attribution/attribution.ts';
import type { World } from '../../src/core/world/state.ts';
import { completeScenario } from '../../src/scenario/defaults.ts';
import { coreEngine } from '../../src/worker/kinds/any-engine.ts';
import { createSession } from '../../src/worker/session/session.ts';
import { checks } from '../../src/worker/kinds/checks.ts';

const SECOND = 1_000_000;

const faults = [
  { latency: 1000 },
  { latency: [200, 2500] as [number, number] },
  { latency: 100, fault: { kind: 'refuse' as const } },
  { latency: 100, fault: { kind: 'limit' as const, sessions: 1 } },
  { latency: 100, fault: { kind: 'greylist' as const, wait: 60_000 } },
];

const scenarios = fc.record({
  seed: fc.nat(1000),
  agents: fc.integer({ min: 0, max: 5 }),
  cost: fc.integer({ min: 0, max: 4 }),
  delay: fc.integer({ min: 0, max: 2 }),
  memory: fc.constantFrom(8, 20_000),
  servers: fc.array(fc.constantFrom(...faults), { minLength: 3, maxLength: 3 }),
  mail: fc.array(
    fc.record({
      at: fc.nat(9000),
      to: fc.array(fc.record({ d: fc.nat(2), count: fc.integer({ min: 1, max: 30 }) }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    { minLength: 1, maxLength: 7 },
  ),
});

type Given = typeof scenarios extends fc.Arbitrary<infer T> ? T : never;

function scenarioOf({ seed, agents, cost, delay, memory, servers, mail }: Given) {
  return completeScenario({
    title: 'Waits',
    seed,
    agents: { smtp: agents },
    params: {
      default_delivery_slot_cost: cost,
      default_destination_recipient_limit: 3,
      smtp_destination_rate_delay: `${delay}s`,
      default_recipient_limit: memory,
    },
    servers: Object.fromEntries(servers.map((server, i) => [`d${i}.example`, server])),
    script: mail
      .toSorted((a, b) => a.at - b.at)
      .map(({ at, to }) => ({
        at: at * 1000,
        command: {
          kind: 'message.inject' as const,
          to: to.map(({ d, count }) => ({ destination: `d${d}.example`, count })),
        },
      })),
  });
}

/** Counts the entries of an active message, plus the minimum number of entries of its unread recipients. 0 = not counted. */
function entriesOf({ qmgr }: World, msg: number): number {
  const { status, awaitsBounce, unread } = get(qmgr.messages, msg);
  if (status !== 'active' || awaitsBounce) return 0;
  const jobs = listIds(qmgr.lists.jobsOfMessage, msg);
  const peers = jobs.flatMap((job) => listIds(qmgr.lists.peers, job));
  const read = peers.reduce((sum, peer) => sum + get(qmgr.peers, peer).entryCount, 0);
  return read + Math.ceil(unread / 3);
}

test('the shares of every message add up to its time, to the microsecond', () => {
  let weighed = 0;
  fc.assert(
    fc.property(scenarios, (given) => {
      const sim = createSimulation(scenarioOf(given), { event: () => {}, decision: () => {} });
      const sums = createWaits(0, null);
      for (let i = 0; i < 600; i++) {
        const next = nextInstant(sim);
        if (next === null || next > 900 * SECOND) break;
        for (const msg of ids(sim.world.qmgr.messages)) {
          const entries = entriesOf(sim.world, msg);
          const weights = waitWeights(sim.world, msg).reduce((all, { weight }) => all + weight, 0);
          // A message without entries has no time to divide.
          if (entries === 0) continue;
          weighed += 1;
          expect([msg, weights]).toEqual([msg, entries]);
        }
        addWaits(sums, sim.world, next);
        stepOnce(sim);
      }
      const { at: now } = position(sim);
      for (const msg of ids(sim.world.ledger.messages)) {
        const { injected, doneAt } = get(sim.world.ledger.messages, msg);
        const alive = find(sim.world.qmgr.messages, msg) !== undefined;
        const expected = (alive ? now : doneAt) - injected;
        const sum = sums.messages.get(msg);
        const shares = [...(sum?.shares.values() ?? [])].reduce((all, { time }) => all + time, 0);
        expect([msg, sum?.total ?? 0, shares]).toEqual([msg, expected, expected]);
      }
    }),
    { numRuns: 60 },
  );
  expect(weighed).toBeGreaterThan(0);
});

test('a division adds up, and no cause gets more than one microsecond beyond its part', () => {
  const weights = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.nat(10_000_000), weights, (time, list) => {
      const parts = divide(
        time,
        list.map((weight) => ({ weight })),
      );
      const all = list.reduce((sum, weight) => sum + weight, 0);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(time);
      parts.forEach((part, i) => {
        expect(Math.abs(part - (time * (list[i] ?? 0)) / all)).toBeLessThanOrEqual(1);
      });
    }),
  );
});

/** With one agent, the second message waits for the first, then for its own deliveries, and is then being delivered. */
test('a session tells who had the slots, whatever path the cursor took', async () => {
  const api = createSession(coreEngine, {
    now: () => performance.now(),
    turn: () => Promise.resolve(),
    wait: () => Promise.resolve(),
    checks,
  });
  const inject = (at: number, count: number) => ({
    at,
    command: { kind: 'message.inject' as const, to: [{ destination: 'a.example', count }] },
  });
  await api.open(
    completeScenario({
      title: 'Two',
      agents: { smtp: 1 },
      params: { default_delivery_slot_cost: 0, default_destination_recipient_limit: 2 },
      servers: { '*': { latency: 1000 } },
      script: [inject(0, 8), inject(500_000, 4)],
    }),
  );
  const answered = async (scope: 'message' | 'class') => {
    for (;;) {
      const report = await api.ask('waits', { number: 2, scope });
      if (report?.running !== true) return report;
    }
  };
  const ask = () => answered('message');
  await api.seek({ at: 20 * SECOND });
  const whole = await ask();
  expect(whole).toMatchObject({ running: false, messages: 1, total: 5.5 * SECOND });
  expect(whole?.shares).toEqual([
    { cause: 'job', number: 1, destination: '', time: 3.5 * SECOND },
    { cause: 'server', number: 0, destination: 'a.example', time: 1.5 * SECOND },
    { cause: 'process', number: 0, destination: '', time: 0.5 * SECOND },
  ]);
  await api.seek({ at: 2.25 * SECOND });
  expect(await ask()).toMatchObject({ total: 1.75 * SECOND, shares: [{ cause: 'job', number: 1 }] });
  await api.seek({ at: 20 * SECOND });
  expect(await ask()).toEqual(whole);
  const all = await answered('class');
  expect(all).toMatchObject({ messages: 2, size: { from: 2, to: 9 }, total: 9.5 * SECOND });
  expect(all?.shares.reduce((sum, { time }) => sum + time, 0)).toBe(all?.total);
});

/** Message 1 occupies all eight agents. Four of them are at a.example, which accepts four sessions. */
test('thirty entries weigh thirty: ten for a full destination, twenty for busy agents', async () => {
  const api = createSession(coreEngine, {
    now: () => performance.now(),
    turn: () => Promise.resolve(),
    wait: () => Promise.resolve(),
    checks,
  });
  const inject = (at: number, ...to: { destination: string; count: number }[]) => ({
    at,
    command: { kind: 'message.inject' as const, to },
  });
  await api.open(
    completeScenario({
      title: 'Two reasons',
      agents: { smtp: 8 },
      params: {
        default_delivery_slot_cost: 0,
        default_destination_recipient_limit: 2,
        default_destination_concurrency_limit: 4,
        initial_destination_concurrency: 4,
      },
      servers: { '*': { latency: 60_000 } },
      script: [
        inject(0, { destination: 'a.example', count: 20 }, { destination: 'b.example', count: 20 }),
        inject(SECOND, { destination: 'a.example', count: 20 }, { destination: 'c.example', count: 40 }),
      ],
    }),
  );
  await api.seek({ at: 31 * SECOND });
  let report = await api.ask('waits', { number: 2, scope: 'message' });
  while (report?.running === true) report = await api.ask('waits', { number: 2, scope: 'message' });
  expect(report).toMatchObject({ messages: 1, total: 30 * SECOND });
  expect(report?.shares).toEqual([
    { cause: 'job', number: 1, destination: '', time: 20 * SECOND },
    { cause: 'full', number: 0, destination: 'a.example', time: 10 * SECOND },
  ]);
});

test('lenders lend no more than their bound, and others receive all that they lent', async () => {
  const api = createSession(coreEngine, {
    now: () => performance.now(),
    turn: () => Promise.resolve(),
    wait: () => Promise.resolve(),
    checks,
  });
  const inject = (at: number, count: number, destination: string) => ({
    at,
    command: { kind: 'message.inject' as const, to: [{ destination, count }] },
  });
  await api.open(
    completeScenario({
      title: 'Lending',
      agents: { smtp: 1 },
      params: {
        default_delivery_slot_cost: 2,
        default_delivery_slot_loan: 0,
        default_delivery_slot_discount: 0,
        default_destination_recipient_limit: 2,
        initial_destination_concurrency: 20,
      },
      servers: { '*': { latency: 1000 } },
      script: [
        inject(0, 48, 'a.example'),
        inject(5_500_000, 4, 'b.example'),
        inject(9_500_000, 4, 'c.example'),
      ],
    }),
  );
  await api.seek({ at: 60 * SECOND });
  const report = await api.ask('inflation', { transport: 'smtp' });
  expect(report).toMatchObject({
    cost: 2,
    rows: [
      {
        number: 1,
        entries: 24,
        lent: 4,
        most: 24,
        own: 24_000_000,
        delay: 4_000_000,
        to: [
          { number: 2, count: 2 },
          { number: 3, count: 2 },
        ],
      },
    ],
    profits: [
      { number: 2, count: 2 },
      { number: 3, count: 2 },
    ],
  });
  expect(await api.ask('inflation', { transport: 'none' })).toBeNull();
});
