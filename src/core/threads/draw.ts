/**
 * Drawing of arrivals and handlers: fixed streams, so that all policies get identical work (thread-groups.md §13).
 */
import { drawInteger } from '../world/rng.ts';
import type { Phase } from './model.ts';
import type { RequestClass, Span, Workload } from './workload-model.ts';

/** A request before it exists. */
export interface DrawnRequest {
  readonly at: number;
  readonly phases: readonly Phase[];
  readonly blocked: number;
}

/**
 * All requests in order of arrival. Arrivals are drawn from `seed`, handlers from `seed` + 1, class first. A fixed
 * value draws nothing.
 */
export function drawRequests(workload: Workload): DrawnRequest[] {
  const requests: DrawnRequest[] = [];
  const arrivals = { state: workload.seed };
  const handlers = { state: (workload.seed + 1) % 4_294_967_296 };
  let at = workload.warmup;
  for (let i = 0; i < workload.count; i++) {
    if (i > 0) at += drawSpan(arrivals, workload.gap);
    requests.push({ at, ...drawHandler(handlers, drawClass(handlers, workload.mix)) });
  }
  return requests;
}

function drawClass(stream: { state: number }, mix: readonly RequestClass[]): RequestClass {
  const [first] = mix;
  if (first === undefined) throw new Error('a workload without a class of requests');
  if (mix.length === 1) return first;
  const total = mix.reduce((sum, one) => sum + one.share, 0);
  let rest = drawSpan(stream, [0, total - 1]);
  for (const one of mix) {
    if (rest < one.share) return one;
    rest -= one.share;
  }
  return first;
}

function drawHandler(
  stream: { state: number },
  { handler }: RequestClass,
): { phases: readonly Phase[]; blocked: number } {
  let blocked = 0;
  const phases = handler.map((spec): Phase => {
    if ('cpu' in spec) return { cpu: drawSpan(stream, spec.cpu) };
    const block = drawSpan(stream, spec.block);
    blocked += block;
    return { block, why: 'wait' };
  });
  return { phases, blocked };
}

function drawSpan(stream: { state: number }, span: Span): number {
  if (typeof span === 'number') return span;
  const { state, value } = drawInteger(stream.state, span[0], span[1]);
  stream.state = state;
  return value;
}
