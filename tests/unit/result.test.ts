import { expect, test } from 'vitest';
import {
  durationWords,
  headline,
  resultRows,
  rowWords,
  summary,
} from '../../src/panels/result/result-rows.ts';
import type { Command } from '../../src/protocol/commands.ts';
import type { RunOutcome } from '../../src/protocol/outcome.ts';
import type { SessionApi } from '../../src/protocol/session-api.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import { coreEngine } from '../../src/worker/kinds/any-engine.ts';
import { checks } from '../../src/worker/kinds/checks.ts';
import { createSession } from '../../src/worker/session/session.ts';
import { type FakeEnv, fakeEnv } from '../fixtures/session-harness.ts';

const SECOND = 1_000_000;
const END = { at: 30 * 86_400 * SECOND };

const inject = (destination: string, count: number): Command => ({
  kind: 'message.inject',
  to: [{ destination, count }],
});

const OFF: Command[] = [{ kind: 'param.set', name: 'smtp_delivery_slot_cost', value: 0 }];

/**
 * Opens a run with one agent: a job of 24 entries, and a job of two entries that arrives after four turns and preempts
 * it.
 */
async function opened(extra: object = {}, env = fakeEnv()): Promise<SessionApi> {
  const parsed = parseScenario({
    version: 1,
    title: 'Two messages',
    params: {
      smtp_delivery_slot_cost: 2,
      smtp_delivery_slot_loan: 0,
      smtp_delivery_slot_discount: 0,
      smtp_destination_recipient_limit: 2,
    },
    agents: { smtp: 1 },
    servers: { '*': { latency: 1000 } },
    script: [
      { at: 0, command: inject('a.example', 48) },
      { at: 4_500_000, command: inject('b.example', 4) },
    ],
    ...extra,
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const api = createSession(coreEngine, { ...env, checks });
  await api.open(parsed.value);
  return api;
}

async function outcome(api: SessionApi, settings: Command[] = []): Promise<RunOutcome> {
  const answer = await api.ask('outcome', settings);
  if (answer === null) throw new Error('no outcome');
  return answer;
}

test('says when the last recipient of each message has it, with and without preemption', async () => {
  const api = await opened();
  await api.seek(END);
  const run = await outcome(api);
  expect(run).toMatchObject({
    recipients: 52,
    delivered: 52,
    turns: 26,
    preemptions: 1,
    preempting: ['smtp'],
  });
  expect(headline(run)).toBe('All 52 recipients have their mail');
  expect(summary(run)).toBe('26 turns in 26.0 s, 1 preemption. Nothing deferred, nothing bounced.');
  const { rows } = resultRows(run, await outcome(api, OFF), 8);
  // The effect on the small message is larger, so it comes first.
  expect(rows.map(rowWords)).toEqual([
    'message 2: 4 recipients, took 2.5 s, 21.5 s with preemption off, 19 turns sooner, 0 deferred, 0 bounced',
    'message 1: 48 recipients, took 26.0 s, 24.0 s with preemption off, 2 turns later, 0 deferred, 0 bounced',
  ]);
});

test('compares with the mail that the reader sent, and leaves no branch behind', async () => {
  const api = await opened();
  await api.seek({ at: 10 * SECOND });
  await api.command(inject('c.example', 2));
  await api.seek(END);
  const off = await outcome(api, OFF);
  expect(off.messages.map(({ number, injected }) => [number, injected])).toEqual([
    [1, 0],
    [2, 4_500_000],
    [3, 10 * SECOND],
  ]);
  expect((await api.ask('timeline', 0, 1, 1)).branches).toHaveLength(1);
});

test('a comparison that takes more than a second is given up', async () => {
  const slow: FakeEnv = fakeEnv();
  const api = await opened({}, slow);
  await api.seek(END);
  slow.perLook = 400;
  expect(await api.ask('outcome', OFF)).toBeNull();
});

test('a message of one run alone is not compared with another of the same number', () => {
  const message = {
    number: 2,
    injected: SECOND,
    recipients: 1,
    delivered: 1,
    bounced: 0,
    deferred: 0,
    doneAt: 2 * SECOND,
    lastTurn: 1,
    deliveries: [],
  };
  const run: RunOutcome = {
    at: 2 * SECOND,
    messages: [message],
    count: 1,
    recipients: 1,
    delivered: 1,
    bounced: 0,
    deferred: 0,
    held: 0,
    turns: 1,
    preemptions: 0,
    preempting: [],
    agents: 1,
  };
  const other = { ...run, messages: [{ ...message, injected: 3 * SECOND, doneAt: 9 * SECOND }] };
  expect(resultRows(run, other, 8).rows).toMatchObject([{ took: '1.0 s', offTook: '', moved: '' }]);
});

test('recipients that never got the mail are said in the headline', async () => {
  const api = await opened({
    servers: {
      '*': { latency: 1000 },
      'a.example': { latency: 1000, fault: { kind: 'bounce', percent: 100 } },
    },
  });
  await api.seek(END);
  const run = await outcome(api);
  expect(headline(run)).toBe('4 of 52 have their mail, 48 bounced');
  const { rows } = resultRows(run, null, 8);
  expect(rows.map(({ message, took }) => [message.number, took])).toContainEqual([1, '–']);
});

test('a duration has at most two units', () => {
  expect(
    [80_000, 1_944_000, 59_960_000, 303 * SECOND, 3_960 * SECOND, 5 * 86_400 * SECOND].map(durationWords),
  ).toEqual(['80 ms', '1.9 s', '1 min', '5 min 3 s', '1 h 6 min', '5 d']);
});
