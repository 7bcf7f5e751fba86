import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../src/protocol/scenario.ts';
import { mailHistory } from '../../src/core/world/history.ts';
import { projectAll } from '../../src/core/project.ts';
import { eventsOf, injectAtStart, runWorld, startWorld } from '../fixtures/run-world.ts';

const HOST = 'a.example';

describe('a deferred message', () => {
  const greylisted: Partial<Scenario> = {
    servers: { [HOST]: { latency: 100, fault: { kind: 'greylist', wait: 60_000 } } },
    script: injectAtStart(HOST, 1),
  };

  it('is attempted again at the first scan after its retry time, then the run ends', () => {
    const { sim, log } = startWorld(greylisted);
    runWorld(sim);
    // Deferred at 0.1 s for 300 s. The scan at 300 s may already read the message.
    expect(
      eventsOf(log, 'message.done').map(({ second, result, retryAt }) => [second, result, retryAt]),
    ).toEqual([
      [0.1, 'deferred', 300],
      [300.1, 'removed', undefined],
    ]);
  });

  it('waits for the scan after the next when its time is later', () => {
    const { sim, log } = startWorld({ ...greylisted, params: { minimal_backoff_time: '400s' } });
    runWorld(sim);
    expect(eventsOf(log, 'message.done').map((event) => event.second)).toEqual([0.1, 600.1]);
  });

  it('is attempted immediately by a flush', () => {
    const { sim, log } = startWorld({
      ...greylisted,
      script: [...injectAtStart(HOST, 1), { at: 61e6, command: { kind: 'queue.flush' } }],
    });
    runWorld(sim);
    expect(eventsOf(log, 'message.done').map((event) => event.second)).toEqual([0.1, 61.1]);
  });

  it('goes back to its sender when it is too old', () => {
    const { sim, log } = startWorld({
      servers: { [HOST]: { latency: 100, fault: { kind: 'refuse' } } },
      params: { maximal_queue_lifetime: '1000s', bounce_queue_lifetime: '1000s' },
      script: injectAtStart(HOST, 1),
    });
    runWorld(sim);
    expect(eventsOf(log, 'message.expired')).toHaveLength(1);
    expect(eventsOf(log, 'message.done').at(-1)).toMatchObject({ result: 'removed' });
  });
});

describe('a full active queue', () => {
  it('keeps new mail incoming until a message leaves', () => {
    const { sim, log } = startWorld({
      params: { qmgr_message_active_limit: 1 },
      servers: { '*': { latency: 1000 } },
      script: [1, 2, 3].map(() => ({
        at: 0,
        command: { kind: 'message.inject', to: [{ destination: HOST, count: 1 }] },
      })),
    });
    runWorld(sim);
    expect(eventsOf(log, 'message.read').map(({ msg, second }) => [msg, second])).toEqual([
      [1, 0],
      [2, 1],
      [3, 2],
    ]);
    expect(eventsOf(log, 'message.done').map((event) => event.second)).toEqual([1, 2, 3]);
  });
});

describe('a reload', () => {
  const reloaded = (latency: number, reloadAt: number): ReturnType<typeof startWorld> => {
    const run = startWorld({
      servers: { '*': { latency } },
      agents: { smtp: 2 },
      params: { smtp_destination_recipient_limit: 2 },
      script: [...injectAtStart(HOST, 12), { at: reloadAt, command: { kind: 'qmgr.reload' } }],
    });
    runWorld(run.sim);
    return run;
  };

  it('sends active mail back, and still delivers to each recipient once', () => {
    // Six entries with two recipients each, two agents, one second per delivery. At 1.5 s two entries are done, and two are
    // being delivered.
    const { log, sim } = reloaded(1000, 1.5e6);
    expect(eventsOf(log, 'qmgr.reloaded')).toMatchObject([{ second: 1.5, messages: 1 }]);
    const { message } = projectAll(sim, { transport: 'smtp', selected: 0, deliveries: 100 });
    expect(message).toMatchObject([{ place: 'done', recipients: 12, delivered: 12, deferred: 0 }]);
    const { incoming, active, deferred } = mailHistory(sim.world.history);
    expect({ incoming, active, deferred }).toEqual({ incoming: 0, active: 0, deferred: 0 });
  });

  it('leaves a file alone while an agent of the old queue manager has it locked', () => {
    const { log } = reloaded(100_000, 1e6);
    // The file is locked at 1 s. The scan at 300 s checks it again, long after the agents ended at 100 s.
    expect(eventsOf(log, 'message.read').map((event) => event.second)).toEqual([0, 300]);
  });

  it('forgets what it learned: a dead destination is attempted again', () => {
    const { sim, log } = startWorld({
      servers: { '*': { latency: 10, fault: { kind: 'refuse' } } },
      params: { smtp_destination_concurrency_limit: 1 },
      script: [
        ...injectAtStart(HOST, 1),
        { at: 5e6, command: { kind: 'qmgr.reload' } },
        { at: 6e6, command: { kind: 'message.inject', to: [{ destination: HOST, count: 1 }] } },
      ],
    });
    runWorld(sim, 5000, 20e6);
    expect(eventsOf(log, 'queue.dead').map((event) => event.second)).toEqual([0.005, 6.005]);
  });
});
