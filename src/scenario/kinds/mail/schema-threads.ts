/** Agents as threads, checked: the machine, the phases of a delivery, and what can be done while it runs. */
import * as v from 'valibot';
import type { ThreadsSetup } from '../../../protocol/threads-setup.ts';
import { MICROS_PER_HOUR } from '../../../protocol/units.ts';
import { LIMITS } from '../../limits.ts';
import { isTransportName } from '../../names.ts';
import { number, TRANSPORT, tableOf, transport, whole } from '../../schema-parts.ts';
import { DEFAULT_THREADS } from '../../threads-defaults.ts';

const CPUS_MAX = 64;
const LIMIT_MAX = 1_048_576;
/** An hour of work in one step, and a day of waiting. */
const WORK_MAX = MICROS_PER_HOUR;

function span(max: number, unit: string) {
  const accepted = `whole ${unit} from 0 to ${number(max)}, or a range [from, to] of them with from ≤ to`;
  const figure = whole(0, max);
  return v.union(
    [
      figure,
      v.pipe(
        v.strictTuple([figure, figure]),
        v.check(([from, to]) => from <= to, accepted),
      ),
    ],
    accepted,
  );
}

const times = v.strictObject({
  waitMs: v.exactOptional(span(LIMITS.latencyMs, 'milliseconds')),
  cpuUs: v.exactOptional(span(WORK_MAX, 'microseconds')),
});

/** Steps of a delivery. */
export const phases = v.strictObject({
  connect: v.exactOptional(times),
  greeting: v.exactOptional(times),
  commands: v.exactOptional(times),
  data: v.exactOptional(times),
  end: v.exactOptional(times),
});

const limit = v.nullable(whole(0, LIMIT_MAX));
const agent = whole(1, LIMITS.agents);
const defaults = DEFAULT_THREADS;

/** The machine of a scenario. Members that are absent are those of the usual machine. */
export const threads = v.strictObject({
  cpus: v.optional(whole(1, CPUS_MAX), defaults.cpus),
  limit: v.optional(limit, defaults.limit),
  limits: v.optional(tableOf(isTransportName, TRANSPORT, limit, LIMITS.agentTransports), {}),
  initial: v.optional(v.nullable(whole(0, LIMITS.agents)), defaults.initial),
  growBy: v.optional(whole(0, LIMITS.agents), defaults.growBy),
  phases: v.optional(phases, defaults.phases),
  switchUs: v.optional(whole(0, 10_000), defaults.switchUs),
  rewarmUs: v.optional(whole(0, 10_000), defaults.rewarmUs),
  alphaMilli: v.optional(whole(0, 10_000), defaults.alphaMilli),
  slices: v.optional(
    v.picklist(
      ['none', 'text', 'kernel-3.14', 'one-cpu', 'round-robin'],
      'none, text, kernel-3.14, one-cpu or round-robin',
    ),
    defaults.slices,
  ),
  runQueue: v.optional(v.picklist(['global', 'per-cpu'], 'global or per-cpu'), defaults.runQueue),
  source: v.optional(
    v.picklist(['epoll', 'aio-today', 'aio-intended'], 'epoll, aio-today or aio-intended'),
    defaults.source,
  ),
  background: v.optional(whole(0, 1_000), defaults.background),
  prefetch: v.optional(whole(0, LIMITS.agents), defaults.prefetch),
  story: v.optional(whole(1, 10_000), defaults.story),
}) satisfies v.GenericSchema<unknown, ThreadsSetup>;

const ACTS = ['threads.stop', 'threads.continue', 'threads.signal', 'threads.kill'] as const;

/** What can be done to agents as threads. */
export const threadCommands = [
  v.strictObject({ kind: v.literal('threads.limit'), transport, limit: whole(0, LIMIT_MAX) }),
  v.strictObject({ kind: v.literal('threads.cpus'), cpus: whole(1, CPUS_MAX) }),
  v.strictObject({ kind: v.picklist(ACTS), transport, agent }),
  v.strictObject({ kind: v.literal('threads.fault'), transport, agent, ms: whole(0, LIMITS.latencyMs) }),
  v.strictObject({ kind: v.literal('threads.add'), transport, count: whole(1, LIMITS.agents) }),
  v.strictObject({ kind: v.literal('threads.background'), count: whole(0, 1_000) }),
] as const;
