import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { violations } from '../../src/core/invariants.ts';
import { type Simulation, nextInstant, stepOnce } from '../../src/core/simulation.ts';
import { find, get, ids, NONE } from '../../src/core/tables.ts';
import { randomScenario } from '../fixtures/random-scenario.ts';
import { runWorld, startWorld } from '../fixtures/run-world.ts';
import { runCount } from '../fixtures/all.ts';

/**
 * Each recipient ends exactly once. At every step, each position of a message's file is delivered or bounced by one delivery,
 * or it is exactly once in memory or on file. Nothing is lost or delivered twice, whatever fails.
 */

const STEPS = 500;

/** For each position of a message's file: the number of deliveries that ended it, and how often it is in memory or on file. */
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

/** Checks all messages. `expired` = messages returned because they were too old; their remaining recipients have ended. */
function checkAll(sim: Simulation, expired: ReadonlySet<number>): void {
  const { ledger, qmgr } = sim.world;
  for (const msg of ids(ledger.messages)) {
    const book = get(ledger.messages, msg);
    const { ended, held } = places(sim, msg);
    const returned = expired.has(msg) && find(qmgr.messages, msg) === undefined;
    const wrong = Array.from({ length: book.recipients }, (_, at) => at).filter((at) => {
      const times = (ended[at] ?? 0) + (held[at] ?? 0);
      return times !== 1 && !(returned && times === 0);
    });
    expect(
      wrong.map((at) => `message ${msg}, recipient ${at}: ${ended[at]} ended, ${held[at]} held`),
    ).toEqual([]);
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
      fc.property(randomScenario, (given) => {
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
      { numRuns: runCount(30), seed: 20_261_122 },
    );
  });

  it('leaves nothing of a message once its run and its lifetime have ended', () => {
    fc.assert(
      fc.property(randomScenario, (given) => {
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
      { numRuns: runCount(15), seed: 5 },
    );
  });
});
