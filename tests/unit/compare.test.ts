import { expect, test } from 'vitest';
import { explainCompare, explainLargest } from '../../src/explain/compare.ts';
import { toText } from '../../src/explain/tokens.ts';
import type { Command } from '../../src/protocol/commands.ts';
import type { SessionApi } from '../../src/protocol/session-api.ts';
import type { CompareReport } from '../../src/protocol/studies.ts';
import { comparedRows, csvOf, MESSAGE_COLUMNS, sortRows } from '../../src/panels/compare/rows.ts';
import { twinsOf } from '../../src/panels/compare/twins.ts';
import { pairLayout } from '../../src/panels/compare/PairStrips.tsx';
import { parseScenario } from '../../src/scenario/schema.ts';
import { coreEngine } from '../../src/worker/kinds/any-engine.ts';
import { createSession } from '../../src/worker/session/session.ts';
import type { SessionEnv } from '../../src/worker/session/session-state.ts';
import { KEYFRAME_LIMITS } from '../../src/worker/track/keyframes.ts';
import { checks } from '../../src/worker/kinds/checks.ts';
import { type FakeEnv, fakeEnv } from '../fixtures/session-harness.ts';

const SECOND = 1_000_000;
const NAMES = { numberOf: (msg: number) => msg };

const atOnce: SessionEnv = {
  now: () => performance.now(),
  turn: () => Promise.resolve(),
  wait: () => Promise.resolve(),
  checks,
};

/**
 * Opens a job with 24 entries and one agent. A job with 2 entries arrives after four slots: it can preempt at cost 2, but not
 * at 5.
 */
