/**
 * Explains timer events and the wheel at length, with the inequalities that the code tests, in its order (timers/README.md
 * §3, §5). `kinds/wheel.ts` has the one-line sentences for the log.
 */

import type { TimerEvent } from '../protocol/events.ts';
import type { WheelRow } from '../protocol/rows.ts';
import { timerName } from '../protocol/timer-name.ts';
import { MICROS_PER_SECOND, type Micros } from '../protocol/units.ts';
import type { Arithmetic, ArithmeticLine } from './explanation.ts';
import { CLOCK, LISTS, NOTHING_ARMED, TIME_RAN_OUT, WATCHERS } from './timer-words.ts';
import { formatNumber, formatGrouped } from './figures.ts';
import { formatCounted } from './format.ts';
import { say, type Token } from './tokens.ts';

/** The part of the wheel that an explanation needs. `unit`: unit of the figures. */
export interface WheelState extends Pick<WheelRow, 'tick' | 'size'> {
  levels: readonly { currentTime: Micros }[];
  unit?: 's' | 'ms';
}

export interface TimerExplanation {
  sentence: Token[];
  notes: Token[][];
  arithmetic?: Arithmetic;
  /** Section of the redesign proposal. */
  section: string;
}

const WHEEL = 'Hierarchical Timing Wheel';

/** Explains a timer event at instant `at`. `wheel` is its state right after the event. */
export function explainTimer(record: TimerEvent, at: Micros, wheel: WheelState): TimerExplanation {
  const event = 'label' in record ? { ...record, label: timerName(record.label) } : record;
  switch (event.kind) {
    case 'timer.added':
      return explainInsert(event, at, wheel);
    case 'timer.cancelled':
      return explainCancel(event, wheel);
    case 'timer.cascaded':
      return explainCascade(event, wheel);
    case 'timer.expired':
      return explainExpiry(event, at, wheel);
    case 'wheel.overflowed':
      return explainOverflow(event, wheel);
    case 'bucket.opened':
      return explainOpening(event, wheel);
    case 'operation.watched':
      return told(
        say`The operation is not complete, so it waits for ${watched(event.keys)} and its timeout is on the wheel.`,
        WATCHERS,
      );
    case 'operation.completed':
      return explainCompletion(event);
    case 'purgatory.purged':
      return explainPurge(event);
    default:
      return event satisfies never;
  }
}

/** Lists the keys of an operation; usually there is one, its destination. */
function watched(keys: readonly string[]): string {
  return keys.length <= 2 ? keys.join(' and ') : `${keys[0]} and ${keys.length - 1} others`;
}

type Event<K extends TimerEvent['kind']> = Extract<TimerEvent, { kind: K }>;

function explainInsert(event: Event<'timer.added'>, at: Micros, wheel: WheelState): TimerExplanation {
  const { label, due, level, bucket, opens } = event;
  const inTime = at === due ? 'now' : `in ${written(due - at, wheel)}`;
  const arithmetic = placing(due, level, wheel);
  if (bucket < 0) {
    const sentence = say`${label}: due ${inTime}, within the wheel’s current tick (from ${written(opens, wheel)}), so it is not stored. It runs ${wheel.unit === 'ms' ? 'immediately' : 'when it is due'}.`;
    return { ...told(sentence, WHEEL), arithmetic };
  }
  const beyond =
    level === 0 ? 'within level 1' : `beyond level ${level} (${written(span(wheel, level - 1), wheel)})`;
  const sentence = say`${label}: due ${inTime}, ${beyond}, so level ${level + 1}, bucket ${bucket}, which opens at ${written(opens, wheel)}.`;
  const explanation = { ...told(sentence, WHEEL), arithmetic };
  const behind = at - (wheel.levels[0]?.currentTime ?? at);
  if (level > 0 && due - at < span(wheel, level - 1)) {
    explanation.notes.push(
      say`It would fit level ${level} by the clock, but the wheel is ${written(behind, wheel)} behind it: wheel time moves only when a bucket opens.`,
    );
  }
  if (opens <= at && bucket >= 0) {
    explanation.notes.push(
      say`That bucket is due already because the wheel was behind the clock. It opens immediately.`,
    );
  }
  return explanation;
}

