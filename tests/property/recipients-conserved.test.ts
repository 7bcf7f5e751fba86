import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command, ServerBehaviour } from '../../src/protocol/commands.ts';
import type { Scenario } from '../../src/protocol/scenario.ts';
import { violations } from '../../src/core/invariants.ts';
import { type Simulation, nextInstant, stepOnce } from '../../src/core/simulation.ts';
import { find, get, ids, NONE } from '../../src/core/tables.ts';
import { runWorld, startWorld } from '../fixtures/run-world.ts';

/**
 * Each recipient ends exactly once. At every step each position of a message's file is delivered or bounced by one
 * delivery, or else in core or on file once: nothing is lost, nothing is delivered twice, whatever fails meanwhile.
 */

const FULL = Number(process.env['FULL'] ?? 0) > 0;
const STEPS = 500;

const host = fc.constantFrom('a.example', 'b.example', 'c.example');
const transport = fc.constantFrom('smtp', 'slow', 'paced');
const behaviour = fc.constantFrom<ServerBehaviour>(
  { latency: 0 },
  { latency: [1, 2500] },
  { latency: 90_000 },
  { latency: 100, fault: { kind: 'refuse' } },
  { latency: 100, fault: { kind: 'unreachable' } },
  { latency: 100, fault: { kind: 'silent' } },
  { latency: 400, fault: { kind: 'limit', sessions: 1 } },
  { latency: 700, fault: { kind: 'backlog', workers: 1, queue: 1 } },
  { latency: 700, fault: { kind: 'backlog', workers: 1, queue: 1, overflow: 'hang' } },
  { latency: 100, fault: { kind: 'one-of', machines: 3, pick: 'turn' } },
  { latency: 100, fault: { kind: 'down', from: 0, until: 70_000 } },
  { latency: 300, fault: { kind: 'greylist', wait: 60_000 } },
  { latency: 300, fault: { kind: 'bounce', percent: 40 } },
);
const share = fc.record({ destination: host, transport, count: fc.integer({ min: 1, max: 25 }) });
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('message.inject' as const),
      to: fc.array(share, { minLength: 1, maxLength: 4 }),
      sender: fc.constantFrom('', 'me@client.example'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('server.set' as const), server: host, behaviour }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('agents.set' as const),
      transport,
      limit: fc.integer({ min: 0, max: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('param.set' as const),
      name: fc.constant('default_delivery_slot_cost'),
      value: fc.integer({ min: 0, max: 5 }),
    }),
  },
  { weight: 2, arbitrary: fc.constant<Command>({ kind: 'queue.flush' }) },
  { weight: 2, arbitrary: fc.constant<Command>({ kind: 'qmgr.reload' }) },
);

const scenario: fc.Arbitrary<Partial<Scenario>> = fc.record({
  seed: fc.nat(1000),
  agents: fc.record({ smtp: fc.integer({ min: 1, max: 5 }), slow: fc.constant(2), paced: fc.constant(1) }),
  servers: fc.record({ '*': behaviour }),
  params: fc.record({
    default_destination_recipient_limit: fc.integer({ min: 1, max: 5 }),
    default_destination_concurrency_failed_cohort_limit: fc.integer({ min: 0, max: 2 }),
    qmgr_message_recipient_limit: fc.integer({ min: 4, max: 60 }),
    qmgr_message_recipient_minimum: fc.integer({ min: 2, max: 10 }),
    qmgr_message_active_limit: fc.integer({ min: 1, max: 4 }),
    default_recipient_limit: fc.integer({ min: 4, max: 60 }),
    slow_destination_rate_delay: fc.integer({ min: 0, max: 3 }),
    paced_transport_rate_delay: fc.integer({ min: 0, max: 3 }),
    minimal_backoff_time: fc.constant(30),
    maximal_backoff_time: fc.constant(120),
    queue_run_delay: fc.constant(30),
    maximal_queue_lifetime: fc.integer({ min: 100, max: 2000 }).map((s) => `${s}s`),
    bounce_queue_lifetime: fc.integer({ min: 50, max: 100 }).map((s) => `${s}s`),
  }),
  script: fc
    .array(fc.record({ at: fc.integer({ min: 0, max: 120_000_000 }), command }), {
      minLength: 1,
      maxLength: 12,
    })
    .map((script) => script.toSorted((a, b) => a.at - b.at)),
});