async function opened(extra: object = {}, env: SessionEnv = atOnce): Promise<SessionApi> {
  const parsed = parseScenario({
    version: 1,
    title: 'Compared',
    params: {
      smtp_delivery_slot_cost: 2,
      smtp_delivery_slot_loan: 0,
      smtp_delivery_slot_discount: 0,
      smtp_destination_recipient_limit: 2,
      smtp_initial_destination_concurrency: 20,
    },
    agents: { smtp: 1 },
    servers: { '*': { latency: 1000 } },
    script: [
      { at: 0, command: { kind: 'message.inject', to: [{ destination: 'a.example', count: 48 }] } },
      { at: 4_500_000, command: { kind: 'message.inject', to: [{ destination: 'b.example', count: 4 }] } },
    ],
    ...extra,
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const api = createSession(coreEngine, env);
  await api.open(parsed.value);
  return api;
}

async function compared(api: SessionApi, command: Command): Promise<CompareReport> {
  const made = await api.vary({ name: 'other', commands: [command], from: 'start' });
  if (!made.ok) throw new Error(JSON.stringify(made.errors));
  for (;;) {
    const report = await api.ask('compare', { a: 1, b: made.value, transport: 'smtp' });
    if (report === null) throw new Error('no report');
    if (!report.running) return report;
  }
}

const cost = (value: number): Command => ({ kind: 'param.set', name: 'smtp_delivery_slot_cost', value });

test('simulates both branches to the end; the first differing decision is the cause', async () => {
  const api = await opened();
  const report = await compared(api, cost(5));
  expect(report.a.deliverySlots.numbers).toHaveLength(26);
  expect(report.b.deliverySlots.numbers).toHaveLength(26);
  expect(report.same).toBe(report.a.deliverySlots.numbers.indexOf(2));
  expect(report.cause).toMatchObject({
    kind: 'decision',
    a: { outcome: 'preempted', candidate: 2, current: 1, need: 2, cost: 2, chosen: 2, at: 5 * SECOND },
    b: { cost: 5, chosen: 1, reason: { rule: 'job.slots-short', number: 2, need: 2 } },
  });
  const text = toText(explainCompare(report, NAMES));
  expect(text).toMatch(
    new RegExp(
      `^Same for ${report.same} turns\\. Then at 5\\.00 s 2 preempts 1 in A: it needs 2 coins, and 1 has 2\\. In B it waits for \\d+ more turns: `,
    ),
  );
  // The cursor did not move, and the page still shows the first branch at its start.
  expect(await api.save()).toMatchObject({ branch: 1, cursor: { step: 0 } });
});

test('waits run from arrival to the last first-pass slot, and slot totals are equal', async () => {
  const report = await compared(await opened(), cost(0));
  const two = report.messages.find(({ a }) => a.number === 2);
  expect(two).toMatchObject({ recipients: 4, a: { lastWait: 1.5 * SECOND }, b: { lastWait: 20.5 * SECOND } });
  // The last recipient gets the message one second, the duration of a delivery, after the last turn.
  expect([two?.a.took, two?.b.took]).toEqual([2.5 * SECOND, 21.5 * SECOND]);
  expect(toText(explainLargest(report))).toBe('Message 2 is done 19.0 s later in B');
  expect(report.destinations.map(({ name, a, b }) => [name, a.deliverySlots, b.deliverySlots])).toEqual([
    ['a.example', 24, 24],
    ['b.example', 2, 2],
  ]);
  expect(comparedRows(report).both[0]).toMatchObject({ a: { number: 2 }, b: { number: 2 } });
});

test('the same mail is matched where other mail has shifted its number', async () => {
  const api = await opened();
  await api.seek({ at: 30 * SECOND });
  await api.seek({ at: 2 * SECOND });
  const made = await api.command({ kind: 'message.inject', to: [{ destination: 'c.example', count: 10 }] });
  if (!made.ok) throw new Error(JSON.stringify(made.errors));
  const ask = { a: 1, b: (await api.save()).branch, transport: 'smtp' };
  let report = await api.ask('compare', ask);
  while (report?.running === true) report = await api.ask('compare', ask);
  if (report === null) throw new Error('no report');
  const numbers = report.messages.map(({ a, b, recipients }) => [a.number, b.number, recipients]);
  // The second message of A is the third of B. Message 2 of B was injected only there, so it has no counterpart.
  expect(numbers).toEqual([
    [1, 1, 48],
    [2, 3, 4],
    [0, 2, 10],
  ]);
  const { both, alone } = comparedRows(report);
  expect(new Set(both.map(({ recipients }) => recipients))).toEqual(new Set([4, 48]));
  expect(alone.map(({ recipients }) => recipients)).toEqual([10]);
  expect(toText(explainCompare(report, NAMES))).toMatch(
    /^Same for \d+ turns?\. Only B has message 2, which arrives at 2\.00 s with 10 recipients\.$/,
  );
  expect(toText(explainLargest(report))).toMatch(/^Message (1|2 \(3 in B\)) is done .+ later in B$/);
  const twins = twinsOf(report, 'a');
  expect([twins.toPage('b', 3), twins.toSide('b', 2), twins.toSide('b', twins.toPage('b', 2))]).toEqual([
    2, 3, 2,
  ]);
  expect(twins.isAlone(twins.toPage('b', 2))).toBe(true);
});

test('a slower server is reported as an event, not as a decision', async () => {
  const report = await compared(await opened(), {
    kind: 'server.set',
    server: 'a.example',
    behaviour: { latency: 1500 },
  });
  expect(report.cause?.kind).toBe('event');
  expect(toText(explainCompare(report, NAMES))).toContain('in A at 1.00 s, in B at 1.50 s');
});

test('shipped and documented feedback diverge at a window', async () => {
  const api = await opened({
    params: {
      smtp_initial_destination_concurrency: 2,
      smtp_destination_recipient_limit: 2,
      smtp_destination_concurrency_positive_feedback: '0.4',
    },
    agents: { smtp: 8 },
  });
  const report = await compared(api, { kind: 'feedback.set', rule: 'documented' });
  expect(report.cause).toMatchObject({ kind: 'decision', a: { rule: 'feedback' }, b: { rule: 'feedback' } });
  expect(toText(explainCompare(report, NAMES))).toContain('the window of a.example');
});

test('a branch beside itself has no difference', async () => {
  const api = await opened();
  const side = { a: 1, b: 1, transport: 'smtp' };
  let report = await api.ask('compare', side);
  while (report?.running === true) report = await api.ask('compare', side);
  expect(report).toMatchObject({ running: false, cause: null });
  expect(report?.messages).toHaveLength(2);
});

test('an unchanged branch has no difference', async () => {
  const report = await compared(await opened(), cost(2));
  expect(report.cause).toBeNull();
  expect(report.same).toBe(26);
  expect(toText(explainCompare(report, NAMES))).toBe(
    'All 26 turns are the same. Nothing differs between the two so far.',
  );
});

test('the other side shows the same step before the fork, the same instant after it', async () => {
  const api = await opened();
  const report = await compared(api, cost(5));
  await api.seek({ at: 12 * SECOND });
  const view = { transport: 'smtp', selected: 0, deliveries: 100 };
  const frame = await api.ask('side', { branch: report.b.id, view });
  expect(frame).toMatchObject({ branch: report.b.id, base: null, cursor: { at: 12 * SECOND } });
  const upTo = report.b.deliverySlots.at.filter((at) => at <= 12 * SECOND).length;
  expect(frame?.rows.delivery).toHaveLength(upTo);
  expect((await api.save()).branch).toBe(1);
});

test('reading and simulating a long branch in parts gives the same result', async () => {
  const message = { kind: 'message.inject', to: [{ destination: 'c.example', count: 4 }] };
  const script = Array.from({ length: 150 }, (_, i) => ({ at: i * SECOND, command: message }));
  const long = async (env: FakeEnv): Promise<SessionApi> => {
    const api = await opened({ script }, env);
    await api.seek({ at: 100 * SECOND });
    return api;
  };
  const whole = await compared(await long(fakeEnv()), cost(5));
  const env = fakeEnv(1);
  const api = await long(env);
  const made = await api.vary({ name: 'other', commands: [cost(5)], from: 'start' });
  if (!made.ok) throw new Error('refused');
  const { turns } = env;
  const shares: number[] = [];
  let report: CompareReport | null = null;
  do {
    const { clock } = env;
    report = await api.ask('compare', { a: 1, b: made.value, transport: 'smtp' });
    expect(env.clock - clock).toBeLessThan(1_500);
    if (report === null) throw new Error('no report');
    shares.push(report.read);
  } while (report.running);
  expect(shares[0]).toBeLessThan(1);
  expect(shares.at(-1)).toBe(1);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(env.turns - turns).toBeGreaterThan(20);
  expect(report).toEqual(whole);
});

test('reads what two branches share once, and counts it on both sides', async () => {
  const api = await opened();
  await api.seek({ at: 6 * SECOND });
  const made = await api.vary({ name: 'other', commands: [cost(5)], from: 'cursor' });
  if (!made.ok) throw new Error('refused');
  const asked = { a: made.value, b: 1, transport: 'smtp' };
  let report = await api.ask('compare', asked);
  // One answer is enough on an idle machine. A busy machine needs more.
  while (report?.running === true) report = await api.ask('compare', asked);
  expect(report).toMatchObject({ running: false, read: 1, tried: 4, total: 4 });
  const sides = report?.messages.map(({ a, b }) => [a.deliverySlots, b.deliverySlots]);
  expect(sides).toEqual([
    [24, 24],
    [2, 2],
  ]);
});

test('compares a run without enough memory as far as it goes', async () => {
  const api = await opened(
    {},
    { ...fakeEnv(), keyframes: { ...KEYFRAME_LIMITS, stepsMin: 1, stepsMax: 1, runBytes: 1 } },
  );
  const report = await compared(api, cost(5));
  expect(report.tried).toBeLessThan(report.total);
});

test('sorts unknown values last, and files cannot hold formulas', () => {
  const side = { injected: 0, firstWait: 0, lastWait: 0, deliverySlots: 1, deferred: 0, tried: true };
  const row = (number: number, a: number, b: number) => ({
    recipients: 1,
    a: { ...side, number, took: a },
    b: { ...side, number, took: b },
  });
  const rows = [row(1, SECOND, -1), row(2, SECOND, 3 * SECOND), row(3, SECOND, 2 * SECOND)];
  const difference = MESSAGE_COLUMNS.find(({ key }) => key === 'difference');
  if (difference === undefined) throw new Error('no column');
  const sorted = (direction: 1 | -1) => sortRows(rows, difference, direction).map(({ a }) => a.number);
  expect(sorted(-1)).toEqual([2, 3, 1]);
  expect(sorted(1)).toEqual([3, 2, 1]);
  expect(csvOf(rows.slice(1, 2), MESSAGE_COLUMNS).split('\r\n')).toEqual([
    'message,b_message,recipients,a_took_s,b_took_s,difference_s,a_wait_s,b_wait_s,a_first_wait_s,b_first_wait_s,a_slots,b_slots,a_deferred,b_deferred',
    '2,2,1,1,3,2,0,0,0,0,1,1,0,0',
    '',
  ]);
});

test('strips show all turns at one scale, with a line where they part', () => {
  const deliverySlots = (at: number[]) => ({ numbers: at.map(() => 1), destinations: at.map(() => 0), at });
  const layout = pairLayout(deliverySlots([1, 2, 3, 9]), deliverySlots([1, 2, 4]), 2, {
    now: 5,
    width: 600,
    unit: 1,
  });
  expect(layout).toMatchObject({ a: 3, b: 3, line: 60, pitch: 30 });
  expect(
    pairLayout(deliverySlots([1, 2]), deliverySlots([1, 2]), 2, { now: 5, width: 600, unit: 1 }).line,
  ).toBe(-1);
  const many = deliverySlots(Array.from({ length: 500 }, (_, i) => i));
  expect(pairLayout(many, many, 500, { now: 499, width: 600, unit: 1 })).toMatchObject({
    pitch: 17,
    length: 500 * 17,
  });
});