/** The tests of an insert: is it due within this tick, does it fit level 1, 2, …? The last test decides. */
function placing(due: Micros, level: number, wheel: WheelState): Arithmetic {
  const base = wheel.levels[0];
  const first = base?.currentTime ?? 0;
  const immediate = due < first + wheel.tick;
  const lines: ArithmeticLine[] = [
    { label: say`due at`, expression: `E = ${plain(due, wheel)}` },
    {
      label: say`due within this tick?`,
      expression: `${plain(due, wheel)} < ${plain(first, wheel)} + ${plain(wheel.tick, wheel)} ${yes(immediate)}`,
    },
  ];
  if (immediate) return { lines, verdict: say`It is within the tick, so nothing is stored.` };
  for (let k = 0; k <= level; k++) {
    const time = wheel.levels[k]?.currentTime ?? 0;
    const fits = due < time + span(wheel, k);
    const expression = `${plain(due, wheel)} < ${plain(time, wheel)} + ${plain(span(wheel, k), wheel)} ${yes(fits)}`;
    lines.push({ label: say`fits level ${k + 1}?`, expression });
  }
  const tick = span(wheel, level) / wheel.size;
  const index = Math.floor(due / tick) % wheel.size;
  lines.push({
    label: say`bucket`,
    expression: `⌊${plain(due, wheel)} ÷ ${plain(tick, wheel)}⌋ mod ${wheel.size} = ${index}`,
  });
  return { lines, verdict: say`Level ${level + 1}, bucket ${index}.` };
}

function explainCancel(event: Event<'timer.cancelled'>, wheel: WheelState): TimerExplanation {
  const { label, level, bucket, opens, emptied } = event;
  if (bucket < 0) return told(say`${label} is cancelled before its instant within the open tick.`, LISTS);
  const explanation = told(
    say`${label} is cancelled: unlinked from level ${level + 1}, bucket ${bucket}, at the same cost whatever else is pending.`,
    LISTS,
  );
  if (emptied) {
    explanation.notes.push(
      say`The bucket is empty now but stays in the delay queue: it will wake the clock at ${written(opens, wheel)} for nothing.`,
    );
  }
  return explanation;
}

function explainOverflow(event: Event<'wheel.overflowed'>, wheel: WheelState): TimerExplanation {
  const { level, tick } = event;
  const sentence = say`A timer is due beyond level ${level} (${written(tick, wheel)}), so level ${level + 1} is added: ${wheel.size} buckets of ${written(tick, wheel)} reach ${written(tick * wheel.size, wheel)} ahead.`;
  return { sentence, notes: [say`Levels are added on demand and never removed.`], section: WHEEL };
}

function explainCascade(event: Event<'timer.cascaded'>, wheel: WheelState): TimerExplanation {
  const { label, due, fromLevel, fromBucket, toLevel, bucket, opens } = event;
  const sentence = say`${label} falls from level ${fromLevel + 1}, bucket ${fromBucket}, to level ${toLevel + 1}, bucket ${bucket}, which opens at ${written(opens, wheel)}.`;
  const explanation = { ...told(sentence, WHEEL), arithmetic: placing(due, toLevel, wheel) };
  if (fromLevel - toLevel > 1)
    explanation.notes.push(
      say`It skips ${formatCounted(fromLevel - toLevel - 1, 'level')} because it is due soon enough.`,
    );
  return explanation;
}

function explainOpening(event: Event<'bucket.opened'>, wheel: WheelState): TimerExplanation {
  const { level, bucket, opens, ran, moved } = event;
  const where = say`Bucket ${bucket} of level ${level + 1}`;
  if (ran + moved === 0) {
    const sentence = say`${where} opens at ${written(opens, wheel)} for nothing: its timers were cancelled.`;
    const note = say`A bucket stays in the delay queue until it comes due: removing it would cost what cancelling saves.`;
    return { sentence, notes: [note], section: CLOCK };
  }
  const timers = formatCounted(moved, 'timer falls', 'timers fall');
  const parts =
    moved === 0
      ? say`${formatCounted(ran, 'timer is', 'timers are')} due.`
      : ran === 0
        ? say`${timers} to a lower level, none is due.`
        : say`${timers} to a lower level, ${ran} due.`;
  return told(say`${where} comes due at ${written(opens, wheel)}: ${parts}`, CLOCK);
}

