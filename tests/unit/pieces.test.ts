import { expect, test } from 'vitest';
import type { Command } from '../../src/protocol/commands.ts';
import type { Scenario } from '../../src/protocol/scenario.ts';
import type { SessionApi } from '../../src/protocol/session-api.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import { anyEngine } from '../../src/worker/kinds/any-engine.ts';
import type { Sliced } from '../../src/worker/kinds/engine.ts';
import { type FakeEnv, fakeEnv, openPage, type Page, picture } from '../fixtures/session-harness.ts';

type AnyEngine = typeof anyEngine;

/** Number of steps and parts of steps since the last yield (`now`), and the maximum between two yields (`most`). */
interface Work {
  now: number;
  most: number;
}

function counting(work: Work): AnyEngine {
  const note = (): void => {
    work.most = Math.max(work.most, ++work.now);
  };
  function* counted<T>(parts: Sliced<T>): Sliced<T> {
    for (;;) {
      note();
      const part = parts.next();
      if (part.done === true) return part.value;
      yield;
    }
  }
  return {
    ...anyEngine,
    stepOnce(sim) {
      note();
      return anyEngine.stepOnce(sim);
    },
    stepParts(sim) {
      const parts = anyEngine.stepParts?.(sim) ?? null;
      return parts === null ? null : counted(parts);
    },
    applyParts(sim, command, at) {
      const parts = anyEngine.applyParts?.(sim, command, at) ?? null;
      return parts === null ? null : counted(parts);
    },
  };
}

const DESTINATIONS = 3_000;
const wide: Command = {
  kind: 'message.inject',
  to: Array.from({ length: DESTINATIONS }, (_, i) => ({ destination: `d${i}.example`, count: 1 })),
};
const checked = parseScenario({
  version: 1,
  title: 'Wide',
  agents: { smtp: 20 },
  servers: { 'd2.example': { latency: 100, fault: { kind: 'refuse' } } },
  script: [0, 1].map((i) => ({ at: i * 500_000, command: wide })),
});
if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
const scenario: Scenario = checked.value;

/** Requests for which the session simulates another instant than the reader's, or seeks to it. */
const view = { transport: 'smtp', selected: 0, deliveries: 20 };
const asked: Record<string, (api: SessionApi) => Promise<unknown>> = {
  compare: async (api) => {
    const told: boolean[] = [];
    // Ask six times, because each answer compares only a few steps of the two branches.
    // oxlint-disable-next-line no-await-in-loop
    for (let i = 0; i < 6; i++)
      told.push((await api.ask('compare', { a: 1, b: 2, transport: 'smtp' })) !== null);
    return told;
  },
  side: async (api) => {
    // Ask repeatedly, because each answer simulates only a few steps.
    // oxlint-disable-next-line no-await-in-loop
    for (let i = 0; i < 20; i++) await api.ask('side', { branch: 2, view });
    return (await api.ask('side', { branch: 2, view }))?.rows.job.map(({ number }) => number);
  },
  waits: async (api) => {
    let report = await api.ask('waits', { number: 2, scope: 'class' });
    // oxlint-disable-next-line no-await-in-loop
    while (report?.running === true) report = await api.ask('waits', { number: 2, scope: 'class' });
    return report;
  },
  candidates: (api) => api.ask('candidates', 15),
  decisions: (api) => api.ask('decisions', 3, 30),
  events: (api) => api.ask('events', 3, 30),
  feedback: (api) => api.ask('feedback', 'smtp', 'd2.example', 100),
  messageEvents: async (api) => (await api.ask('messageEvents', 2, 40)).rows,
  dramas: (api) => api.ask('dramas'),
  log: async (api) =>
    (await api.ask('log', { kinds: [], message: 2, destination: '', words: [] }, 0, 40)).rows,
  hash: (api) => api.ask('hash'),
  scan: (api) => api.ask('scan', { columns: 20, watches: ['now'], tests: [] }),
  'run until, backward': (api) => api.runUntil(-1, [{ expression: 'now > 0.6' }]),
  'a command right after a seek': async (api) => {
    const seek = api.seek({ at: 600_000 });
    const given = await api.command({ kind: 'message.inject', to: [{ destination: 'x.example', count: 2 }] });
    await seek;
    return given.ok;
  },
};

async function opened(env: FakeEnv, work: Work): Promise<Page> {
  const turn = env.turn.bind(env);
  env.turn = () => {
    work.now = 0;
    return turn();
  };
  const wait = env.wait.bind(env);
  env.wait = (ms) => {
    work.now = 0;
    return wait(ms);
  };
  const page = await openPage(counting(work), scenario, env);
  await page.api.seek({ at: 1_200_000 });
  const varied = await page.api.vary({
    name: 'other',
    commands: [{ kind: 'param.set', name: 'smtp_delivery_slot_cost', value: 2 }],
    from: 'start',
  });
  if (!varied.ok) throw new Error(JSON.stringify(varied.errors));
  await page.api.switchBranch(1);
  await page.api.seek({ at: 1_200_000 });
  return page;
}

/**
 * Maximum number of parts between two yields. A slice of the session is 2 readings of the clock, a piece of an answer is 12;
 * each part of a step is one reading, and two pieces may be adjacent.
 */
const MOST = 24;

test.each(Object.keys(asked))('%s yields in a message of thousands of destinations', async (name) => {
  const ask = asked[name]!;
  const all: Work = { now: 0, most: 0 };
  const whole = await opened(fakeEnv(0.02), all);
  const expected = await ask(whole.api);
  const work: Work = { now: 0, most: 0 };
  const page = await opened(Object.assign(fakeEnv(1), { sliceMs: 2 }), work);
  expect(work.most).toBeLessThanOrEqual(MOST);
  expect(await ask(page.api)).toEqual(expected);
  expect(work.most).toBeLessThanOrEqual(MOST);
  // A step of this scenario has more parts than MOST; otherwise the limit would prove nothing.
  expect(all.most).toBeGreaterThan(MOST * 2);
  expect(picture(page)).toEqual(picture(whole));
});
