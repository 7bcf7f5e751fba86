import type { Millis } from '../../protocol/units.ts';
import type { Sliced } from '../sliced.ts';
import { nextBits } from '../world/rng.ts';
import type { LabOp } from './lab-model.ts';

/**
 * Request streams for the laboratory: exponential gaps, log-normal latencies, random keys (the workload of Kafka's
 * TestPurgatoryPerformance, with keys drawn for each request). It uses only + − × ÷ and square roots, so that every
 * engine makes the same stream from a seed; `log`, `exp` and `pow` differ between engines.
 */

export interface StreamParams {
  seed: number;
  requests: number;
  perMs: number;
  timeout: Millis;
  /** Number of different keys, and number of keys of one request. */
  keySpace: number;
  keys: number;
  /** Median and 75th percentile of the latency, in ms. */
  p50: number;
  p75: number;
  answered?: number;
}

/** The 75th percentile of the normal distribution, in standard deviations. */
const Z75 = 0.67449;

/** Number of requests generated before a sliced computation yields. */
const PART = 256;

export function* labStreamParts(params: StreamParams): Sliced<LabOp[]> {
  const random = { state: params.seed >>> 0 };
  const roots = powerTable(params.p75 / params.p50);
  const steps: { op: LabOp; order: number }[] = [];
  let time = 0;
  for (let op = 0; op < params.requests; op++) {
    if (op % PART === PART - 1) yield;
    time += exponential(random) / params.perMs;
    const at = Math.floor(time);
    const latency = params.p50 * power(roots, normal(random) / Z75);
    const keys = Array.from({ length: params.keys }, () => 1 + Math.floor(uniform(random) * params.keySpace));
    steps.push({ op: { at, kind: 'arrive', op, timeout: params.timeout, keys }, order: steps.length });
    // Draws only if `answered` is below 100, so that other streams stay those that were measured.
    const { answered = 100 } = params;
    if (answered < 100 && uniform(random) * 100 >= answered) continue;
    if (latency >= params.timeout) continue;
    const done = Math.floor(time + latency);
    steps.push({ op: { at: done, kind: 'satisfy', op }, order: steps.length });
    steps.push({ op: { at: done, kind: 'check', key: keys[0]! }, order: steps.length });
  }
  return steps.toSorted((a, b) => a.op.at - b.op.at || a.order - b.order).map((step) => step.op);
}

interface Random {
  state: number;
}

function uniform(random: Random): number {
  const { state, bits } = nextBits(random.state);
  random.state = state;
  return bits / 2 ** 32;
}

/**
 * Draws from the exponential distribution with mean 1, by von Neumann's method: draws falling runs of uniform numbers
 * until one has odd length. The result is its first number plus the number of runs before it.
 */
function exponential(random: Random): number {
  for (let whole = 0; ; whole++) {
    const first = uniform(random);
    let last = first;
    let odd = true;
    for (let next = uniform(random); next < last; next = uniform(random)) {
      last = next;
      odd = !odd;
    }
    if (odd) return whole + first;
  }
}

/** Approximately standard normal: the sum of twelve uniforms minus six. */
function normal(random: Random): number {
  let sum = -6;
  for (let i = 0; i < 12; i++) sum += uniform(random);
  return sum;
}

/** Square roots of `base`: the base itself, its square root, the square root of that, and so on. */
function powerTable(base: number): number[] {
  const roots = [base];
  for (let i = 1; i < 24; i++) roots.push(Math.sqrt(roots[i - 1]!));
  return roots;
}

/** base ^ exponent from square roots: exact to about 2^-23 and equal on every engine. */
function power(roots: readonly number[], exponent: number): number {
  let rest = Math.abs(exponent);
  let result = 1;
  for (; rest >= 1; rest--) result *= roots[0]!;
  for (const root of roots.slice(1)) {
    rest *= 2;
    if (rest < 1) continue;
    rest--;
    result *= root;
  }
  return exponent < 0 ? 1 / result : result;
}
