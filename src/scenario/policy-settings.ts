/** Settings of the policy laboratory: their schema, the link that contains them, and the workload file that they describe. */
import type { InputError } from '../protocol/result.ts';
import { wholeNumber } from '../protocol/accepted.ts';

export type Span = readonly [low: number, high: number];
const WAKES = ['lifo', 'fifo', 'herd'] as const;
export const PROFILES = ['none', 'one-cpu', 'text', 'kernel-3.14', 'round-robin'] as const;
const SOURCES = ['epoll', 'aio'] as const;
const RUN_QUEUES = ['global', 'per-cpu'] as const;

export interface PolicySettings {
  cpus: number;
  workers: number;
  /** Concurrency value; 0 = number of CPUs. */
  cv: number;
  /**
   * Number of threads added to a pool when none is on standby, up to `workers`. 0 = the pool has `workers` threads from the
   * start.
   */
  grow: number;
  /** Source of requests: epoll, or an AIO ring as in the present kernel, which wakes all threads. */
  source: (typeof SOURCES)[number];
  /** Wake order of a source without a group. */
  wake: (typeof WAKES)[number];
  /** Length of one CPU phase, µs. A handler that blocks has two, before and after the wait. */
  cpu: Span;
  /** Length of the wait, µs; [0, 0] = the handler never blocks and has one CPU phase. */
  block: Span;
  gap: Span;
  /** Percentage of long requests. `longer`: the CPU time of a long request as a multiple of that of a short one. */
  longs: number;
  longer: number;
  count: number;
  switchUs: number;
  rewarmUs: number;
  alphaMilli: number;
  profile: (typeof PROFILES)[number];
  runQueue: (typeof RUN_QUEUES)[number];
  seed: number;
  request: number;
}

export type SettingName = keyof PolicySettings;

type Rule =
  | { kind: 'whole'; low: number; high: number }
  | { kind: 'span'; low: number; high: number }
  | { kind: 'choice'; choices: readonly string[] };

/** Accepted values of each field. The bounds keep the longest run to seconds. */
export const RULES: Readonly<Record<SettingName, Rule>> = {
  cpus: { kind: 'whole', low: 1, high: 64 },
  workers: { kind: 'whole', low: 1, high: 256 },
  cv: { kind: 'whole', low: 0, high: 256 },
  grow: { kind: 'whole', low: 0, high: 64 },
  source: { kind: 'choice', choices: SOURCES },
  wake: { kind: 'choice', choices: WAKES },
  cpu: { kind: 'span', low: 1, high: 20_000 },
  block: { kind: 'span', low: 0, high: 1_000_000 },
  gap: { kind: 'span', low: 1, high: 100_000 },
  longs: { kind: 'whole', low: 0, high: 50 },
  longer: { kind: 'whole', low: 2, high: 500 },
  count: { kind: 'whole', low: 100, high: 5_000 },
  switchUs: { kind: 'whole', low: 0, high: 1_000 },
  rewarmUs: { kind: 'whole', low: 0, high: 1_000 },
  alphaMilli: { kind: 'whole', low: 0, high: 200 },
  profile: { kind: 'choice', choices: PROFILES },
  runQueue: { kind: 'choice', choices: RUN_QUEUES },
  seed: { kind: 'whole', low: 0, high: 4_294_967_295 },
  request: { kind: 'whole', low: 1, high: 5_000 },
};

/** The settings of the reference workload `blocking-handlers-four-cpus`. */
export const DEFAULT_SETTINGS: PolicySettings = {
  cpus: 4,
  workers: 64,
  cv: 4,
  grow: 0,
  source: 'epoll',
  wake: 'fifo',
  cpu: [40, 160],
  block: [200, 2000],
  gap: [40, 90],
  longs: 0,
  longer: 100,
  count: 4_000,
  switchUs: 5,
  rewarmUs: 25,
  alphaMilli: 20,
  profile: 'kernel-3.14',
  runQueue: 'global',
  seed: 7,
  request: 2_000,
};

const POLICIES_HASH = '#policies';
const NAMES = Object.keys(RULES) as SettingName[];

/** The settings as the hash part of an address. Contains only values that differ from the defaults. */
export function settingsHash(settings: PolicySettings): string {
  const parts = NAMES.filter((name) => textOf(settings[name]) !== textOf(DEFAULT_SETTINGS[name])).map(
    (name) => `&${name}=${textOf(settings[name])}`,
  );
  return POLICIES_HASH + parts.join('');
}

