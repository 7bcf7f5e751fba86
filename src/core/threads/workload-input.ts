/** Checks a workload from a file or form (threads/README.md §13, §16). Every mistake is a typed error; nothing is guessed. */
import type { InputError, Result } from '../../protocol/result.ts';
import {
  checkMachineConfig,
  FREE_MACHINE,
  HANDLER_ALPHA_MILLI,
  MAX_LIMIT,
  MAX_MICROS,
  type MachineConfig,
  sliceSettings,
} from './config.ts';
import {
  MAX_REQUESTS,
  MAX_WORKERS,
  type PhaseSpec,
  type Policy,
  type RequestClass,
  type Span,
  type Workload,
} from './workload-model.ts';
import { wholeNumber } from '../../protocol/accepted.ts';

export function readWorkload(input: unknown): Result<Workload> {
  const errors: InputError[] = [];
  if (!isInput(input))
    return { ok: false, errors: [{ field: '', value: heldText(input), accepted: 'an object' }] };
  const arrivals: InputRecord = isInput(input['arrivals']) ? input['arrivals'] : {};
  const workload: Workload = {
    config: readConfig(input, errors),
    seed: readWhole(input, 'seed', 0, 4_294_967_295, 1, errors),
    warmup: readWhole(input, 'warmup', 0, MAX_MICROS, 1_000, errors),
    count: readWhole(arrivals, 'count', 1, MAX_REQUESTS, 0, errors, 'arrivals'),
    gap: readSpan(arrivals['gap'] ?? 0, 'arrivals.gap', errors),
    mix: readMix(input, errors),
    policies: readPolicies(input, errors),
  };
  return errors.length === 0 ? { ok: true, value: workload } : { ok: false, errors };
}

function readPolicies(input: InputRecord, errors: InputError[]): Policy[] {
  const given = input['policies'];
  if (!Array.isArray(given) || given.length === 0) {
    errors.push({ field: 'policies', value: heldText(given), accepted: 'a list of at least one policy' });
    return [];
  }
  return given.map((entry: unknown, i) => readPolicy(entry, `policies[${i}]`, errors));
}

function readPolicy(entry: unknown, path: string, errors: InputError[]): Policy {
  const input: InputRecord = isInput(entry) ? entry : {};
  const whole = (field: string, low: number, high: number, otherwise: number): number =>
    readWhole(input, field, low, high, otherwise, errors, path);
  const wake = readChoice(input, 'wake', ['lifo', 'fifo', 'herd'], 'lifo', errors, path);
  const kind = readChoice(input, 'kind', ['epoll', 'aio'], 'epoll', errors, path);
  const mode = readChoice(input, 'aioMode', ['today', 'intended'], 'today', errors, path);
  const workers = whole('workers', 1, MAX_WORKERS, 0);
  return {
    name: typeof input['name'] === 'string' ? input['name'] : path,
    workers,
    wake,
    cmgroup: input['cmgroup'] === true,
    limit: whole('cv', 0, MAX_LIMIT, 0),
    max: whole('max', 1, 1_000_000, 1),
    aio: kind === 'aio' ? mode : 'no',
    growBy: whole('growBy', 0, MAX_WORKERS, 0),
    maxWorkers: whole('maxWorkers', 1, MAX_WORKERS, workers),
    background: whole('background', 0, MAX_WORKERS, 0),
  };
}

const SLICE_PROFILES = ['none', 'one-cpu', 'text', 'kernel-3.14', 'round-robin'] as const;

/** Reads the settings of the machine. Absent costs are 0, so a table of phases without costs gives exact times. */
function readConfig(input: InputRecord, errors: InputError[]): MachineConfig {
  const cpu: InputRecord = isInput(input['cpu']) ? input['cpu'] : {};
  const number = (field: string, otherwise: number): number =>
    cpu[field] === undefined ? otherwise : (cpu[field] as number);
  const cpus = (input['cpus'] ?? 1) as number;
  const kind = readChoice(cpu, 'contention', ['none', 'cache-heavy', 'lock-heavy'], 'none', errors, 'cpu');
  const profile = readChoice(cpu, 'profile', SLICE_PROFILES, 'none', errors, 'cpu');
  const slices = profile === 'none' ? { latencyUs: 0, minSliceUs: 1 } : sliceSettings(profile, cpus);
  const checked = checkMachineConfig({
    cpus,
    switchUs: number('switch', 0),
    rewarmUs: number('rewarm', 0),
    dispatchDelayUs: number('dispatchDelay', 0),
    latencyUs: number('latency', slices.latencyUs),
    minSliceUs: number('minSlice', slices.minSliceUs),
    alphaMilli: number('alphaMilli', HANDLER_ALPHA_MILLI[kind]),
    runQueue: readChoice(cpu, 'runQueue', ['global', 'per-cpu'], 'global', errors, 'cpu'),
    rebalanceUs: number('rebalance', FREE_MACHINE.rebalanceUs),
  });
  if (checked.ok) return checked.value;
  errors.push(...checked.errors);
  return FREE_MACHINE;
}

