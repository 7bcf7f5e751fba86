import { describe, expect, it } from 'vitest';
import { createStore, get } from '../../src/core/tables.ts';
import { callBind, callGetLimit, callNewGroup, callOpenSource } from '../../src/core/threads/calls.ts';
import { checkMachineConfig, FREE_MACHINE, sliceSettings } from '../../src/core/threads/config.ts';
import { createSource } from '../../src/core/threads/event-source.ts';
import { machineRunUntil, setOnlineCpus } from '../../src/core/threads/machine.ts';
import { readFigures } from '../../src/core/threads/metrics.ts';
import { estimatePoolSize } from '../../src/core/threads/pool.ts';
import { createMachine, SILENT_PORT } from '../../src/core/threads/tables.ts';
import { createThread } from '../../src/core/threads/thread.ts';
import { readWorkload } from '../../src/core/threads/workload-input.ts';
import type { RequestClass, Workload } from '../../src/core/threads/workload-model.ts';
import { createWorkloadRun, readWorkloadFigures, runWorkload } from '../../src/core/threads/workload.ts';
import type { Policy } from '../../src/core/threads/workload-model.ts';

const GOOD = {
  cpus: 2,
  seed: 3,
  arrivals: { count: 10, gap: [1, 5] },
  handler: [{ cpu: 10 }, { block: [5, 9] }],
  policies: [{ name: 'p', workers: 2 }],
};

function errorsOf(change: Record<string, unknown>): string[] {
  const read = readWorkload({ ...GOOD, ...change });
  return read.ok ? [] : read.errors.map((error) => `${error.field}: ${error.value}`);
}

function workloadOf(change: Record<string, unknown>): Workload {
  const read = readWorkload({ ...GOOD, ...change });
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return read.value;
}

describe('settings of a machine', () => {
  it('names each field that is out of range', () => {
    const checked = checkMachineConfig({
      cpus: 0,
      switchUs: -1,
      alphaMilli: Number.NaN,
      latencyUs: 5,
      minSliceUs: 0,
    });
    expect(checked.ok ? [] : checked.errors.map((e) => e.field)).toEqual([
      'cpus',
      'switchUs',
      'minSliceUs',
      'alphaMilli',
    ]);
  });

  it('has the slices of the document: 3 and 0.75 ms, 1.8 ms, and 3 ms in the kernel', () => {
    expect(sliceSettings('one-cpu', 1)).toEqual({ latencyUs: 6_000, minSliceUs: 750 });
    expect(sliceSettings('text', 1)).toEqual({ latencyUs: 6_000, minSliceUs: 750 });
    expect(sliceSettings('text', 24).minSliceUs).toBe(1_747);
    expect(sliceSettings('text', 32).minSliceUs).toBe(1_837);
    expect(sliceSettings('kernel-3.14', 4)).toEqual({ latencyUs: 18_000, minSliceUs: 2_250 });
    expect(sliceSettings('kernel-3.14', 64).minSliceUs).toBe(3_000);
    expect(sliceSettings('round-robin', 8)).toEqual({ latencyUs: 100_000, minSliceUs: 100_000 });
  });
});

describe('calls on a kernel with its own limits', () => {
  it('returns ENOSYS without the feature, and EINVAL from epoll_ctl', () => {
    const m = createMachine(createStore(), { ...FREE_MACHINE, supported: false }, SILENT_PORT);
    const epoll = callOpenSource(m, { name: 'E', kind: 'epoll' });
    const aio = callOpenSource(m, { name: 'A', kind: 'aio' });
    expect(callNewGroup(m, 'G', 1, [])).toEqual({ err: 'ENOSYS' });
    expect(callGetLimit(m, 3)).toEqual({ err: 'ENOSYS' });
    expect(callBind(m, 'ok' in epoll ? epoll.ok : 0, 9)).toEqual({ err: 'EINVAL' });
    expect(callBind(m, 'ok' in aio ? aio.ok : 0, 9)).toEqual({ err: 'ENOSYS' });
  });

  it('returns EMFILE when descriptors run out', () => {
    const m = createMachine(createStore(), { ...FREE_MACHINE, maxDescriptors: 1 }, SILENT_PORT);
    expect(callNewGroup(m, 'G', 0, [])).toEqual({ ok: 3 });
    expect(callNewGroup(m, 'H', 0, [])).toEqual({ err: 'EMFILE' });
  });
});

describe('figures', () => {
  it('count the excess over the CPUs of that time, not over those of now', () => {
    const m = createMachine(createStore(), { ...FREE_MACHINE, cpus: 2 }, SILENT_PORT);
    const source = createSource(m, { name: 'E', kind: 'epoll' });
    for (const name of ['A', 'B', 'C']) createThread(m, { name, program: 'manual' });
    machineRunUntil(m, 100);
    setOnlineCpus(m, 4);
    machineRunUntil(m, 200);
    const { meanRunnable, maxOvershoot, overshootShare } = readFigures(m, 0, source, 200);
    expect({ meanRunnable, maxOvershoot, overshootShare }).toEqual({
      meanRunnable: 3,
      maxOvershoot: 1,
      overshootShare: 0.5,
    });
  });
});

