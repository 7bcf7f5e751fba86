import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command, ServerBehaviour } from '../../src/protocol/commands.ts';
import type { MailScenario } from '../../src/protocol/scenario.ts';
import {
  captureSimulation,
  nextInstant,
  position,
  restoreSimulation,
  type SimKeyframe,
  stepOnce,
} from '../../src/core/simulation.ts';
import { projectAll } from '../../src/core/project.ts';
import { eventsOf, injectAtStart, runWorld, startWorld } from '../fixtures/run-world.ts';
import { runCount } from '../fixtures/all.ts';

const HOSTS = ['a.example', 'b.example', 'slow.example'];
const VIEW = { transport: 'smtp', selected: 0, deliveries: 200 };

const behaviour: fc.Arbitrary<ServerBehaviour> = fc.oneof(
  fc.record({ latency: fc.integer({ min: 0, max: 3000 }) }),
  fc.record({ latency: fc.tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 500, max: 2500 })) }),
  fc.constantFrom<ServerBehaviour>(
    { latency: 100, fault: { kind: 'refuse' } },
    { latency: 100, fault: { kind: 'unreachable' } },
    { latency: 400, fault: { kind: 'limit', sessions: 2 } },
    { latency: 700, fault: { kind: 'backlog', workers: 1, queue: 1 } },
    { latency: 100, fault: { kind: 'one-of', machines: 3, pick: 'chance' } },
    { latency: 300, fault: { kind: 'greylist', wait: 2000 } },
    { latency: 300, fault: { kind: 'bounce', percent: 40 } },
  ),
);

const host = fc.constantFrom(...HOSTS);
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('message.inject' as const),
      to: fc.array(fc.record({ destination: host, count: fc.integer({ min: 1, max: 30 }) }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('server.set' as const), server: host, behaviour }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('agents.set' as const),
      transport: fc.constant('smtp'),
      limit: fc.integer({ min: 0, max: 8 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('param.set' as const),
      name: fc.constant('smtp_delivery_slot_cost'),
      value: fc.integer({ min: 0, max: 5 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Command>({ kind: 'queue.flush' }) },
);

const scenario: fc.Arbitrary<Partial<MailScenario>> = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  agents: fc.record({ smtp: fc.integer({ min: 1, max: 6 }) }),
  servers: fc.record({ '*': behaviour }),
  params: fc.record({
    smtp_destination_recipient_limit: fc.integer({ min: 2, max: 5 }),
    smtp_delivery_slot_cost: fc.integer({ min: 2, max: 4 }),
    smtp_delivery_slot_loan: fc.integer({ min: 0, max: 3 }),
  }),
  script: fc
    .array(fc.record({ at: fc.integer({ min: 0, max: 20_000_000 }), command }), {
      minLength: 1,
      maxLength: 14,
    })
    .map((script) => script.toSorted((a, b) => a.at - b.at)),
});

const STEPS = 400;

describe('a simulated run', () => {
  it('is the same however often it is captured, restored and run again', () => {
    fc.assert(
      fc.property(scenario, fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 12 }), (given, hops) => {
        const straight = startWorld(given);
        runWorld(straight.sim, STEPS);
        const steps = position(straight.sim).step;

        const { sim, log } = startWorld(given);
        // Each keyframe has a copy of the log, because a restore may also go forward.
        const frames: { frame: SimKeyframe; lines: typeof log }[] = [];
        for (const [i, hop] of hops.entries()) {
          frames.push({ frame: captureSimulation(sim), lines: [...log] });
          runWorld(sim, hop);
          const back = frames[Math.floor(i / 2)];
          if (i % 3 === 2 && back !== undefined) {
            restoreSimulation(sim, back.frame);
            log.splice(0, log.length, ...back.lines);
          }
        }
        runWorld(sim, steps - position(sim).step);
        expect(log).toEqual(straight.log);
        expect(projectAll(sim, VIEW)).toEqual({
          ...projectAll(straight.sim, VIEW),
          ...revsOf(projectAll(sim, VIEW), projectAll(straight.sim, VIEW)),
        });
      }),
      { numRuns: runCount(60), seed: 20261121 },
    );
  });

  it('never goes back in time, and ends idle only when every agent is free', () => {
    let ended = 0;
    fc.assert(
      fc.property(scenario, (given) => {
        const { sim } = startWorld(given);
        let before = 0;
        for (let i = 0; i < STEPS && nextInstant(sim) !== null; i++) {
          stepOnce(sim);
          const { at } = position(sim);
          expect(at).toBeGreaterThanOrEqual(before);
          before = at;
        }
        const { transport, delivery } = projectAll(sim, VIEW);
        // 8 is the highest limit that a script sets. `retry` has the default, 100.
        for (const row of transport)
          expect(row.agentsBusy).toBeLessThanOrEqual(row.name === 'smtp' ? 8 : 100);
        const idle = nextInstant(sim) === null;
        if (idle) ended += 1;
        expect(idle ? delivery.filter((row) => row.end < 0) : []).toEqual([]);
      }),
      { numRuns: runCount(60), seed: 7 },
    );
    expect(ended).toBeGreaterThan(0);
  });

  it('crosses out refused entries, and those deferred by a dead destination', () => {
    const { sim, log } = startWorld({
      servers: { 'a.example': { latency: 100, fault: { kind: 'refuse' } } },
      params: { smtp_destination_recipient_limit: 2 },
      script: injectAtStart('a.example', 24),
    });
    while (eventsOf(log, 'queue.dead').length === 0) stepOnce(sim);
    const moved = eventsOf(log, 'entry.moved').length;
    expect(moved).toBeGreaterThan(5);
    const [smtp] = projectAll(sim, VIEW).job;
    // The message still has its job: its first entries are with agents or done, and the others went to `retry`.
    expect(smtp).toMatchObject({ read: 12, selected: 12, counts: { d: 0, s: 0, x: 0 } });
    expect(smtp?.cells).toMatch(/^[fb]{1,6}f+$/);
    expect(smtp?.counts.f).toBeGreaterThan(moved);
  });

  it('draws each entry of a job once, and every coin adds up', () => {
    fc.assert(
      fc.property(scenario, fc.integer({ min: 1, max: STEPS }), (given, steps) => {
        const { sim } = startWorld(given);
        runWorld(sim, steps);
        for (const job of projectAll(sim, VIEW).job) {
          const { d, f, b, s, x } = job.counts;
          expect(d + f + b + s + x).toBe(job.read);
          expect(job.cells).toHaveLength(job.read);
          expect(d + f + b).toBe(job.selected);
          for (const spend of job.spends) expect(spend.count).toBeGreaterThan(0);
        }
      }),
      { numRuns: runCount(80), seed: 11 },
    );
  });
});

/**
 * Replaces the `rev`s of a projection by those of another projection, because `rev`s count changes within a session
 * and are not part of the picture.
 */
function revsOf(
  from: ReturnType<typeof projectAll>,
  to: ReturnType<typeof projectAll>,
): ReturnType<typeof projectAll> {
  const align = <R extends { rev: number }>(rows: R[], revs: R[]): R[] =>
    rows.map((row, i) => ({ ...row, rev: revs[i]?.rev ?? -1 }));
  return {
    ...to,
    transport: align(to.transport, from.transport),
    job: align(to.job, from.job),
    queue: align(to.queue, from.queue),
    message: align(to.message, from.message),
    delivery: align(to.delivery, from.delivery),
    servers: align(to.servers, from.servers),
    wheel: { ...to.wheel, rev: from.wheel.rev },
    mail: { ...to.mail, rev: from.mail.rev },
  };
}
