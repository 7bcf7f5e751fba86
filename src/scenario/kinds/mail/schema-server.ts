/** How a server behaves: the part of the schema that knows the faults. */
import * as v from 'valibot';
import { LIMITS } from '../../limits.ts';
import { whole } from '../../schema-parts.ts';
import { phases } from './schema-threads.ts';

const latency = whole(0, LIMITS.latencyMs);
const LATENCY = 'whole milliseconds, or a range [from, to] of them with from ≤ to';
const instant = whole(0, LIMITS.at / 1000);
const DOWN = 'an end after the start';

const FAULT =
  'a fault: refuse, unreachable, silent, limit, backlog, one-of, down, greylist or bounce, as {"kind": …} with its figures';
const fault = v.variant(
  'kind',
  [
    v.strictObject({ kind: v.literal('refuse') }),
    v.strictObject({ kind: v.literal('unreachable') }),
    v.strictObject({ kind: v.literal('silent') }),
    v.strictObject({ kind: v.literal('limit'), sessions: whole(1, LIMITS.sessions) }),
    v.strictObject({
      kind: v.literal('backlog'),
      workers: whole(1, LIMITS.sessions),
      queue: whole(0, LIMITS.sessions),
      overflow: v.exactOptional(v.literal('hang', '"hang", or nothing at all')),
    }),
    v.strictObject({
      kind: v.literal('one-of'),
      machines: whole(1, LIMITS.sessions),
      pick: v.picklist(['turn', 'chance'], '"turn" or "chance"'),
    }),
    v.pipe(
      v.strictObject({ kind: v.literal('down'), from: instant, until: instant }),
      v.forward(
        v.check(({ from, until }) => from < until, DOWN),
        ['until'],
      ),
    ),
    v.strictObject({ kind: v.literal('greylist'), wait: whole(0, LIMITS.latencyMs) }),
    v.strictObject({ kind: v.literal('bounce'), percent: whole(0, 100) }),
  ],
  FAULT,
);

/** Latency in whole milliseconds, and the way it fails. */
export const behaviour = v.strictObject({
  latency: v.union(
    [
      latency,
      v.pipe(
        v.strictTuple([latency, latency]),
        v.check(([from, to]) => from <= to, LATENCY),
      ),
    ],
    LATENCY,
  ),
  fault: v.exactOptional(fault),
  phases: v.exactOptional(phases),
});
