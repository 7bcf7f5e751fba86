import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism, constants } from 'node:os';
import type { SweepLine, SweepSpec } from '../../protocol/experiments.ts';
import { complain, printProgress } from '../terminal.ts';
import type { Results } from './out-file.ts';
import { runCount } from './parts.ts';

export interface HereJob {
  /** Arguments that start this command: its file or, in the package, the program and `sweep`. */
  program: readonly string[];
  path: string;
  spec: SweepSpec;
  results: Results;
  words: readonly string[];
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a sweep with one process per core. Passes results on in order, so that the same sweep gives the same bytes. A signal,
 * or a process that dies, ends the sweep; all results so far are passed on.
 *
 * @returns The exit status: 0 = all runs are complete.
 */
export async function runHere(job: HereJob): Promise<number> {
  const { spec, results } = job;
  const total = runCount(spec);
  const lines = new InOrder(total, results);
  const of = Math.max(1, Math.min(availableParallelism(), total));
  const children: ChildProcess[] = [];
  const endAll = (): void => {
    for (const child of children) child.kill('SIGTERM');
  };
  process.on('exit', endAll);
  const signalled = createSignals();
  let over = false;
  const parts = new Promise<number>((resolve) => {
    let left = of;
    for (let part = 1; part <= of; part++) {
      const child = startPart(job, `${part}/${of}`, lines);
      children.push(child);
      child.on('close', (code, signal) => {
        if (over) return;
        if (code === 0) left -= 1;
        else {
          complain(`\nPart ${part} of ${of} ended (${signal ?? `status ${code}`}).`);
          resolve(1);
        }
        if (left === 0) resolve(0);
      });
    }
  });
  const status = await Promise.race([parts, signalled.status]);
  over = true;
  endAll();
  process.off('exit', endAll);
  signalled.forget();
  lines.end();
  complain('');
  if (status !== 0) complain(`Ended after ${lines.count} of ${total} runs.`);
  return status;
}

/** Listens for signals. `status` resolves with the exit status when a signal arrives. */
function createSignals(): { status: Promise<number>; forget(): void } {
  let heard: (signal: NodeJS.Signals) => void = () => {};
  const status = new Promise<number>((resolve) => {
    heard = (signal) => resolve(128 + constants.signals[signal]);
  });
  for (const signal of SIGNALS) process.on(signal, heard);
  return {
    status,
    forget() {
      for (const signal of SIGNALS) process.off(signal, heard);
    },
  };
}

function startPart({ program, path, words }: HereJob, part: string, lines: InOrder): ChildProcess {
  const child = spawn(process.execPath, [...process.execArgv, ...program, path, '--part', part, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let rest = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (piece: string) => {
    const whole = (rest + piece).split('\n');
    rest = whole.pop() ?? '';
    lines.take(whole);
  });
  return child;
}

/** Passes results on in the order of their run numbers, without gaps. */
class InOrder {
  count: number;
  private readonly total: number;
  private readonly results: Results;
  private readonly waiting = new Map<number, string>();
  private next = 0;

  constructor(total: number, results: Results) {
    this.total = total;
    this.results = results;
    this.count = results.done.size;
    this.tell();
  }

  take(lines: readonly string[]): void {
    for (const line of lines) this.waiting.set((JSON.parse(line) as SweepLine).run, line);
    this.count += lines.length;
    const ready: string[] = [];
    for (;;) {
      const line = this.waiting.get(this.next);
      if (line === undefined && !this.results.done.has(this.next)) break;
      if (line !== undefined) ready.push(`${line}\n`);
      this.waiting.delete(this.next);
      this.next += 1;
    }
    if (ready.length > 0) this.results.add(ready.join(''));
    this.tell();
  }

  /** Passes on the remaining results, which were waiting for a missing run. */
  end(): void {
    const left = [...this.waiting].toSorted(([one], [other]) => one - other);
    this.waiting.clear();
    if (left.length > 0) this.results.add(left.map(([, line]) => `${line}\n`).join(''));
  }

  private tell(): void {
    printProgress(`${this.count} of ${this.total} runs`);
  }
}