describe('workloads from outside', () => {
  it('accepts a valid one', () => {
    expect(errorsOf({})).toEqual([]);
  });

  it.each([
    [{ handler: [] }, 'handler: []'],
    [{ handler: undefined }, 'handler: nothing'],
    [{ handler: [{ cpu: 1, block: 2 }] }, 'handler[0]: {"cpu":1,"block":2}'],
    [{ handler: [{}] }, 'handler[0]: {}'],
    [{ handler: [{ cpu: [9, 5] }] }, 'handler[0].cpu: [9,5]'],
    [{ handler: [{ cpu: 1 }, { block: -1 }] }, 'handler[1].block: -1'],
    [{ handler: [{ cpu: 1.5 }] }, 'handler[0].cpu: 1.5'],
    [{ arrivals: { count: 0, gap: 1 } }, 'arrivals.count: 0'],
    [{ arrivals: { count: 1, gap: 'soon' } }, 'arrivals.gap: "soon"'],
    [{ policies: [] }, 'policies: []'],
    [{ policies: [{ workers: 0 }] }, 'policies[0].workers: 0'],
    [{ policies: [{ workers: 1, wake: 'random' }] }, 'policies[0].wake: "random"'],
    [{ policies: [{ workers: 1, cmgroup: true, cv: 1_048_577 }] }, 'policies[0].cv: 1048577'],
    [{ mix: [{ share: 0, handler: [{ cpu: 1 }] }] }, 'mix[0].share: 0'],
    [{ cpu: { alphaMilli: -1 } }, 'alphaMilli: -1'],
    [{ cpus: 'two' }, 'cpus: two'],
  ])('$0: $1', (change, error) => {
    expect(errorsOf(change)).toContain(error);
  });

  it('refuses what is not an object', () => {
    expect(readWorkload(null).ok).toBe(false);
  });
});

describe('policies', () => {
  const cost = { switch: 5, rewarm: 25, latency: 6_000, minSlice: 750 };
  const FIXED = { wake: 'lifo', limit: 0, max: 1, aio: 'no', growBy: 0, background: 0 } as const;

  it('draws a request’s class from the handler stream, and equal work per policy', () => {
    const mix: RequestClass[] = [
      { name: 'short', share: 9, handler: [{ cpu: 10 }] },
      { name: 'long', share: 1, handler: [{ cpu: 1_000 }] },
    ];
    const workload = workloadOf({ mix, arrivals: { count: 500, gap: 20 } });
    const useful = ['plain', 'fixed', 'cmgroup'].map((kind) => {
      const workers = kind === 'fixed' ? 2 : 8;
      const cmgroup = kind === 'cmgroup';
      const policy: Policy = { ...FIXED, name: kind, workers, maxWorkers: workers, cmgroup };
      const run = createWorkloadRun(createStore(), workload, policy, SILENT_PORT);
      runWorkload(run);
      return readWorkloadFigures(run).usefulTime;
    });
    expect(new Set(useful).size).toBe(1);
    const long = ((useful[0] ?? 0) - 5_000) / 990;
    expect(long).toBeGreaterThan(25);
    expect(long).toBeLessThan(80);
  });

  it('shares CPU between groups by threads: 10 against 100 is about 9 %', () => {
    const workload = workloadOf({
      cpus: 1,
      cpu: { latency: 6_000, minSlice: 750 },
      arrivals: { count: 200, gap: 0 },
      handler: [{ cpu: 7_500 }],
      policies: [{ name: 'x', workers: 10, cmgroup: true, cv: 10, background: 100 }],
    });
    const [policy] = workload.policies;
    if (policy === undefined) throw new Error('no policy');
    const run = createWorkloadRun(createStore(), workload, policy, SILENT_PORT);
    runWorkload(run);
    const { useful, maxRunnable } = readWorkloadFigures(run);
    expect(useful).toBeGreaterThan(0.085);
    expect(useful).toBeLessThan(0.095);
    expect(maxRunnable).toBe(10);
  });

  it('leaves CPUs idle with one run queue each and short handlers', () => {
    const handler = [{ cpu: [40, 160] }, { block: [100, 400] }, { cpu: [40, 160] }];
    const busy = ['global', 'per-cpu'].map((runQueue) => {
      const workload = workloadOf({
        cpus: 4,
        cpu: { ...cost, runQueue },
        arrivals: { count: 2_000, gap: 40 },
        handler,
        policies: [{ name: 'c', workers: 32, cmgroup: true, cv: 4 }],
      });
      const [policy] = workload.policies;
      if (policy === undefined) throw new Error('no policy');
      const run = createWorkloadRun(createStore(), workload, policy, SILENT_PORT);
      runWorkload(run);
      return readWorkloadFigures(run).busy;
    });
    expect(busy[1]).toBeLessThan((busy[0] ?? 0) - 0.1);
  });

  it('grows a pool from one worker while no worker is left on standby', () => {
    const workload = workloadOf({
      cpus: 4,
      handler: [{ cpu: 10 }, { block: 1_000 }, { cpu: 10 }],
      arrivals: { count: 300, gap: 50 },
      policies: [{ name: 'g', workers: 1, cmgroup: true, growBy: 2, maxWorkers: 60 }],
    });
    const [policy] = workload.policies;
    if (policy === undefined) throw new Error('no policy');
    const run = createWorkloadRun(createStore(), workload, policy, SILENT_PORT);
    runWorkload(run);
    const { live } = get(run.machine.pools, 1);
    // A request of 1,020 µs every 50 µs keeps about 20 workers busy. The pool's counter overestimates waiting workers, but
    // not the need.
    expect(live).toBeGreaterThan(20);
    expect(live).toBeLessThan(30);
  });

  it('estimates the size of a pool as CV × T-all / T-cpu', () => {
    expect(estimatePoolSize(4, 10_000, 2_000)).toBe(20);
    expect(estimatePoolSize(4, 10_000, 0)).toBeNull();
  });
});
