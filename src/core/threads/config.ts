/** Settings of a machine: CPUs, costs of a switch, slices, contention (threads/README.md §13). All times in microseconds. */
import type { Micros } from '../../protocol/units.ts';
import type { InputError, Result } from '../../protocol/result.ts';
import { wholeNumber } from '../../protocol/accepted.ts';

export interface MachineConfig {
  readonly cpus: number;
  /**
   * Costs (µs) when a CPU gets a thread other than the thread that it ran last. Both are paid together; panels show
   * them separately.
   */
  readonly switchUs: Micros;
  readonly rewarmUs: Micros;
  /** Fixed delay of every dispatch, even without a switch. For scenario files only. */
  readonly dispatchDelayUs: Micros;
  /** Scheduling latency, shared by the threads of a CPU; 0 = no slices. */
  readonly latencyUs: Micros;
  readonly minSliceUs: Micros;
  /** Slowdown per mille for each runnable thread above the number of CPUs. */
  readonly alphaMilli: number;
  readonly runQueue: 'global' | 'per-cpu';
  /** Interval at which per-CPU queues are rebalanced. */
  readonly rebalanceUs: Micros;
  /** Order of alarms at one instant: of creation, as specified; or by kind, for the mail world (world/README.md §3). */
  readonly instantOrder: 'creation' | 'kinds';
  /** False: the kernel has no groups, and their calls return ENOSYS. */
  readonly supported: boolean;
  readonly maxDescriptors: number;
}

/** A machine without costs and slices: the default of scenario files, and of a host with its own model of time. */
export const FREE_MACHINE: MachineConfig = {
  cpus: 1,
  switchUs: 0,
  rewarmUs: 0,
  dispatchDelayUs: 0,
  latencyUs: 0,
  minSliceUs: 0,
  alphaMilli: 0,
  runQueue: 'global',
  rebalanceUs: 4_000,
  instantOrder: 'creation',
  supported: true,
  maxDescriptors: 1_048_576,
};

export const MAX_CPUS = 4_096;
/** Largest concurrency value of a group, in threads (§4). */
export const MAX_LIMIT = 1_048_576;
/** Longest duration in µs: one day. It keeps work × slowdown far below 2^53. */
export const MAX_MICROS = 86_400_000_000;

/** Completes and checks a configuration. An absent cost is 0. */
export function checkMachineConfig(given: Partial<MachineConfig>): Result<MachineConfig> {
  const config = { ...FREE_MACHINE, ...given };
  const errors: InputError[] = [];
  const whole = (field: keyof MachineConfig, low: number, high: number): void => {
    const value = config[field];
    if (typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high) return;
    errors.push({ field, value: String(value), accepted: wholeNumber(low, high) });
  };
  whole('cpus', 1, MAX_CPUS);
  whole('switchUs', 0, 1_000_000);
  whole('rewarmUs', 0, 1_000_000);
  whole('dispatchDelayUs', 0, MAX_MICROS);
  whole('latencyUs', 0, MAX_MICROS);
  whole('minSliceUs', config.latencyUs > 0 ? 1 : 0, MAX_MICROS);
  whole('alphaMilli', 0, 100_000);
  whole('rebalanceUs', 1, MAX_MICROS);
  whole('maxDescriptors', 0, 1_048_576);
  return errors.length === 0 ? { ok: true, value: config } : { ok: false, errors };
}

/** Slice settings (§13): the document's figure for large servers, the kernel's formula, or a fixed quantum. */
export type SliceProfile = 'one-cpu' | 'text' | 'kernel-3.14' | 'round-robin';

/**
 * Latency and shortest slice of a profile for `cpus` CPUs. One CPU has 6,000 and 750 µs: slices of 3 ms at two runnable
 * threads, 0.75 ms at eight or more. `text` scales by 1 + 0.29·log2(c), about 1.8 ms at 24 to 32 CPUs; `kernel-3.14` by 1 +
 * floor(log2(min(c, 8))). Source: §12 no. 9, §13.
 */
export function sliceSettings(
  profile: SliceProfile,
  cpus: number,
): { latencyUs: Micros; minSliceUs: Micros } {
  switch (profile) {
    case 'one-cpu':
      return { latencyUs: 6_000, minSliceUs: 750 };
    case 'round-robin':
      return { latencyUs: 100_000, minSliceUs: 100_000 };
    case 'kernel-3.14':
      return scaled(1 + Math.floor(log2(Math.min(cpus, 8))));
    case 'text':
      return scaled(1 + 0.29 * log2(cpus));
    default:
      return profile satisfies never;
  }
}

function scaled(factor: number): { latencyUs: Micros; minSliceUs: Micros } {
  return { latencyUs: Math.floor(6_000 * factor), minSliceUs: Math.floor(750 * factor) };
}

/**
 * Binary logarithm to 24 places by repeated squaring. Multiplication and comparison give the same digits in every engine;
 * `Math.log2` need not.
 */
function log2(value: number): number {
  let whole = 0;
  let rest = value;
  while (rest >= 2) {
    rest /= 2;
    whole++;
  }
  let fraction = 0;
  for (let place = 0.5, i = 0; i < 24; i++, place /= 2) {
    rest *= rest;
    if (rest < 2) continue;
    rest /= 2;
    fraction += place;
  }
  return whole + fraction;
}

/** Slowdown per mille for each kind of handler (§13). */
export const HANDLER_ALPHA_MILLI = { none: 0, 'cache-heavy': 20, 'lock-heavy': 80 } as const;
