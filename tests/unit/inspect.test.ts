import { describe, expect, it } from 'vitest';
import { ageTable } from '../../src/core/inspect/ages.ts';
import { memoryTable } from '../../src/core/inspect/memory.ts';
import { messageDetail } from '../../src/core/inspect/message.ts';
import { scanDue } from '../../src/core/world/mail-queues.ts';
import type { Scenario } from '../../src/protocol/scenario.ts';
import { eventsOf, injectAtStart, runWorld, startWorld } from '../fixtures/run-world.ts';

const HOST = 'a.example';
const REFUSES = { [HOST]: { latency: 100, fault: { kind: 'refuse' as const } } };

describe('the recipients of a message', () => {
  it('add up at every step, whatever happens to it', () => {
    const { sim } = startWorld({
      params: { default_destination_recipient_limit: 2, qmgr_message_recipient_limit: 10 },
      agents: { smtp: 2 },
      servers: {
        [HOST]: { latency: 300, fault: { kind: 'down', from: 700, until: 1500 } },
        'b.example': { latency: 200, fault: { kind: 'bounce', percent: 50 } },
      },
      script: [
        {
          at: 0,
          command: {
            kind: 'message.inject',
            to: [
              { destination: HOST, count: 30 },
              { destination: 'b.example', count: 12 },
            ],
          },
        },
      ],
    });
    const seen = new Set<string>();
    for (let at = 0; at <= 700; at += 0.1) {
      runWorld(sim, 10_000, at * 1e6);
      const detail = messageDetail(sim.world, 1);
      for (const place of detail?.places ?? []) {
        const { total, file, todo, busy, retry, deferred, bounced, delivered } = place;
        expect(file + todo + busy + retry + deferred + bounced + delivered).toBe(total);
        for (const [state, count] of Object.entries(place)) if (count !== 0) seen.add(state);
      }
      if (at > 2 && at < 590) at += 10;
    }
    for (const state of ['file', 'todo', 'busy', 'deferred', 'bounced', 'delivered']) {
      expect([...seen]).toContain(state);
    }
  });

  it('are all returned with a message that is too old, even if never attempted', () => {
    const { sim, log } = startWorld({
      servers: REFUSES,
      params: {
        maximal_queue_lifetime: '1000s',
        bounce_queue_lifetime: '1000s',
        default_destination_recipient_limit: 2,
      },
      script: injectAtStart(HOST, 40),
    });
    runWorld(sim);
    expect(eventsOf(log, 'message.expired')).toHaveLength(1);
    const places = messageDetail(sim.world, 1)?.places ?? [];
    expect(places.reduce((sum, place) => sum + place.bounced, 0)).toBe(40);
    expect(places.every((place) => place.delivered === 0 && place.bounced === place.total)).toBe(true);
    expect(places.map((place) => place.destination)).toEqual([HOST, '']);
  });
});

describe('the next scan', () => {
  it('happens when requested, also after queue_run_delay has changed', () => {
    const { sim, log } = startWorld({
      servers: REFUSES,
      script: [
        ...injectAtStart(HOST, 1),
        { at: 10e6, command: { kind: 'param.set', name: 'queue_run_delay', value: '70s' } },
        { at: 10e6, command: { kind: 'param.set', name: 'minimal_backoff_time', value: '60s' } },
      ],
    });
    runWorld(sim, 1000, 20e6);
    const said = messageDetail(sim.world, 1)?.scanAt ?? -1;
    expect(said).toBe(scanDue(sim.world));
    runWorld(sim, 1000, 400e6);
    const next = eventsOf(log, 'message.read').map((event) => event.second);
    expect(next[1]).toBe(said / 1e6);
  });
});

describe('ages', () => {
  it('stop counting a delivered recipient although its message is in memory', () => {
    const { sim } = startWorld({
      params: { default_destination_recipient_limit: 2 },
      agents: { smtp: 1 },
      servers: { '*': { latency: 1000 } },
      script: injectAtStart(HOST, 10),
    });
    const left = (at: number): number => {
      runWorld(sim, 1000, at * 1e6);
      return ageTable(sim.world, ['active'], 5).total.total;
    };
    expect([0.5, 1.5, 2.5, 3.5, 4.5, 5.5].map(left)).toEqual([10, 8, 6, 4, 2, 0]);
  });

  it('use the bucket of their message', () => {
    const { sim } = startWorld({
      servers: { '*': { latency: 60_000 } },
      script: [0, 4, 12].map((second) => ({
        at: second * 1e6,
        command: { kind: 'message.inject' as const, to: [{ destination: HOST, count: 1 }] },
      })),
    });
    runWorld(sim, 1000, 12.5e6);
    expect(ageTable(sim.world, ['active'], 5).rows[0]?.buckets.slice(0, 3)).toEqual([1, 1, 1]);
  });
});

describe('recipient pools', () => {
  const scenario: Partial<Scenario> = {
    params: { default_recipient_limit: 100, qmgr_message_recipient_limit: 30 },
    agents: { smtp: 0 },
    script: [...injectAtStart(HOST, 80), ...injectAtStart('b.example', 20)],
  };

  it('have given the jobs exactly what the pools no longer hold', () => {
    const { sim } = startWorld(scenario);
    runWorld(sim);
    const [pool] = memoryTable(sim.world).pools;
    const given = pool?.jobs.reduce((sum, job) => sum + job.recipientSlots, 0) ?? 0;
    expect(given + (pool?.unused ?? 0)).toBe(100);
    expect(pool?.jobs.map((job) => job.number)).toEqual([1, 2]);
  });
});
