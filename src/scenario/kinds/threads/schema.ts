/** The schema of runs of threads alone: their setup and commands. The run itself checks whether names exist. */
import * as v from 'valibot';
import { MICROS_PER_DAY } from '../../../protocol/units.ts';
import { groupDigits } from '../../digits.ts';
import { listOf } from '../../schema-list.ts';
import { text, whole } from '../../schema-parts.ts';
import { inOrder, runFields, scriptList } from '../../schema-run.ts';

const MICROS_MAX = MICROS_PER_DAY;
const LIMIT_MAX = 1_048_576;
const CPUS_MAX = 64;
const THREADS_MAX = 2_000;
const REQUESTS_MAX = 20_000;

const NAME = 'a name of 1 to 40 letters, digits, dots, hyphens or underscores';
const name = v.pipe(v.string(NAME), v.regex(/^[A-Za-z0-9._-]{1,40}$/, NAME));
const us = whole(0, MICROS_MAX);
const timeout = whole(-1, MICROS_MAX);
const batch = whole(0, 10_000);
const flag = v.boolean('true or false');
const optional = v.exactOptional;
const kind = v.picklist(['epoll', 'aio'], 'epoll or aio');
const wake = v.picklist(['lifo', 'fifo', 'herd'], 'lifo, fifo or herd');
const aioMode = v.picklist(['today', 'intended'], 'today or intended');
const cpus = whole(1, CPUS_MAX);
/** Accepts more than the call does: the call rejects an invalid limit with EINVAL, which a run should be able to show. */
const anyLimit = whole(-1_000_000_000, 1_000_000_000);
const WHY = text(60);

const VERBS = [
  'cmg.unblock',
  'cmg.fault-done',
  'cmg.stop',
  'cmg.continue',
  'cmg.exit',
  'cmg.dissociate',
  'cmg.exec',
] as const;

const EVENTS = 'a list of 1 to 1 000 names';
const events = listOf(name, EVENTS, { min: 1, max: 1_000 });
const TRIGGERS = 'level, edge or one-shot';

export const cmgroupCommands = [
  v.strictObject({
    kind: v.literal('cmg.post'),
    source: name,
    events,
    trigger: optional(v.picklist(['level', 'edge', 'one-shot'], TRIGGERS)),
  }),
  v.strictObject({ kind: v.picklist(['cmg.read', 'cmg.rearm']), source: name, events }),
  v.strictObject({ kind: v.picklist(VERBS), thread: name }),
  v.strictObject({ kind: v.literal('cmg.signal'), thread: name, masked: optional(flag) }),
  v.strictObject({ kind: v.literal('cmg.block'), thread: name, why: WHY, us: optional(us) }),
  v.strictObject({ kind: v.literal('cmg.fault'), thread: name, minor: optional(flag) }),
  v.strictObject({ kind: v.literal('cmg.answer'), why: WHY }),
  v.strictObject({
    kind: v.literal('cmg.fetch'),
    thread: name,
    source: name,
    timeout: optional(timeout),
    max: optional(batch),
    min: optional(batch),
  }),
  v.strictObject({ kind: v.literal('cmg.spawn'), name }),
  v.strictObject({ kind: v.literal('cmg.associate'), thread: name, group: name }),
  v.strictObject({ kind: v.literal('cmg.limit'), group: name, cv: anyLimit }),
  v.strictObject({ kind: v.literal('cmg.cpus'), count: cpus }),
  v.strictObject({
    kind: v.literal('cmg.group'),
    name,
    cv: anyLimit,
    cloexec: optional(flag),
  }),
  v.strictObject({ kind: v.literal('cmg.bind'), source: name, group: name }),
  v.strictObject({ kind: v.literal('cmg.close'), group: name }),
  v.strictObject({ kind: v.literal('cmg.destroy'), source: name }),
] as const;

const cpu = v.strictObject({
  switch: optional(us),
  rewarm: optional(us),
  dispatchDelay: optional(us),
  latency: optional(us),
  minSlice: optional(us),
  alphaMilli: optional(whole(0, 1_000)),
  runQueue: optional(v.picklist(['global', 'per-cpu'], 'global or per-cpu')),
});

const STATES = ['running', 'ready', 'blocked-in-fetch', 'blocked-in-handler', 'stopped', 'exited'] as const;

function few<T>(one: v.GenericSchema<unknown, T>, most: number) {
  return listOf(one, `a list of at most ${groupDigits(most)}`, { max: most });
}

const story = v.strictObject({
  kind: v.literal('story'),
  cpus,
  cpu: optional(cpu),
  groups: optional(few(v.strictObject({ name, cv: whole(0, LIMIT_MAX), cloexec: optional(flag) }), 100)),
  sources: optional(
    few(
      v.strictObject({
        name,
        kind: optional(kind),
        group: optional(name),
        wake: optional(wake),
        aioMode: optional(aioMode),
        pending: optional(few(name, 10_000)),
      }),
      100,
    ),
  ),
  threads: optional(
    few(
      v.strictObject({
        name,
        state: v.picklist(STATES, STATES.join(', ')),
        group: optional(name),
        source: optional(name),
        timeout: optional(timeout),
        max: optional(batch),
        min: optional(batch),
        why: optional(WHY),
      }),
      THREADS_MAX,
    ),
  ),
  pool: optional(
    v.strictObject({
      source: name,
      max: whole(1, THREADS_MAX),
      growBy: optional(whole(1, 1_000)),
      prefix: optional(name),
    }),
  ),
});

const SPAN = 'whole µs, or [low, high] with low ≤ high';
const span = v.union(
  [
    us,
    v.pipe(
      v.strictTuple([us, us], SPAN),
      v.check(([low, high]) => low <= high, SPAN),
    ),
  ],
  SPAN,
);
const HANDLER = 'a list of 1 to 20 phases, each {"cpu": µs} or {"block": µs}';

const stream = v.strictObject({
  kind: v.literal('stream'),
  cpus,
  cpu: optional(cpu),
  arrivals: v.strictObject({ count: whole(1, REQUESTS_MAX), gap: span }),
  handler: listOf(
    v.union([v.strictObject({ cpu: span }), v.strictObject({ block: span })], HANDLER),
    HANDLER,
    { min: 1, max: 20 },
  ),
  policy: v.strictObject({
    workers: whole(1, THREADS_MAX),
    wake: optional(wake),
    cmgroup: optional(flag),
    cv: optional(whole(0, LIMIT_MAX)),
    max: optional(whole(1, 10_000)),
    kind: optional(kind),
    aioMode: optional(aioMode),
    growBy: optional(whole(0, 1_000)),
    maxWorkers: optional(whole(1, THREADS_MAX)),
  }),
});

const cmgroup = v.variant('kind', [story, stream], '"story" or "stream"');

const COMMANDS = 'a command of a run of threads alone, such as cmg.post or cmg.block';

/** Checks a run of threads alone. Missing members get their defaults. */
export const threadSchema = v.strictObject({
  ...runFields,
  kind: v.literal('threads-alone'),
  cmgroup,
  script: v.optional(
    v.pipe(scriptList(v.variant('kind', cmgroupCommands, COMMANDS)), v.transform(inOrder)),
    [],
  ),
});
