import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { installPackage, nodes } from '../fixtures/installed-package.ts';
import type { BenchRow } from './parts/types.ts';

const RUNS = 7;
/** Lines of the log: a short one, so that the time is that of starting. */
const LINES = 60;
const FIRST_OUTPUT_MS = 250;
const LOG = new URL('../fixtures/records/logs/f1-afternoon/maillog.gz', import.meta.url);
/** Prints the processor time of the process as the last line of standard error. */
const CPU = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => { const { user, system } = process.cpuUsage(); process.stderr.write('\\ncpu ' + (user + system)); });",
)}`;

/**
 * The start of `late` on a short log. Measures two times in milliseconds: until the first output, and processor time.
 * Each is the minimum of several runs. Compares the npm package, on each Node of this machine, with the loader of a
 * checkout.
 */
export async function run(): Promise<BenchRow[]> {
  const installed = installPackage();
  try {
    const log = join(installed.folder, 'mail.log');
    const lines = gunzipSync(readFileSync(LOG)).toString('latin1').split('\n');
    writeFileSync(log, lines.slice(0, LINES).join('\n'));
    const rows: BenchRow[] = [];
    for (const { version, path } of nodes())
      rows.push(
        ...(await measured(`package, Node ${version}`, path, [installed.program], log, FIRST_OUTPUT_MS)),
      );
    const loader = ['src/cli/tsx.mjs', 'src/record/cli/late.ts'];
    return [
      ...rows,
      ...(await measured(`checkout, Node ${process.version}`, process.execPath, loader, log, null)),
    ];
  } finally {
    installed.remove();
  }
}

async function measured(
  name: string,
  node: string,
  [program = '', ...words]: readonly string[],
  log: string,
  reference: number | null,
): Promise<BenchRow[]> {
  const late = program.endsWith('qmgrscope') ? ['late'] : [];
  const args = [program, ...words, ...late, '--no-local', log];
  let [first, cpu] = [Infinity, Infinity];
  for (let i = 0; i < RUNS; i++) {
    const began = performance.now();
    const child = spawn(node, ['--import', CPU, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    child.stderr.on('data', (part: Buffer) => (said += part.toString()));
    child.stdout.once('data', () => (first = Math.min(first, performance.now() - began)));
    child.stdout.resume();
    await once(child, 'close');
    cpu = Math.min(cpu, Number(/cpu (\d+)$/.exec(said)?.[1] ?? Number.NaN) / 1000);
  }
  const row = { bench: 'start', unit: 'ms', yardstickRatio: 0 };
  return [
    { ...row, case: `${name}: first output`, value: first, reference },
    { ...row, case: `${name}: processor time`, value: cpu, reference: null },
  ];
}
