import { NOTHING_ARMED } from '../../explain/timer-words.ts';
import { formatGrouped } from '../../explain/figures.ts';
import { formatCounted, formatTick } from '../../explain/format.ts';
import { say, type Token } from '../../explain/tokens.ts';
import { type Micros, MICROS_PER_SECOND } from '../../protocol/units.ts';
import type { OpenedBucket, TimerPlacing, WakeUp, WheelDetail } from '../../protocol/wheel.ts';

/** Unit of instants and spans: seconds for mail, milliseconds in the laboratory. */
export interface Scale {
  unit: 's' | 'ms';
  micros: Micros;
}

export const SECONDS: Scale = { unit: 's', micros: MICROS_PER_SECOND };
export const MILLIS: Scale = { unit: 'ms', micros: 1_000 };

/** A figure without its unit, in groups of three digits. */
export function bare(at: Micros, scale: Scale): string {
  return formatGrouped(at / scale.micros);
}

/**
 * An instant on the edge of a bucket as wide as `tick`. The laboratory writes whole seconds as a clock, and only the
 * last four digits of long instants: nobody reads eight digits of milliseconds.
 */
export function edgeText(at: Micros, scale: Scale, tick: Micros): string {
  if (scale === SECONDS || at === 0) return bare(at, scale);
  const seconds = at / MICROS_PER_SECOND;
  if (tick % MICROS_PER_SECOND !== 0)
    return seconds < 100 ? bare(at, scale) : `…${String(at / scale.micros).slice(-4)}`;
  return seconds < 1000 ? `${seconds} s` : formatTick(at, MICROS_PER_SECOND);
}

/** A wait: whole units, or one decimal below ten. Rounded up, so that it never ends early. */
export function waitText(wait: Micros, scale: Scale): string {
  const units = Math.max(0, wait) / scale.micros;
  const shown = units < 10 ? Math.ceil(units * 10) / 10 : Math.ceil(units);
  return `${bare(shown * scale.micros, scale)} ${scale.unit}`;
}

export function written(at: Micros, scale: Scale): string {
  return `${bare(at, scale)} ${scale.unit}`;
}

/** Name of a bucket; `L2·3` is bucket 3 of level 2. */
export function bucketName(level: number, bucket: number): string {
  return bucket < 0 ? 'this tick' : `L${level + 1}·${bucket}`;
}

/** Instant at which a bucket opens next, or a timer within the open tick runs; null = nothing is armed. */
export function nextWake({ queue, nextWakeUp }: Pick<WheelDetail, 'queue' | 'nextWakeUp'>): Micros | null {
  const due = Math.min(queue[0]?.due ?? Infinity, nextWakeUp < 0 ? Infinity : nextWakeUp);
  return Number.isFinite(due) ? due : null;
}

export function sleepSentence(detail: WheelDetail, now: Micros, scale: Scale): string {
  const due = nextWake(detail);
  if (due === null) return NOTHING_ARMED;
  const wait = Math.max(0, due - now);
  if (wait === 0) return 'A bucket is due now.';
  return `Next wake-up in ${waitText(wait, scale)}; nothing ticks in between.`;
}

/** Largest number of timers that the text about a wake-up lists. */
const TOLD_MAX = 200;

export function wakeSentence(wakeUp: WakeUp | null): Token[] {
  const first = wakeUp?.opened[0];
  if (wakeUp === null || first === undefined) return say`Nothing has come due yet.`;
  const ran = wakeUp.opened.reduce((sum, bucket) => sum + bucket.ran, 0);
  const moved = wakeUp.opened.reduce((sum, bucket) => sum + bucket.moved, 0);
  const others = wakeUp.opened.length - 1;
  const where =
    others === 0
      ? say`Bucket ${first.bucket} of level ${first.level + 1} came due`
      : say`${wakeUp.opened.length} buckets came due, first bucket ${first.bucket} of level ${first.level + 1}`;
  if (ran + moved === 0) return say`${where} empty: a wake-up for nothing.`;
  // Mail's timers run at their own instants within the tick, so just after the opening they are still pending.
  const told = wakeUp.timers.filter(({ toLevel }) => toLevel < 0).length;
  const waits = told < ran && wakeUp.timers.length < TOLD_MAX;
  if (moved === 0 && waits)
    return say`${where}: ${formatCounted(ran, 'timer is', 'timers are')} due within this tick.`;
  if (moved === 0) return say`${where}: ${formatCounted(ran, 'timer')} ran.`;
  const levels = [
    ...new Set(wakeUp.timers.flatMap(({ toLevel }) => (toLevel < 0 ? [] : [toLevel + 1]))),
  ].toSorted((a, b) => a - b);
  const to =
    levels.length > 1
      ? `levels ${levels.slice(0, -1).join(', ')} and ${levels.at(-1)}`
      : `level ${levels[0] ?? 1}`;
  const fell = say`${formatCounted(moved, 'timer')} fell to ${to}`;
  return say`${where}: ${fell}, ${ran === 0 ? 'none' : ran} ${waits ? 'due within this tick' : 'ran'}.`;
}

/** Says why a bucket opened with nothing in it; empty when no bucket did. */
export function nothingSentence(wakeUp: WakeUp | null, scale: Scale): Token[] {
  const empty = wakeUp?.opened.find(({ ran, moved }) => ran + moved === 0);
  if (wakeUp === null || empty === undefined) return [];
  const where = bucketName(empty.level, empty.bucket);
  if (wakeUp.emptiedBy === null)
    return say`${where} was empty because its timers were cancelled. A cancel leaves the bucket in the delay queue.`;
  const { label, at } = wakeUp.emptiedBy;
  return say`${where} was empty because its last timer, ${label}, was cancelled at ${written(at, scale)}. It was unlinked immediately; the bucket stayed in the delay queue.`;
}

/** Says why an armed bucket holds nothing. */
export function emptySentence(opened: OpenedBucket, scale: Scale): Token[] {
  const wakes = say`It stays in the delay queue and wakes the clock once for nothing, at ${written(opened.due, scale)}. Removing it would cost what the cancel saved.`;
  if (opened.emptiedBy === null) return say`Its timers were cancelled and unlinked immediately. ${wakes}`;
  const { label, at } = opened.emptiedBy;
  return say`Its last timer, ${label}, was cancelled at ${written(at, scale)} and unlinked immediately. ${wakes}`;
}

export function whereSentence(
  where: TimerPlacing | 'before' | 'after',
  at: Micros,
  path: { end: Micros; cancelled: boolean; now: Micros },
  scale: Scale,
): string {
  const when = `At ${written(at, scale)}`;
  if (where === 'before') return `${when}: not asked for yet.`;
  if (where === 'after') {
    if (path.cancelled) return `${when}: gone, it was cancelled at ${written(path.end, scale)}.`;
    return `${when}: gone, it ${path.end <= path.now ? 'ran' : 'runs'} at ${written(path.end, scale)}.`;
  }
  const verb = at > path.now ? 'it will be in' : 'in';
  if (where.bucket < 0) return `${when}: due within its tick, in no bucket.`;
  return `${when}: ${verb} level ${where.level + 1}, bucket ${where.bucket}, which opens at ${written(where.opens, scale)}.`;
}
