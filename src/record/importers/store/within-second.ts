import type { LifeRow } from '../../../protocol/ids.ts';
import { type EpochMicros, type Micros, MICROS_PER_SECOND } from '../../../protocol/units.ts';
import { queueIdTime } from '../facts/ids.ts';
import type { Instance } from './instance.ts';
import { DIGITS, halfUnit } from './origins.ts';

/** How far an inferred time within a second may be wrong (microseconds). */
const ACCURACY: Micros = 50_000;
/** Least share of neighbouring arrivals in one second whose queue ids ascend, if the ids contain the microsecond. */
const ASCENDING = 0.9;
/**
 * Weights of a time from a queue id, and of a time that only the stamp gives. The weight of a printed delay follows
 * from its rounding.
 */
const BY_ID = 1e6;
const BY_STAMP = 0.01;

/**
 * Stamps of whole seconds do not show the order within a second. The order of the lines shows it. So do queue ids,
 * which contain the microsecond at which the file was created, and printed delays, which count from there. This finds
 * the likeliest time of each arrival, activation and attempt within its second, in the order of the lines. Call before
 * anything is derived from times.
 */
export function findTimesWithinSeconds(instance: Instance): void {
  instance.accuracy = instance.resolution > 1 ? instance.resolution : 0;
  if (instance.resolution < MICROS_PER_SECOND) return;
  const times = likelyTimes(instance);
  settle(instance, times);
  const { lives, attempts, deliveries, agents } = instance.tables;
  for (let row = 1; row < deliveries.length; row++)
    deliveries.end[row] = attempts.time[deliveries.last[row] ?? 0] ?? deliveries.end[row] ?? 0;
  for (let life = 1; life < lives.length; life++) {
    const last = attempts.time[lives.lastAttempt[life] ?? 0] ?? 0;
    if ((lives.ended[life] ?? 0) > 0) lives.ended[life] = Math.max(lives.ended[life] ?? 0, last);
  }
  for (let row = 1; row < agents.length; row++)
    agents.last[row] = Math.max(agents.last[row] ?? 0, deliveries.end[agents.lastDelivery[row] ?? 0] ?? 0);
  instance.accuracy = ACCURACY;
}

/** The likeliest time of each row, and the weight of that estimate. NaN = only the stamp is known. */
interface Times {
  lives: Estimates;
  activations: Estimates;
  attempts: Estimates;
}

interface Estimates {
  at: Float64Array;
  weight: Float64Array;
}

const estimates = (length: number): Estimates => ({
  at: new Float64Array(length).fill(Number.NaN),
  weight: new Float64Array(length).fill(BY_STAMP),
});

function likelyTimes(instance: Instance): Times {
  const { activations, attempts, deliveries } = instance.tables;
  const times: Times = {
    lives: arrivals(instance),
    activations: estimates(activations.length),
    attempts: estimates(attempts.length),
  };
  /**
   * For each activation, the range of times that its attempts allow: an attempt ended within the second of its stamp,
   * and b + c + d after the activation.
   */
  const earliest = new Float64Array(activations.length);
  const latest = new Float64Array(activations.length).fill(Number.POSITIVE_INFINITY);
  for (let row = 1; row < attempts.length; row++) {
    const activation = deliveries.activation[attempts.delivery[row] ?? 0] ?? 0;
    if (activation === 0) continue;
    const life = activations.life[activation] ?? 0;
    const arrival = times.lives.at[life] ?? Number.NaN;
    if ((activations.ordinal[activation] ?? 0) === 1 && !Number.isNaN(arrival)) {
      const { value, off } = printedTime(instance, row, 'a');
      const weight = 1 / (off * off + 1e-6);
      if (value >= 0 && weight > (times.activations.weight[activation] ?? 0)) {
        times.activations.at[activation] = arrival + value * MICROS_PER_SECOND;
        times.activations.weight[activation] = weight;
      }
    }
    const since = MICROS_PER_SECOND * afterActivation(instance, row).value;
    const stamp = attempts.time[row] ?? 0;
    earliest[activation] = Math.max(earliest[activation] ?? 0, stamp - since);
    latest[activation] = Math.min(latest[activation] ?? 0, stamp + MICROS_PER_SECOND - since);
  }
  for (let row = 1; row < activations.length; row++) {
    if (!Number.isNaN(times.activations.at[row] ?? Number.NaN)) continue;
    const stamp = activations.time[row] ?? 0;
    const low = Math.max(stamp, earliest[row] ?? 0);
    const high = Math.min(stamp + MICROS_PER_SECOND, latest[row] ?? 0);
    if (high < low) continue;
    times.activations.at[row] = (low + high) / 2;
    times.activations.weight[row] = 1 / (((high - low) / MICROS_PER_SECOND) ** 2 / 12 + 1e-4);
  }
  for (let row = 1; row < attempts.length; row++) {
    const activation = deliveries.activation[attempts.delivery[row] ?? 0] ?? 0;
    const active = times.activations.at[activation] ?? Number.NaN;
    if (activation === 0 || Number.isNaN(active)) continue;
    const { value, off } = afterActivation(instance, row);
    times.attempts.at[row] = active + value * MICROS_PER_SECOND;
    times.attempts.weight[row] = 1 / (off * off + 1 / (times.activations.weight[activation] ?? 1) + 1e-6);
  }
  return times;
}

