import { expect, test } from 'vitest';
import { projectAll } from '../../src/core/project.ts';
import type { JobId, MessageId } from '../../src/protocol/ids.ts';
import { type Micros, microsOfSecond, schedulerSeconds, type Seconds } from '../../src/protocol/units.ts';
import { eventsOf, injectAtStart, runWorld, startWorld } from '../fixtures/run-world.ts';

test('the compiler refuses to mix units or ids of two kinds', () => {
  const second: Seconds = 3;
  const job: JobId = 1;
  // @ts-expect-error seconds are no microseconds
  const at: Micros = second;
  // @ts-expect-error a job is no message
  const message: MessageId = job;
  expect([at, message, microsOfSecond(second)]).toEqual([3, 1, 3_000_000]);
});

test('times in rows are in microseconds, even where the queue manager keeps seconds', () => {
  const { sim, log } = startWorld({
    params: { initial_destination_concurrency: 1, default_destination_concurrency_failed_cohort_limit: 1 },
    servers: { '*': { latency: 100, fault: { kind: 'refuse' } } },
    script: injectAtStart('a.example', 1),
  });
  runWorld(sim, 2_000, 2_000_000);
  const [dead] = eventsOf(log, 'queue.dead');
  const rows = projectAll(sim, { transport: 'smtp', selected: 0, deliveries: 0 });
  const queue = rows.queue.find(({ name }) => name === 'a.example');
  expect(dead).toBeDefined();
  expect(queue?.until).toBe(microsOfSecond(dead?.until ?? 0));
  const deferred = eventsOf(log, 'message.done').find(({ result }) => result === 'deferred');
  expect(rows.message[0]?.retryAt).toBe(microsOfSecond(deferred?.retryAt ?? 0));
  expect(schedulerSeconds(queue?.until ?? 0)).toBe(dead?.until);
});
