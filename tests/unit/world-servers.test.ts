import { describe, expect, it } from 'vitest';
import type { ServerBehaviour } from '../../src/protocol/commands.ts';
import type { MailScenario } from '../../src/protocol/scenario.ts';
import { eventsOf, injectAtStart, type LogLine, runWorld, startWorld } from '../fixtures/run-world.ts';

const HOST = 'a.example';

/** Runs one message with `count` entries of one recipient each. Returns how each delivery ended. */
function deliver(
  behaviour: ServerBehaviour,
  count: number,
  extra: Partial<MailScenario> = {},
  until = 299e6,
): { log: LogLine[]; ends: string[] } {
  const { sim, log } = startWorld({
    servers: { [HOST]: behaviour },
    params: { smtp_destination_recipient_limit: 2, smtp_destination_concurrency_failed_cohort_limit: 100 },
    script: injectAtStart(HOST, count * 2),
    ...extra,
  });
  // Stop before the first scan of the deferred queue, unless a timeout lasts longer.
  runWorld(sim, 5000, until);
  const smtp = eventsOf(log, 'delivery.ended').filter((event) => event.transport === 1);
  return { log, ends: smtp.map((event) => `${event.second} ${event.result}`) };
}

describe('a server', () => {
  it('that is healthy answers after its latency, within the window', () => {
    expect(deliver({ latency: 500 }, 7).ends).toEqual([
      ...Array.from({ length: 5 }, () => '0.5 ok'),
      ...Array.from({ length: 2 }, () => '1 ok'),
    ]);
  });

  it('that draws its latency stays in the range and draws the same again', () => {
    const first = deliver({ latency: [100, 200] }, 5).ends;
    expect(deliver({ latency: [100, 200] }, 5).ends).toEqual(first);
    for (const end of first) {
      expect(Number.parseFloat(end)).toBeGreaterThanOrEqual(0.1);
      expect(Number.parseFloat(end)).toBeLessThanOrEqual(0.2);
    }
    expect(new Set(first).size).toBe(5);
  });

  it('that refuses fails the handshake after a round trip', () => {
    expect(deliver({ latency: 500, fault: { kind: 'refuse' } }, 1).ends).toEqual(['0.005 site-fail']);
  });

  it('that cannot be reached costs 30 s, one that stays silent 300 s', () => {
    expect(deliver({ latency: 500, fault: { kind: 'unreachable' } }, 1).ends).toEqual(['30 site-fail']);
    expect(deliver({ latency: 500, fault: { kind: 'silent' } }, 1, {}, 305e6).ends).toEqual([
      '300 site-fail',
    ]);
  });

  it('that works longer than the session timeout defers, and blames no destination', () => {
    const { ends, log } = deliver({ latency: 900_000 }, 1, {}, 605e6);
    expect(ends).toEqual(['600 defer']);
    expect(eventsOf(log, 'queue.dead')).toEqual([]);
  });

  it('with a session limit says 421 to those above it', () => {
    expect(deliver({ latency: 500, fault: { kind: 'limit', sessions: 3 } }, 5).ends.slice(0, 5)).toEqual([
      '0.005 site-fail',
      '0.005 site-fail',
      '0.5 ok',
      '0.5 ok',
      '0.5 ok',
    ]);
  });

  it('with a full accept queue serves some, delays some, and does not answer the rest', () => {
    const fault = { kind: 'backlog', workers: 2, queue: 2 } as const;
    expect(deliver({ latency: 1000, fault }, 5).ends).toEqual([
      '1 ok',
      '1 ok',
      '2 ok',
      '2 ok',
      '30 site-fail',
    ]);
  });

  it('with a full accept queue may leave the rest connected, without a greeting', () => {
    const fault = { kind: 'backlog', workers: 2, queue: 2, overflow: 'hang' } as const;
    const { ends } = deliver({ latency: 1000, fault }, 5, {}, 301e6);
    expect(ends.slice(0, 5)).toEqual(['1 ok', '1 ok', '2 ok', '2 ok', '300 site-fail']);
  });

  it('of which one machine is bad refuses every Kth connection', () => {
    const fault = { kind: 'one-of', machines: 4, pick: 'turn' } as const;
    const ends = deliver({ latency: 100, fault }, 8, {
      params: {
        smtp_destination_recipient_limit: 2,
        smtp_destination_concurrency_limit: 1,
        smtp_destination_concurrency_failed_cohort_limit: 100,
      },
    }).ends.map((end) => end.split(' ')[1]);
    expect(ends).toEqual(['ok', 'ok', 'ok', 'site-fail', 'ok', 'ok', 'ok', 'site-fail']);
  });

  it('that is down for a while refuses only then', () => {
    const { sim, log } = startWorld({
      servers: { [HOST]: { latency: 100, fault: { kind: 'down', from: 1000, until: 2000 } } },
      script: [0, 1, 2].map((second) => ({
        at: second * 1e6,
        command: { kind: 'message.inject', to: [{ destination: HOST, count: 1 }] },
      })),
    });
    runWorld(sim, 5000, 10e6);
    const results = eventsOf(log, 'delivery.ended').map((event) => event.result);
    expect(results).toEqual(['ok', 'site-fail', 'ok']);
  });

  it('serves destinations named after one address, in any case of its name', () => {
    const { sim, log } = startWorld({
      servers: { 'A.Example': { latency: 100, fault: { kind: 'refuse' } } },
      params: { smtp_destination_recipient_limit: 1 },
      script: injectAtStart('a.EXAMPLE', 2),
    });
    runWorld(sim, 5000, 1e6);
    expect(eventsOf(log, 'queue.created').map((event) => event.name)).toContain('u1@a.example');
    expect(eventsOf(log, 'delivery.ended').map((event) => event.result)).toEqual(['site-fail', 'site-fail']);
  });

  it('that greylists defers recipients, which is good news about the destination', () => {
    const { ends, log } = deliver({ latency: 100, fault: { kind: 'greylist', wait: 60_000 } }, 1);
    expect(ends[0]).toBe('0.1 defer');
    expect(log.map(({ what }) => what)).toContainEqual(
      expect.objectContaining({ rule: 'feedback', sign: 'positive' }),
    );
  });

  it('that bounces all recipients ends the message without a deferral', () => {
    const { log, ends } = deliver({ latency: 100, fault: { kind: 'bounce', percent: 100 } }, 1);
    expect(ends).toEqual(['0.1 ok']);
    expect(eventsOf(log, 'message.done').map((event) => event.result)).toEqual(['removed']);
  });
});

