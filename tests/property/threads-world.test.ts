import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { violations } from '../../src/core/invariants.ts';
import { projectAll } from '../../src/core/project.ts';
import {
  captureSimulation,
  nextInstant,
  position,
  restoreSimulation,
  type Simulation,
  stepOnce,
} from '../../src/core/simulation.ts';
import { find, get, ids } from '../../src/core/tables.ts';
import { checkMachine } from '../../src/core/threads/invariants.ts';
import { HELD } from '../../src/core/world/pools.ts';
import type { Command } from '../../src/protocol/commands.ts';
import type { MailScenario } from '../../src/protocol/scenario.ts';
import type { PhaseTable, Span, ThreadsSetup } from '../../src/protocol/threads-setup.ts';
import { DEFAULT_THREADS } from '../../src/scenario/threads-defaults.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import { runWorld, startWorld } from '../fixtures/run-world.ts';
import { asMail } from '../fixtures/of-kind.ts';
import { runCount } from '../fixtures/all.ts';

const VIEW = { transport: 'smtp', selected: 0, deliveries: 200 };
const HOSTS = ['a.example', 'b.example', 'slow.example'];

const span = (max: number): fc.Arbitrary<Span> =>
  fc.oneof(
    fc.nat(max),
    fc.tuple(fc.nat(max), fc.nat(max)).map(([a, b]): Span => [Math.min(a, b), Math.max(a, b)]),
  );
const times = fc.record({ waitMs: span(300), cpuUs: span(30_000) }, { requiredKeys: [] });
const phases: fc.Arbitrary<PhaseTable> = fc.record(
  { connect: times, greeting: times, commands: times, data: times, end: fc.record({ cpuUs: span(30_000) }) },
  { requiredKeys: [] },
);

const setup: fc.Arbitrary<ThreadsSetup> = fc.record({
  cpus: fc.integer({ min: 1, max: 4 }),
  limit: fc.option(fc.integer({ min: 0, max: 4 })),
  limits: fc.constantFrom<Record<string, number | null>>({}, { relay: 1 }, { smtp: null }),
  initial: fc.option(fc.nat(4)),
  growBy: fc.integer({ min: 1, max: 3 }),
  phases,
  switchUs: fc.constantFrom(0, 50),
  rewarmUs: fc.constantFrom(0, 250),
  alphaMilli: fc.constantFrom(0, 20),
  slices: fc.constantFrom('none' as const, 'text' as const),
  runQueue: fc.constantFrom('global' as const, 'per-cpu' as const),
  source: fc.constantFrom('epoll' as const, 'aio-today' as const, 'aio-intended' as const),
  background: fc.constant(0),
  prefetch: fc.constantFrom(0, 0, 3),
  story: fc.constantFrom(1, 10),
});

const behaviour = fc.oneof(
  fc.record({ latency: span(900), phases }),
  fc.constantFrom(
    { latency: 100, fault: { kind: 'refuse' as const } },
    { latency: 100, fault: { kind: 'unreachable' as const } },
    { latency: 100, fault: { kind: 'silent' as const } },
    { latency: 700, fault: { kind: 'backlog' as const, workers: 1, queue: 2 } },
    { latency: 700, fault: { kind: 'limit' as const, sessions: 2 } },
    { latency: 300, fault: { kind: 'bounce' as const, percent: 40 } },
  ),
);

const transport = fc.constantFrom('smtp', 'relay');
const agent = fc.integer({ min: 1, max: 5 });
const host = fc.constantFrom(...HOSTS);
const share = fc.record({ destination: host, count: fc.integer({ min: 1, max: 12 }), transport });
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('message.inject' as const),
      to: fc.array(share, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('server.set' as const), server: host, behaviour }) },
  {
    weight: 2,
    arbitrary: fc.record(
      {
        kind: fc.constant('agents.set' as const),
        transport,
        limit: fc.nat(6),
        fault: fc.constantFrom('crash' as const, 'unreachable' as const),
      },
      { requiredKeys: ['kind', 'transport', 'limit'] },
    ),
  },
  { weight: 1, arbitrary: fc.constant<Command>({ kind: 'qmgr.reload' }) },
  {
    weight: 1,
    arbitrary: fc.constant<Command>({ kind: 'param.set', name: 'relay_transport_rate_delay', value: 2 }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'threads.stop' as const,
        'threads.continue' as const,
        'threads.signal' as const,
        'threads.kill' as const,
      ),
      transport,
      agent,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('threads.fault' as const), transport, agent, ms: fc.nat(500) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('threads.limit' as const), transport, limit: fc.nat(5) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('threads.cpus' as const),
      cpus: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('threads.add' as const),
      transport,
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
);