function readMix(input: InputRecord, errors: InputError[]): RequestClass[] {
  const given = input['mix'];
  if (given === undefined)
    return [{ name: 'all', share: 1, handler: readHandler(input['handler'], 'handler', errors) }];
  if (!Array.isArray(given) || given.length === 0) {
    errors.push({
      field: 'mix',
      value: heldText(given),
      accepted: 'a list of at least one class of requests',
    });
    return [];
  }
  return given.map((entry: unknown, i) => {
    const path = `mix[${i}]`;
    const one: InputRecord = isInput(entry) ? entry : {};
    const share = ['share', 'weight', 'percent'].find((field) => one[field] !== undefined) ?? 'share';
    return {
      name: typeof one['name'] === 'string' ? one['name'] : String(i),
      share: readWhole(one, share, 1, 1_000_000, 1, errors, path),
      handler: readHandler(one['handler'] ?? one['phases'], `${path}.handler`, errors),
    };
  });
}

/** Rejects an empty phase table, and phases that are not exactly one of `cpu` and `block`. */
function readHandler(given: unknown, path: string, errors: InputError[]): PhaseSpec[] {
  if (!Array.isArray(given) || given.length === 0) {
    errors.push({ field: path, value: heldText(given), accepted: 'a list of at least one phase' });
    return [];
  }
  return given.map((entry: unknown, i) => {
    const phase: InputRecord = isInput(entry) ? entry : {};
    const cpu = phase['cpu'];
    const block = phase['block'];
    if ((cpu === undefined) === (block === undefined)) {
      errors.push({ field: `${path}[${i}]`, value: heldText(entry), accepted: 'either cpu or block' });
      return { cpu: 0 };
    }
    if (cpu !== undefined) return { cpu: readSpan(cpu, `${path}[${i}].cpu`, errors) };
    return { block: readSpan(block, `${path}[${i}].block`, errors) };
  });
}

function readSpan(given: unknown, path: string, errors: InputError[]): Span {
  const ends: unknown[] = Array.isArray(given) ? given : [given, given];
  const [low, high] = ends;
  if (ends.length === 2 && isMicros(low) && isMicros(high) && low <= high) {
    return Array.isArray(given) ? [low, high] : low;
  }
  const accepted = `whole µs from 0 to ${MAX_MICROS}, or [low, high] with low ≤ high`;
  errors.push({ field: path, value: heldText(given), accepted });
  return 0;
}

function isMicros(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_MICROS;
}

type InputRecord = Readonly<Record<string, unknown>>;

function isInput(value: unknown): value is InputRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A whole number in a range. When absent, `otherwise`; a default outside the range means that the field is required. */
function readWhole(
  input: InputRecord,
  field: string,
  low: number,
  high: number,
  otherwise: number,
  errors: InputError[],
  path = '',
): number {
  const given = input[field];
  const value = given === undefined ? otherwise : given;
  if (typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high) return value;
  errors.push({
    field: path === '' ? field : `${path}.${field}`,
    value: heldText(given),
    accepted: wholeNumber(low, high),
  });
  return low;
}

function readChoice<C extends string>(
  input: InputRecord,
  field: string,
  choices: readonly C[],
  otherwise: C,
  errors: InputError[],
  path: string,
): C {
  const given = input[field];
  if (given === undefined) return otherwise;
  const found = choices.find((choice) => choice === given);
  if (found !== undefined) return found;
  errors.push({ field: `${path}.${field}`, value: heldText(given), accepted: choices.join(', ') });
  return otherwise;
}

function heldText(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