/** Arrivals whose queue id contains the microsecond: a long id the whole time, a short one in its first five digits. */
function arrivals(instance: Instance): Estimates {
  const { tables, pools } = instance;
  const { lives } = tables;
  const found = estimates(lives.length);
  const candidates = new Float64Array(lives.length).fill(Number.NaN);
  let [pairs, ascending, before, second] = [0, 0, 0, 0];
  /** Arrivals of the current second. */
  let own: LifeRow[] = [];
  for (let life = 1; life < lives.length; life++) {
    if (lives.origin[life] === 0) continue;
    const stamp = lives.firstTime[life] ?? 0;
    const id = pools.texts.text(lives.id[life] ?? 0);
    const long = queueIdTime(id);
    if (long !== null) {
      candidates[life] = long;
      // The id was made by a different clock than the stamps, so ignore it.
      if (long < stamp || long >= stamp + MICROS_PER_SECOND) candidates[life] = Number.NaN;
      continue;
    }
    const micros = Number.parseInt(id.slice(0, 5), 16);
    if (!(micros < MICROS_PER_SECOND)) continue;
    candidates[life] = stamp + micros;
    if (stamp === second) {
      pairs++;
      if (micros >= before) ascending++;
      else if (before - micros > MICROS_PER_SECOND / 2)
        // These files were created just before the second in which their lines were written.
        for (const one of own.splice(0)) candidates[one] = (candidates[one] ?? 0) - MICROS_PER_SECOND;
    } else own = [];
    own.push(life);
    [before, second] = [micros, stamp];
  }
  if (ascending < ASCENDING * pairs) return found;
  for (let life = 1; life < lives.length; life++) {
    if (Number.isNaN(candidates[life] ?? Number.NaN)) continue;
    found.at[life] = candidates[life] ?? 0;
    found.weight[life] = BY_ID;
  }
  return found;
}

interface Printed {
  /** Seconds, and the most by which rounding makes them wrong. */
  value: number;
  off: number;
}

function printedTime({ tables }: Instance, row: number, part: 'a' | 'b' | 'c' | 'd'): Printed {
  const { attempts } = tables;
  const value = attempts[part][row] ?? 0;
  if (Number.isNaN(value)) return { value: 0, off: 1 };
  return { value, off: halfUnit(value, ((attempts.digits[row] ?? 0) >>> DIGITS[part]) & 15) };
}

/** The time of an attempt's end after the activation: b + c + d. */
function afterActivation(instance: Instance, row: number): Printed {
  const parts = (['b', 'c', 'd'] as const).map((part) => printedTime(instance, row, part));
  return {
    value: parts.reduce((sum, { value }) => sum + value, 0),
    off: parts.reduce((sum, { off }) => sum + off, 0),
  };
}

/** A line with a time to be found: its table's column of times, its row, and its place. */
interface Source {
  time: Float64Array;
  line: Uint32Array;
  file: Uint16Array;
  length: number;
  estimates: Estimates;
}

