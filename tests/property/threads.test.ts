import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capture, createStore, get, restore } from '../../src/core/tables.ts';
import { SILENT_PORT } from '../../src/core/threads/tables.ts';
import { readWorkload } from '../../src/core/threads/workload-input.ts';
import { createWorkloadRun, readWorkloadFigures, stepWorkload } from '../../src/core/threads/workload.ts';
import {
  type Bench,
  commandArbitrary,
  configArbitrary,
  createBench,
  dump,
  runCommand,
} from './threads-driver.ts';
import { runCount } from '../fixtures/all.ts';

const RUNS = { numRuns: runCount(300), seed: 20_261_121 };
const commands = fc.array(commandArbitrary, { minLength: 1, maxLength: 120, size: 'max' });

describe('random operations on several groups', () => {
  it('keep count, wake-ups and causes above the limit safe after every operation', () => {
    fc.assert(
      fc.property(configArbitrary, commands, (config, list) => {
        const bench = createBench(config);
        for (const command of list) runCommand(bench, command);
      }),
      RUNS,
    );
  });

  it('return each plain event at most once, and from epoll in the order of posting', () => {
    fc.assert(
      fc.property(configArbitrary, commands, (config, list) => {
        const bench = createBench(config);
        for (const command of list) runCommand(bench, command);
        const seen = new Set<string>();
        const latest = new Map<number, number>();
        for (const event of bench.events) {
          if (event.kind !== 'fetch.returned') continue;
          for (const item of event.items.filter((name) => name.startsWith('e'))) {
            if (seen.has(item)) throw new Error(`${item} twice`);
            seen.add(item);
            const number = Number(item.slice(1));
            if (get(bench.machine.sources, event.source).kind === 'epoll') {
              if (number <= (latest.get(event.source) ?? 0)) throw new Error(`${item} out of order`);
            }
            latest.set(event.source, number);
          }
        }
      }),
      RUNS,
    );
  });

  it('give the same events in a second run', () => {
    fc.assert(
      fc.property(configArbitrary, commands, (config, list) => {
        const run = (): Bench => {
          const bench = createBench(config);
          for (const command of list) runCommand(bench, command);
          return bench;
        };
        const first = run();
        const second = run();
        expect(JSON.stringify(second.events)).toBe(JSON.stringify(first.events));
        expect(dump(second.store)).toBe(dump(first.store));
      }),
      { ...RUNS, numRuns: Math.floor(RUNS.numRuns / 3) },
    );
  });

  it('continue after a restored keyframe as if it had never been taken', () => {
    fc.assert(
      fc.property(configArbitrary, commands, fc.nat(119), (config, list, cut) => {
        const at = cut % list.length;
        const bench = createBench(config);
        for (const command of list.slice(0, at)) runCommand(bench, command);
        const lists = { groups: [...bench.groups], sources: [...bench.sources], posted: bench.posted };
        const before = dump(bench.store);
        const keyframe = capture(bench.store);
        const start = bench.events.length;
        for (const command of list.slice(at)) runCommand(bench, command);
        const events = JSON.stringify(bench.events.slice(start));
        const after = dump(bench.store);

        restore(bench.store, keyframe);
        expect(dump(bench.store)).toBe(before);
        Object.assign(bench, lists);
        bench.events.length = start;
        for (const command of list.slice(at)) runCommand(bench, command);
        expect(JSON.stringify(bench.events.slice(start))).toBe(events);
        expect(dump(bench.store)).toBe(after);

        const plain = createBench(config);
        for (const command of list) runCommand(plain, command);
        expect(dump(plain.store)).toBe(after);
      }),
      { ...RUNS, numRuns: Math.floor(RUNS.numRuns / 3) },
    );
  });
});

describe('workloads', () => {
  const workloadArbitrary = fc.record({
    cpus: fc.integer({ min: 1, max: 4 }),
    seed: fc.nat(1000),
    workers: fc.integer({ min: 1, max: 12 }),
    wake: fc.constantFrom('lifo', 'fifo', 'herd'),
    cmgroup: fc.boolean(),
    kind: fc.constantFrom('epoll', 'aio'),
    aioMode: fc.constantFrom('today', 'intended'),
    max: fc.integer({ min: 1, max: 3 }),
    growBy: fc.integer({ min: 0, max: 2 }),
    latency: fc.constantFrom(0, 600),
    blocks: fc.boolean(),
    runQueue: fc.constantFrom('global', 'per-cpu'),
  });

  it('complete every request, and a keyframe in the middle changes nothing', () => {
    fc.assert(
      fc.property(workloadArbitrary, fc.nat(400), (given, cut) => {
        const { workers, wake, cmgroup, kind, aioMode, max, growBy } = given;
        const policy = {
          name: 'p',
          workers,
          wake,
          cmgroup,
          kind,
          aioMode,
          max,
          growBy,
          maxWorkers: workers + 4,
        };
        const checked = readWorkload({
          cpus: given.cpus,
          seed: given.seed,
          cpu: {
            switch: 3,
            rewarm: 7,
            latency: given.latency,
            minSlice: 50,
            alphaMilli: 20,
            runQueue: given.runQueue,
          },
          arrivals: { count: 60, gap: [0, 60] },
          handler: [{ cpu: [0, 90] }, ...(given.blocks ? [{ block: [0, 300] }, { cpu: 5 }] : [])],
          policies: [policy],
        });
        if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
        const [only] = checked.value.policies;
        if (only === undefined) throw new Error('no policy');
        const store = createStore();
        const run = createWorkloadRun(store, checked.value, only, SILENT_PORT);
        for (let i = 0; i < cut && stepWorkload(run); i++);
        const keyframe = capture(store);
        while (stepWorkload(run));
        const figures = readWorkloadFigures(run);
        expect(figures.completed).toBe(60);
        restore(store, keyframe);
        while (stepWorkload(run));
        expect(readWorkloadFigures(run)).toEqual(figures);
        const parts = figures.meanWaiting + figures.meanOnCpu + figures.meanBlocked + figures.meanReady;
        expect(parts).toBeCloseTo(figures.mean, 6);
        expect(figures.meanReady).toBeGreaterThanOrEqual(-1e-9);
      }),
      { ...RUNS, numRuns: Math.floor(RUNS.numRuns / 2) },
    );
  });
});
