import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BenchRow } from './parts/types.ts';

/**
 * Experiments: a thousand runs of a scenario of about 10,000 events, each with another seed. They run in two processes, as on
 * the page of a machine with two cores. The goal is 20 seconds.
 */
const RUNS = 1_000;
const PROCESSES = 2;
const GOAL_S = 20;

export async function run(): Promise<BenchRow[]> {
  const started = performance.now();
  const events = await Promise.all(
    Array.from({ length: PROCESSES }, (_, i) => part(i * (RUNS / PROCESSES) + 1)),
  );
  const seconds = (performance.now() - started) / 1000;
  const all = events.reduce((sum, one) => sum + one, 0);
  const row = { bench: 'experiments', yardstickRatio: Number.NaN, reference: null };
  return [
    { ...row, case: `${RUNS} runs, goal ${GOAL_S} s`, value: seconds, unit: 's', reference: GOAL_S },
    { ...row, case: 'events per run', value: all / RUNS, unit: 'events' },
    { ...row, case: 'events per second, both processes', value: all / seconds, unit: 'events/s' },
  ];
}

/** Runs half of the seeds in a separate process. Returns their number of events. */
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
