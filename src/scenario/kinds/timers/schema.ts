/** The schema of the timer laboratory: its setup and its commands. */
import * as v from 'valibot';
import type { LabSetup } from '../../../protocol/lab.ts';
import { listOf } from '../../schema-list.ts';
import { DEFAULT_WHEEL } from '../../defaults.ts';
import { whole } from '../../schema-parts.ts';
import { inOrder, runFields, scriptList, wheel } from '../../schema-run.ts';

/** Maximum instant and delay, in milliseconds: thirty days. */
const MS_MAX = 2_592_000_000;
const TIMERS_MAX = 100_000;

const ms = whole(0, MS_MAX);
const key = whole(1, 20_000);
const KEYS = 'a list of 1 to 20 keys';

export const timerCommands = [
  v.strictObject({
    kind: v.literal('lab.add'),
    delay: ms,
    count: whole(1, TIMERS_MAX),
    upTo: v.exactOptional(ms),
    mix: v.exactOptional(v.picklist(['even', 'short'], '"even" or "short"')),
  }),
  v.strictObject({ kind: v.literal('lab.cancel'), timer: whole(1, 1_000_000_000) }),
  v.strictObject({ kind: v.literal('lab.cancel-share'), percent: whole(1, 100) }),
  v.strictObject({ kind: v.literal('lab.jump'), ms }),
  v.strictObject({ kind: v.literal('lab.lag'), ms }),
  v.strictObject({
    kind: v.literal('lab.request'),
    timeout: ms,
    keys: listOf(key, KEYS, { min: 1, max: 20 }),
  }),
  v.strictObject({ kind: v.literal('lab.check'), key }),
] as const;

const params = v.strictObject({
  purgeInterval: v.exactOptional(whole(0, 1_000_000)),
  oldVersion: v.exactOptional(v.picklist(['0.8.1', '0.8.2'], '"0.8.1" or "0.8.2"')),
  weakThreshold: v.exactOptional(whole(0, 1_000_000)),
  weakCount: v.exactOptional(v.picklist(['per-list', 'global'], '"per-list" or "global"')),
  collectEvery: v.exactOptional(whole(10, 3_600_000)),
  reaperWait: v.exactOptional(whole(1, 60_000)),
});

const stream = v.strictObject({
  requests: v.exactOptional(whole(0, 50_000)),
  perSecond: v.exactOptional(whole(1, 100_000)),
  timeout: v.exactOptional(whole(1, 3_600_000)),
  keySpace: v.exactOptional(whole(1, 20_000)),
  keys: v.exactOptional(whole(1, 20)),
  p50: v.exactOptional(whole(1, 3_600_000)),
  p75: v.exactOptional(whole(1, 3_600_000)),
  answered: v.exactOptional(whole(0, 100)),
});

/** Drops members that have no effect, so that a file and its link give the same scenario. */
function bare({ kind, rounding, params: set, stream: given }: LabSetup): LabSetup {
  if (kind === 'wheel') return rounding === undefined ? { kind } : { kind, rounding };
  return { kind, ...(isEmpty(set) ? {} : { params: set }), ...(isEmpty(given) ? {} : { stream: given }) };
}

const isEmpty = (part: object | undefined): part is undefined =>
  part === undefined || Object.keys(part).length === 0;

const lab = v.pipe(
  v.strictObject({
    kind: v.picklist(['wheel', 'designs'], '"wheel" or "designs"'),
    rounding: v.exactOptional(v.picklist(['up'], '"up"')),
    params: v.exactOptional(params),
    stream: v.exactOptional(stream),
  }),
  v.transform(bare),
);

const COMMANDS =
  'a command of the timer laboratory: lab.add, lab.cancel, lab.cancel-share, lab.jump, lab.lag, lab.request or lab.check';

/** Checks a run of the timer laboratory. Missing members get their defaults. */
export const timerSchema = v.strictObject({
  ...runFields,
  kind: v.literal('timer-lab'),
  lab,
  wheel: v.optional(wheel, DEFAULT_WHEEL),
  script: v.optional(
    v.pipe(scriptList(v.variant('kind', timerCommands, COMMANDS)), v.transform(inOrder)),
    [],
  ),
});