const scenario: fc.Arbitrary<Partial<MailScenario>> = fc.record({
  seed: fc.nat(1_000_000),
  agents: fc.record({ smtp: fc.integer({ min: 1, max: 5 }), relay: fc.integer({ min: 1, max: 3 }) }),
  servers: fc.record({ '*': behaviour }),
  threads: setup,
  params: fc.constantFrom<MailScenario['params']>(
    { smtp_destination_recipient_limit: 2 },
    { smtp_destination_recipient_limit: 2, relay_transport_rate_delay: 1 },
  ),
  script: fc
    .array(fc.record({ at: fc.nat(6_000_000), command }), { minLength: 1, maxLength: 16 })
    .map((script) => script.toSorted((a, b) => a.at - b.at)),
});

/** Checks that each delivery in progress belongs to a living agent, and that each pending token belongs to a connection. */
function checkAgents({ world }: Simulation): void {
  const { threads } = world;
  if (threads === null) throw new Error('agents are not threads');
  checkMachine(threads.machine);
  for (const pool of ids(world.pools)) {
    const { busy, busyCount, transport } = get(world.pools, pool);
    const { agents, tokens } = get(threads.pools, pool);
    expect(busy.filter((id) => id !== 0)).toHaveLength(busyCount);
    const atWork = [...busy.entries()].filter(([, id]) => id !== 0);
    for (const [i] of atWork) {
      const thread = find(threads.machine.threads, agents[i] ?? 0);
      expect(thread?.state).not.toBe('exited');
      expect(thread?.owner).toBe(i + 1);
    }
    const delivering = atWork.filter(([, id]) => id !== HELD);
    expect(delivering.map(([, id]) => get(world.deliveries, id).end)).toEqual(delivering.map(() => -1));
    const waiting = get(world.one, 1).pending.filter((id) => id === transport).length;
    // A transport that is no longer in the table has no pending requests.
    const { pending } = tokens + waiting > 0 ? get(world.qmgr.transports, transport) : { pending: 0 };
    expect(pending).toBe(tokens + waiting);
  }
}

const RUNS = { numRuns: runCount(30), seed: 8 };
const STEPS = 1_500;

describe('agents as threads, at random', () => {
  it('keep every rule of the queue manager and of the groups after every step', () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const { sim } = startWorld(given);
        for (let i = 0; i < STEPS && nextInstant(sim) !== null; i++) {
          stepOnce(sim);
          if (i % 13 !== 0) continue;
          expect(violations(sim.world.qmgr)).toEqual([]);
          checkAgents(sim);
        }
      }),
      RUNS,
    );
  });

  it('continue from a keyframe in the middle without any difference', () => {
    fc.assert(
      fc.property(scenario, fc.integer({ min: 1, max: 400 }), (given, cut) => {
        const { sim, log } = startWorld(given);
        runWorld(sim, cut);
        const keyframe = captureSimulation(sim);
        const place = position(sim);
        const from = log.length;
        runWorld(sim, 600);
        const ahead = JSON.stringify(log.slice(from));
        const picture = JSON.stringify(projectAll(sim, VIEW), withoutRevs);
        restoreSimulation(sim, keyframe);
        expect(position(sim)).toEqual(place);
        const again = log.length;
        runWorld(sim, 600);
        expect(JSON.stringify(log.slice(again))).toBe(ahead);
        expect(JSON.stringify(projectAll(sim, VIEW), withoutRevs)).toBe(picture);
      }),
      RUNS,
    );
  });

  it('forget no delivery, whichever thread is stopped, killed or limited', () => {
    fc.assert(
      fc.property(scenario, (given) => {
        // Keep only injections: other commands could take agents away forever.
        const script = (given.script ?? []).filter(({ command: { kind } }) => kind === 'message.inject');
        const healthy = { ...given, script, servers: { '*': { latency: 200 } } };
        const { sim } = startWorld(healthy);
        runWorld(sim, 60_000);
        expect(nextInstant(sim)).toBeNull();
        for (const id of ids(sim.world.ledger.messages))
          expect(get(sim.world.ledger.messages, id)).toMatchObject({ place: 'done' });
      }),
      RUNS,
    );
  });

  it('pass through the schema unchanged', () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const parsed = parseScenario({ version: 1, ...given });
        if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
        expect(asMail(parsed.value).threads).toEqual(given.threads);
      }),
      RUNS,
    );
    expect(parseScenario({ version: 1, threads: {} })).toMatchObject({
      ok: true,
      value: { threads: DEFAULT_THREADS },
    });
  });
});

function withoutRevs(key: string, value: unknown): unknown {
  return key === 'rev' ? 0 : value;
}