/** Sets times in the order of lines: within each second, the ascending times closest to the estimates (least squares). */
function settle({ tables }: Instance, times: Times): void {
  const { lives, activations, attempts, windows, selections, preemptions, operations, expiries, events } =
    tables;
  const sources: Source[] = [
    {
      time: lives.firstTime,
      line: lives.line,
      file: lives.file,
      length: lives.length,
      estimates: times.lives,
    },
    { ...columns(activations), estimates: times.activations },
    { ...columns(attempts), estimates: times.attempts },
    ...[windows, selections, preemptions, operations, expiries, events].map((table) => ({
      ...columns(table),
      estimates: estimates(table.length),
    })),
  ];
  const next = sources.map(() => 1);
  const second = { stamp: -1, file: -1, source: [] as number[], row: [] as number[] };
  for (;;) {
    let best = -1;
    for (const [i, source] of sources.entries())
      if (
        (next[i] ?? 0) < source.length &&
        (best < 0 || isBefore(source, next[i] ?? 0, sources[best], next[best] ?? 0))
      )
        best = i;
    const source = sources[best];
    const row = next[best] ?? 0;
    const stamp = source?.time[row] ?? -1;
    const file = source?.file[row] ?? -1;
    if (source === undefined || stamp !== second.stamp || file !== second.file) {
      ascend(second, sources);
      [second.source, second.row, second.stamp, second.file] = [[], [], stamp, file];
    }
    if (source === undefined) return;
    second.source.push(best);
    second.row.push(row);
    next[best] = row + 1;
  }
}

function columns({ time, line, file, length }: Omit<Source, 'estimates'>): Omit<Source, 'estimates'> {
  return { time, line, file, length };
}

function isBefore(one: Source, row: number, other: Source | undefined, otherRow: number): boolean {
  if (other === undefined) return true;
  const [at, otherAt] = [one.time[row] ?? 0, other.time[otherRow] ?? 0];
  if (at !== otherAt) return at < otherAt;
  const [file, otherFile] = [one.file[row] ?? 0, other.file[otherRow] ?? 0];
  return file === otherFile ? (one.line[row] ?? 0) < (other.line[otherRow] ?? 0) : file < otherFile;
}

/** Pools neighbours whose estimates descend until all ascend, and writes the times of one second. */
function ascend(
  { stamp, source, row }: { stamp: EpochMicros; source: readonly number[]; row: readonly number[] },
  sources: readonly Source[],
): void {
  if (stamp <= 0 || stamp % MICROS_PER_SECOND !== 0) return;
  const last = MICROS_PER_SECOND - 1;
  const blocks: { sum: number; weight: number; count: number }[] = [];
  for (const [i, from] of source.entries()) {
    const known = sources[from]?.estimates;
    const at = known?.at[row[i] ?? 0] ?? Number.NaN;
    // Without an estimate a line follows the line before it, or keeps its stamp.
    const before = blocks.at(-1);
    const usual = before === undefined ? 0 : before.sum / before.weight;
    const value = Number.isNaN(at) ? usual : Math.min(last, Math.max(0, at - stamp));
    // An estimate outside of the second is wrong, so it weighs as little as a bare stamp.
    const isWithin = at >= stamp && at <= stamp + last;
    const weight = isWithin ? (known?.weight[row[i] ?? 0] ?? BY_STAMP) : BY_STAMP;
    blocks.push({ sum: value * weight, weight, count: 1 });
    for (;;) {
      const [one, two] = [blocks.at(-2), blocks.at(-1)];
      if (one === undefined || two === undefined || one.sum * two.weight <= two.sum * one.weight) break;
      blocks.splice(-2, 2, {
        sum: one.sum + two.sum,
        weight: one.weight + two.weight,
        count: one.count + two.count,
      });
    }
  }
  let i = 0;
  for (const { sum, weight, count } of blocks)
    for (let n = 0; n < count; n++, i++) {
      const column = sources[source[i] ?? 0]?.time;
      if (column !== undefined) column[row[i] ?? 0] = stamp + Math.round(sum / weight);
    }
}