/** How often each position of a message's file stands somewhere: by deliveries that succeeded, and in core or on file. */
function places(sim: Simulation, msg: number): { ended: number[]; held: number[] } {
  const { qmgr, deliveries, ledger } = sim.world;
  const { recipients } = get(ledger.messages, msg);
  const ended = Array.from({ length: recipients }, () => 0);
  const held = Array.from({ length: recipients }, () => 0);
  const add = (to: number[], positions: readonly number[]): void => {
    for (const at of positions) to[at] = (to[at] ?? Number.NaN) + 1;
  };
  for (const id of ids(deliveries)) {
    const row = get(deliveries, id);
    if (row.msg === msg && row.result === 'ok') add(ended, row.positions);
  }
  const message = find(qmgr.messages, msg);
  if (message === undefined) return { ended, held };
  for (const id of ids(qmgr.entries)) {
    const entry = get(qmgr.entries, id);
    if (entry.message === msg) add(held, entry.recipients);
  }
  for (let id = message.leftoverFirst; id !== NONE; id = get(qmgr.leftovers, id).next) {
    add(held, get(qmgr.leftovers, id).recipients);
  }
  const readTo = message.status !== 'active' ? 0 : message.more ? message.position : recipients;
  const spans = message.remaining ?? [0, recipients];
  for (let i = 0; i < spans.length; i += 2) {
    for (let at = Math.max(readTo, spans[i] ?? 0); at < (spans[i + 1] ?? 0); at++) add(held, [at]);
  }
  return { ended, held };
}

/** Messages that were given back to their sender because they were too old: what was left of them has ended so. */
function checkAll(sim: Simulation, expired: ReadonlySet<number>): void {
  const { ledger, qmgr } = sim.world;
  for (const msg of ids(ledger.messages)) {
    const book = get(ledger.messages, msg);
    const { ended, held } = places(sim, msg);
    const returned = expired.has(msg) && find(qmgr.messages, msg) === undefined;
    for (let at = 0; at < book.recipients; at++) {
      const times = (ended[at] ?? 0) + (held[at] ?? 0);
      if (returned && times === 0) continue;
      if (times !== 1) expect.fail(`message ${msg}, recipient ${at}: ${ended[at]} ended, ${held[at]} held`);
    }
    const tally = ended.reduce((a, b) => a + b, 0);
    const left = held.reduce((a, b) => a + b, 0);
    const sent = returned ? book.recipients - tally : 0;
    expect(book.delivered + book.bounced + left).toBe(book.recipients);
    expect(book.delivered + book.bounced).toBe(tally + sent);
  }
}

describe('each recipient ends delivered, bounced, deferred or on file exactly once', () => {
  it('at every step of random runs with failures, flushes, reloads and expiry', () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const { sim, log } = startWorld(given);
        const expired = new Set<number>();
        let read = 0;
        for (let i = 0; i < STEPS && nextInstant(sim) !== null; i++) {
          stepOnce(sim);
          for (; read < log.length; read++) {
            const what = log[read]?.what;
            if (what !== undefined && 'kind' in what && what.kind === 'message.expired')
              expired.add(what.msg);
          }
          checkAll(sim, expired);
        }
        expect(violations(sim.world.qmgr)).toEqual([]);
      }),
      { numRuns: FULL ? 1500 : 60, seed: 20_261_122 },
    );
  });

  it('and nothing is left of a message when a run has ended and its lifetime is over', () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const agents = { smtp: 2, slow: 2, paced: 1 };
        const script = (given.script ?? []).filter(({ command: c }) => c.kind !== 'agents.set');
        const { sim } = startWorld({ ...given, agents, script });
        runWorld(sim, 50_000);
        expect(nextInstant(sim)).toBeNull();
        for (const msg of ids(sim.world.ledger.messages)) {
          const { place, delivered, bounced, recipients } = get(sim.world.ledger.messages, msg);
          expect({ place, ended: delivered + bounced }).toEqual({ place: 'done', ended: recipients });
        }
      }),
      { numRuns: FULL ? 500 : 25, seed: 5 },
    );
  });
});
