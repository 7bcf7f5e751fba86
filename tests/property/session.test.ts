import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Command } from '../../src/protocol/commands.ts';
import type { Scenario } from '../../src/protocol/scenario.ts';
import type { StepUnit } from '../../src/protocol/session-api.ts';
import { completeScenario } from '../../src/scenario/defaults.ts';
import { coreEngine } from '../../src/worker/kinds/any-engine.ts';
import type { Engine } from '../../src/worker/kinds/engine.ts';
import type { KeyframeLimits } from '../../src/worker/track/keyframes.ts';
import { fakeEngine } from '../fixtures/fake-simulation.ts';
import { fakeEnv, inject, openPage, type Page, picture } from '../fixtures/session-harness.ts';
import { runCount } from '../fixtures/all.ts';

type Act =
  | { act: 'step'; unit: StepUnit; direction: 1 | -1 }
  | { act: 'seek'; to: 'step' | 'event'; share: number }
  | { act: 'instant'; share: number }
  | { act: 'command'; command: Command }
  | { act: 'branch'; pick: number }
  | { act: 'candidates'; share: number }
  | { act: 'play'; looks: number };

const destination = fc.constantFrom('a.example', 'b.example', 'slow.example');
const command: fc.Arbitrary<Command> = fc.oneof(
  fc
    .record({ count: fc.integer({ min: 1, max: 6 }), destination })
    .map(({ count, destination: d }) => inject(count, d)),
  fc.integer({ min: 0, max: 4 }).map((limit): Command => ({ kind: 'agents.set', transport: 'smtp', limit })),
  fc.constantFrom<Command>(
    { kind: 'queue.flush' },
    { kind: 'param.set', name: 'smtp_delivery_slot_cost', value: 2 },
    { kind: 'param.set', name: 'smtp_delivery_slot_loan', value: 1 },
  ),
  destination.map((server): Command => ({ kind: 'server.set', server, behaviour: { latency: [50, 4_000] } })),
  destination.map(
    (server): Command => ({
      kind: 'server.set',
      server,
      behaviour: { latency: 200, fault: { kind: 'refuse' } },
    }),
  ),
);

const share = fc.double({ min: 0, max: 1, noNaN: true });
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('step' as const),
      unit: fc.constantFrom<StepUnit>('event', 'decision', 'delivery', 'second', 'preemption'),
      direction: fc.constantFrom<1 | -1>(1, 1, -1),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('seek' as const),
      to: fc.constantFrom<'step' | 'event'>('step', 'event'),
      share,
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('instant' as const), share }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('command' as const), command }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('branch' as const), pick: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('candidates' as const), share }) },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('play' as const), looks: fc.integer({ min: 1, max: 8 }) }),
  },
);

const scenario: fc.Arbitrary<Scenario> = fc
  .record({
    seed: fc.nat(1_000),
    agents: fc.integer({ min: 1, max: 4 }),
    script: fc.array(
      fc.record({
        at: fc.nat(6).map((s) => s * 500_000),
        count: fc.integer({ min: 3, max: 15 }),
        destination,
      }),
      { minLength: 1, maxLength: 4, size: 'max' },
    ),
  })
  .map(({ seed, agents, script }) =>
    completeScenario({
      seed,
      agents: { smtp: agents },
      params: {
        smtp_destination_recipient_limit: 1,
        smtp_delivery_slot_cost: 2,
        smtp_minimum_delivery_slots: 1,
      },
      servers: { '*': { latency: [100, 2_000] } },
      script: script
        .toSorted((a, b) => a.at - b.at)
        .map(({ at, count, destination: d }) => ({ at, command: inject(count, d) })),
    }),
  );

/** Settings that must not change the result: how often slices end, and where keyframes are. */
interface Manner {
  perLook: number;
  keyframes: KeyframeLimits;
}

const manner: fc.Arbitrary<Manner> = fc.record({
  perLook: fc.constantFrom(0, 1, 3),
  keyframes: fc.constantFrom<KeyframeLimits>(
    // Few keyframes close together, so that they are often added, thinned and restored.
    { stepsMin: 3, stepsMax: 7, costMs: 8, count: 6, bytes: 1e9 },
    // Only the first keyframe, so that every seek simulates from the start.
    { stepsMin: 1e9, stepsMax: 1e9, costMs: 8, count: 600, bytes: 1e9 },
  ),
});