describe('failing agents', () => {
  const failing = (fault: 'unreachable' | 'crash'): LogLine[] => {
    const { sim, log } = startWorld({
      servers: { [HOST]: { latency: 100 } },
      script: [
        { at: 0, command: { kind: 'agents.set', transport: 'smtp', limit: 5, fault } },
        { at: 0, command: { kind: 'message.inject', to: [{ destination: HOST, count: 1 }] } },
        { at: 10e6, command: { kind: 'agents.set', transport: 'smtp', limit: 5 } },
      ],
    });
    runWorld(sim, 5000, 400e6);
    return log;
  };

  it('kill their transport for a minute if unreachable, and mail goes out afterwards', () => {
    const log = failing('unreachable');
    expect(eventsOf(log, 'transport.dead').map((event) => event.second)).toEqual([0]);
    expect(eventsOf(log, 'transport.revived').map((event) => event.second)).toEqual([60]);
    expect(eventsOf(log, 'message.done').at(-1)).toMatchObject({ second: 300.1, result: 'removed' });
  });

  it('leave recipients on file after a crash, and say nothing about the destination', () => {
    const log = failing('crash');
    expect(eventsOf(log, 'delivery.ended')[0]).toMatchObject({ second: 0.1, result: 'crash' });
    expect(eventsOf(log, 'queue.dead')).toEqual([]);
    expect(eventsOf(log, 'message.done').at(-1)).toMatchObject({ second: 300.1, result: 'removed' });
  });
});