/** A mail run fires a timer exactly when it is due; a raw wheel when its bucket opens. */
function explainExpiry(event: Event<'timer.expired'>, at: Micros, wheel: WheelState): TimerExplanation {
  const { label, due } = event;
  const off = at - due;
  if (off === 0) return told(say`${label} runs: it was due at ${written(due, wheel)}.`, WHEEL);
  if (off > 0) {
    const sentence = say`${label} runs ${written(off, wheel)} late: it was due at ${written(due, wheel)}, and the clock was not polled until now.`;
    return told(sentence, CLOCK);
  }
  const explanation = told(
    say`${label} runs ${written(-off, wheel)} early: it was due at ${written(due, wheel)}, and its bucket opened at ${written(Math.floor(due / wheel.tick) * wheel.tick, wheel)}.`,
    WHEEL,
  );
  explanation.notes.push(
    say`A raw wheel rounds due times down to its tick of ${written(wheel.tick, wheel)}: a timer may run up to one tick early, but never late on its own.`,
  );
  return explanation;
}

const CAUSES = {
  checked: 'a check found its condition true',
  expired: TIME_RAN_OUT,
} as const;

function explainCompletion(event: Event<'operation.completed'>): TimerExplanation {
  const explanation = told(
    say`The operation is complete: ${CAUSES[event.cause]}. It leaves the wheel immediately.`,
    WATCHERS,
  );
  if (event.nodesLeft > 0) {
    explanation.notes.push(
      say`It stays on ${formatCounted(event.nodesLeft, 'watch list')} until the key is checked or the lists are purged.`,
    );
  }
  return explanation;
}

function explainPurge(event: Event<'purgatory.purged'>): TimerExplanation {
  const { estimate, interval, visited, removed } = event;
  const sentence = say`About ${formatCounted(estimate, 'completed operation was', 'completed operations were')} still watched, more than ${interval}. All lists were walked: ${formatCounted(visited, 'node')} visited, ${removed} unlinked.`;
  const explanation = told(sentence, WATCHERS);
  if (removed === 0)
    explanation.notes.push(
      say`The estimate counts operations, not nodes: checks had already unlinked these.`,
    );
  return explanation;
}

/** Says how long the clock sleeps, and what it sleeps for. */
export function explainSleep(
  wheel: Pick<WheelRow, 'levels' | 'pending' | 'nextWakeUp'>,
  at: Micros,
): Token[] {
  const armed = wheel.levels.reduce((sum, level) => sum + level.buckets.length, 0);
  if (wheel.nextWakeUp < 0) return say`${NOTHING_ARMED}`;
  const buckets = formatCounted(armed, 'armed bucket');
  return say`Next wake-up in ${written(wheel.nextWakeUp - at, {})}; nothing ticks in between. ${buckets} for ${formatCounted(wheel.pending, 'timer')}.`;
}

/** Describes a bucket of the picture. `level` and `index` count from 0. */
export function explainBucket(wheel: Pick<WheelRow, 'levels'>, level: number, index: number): Token[] {
  const bucket = wheel.levels[level]?.buckets.find((b) => b.index === index);
  const where = say`Level ${level + 1}, bucket ${index}`;
  if (bucket === undefined) return say`${where} is not armed.`;
  if (bucket.count === 0)
    return say`${where} is empty but armed: it wakes the clock at ${written(bucket.due, {})} for nothing.`;
  const verb = level === 0 ? 'due' : 'to fall or run';
  return say`${where} opens at ${written(bucket.due, {})}: ${formatCounted(bucket.count, 'timer')} ${verb}.`;
}

function told(sentence: Token[], section: string): TimerExplanation {
  return { sentence, notes: [], section };
}

/** Returns the time span that a level covers; `level` counts from 0. */
function span(wheel: WheelState, level: number): Micros {
  return wheel.tick * wheel.size ** (level + 1);
}

type Unit = Pick<WheelState, 'unit'>;

function written(micros: Micros, wheel: Unit): string {
  return `${plain(micros, wheel)} ${wheel.unit ?? 's'}`;
}

function plain(micros: Micros, { unit = 's' }: Unit): string {
  return unit === 's' ? formatNumber(micros / MICROS_PER_SECOND) : formatGrouped(micros / 1_000);
}

function yes(answer: boolean): string {
  return answer ? 'yes' : 'no';
}
