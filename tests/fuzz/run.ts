import { createDraw } from '../../src/learn/questions/draw.ts';
import type { RealMillis } from '../../src/protocol/units.ts';
import { type Came, type FuzzKind, SLOW_MS } from './kind.ts';
import { shrink } from './shrink.ts';

export interface FuzzFinding {
  /** The smallest input that was found. `fault`: the property that it breaks. */
  input: string;
  fault: string;
}

export interface FuzzOutcome {
  inputs: number;
  steps: number;
  coverage: ReadonlyMap<string, { inputs: number; steps: number }>;
  finding: FuzzFinding | null;
}

/** Limits of a fuzz run. It ends when all of them are reached. */
export interface Enough {
  ms: RealMillis;
  /** Minimum number of inputs, because a slow machine reads fewer inputs in the same time. */
  inputs?: number;
  steps?: number;
}

/** Draws and reads inputs of one kind until the limits are reached. The first finding is shrunk and ends the run. */
export async function fuzz(kind: FuzzKind, seed: number, enough: Enough): Promise<FuzzOutcome> {
  const draw = createDraw(seed);
  const coverage = new Map<string, { inputs: number; steps: number }>();
  const end = performance.now() + enough.ms;
  const { inputs: inputsMin = 0, steps: stepsMin = 0 } = enough;
  let [inputs, steps] = [0, 0];
  while (inputs < inputsMin || steps < stepsMin || performance.now() < end) {
    const input = kind.make(draw);
    inputs += 1;
    // oxlint-disable-next-line no-await-in-loop
    const { fault, came } = await attempt(kind, input);
    if (fault === null) {
      steps += came.steps;
      const before = coverage.get(came.label) ?? { inputs: 0, steps: 0 };
      coverage.set(came.label, { inputs: before.inputs + 1, steps: before.steps + came.steps });
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop
    const small = await shrink(input, async (smaller) => (await attempt(kind, smaller)).fault !== null);
    // oxlint-disable-next-line no-await-in-loop
    const { fault: left } = await attempt(kind, small);
    return { inputs, steps, coverage, finding: { input: small, fault: left ?? fault } };
  }
  return { inputs, steps, coverage, finding: null };
}

/**
 * Starts a clock; the returned function gives the milliseconds since then. On a busy machine, wall time includes the work of
 * other programs, so it gives the processor time of this program, or the wall time if that is less.
 */
export function busyClock(): () => RealMillis {
  const [started, used] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(used);
    return Math.min(performance.now() - started, (user + system) / 1000);
  };
}

async function attempt(kind: FuzzKind, input: string): Promise<{ fault: string | null; came: Came }> {
  let best = Number.POSITIVE_INFINITY;
  let came: Came = { label: '', steps: 0 };
  for (let tries = 0; tries < 3 && best > SLOW_MS * kind.patience; tries += 1) {
    const busy = busyClock();
    try {
      // oxlint-disable-next-line no-await-in-loop
      const answer = await kind.check(input);
      came = typeof answer === 'string' ? { label: answer, steps: 0 } : answer;
    } catch (error) {
      return { fault: error instanceof Error ? error.message : String(error), came };
    }
    best = Math.min(best, busy());
  }
  const slow = best > SLOW_MS * kind.patience;
  return { fault: slow ? `it took ${Math.round(best)} ms, three times` : null, came };
}

/** Writes a finding as a test that fails until the fault is fixed. */
export function asTest(name: string, { input, fault }: FuzzFinding): string {
  return [
    `test(${JSON.stringify(`${name}: ${fault}`)}, async () => {`,
    `  await FUZZ_KINDS[${JSON.stringify(name)}]!.check(${JSON.stringify(input)});`,
    '});',
  ].join('\n');
}
