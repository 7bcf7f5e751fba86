import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BenchRow } from './parts/types.ts';

/**
 * Experiments: a thousand runs of a scenario of some 10,000 events, each with a seed of its own, measured as a sweep
 * measures them, in two processes as the page has two workers on two cores. The promise is 20 seconds.
 */
const RUNS = 1_000;
const PROCESSES = 2;
/** Seconds that are promised. */
const PROMISE = 20;

/** Runs all seeds of one experiment, shared among processes. */
export async function run(): Promise<BenchRow[]> {
  const started = performance.now();
  const events = await Promise.all(
    Array.from({ length: PROCESSES }, (_, i) => part(i * (RUNS / PROCESSES) + 1)),
  );
  const seconds = (performance.now() - started) / 1000;
  const all = events.reduce((sum, one) => sum + one, 0);
  const row = { bench: 'experiments', yardstickRatio: Number.NaN, reference: null };
  return [
    { ...row, case: `${RUNS} runs, promise ${PROMISE} s`, value: seconds, unit: 's', reference: PROMISE },
    { ...row, case: 'events of a run', value: all / RUNS, unit: 'events' },
    { ...row, case: 'events a second, both processes', value: all / seconds, unit: 'events/s' },
  ];
}

/** Half of the runs in a process of its own; the events that they had. */
function part(firstSeed: number): Promise<number> {
  const tsx = fileURLToPath(new URL('../../node_modules/tsx/dist/cli.mjs', import.meta.url));
  const file = fileURLToPath(new URL('./parts/experiments-part.ts', import.meta.url));
  const args = [tsx, file, String(firstSeed), String(RUNS / PROCESSES)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) resolve(Number(text));
      else reject(new Error(`a process ended with ${code}`));
    });
  });
}