/** Long walks by default, because errors between branches need several branches and steps after them. */
const walks = fc.array(act, { minLength: 5, maxLength: 30, size: 'max' });

async function perform(page: Page, given: Act): Promise<void> {
  const { api } = page;
  const { head } = page.state.session;
  switch (given.act) {
    case 'step':
      await api.step(given.unit, given.direction);
      return;
    case 'seek':
      // A seek by step may go up to twelve steps beyond the known end.
      if (given.to === 'step') await api.seek({ step: Math.floor(given.share * (head.step + 12)) });
      else await api.seek({ event: Math.floor(given.share * (head.event + 20)) });
      return;
    case 'instant':
      await api.seek({ at: Math.floor(given.share * (head.at + 2_000_000)) });
      return;
    case 'command':
      await api.command(given.command);
      return;
    case 'branch': {
      const { branches } = await api.ask('timeline', 0, 1, 1);
      await api.switchBranch((given.pick % branches.length) + 1);
      return;
    }
    case 'candidates':
      await api.ask('candidates', Math.floor(given.share * (head.decision + 1)));
      return;
    case 'play':
      await api.play(20);
      for (let i = 0; i < given.looks; i++) await new Promise((resolve) => setImmediate(resolve));
      await api.pause();
      return;
    default:
      given satisfies never;
  }
}

/** Returns the picture without the instant. A cursor may be between two steps, but a seek by step ends exactly on a step. */
function timeless(page: Page): unknown {
  const all = picture(page) as { cursor: { at: number } };
  return { ...all, cursor: { ...all.cursor, at: 0 } };
}

/** Checks that within a run equal id and rev always mean an equal row. */
function checkRevs(page: Page, seen: Map<string, string>): void {
  for (const frame of page.frames.splice(0)) {
    for (const [kind, rows] of Object.entries(frame.rows)) {
      for (const row of rows) {
        const key = `${frame.run} ${kind} ${row.id} ${row.rev}`;
        const text = JSON.stringify(row);
        expect(seen.get(key) ?? text, key).toBe(text);
        seen.set(key, text);
      }
    }
  }
}

async function walk<Sim, Key>(
  engine: Engine<Sim, Key>,
  given: Scenario,
  acts: readonly Act[],
  manner: Manner,
): Promise<void> {
  const env = fakeEnv(manner.perLook);
  env.keyframes = manner.keyframes;
  const page = await openPage(engine, given, env);
  const seen = new Map<string, string>();
  await page.api.seek({ step: 25 });
  for (const one of acts) {
    await perform(page, one);
    checkRevs(page, seen);
    expect(page.notices.filter(({ kind }) => kind === 'invariant')).toEqual([]);
  }
  const { session } = page.state;
  const saved = await page.api.save();
  const fresh = await openPage(engine, given, fakeEnv(), {
    open: [saved.scenario, saved.live, { step: session.cursor.step }],
  });
  expect(timeless(page)).toEqual(timeless(fresh));
  expect(await page.api.ask('hash')).toBe(await fresh.api.ask('hash'));

  // The state merged from all frames must equal the first state of a new page.
  const before = picture(page);
  page.state = { ...page.state, session: { ...page.state.session, jobs: new Map(), messages: new Map() } };
  await page.api.setView({ transport: 'smtp', selected: 0, deliveries: 50 });
  expect(picture(page)).toEqual(before);
}

describe('a random walk never disagrees with a fresh run', () => {
  test('on the fake simulation', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(scenario, walks, manner, (given, acts, how) => walk(fakeEngine, given, acts, how)),
      { numRuns: runCount(120), seed: 20_261_121 },
    );
  });

  test('on the real simulation', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(scenario, walks, manner, (given, acts, how) => walk(coreEngine, given, acts, how)),
      { numRuns: runCount(60), seed: 20_261_121 },
    );
  });
});
