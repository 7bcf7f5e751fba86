/**
 * Drawing of arrivals and handlers: fixed streams, so that all policies get identical work (threads/README.md §13).
 */
import type { Micros } from '../../protocol/units.ts';
import { drawInteger } from '../world/rng.ts';
import type { Phase } from './model.ts';
import type { RequestClass, Span, Workload } from './workload-model.ts';

/** A request before it exists. */
export interface DrawnRequest {
  readonly at: Micros;
  /** Place of its class in the mix. */
  readonly kind: number;
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
    const kind = drawClass(handlers, workload.mix);
    requests.push({ at, kind, ...drawHandler(handlers, workload.mix[kind]!) });
  }
  return requests;
}

function drawClass(stream: { state: number }, mix: readonly RequestClass[]): number {
  if (mix.length === 0) throw new Error('a workload without a class of requests');
  if (mix.length === 1) return 0;
  const total = mix.reduce((sum, one) => sum + one.share, 0);
  let rest = drawSpan(stream, [0, total - 1]);
  for (const [kind, one] of mix.entries()) {
    if (rest < one.share) return kind;
    rest -= one.share;
  }
  return 0;
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
