import { createStore } from '../../src/core/tables.ts';
import { SILENT_PORT } from '../../src/core/threads/tables.ts';
import { createWorkloadRun, runWorkload } from '../../src/core/threads/workload.ts';
import { readWorkload } from '../../src/core/threads/workload-input.ts';
import type { Policy, Workload } from '../../src/core/threads/workload-model.ts';
import type { BenchRow } from './parts/types.ts';
import { mapAndArrayNs, median } from './parts/yardstick.ts';

/**
 * Thread groups: simulated events per second of the 64-worker workload under each policy, and the cost of one event with 10
 * to 10,000 threads. An event is one step of the machine: an arrival, a context switch, or the end of a phase or a wait.
 * `yardstickRatio` is the time of one event in rounds of a loop over a Map. No other program simulates this, so there is no
 * reference.
 */
export function run(): BenchRow[] {
  const yardstick = median(3, () => mapAndArrayNs(2_000_000));
  const workload = makeWorkload(4_000, [
    { name: 'plain', workers: 64, wake: 'fifo' },
    { name: 'fixed', workers: 4 },
    { name: 'cmgroup', workers: 64, cmgroup: true, cv: 4 },
    { name: 'herd', workers: 64, wake: 'herd' },
  ]);
  measure(workload, policyOf(workload, 'cmgroup'));
  const rows = workload.policies.map((policy): BenchRow => {
    const ns = median(3, () => measure(workload, policy));
    const value = Math.round(1e9 / ns);
    return {
      ...ROW,
      case: `64-worker workload, ${policy.name}`,
      value,
      unit: 'events/s',
      yardstickRatio: ns / yardstick,
    };
  });
  for (const name of ['cmgroup', 'plain'] as const) {
    const costs = [10, 100, 1_000, 10_000].map((workers) => [workers, costOf(name, workers)] as const);
    for (const [workers, ns] of costs) {
      const yardstickRatio = ns / yardstick;
      rows.push({ ...ROW, case: `${workers} threads, ${name}`, value: ns, unit: 'ns/event', yardstickRatio });
    }
    const all = costs.map(([, ns]) => ns);
    rows.push({
      ...ROW,
      case: `highest ÷ lowest cost, 10 to 10\u2009000 threads, ${name}`,
      value: Math.max(...all) / Math.min(...all),
      unit: 'times',
      yardstickRatio: 0,
    });
  }
  return rows;
}

const ROW = { bench: 'threads', reference: null } as const;

/** A workload whose handlers are blocked 80 % of the time: the public `blocking-handlers-four-cpus`. */
function makeWorkload(count: number, policies: readonly Record<string, unknown>[]): Workload {
  const checked = readWorkload({
    cpus: 4,
    cpu: { switch: 5, rewarm: 25, latency: 18_000, minSlice: 2_250, alphaMilli: 20 },
    seed: 7,
    // Long enough for 10,000 workers to start.
    warmup: 200_000,
    arrivals: { count, gap: [40, 90] },
    handler: [{ cpu: [40, 160] }, { block: [200, 2_000] }, { cpu: [40, 160] }],
    policies,
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
  return checked.value;
}

function policyOf(workload: Workload, name: string): Policy {
  const policy = workload.policies.find((p) => p.name === name);
  if (policy === undefined) throw new Error(`no policy ${name}`);
  return policy;
}

function costOf(name: 'cmgroup' | 'plain', workers: number): number {
  const workload = makeWorkload(20_000, [{ name, workers, cmgroup: name === 'cmgroup', cv: 4 }]);
  return median(3, () => measure(workload, policyOf(workload, name)));
}

/** Nanoseconds per step of one run, without the setup of the run. */
function measure(workload: Workload, policy: Policy): number {
  const run = createWorkloadRun(createStore(), workload, policy, SILENT_PORT);
  const start = performance.now();
  const steps = runWorkload(run);
  return ((performance.now() - start) * 1e6) / steps;
}