/** Settings from an address. A bad value is reported and its field gets the default. Never throws. */
export function readSettings(hash: string): { settings: PolicySettings; errors: InputError[] } {
  const errors: InputError[] = [];
  const found: Record<string, unknown> = {};
  for (const part of hash.replace(/^#/, '').split('&').slice(1, 40)) {
    const [name = '', value = ''] = part.split('=');
    if (!isSetting(name)) {
      errors.push({
        field: name.slice(0, 40),
        value: value.slice(0, 40),
        accepted: 'a setting of this page',
      });
      continue;
    }
    const read = readValue(RULES[name], value);
    if (read === undefined)
      errors.push({ field: name, value: value.slice(0, 40), accepted: acceptedBy(RULES[name]) });
    else found[name] = read;
  }
  const settings = { ...DEFAULT_SETTINGS, ...found };
  if (settings.request <= settings.count) return { settings, errors };
  if (found['request'] !== undefined) {
    const accepted = wholeNumber(1, settings.count);
    errors.push({ field: 'request', value: String(settings.request), accepted });
  }
  return { settings: { ...settings, request: Math.ceil(settings.count / 2) }, errors };
}

function isSetting(name: string): name is SettingName {
  return Object.hasOwn(RULES, name);
}

function textOf(value: number | string | Span): string {
  return typeof value === 'object' ? value.join('-') : String(value);
}

function readValue(rule: Rule, text: string): number | string | Span | undefined {
  if (rule.kind === 'choice') return rule.choices.includes(text) ? text : undefined;
  const numbers = text.split('-').map((one) => (/^\d{1,10}$/.test(one) ? Number(one) : Number.NaN));
  const inside = numbers.every((n) => n >= rule.low && n <= rule.high);
  if (!inside) return undefined;
  const [low = 0, high = low] = numbers;
  if (rule.kind === 'whole') return numbers.length === 1 ? low : undefined;
  return numbers.length <= 2 && low <= high ? [low, high] : undefined;
}

function acceptedBy(rule: Rule): string {
  if (rule.kind === 'choice') return rule.choices.join(', ');
  if (rule.kind === 'whole') return wholeNumber(rule.low, rule.high);
  return `two whole numbers of µs from ${rule.low} to ${rule.high}, written low-high`;
}

/** The settings as a `cmgroup-workload/1` file, with policies A, B, C in that order. */
export function workloadFile(s: PolicySettings): Record<string, unknown> {
  const pool =
    s.grow === 0
      ? { workers: s.workers }
      : { workers: Math.min(s.cpus, s.workers), growBy: s.grow, maxWorkers: s.workers };
  const ring = s.source === 'aio' ? { kind: 'aio', aioMode: 'today' } : {};
  return {
    format: 'cmgroup-workload/1',
    timeUnit: 'us',
    cpus: s.cpus,
    cpu: {
      switch: s.switchUs,
      rewarm: s.rewarmUs,
      alphaMilli: s.alphaMilli,
      profile: s.profile,
      runQueue: s.runQueue,
    },
    seed: s.seed,
    arrivals: { count: s.count, gap: s.gap },
    ...requestsOf(s),
    policies: [
      { name: 'plain', ...pool, ...ring, wake: s.wake },
      { name: 'fixed', workers: s.cpus, ...ring },
      { name: 'cmgroup', ...pool, ...ring, cmgroup: true, cv: s.cv },
    ],
  };
}

/** One handler, or a mix of short and long requests. With one handler, no random number is drawn to choose it. */
function requestsOf({ cpu, block, longs, longer }: PolicySettings): Record<string, unknown> {
  const handler = (times: number): unknown[] => {
    const stretch = { cpu: [cpu[0] * times, cpu[1] * times] };
    return block[1] > 0 ? [stretch, { block }, stretch] : [stretch];
  };
  if (longs === 0) return { handler: handler(1) };
  return {
    mix: [
      { name: 'short', share: 100 - longs, handler: handler(1) },
      { name: 'long', share: longs, handler: handler(longer) },
    ],
  };
}

export function meanWait({ block }: PolicySettings): number {
  return Math.round((block[0] + block[1]) / 2);
}

/** Sets the mean wait and keeps the ratio of the shortest to the longest wait; 0 = never blocks. */
export function withMeanWait(s: PolicySettings, mean: number): PolicySettings {
  if (mean === 0) return { ...s, block: [0, 0] };
  const shape: Span = s.block[1] > 0 ? s.block : [2, 20];
  return { ...s, block: scaleSpan(shape, mean, RULES.block) };
}

/** Mean CPU time of one request, µs. */
export function cpuTime({ cpu, block }: PolicySettings): number {
  return ((cpu[0] + cpu[1]) / 2) * (block[1] > 0 ? 2 : 1);
}

/** Mean percentage of a handler's time in which it is blocked. */
export function blockingShare(s: PolicySettings): number {
  const wait = (s.block[0] + s.block[1]) / 2;
  return Math.round((100 * wait) / (wait + cpuTime(s)));
}

export function withBlockingShare(s: PolicySettings, percent: number): PolicySettings {
  const total = cpuTime(s);
  const blocks = percent > 0;
  const cpu = scaleSpan(s.cpu, blocks ? total / 2 : total, RULES.cpu);
  if (!blocks) return { ...s, cpu, block: [0, 0] };
  const shape: Span = s.block[1] > 0 ? s.block : [2, 20];
  return { ...s, cpu, block: scaleSpan(shape, (total * percent) / (100 - percent), RULES.block) };
}

export function withCpuTime(s: PolicySettings, total: number): PolicySettings {
  const share = blockingShare(s);
  const cpu = scaleSpan(s.cpu, share > 0 ? total / 2 : total, RULES.cpu);
  return withBlockingShare({ ...s, cpu }, share);
}

/** Scales a range to another mean and keeps the ratio of its ends. */
export function scaleSpan(span: Span, mean: number, rule: Rule): Span {
  const factor = mean / Math.max(1, (span[0] + span[1]) / 2);
  const [low, high] = rule.kind === 'choice' ? [0, 0] : [rule.low, rule.high];
  const end = (value: number): number => Math.min(high, Math.max(low, Math.round(value * factor)));
  return [end(span[0]), Math.max(1, end(span[1]))];
}
