import { createDraw } from '../../lessons/questions/draw.ts';
import { type FuzzKind, SLOW_MS } from './kind.ts';
import { shrink } from './shrink.ts';

export interface FuzzFinding {
  /** The smallest input found, and what it breaks. */
  input: string;
  fault: string;
}

export interface FuzzOutcome {
  inputs: number;
  /** How many inputs came to what. */
  coverage: ReadonlyMap<string, number>;
  finding: FuzzFinding | null;
}

/**
 * Draws and reads inputs of one kind for so long, and at least so many of them: a slow machine reads fewer in a given time.
 * The first finding is made small and ends it.
 */
export async function fuzz(kind: FuzzKind, seed: number, ms: number, least = 0): Promise<FuzzOutcome> {
  const draw = createDraw(seed);
  const coverage = new Map<string, number>();
  const end = performance.now() + ms;
  let inputs = 0;
  for (; inputs < least || performance.now() < end; inputs += 1) {
    const input = kind.make(draw);
    // oxlint-disable-next-line no-await-in-loop
    const { fault, label } = await attempt(kind, input);
    if (fault === null) {
      coverage.set(label, (coverage.get(label) ?? 0) + 1);
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop
    const small = await shrink(input, async (smaller) => (await attempt(kind, smaller)).fault !== null);
    // oxlint-disable-next-line no-await-in-loop
    const { fault: left } = await attempt(kind, small);
    return { inputs: inputs + 1, coverage, finding: { input: small, fault: left ?? fault } };
  }
  return { inputs, coverage, finding: null };
}

async function attempt(kind: FuzzKind, input: string): Promise<{ fault: string | null; label: string }> {
  let best = Number.POSITIVE_INFINITY;
  let label = '';
  for (let tries = 0; tries < 3 && best > SLOW_MS * kind.patience; tries += 1) {
    const started = performance.now();
    try {
      // oxlint-disable-next-line no-await-in-loop
      label = await kind.check(input);
    } catch (error) {
      return { fault: error instanceof Error ? error.message : String(error), label };
    }
    best = Math.min(best, performance.now() - started);
  }
  const slow = best > SLOW_MS * kind.patience;
  return { fault: slow ? `it took ${Math.round(best)} ms, three times` : null, label };
}

/** A finding as a test that fails until it is mended. */
export function asTest(name: string, { input, fault }: FuzzFinding): string {
  return [
    `test(${JSON.stringify(`${name}: ${fault}`)}, async () => {`,
    `  await FUZZ_KINDS[${JSON.stringify(name)}]!.check(${JSON.stringify(input)});`,
    '});',
  ].join('\n');
}
