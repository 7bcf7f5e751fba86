import type { StepNumber, TimerNumber } from '../../protocol/ids.ts';
import type { EventRecord } from '../../protocol/events.ts';
import type {
  TimerPath,
  TimerPlacing,
  WakeUp,
  WheelDetail,
  WheelQuestion,
  WokenTimer,
} from '../../protocol/wheel.ts';
import { type Branch, type BranchTree, cursorAt, previousOfKind } from '../track/branches.ts';
import { eventsBetween } from '../log/log-reading.ts';

/** The data about a wheel that only the log has: the path of a timer, and the last wake-up. */

/** Number of events read at a time, and number of such chunks searched before giving up. */
const CHUNK = 5_000;
const CHUNKS_MAX = 40;
const TIMERS_MAX = 200;

/** A place in a run: the state after `step` of a branch. */
export interface LogPlace {
  tree: BranchTree;
  branch: Branch;
  step: StepNumber;
}

/** Adds the data of the log to the state of the wheel. */
export function withHistory(detail: WheelDetail, question: WheelQuestion, place: LogPlace): WheelDetail {
  const { opened } = detail;
  const empty = opened !== null && opened.due >= 0 && opened.count === 0;
  return {
    ...detail,
    opened: empty ? { ...opened, emptiedBy: emptiedBy(place, opened) } : opened,
    followed: question.follow === 0 ? null : pathOfTimer(place, question.follow, detail),
    wakeUp: lastWakeUp(place),
  };
}

/** Searches events up to the place, newest first, until `look` returns a result. */
function searchBack<T>({ tree, branch, step }: LogPlace, look: (record: EventRecord) => T | null): T | null {
  let to = cursorAt(tree, branch, step).event;
  for (let i = 0; to > 0 && i < CHUNKS_MAX; i++, to -= CHUNK) {
    const records = eventsBetween(tree, branch, Math.max(1, to - CHUNK + 1), to);
    for (let k = records.length - 1; k >= 0; k--) {
      const found = look(records[k]!);
      if (found !== null) return found;
    }
  }
  return null;
}

function emptiedBy(
  place: LogPlace,
  at: { level: number; bucket: number; due: number },
): { label: string; at: number } | null {
  return searchBack(place, ({ at: when, event }) => {
    if (event.kind !== 'timer.cancelled' || !event.emptied || event.opens !== at.due) return null;
    return event.level === at.level && event.bucket === at.bucket ? { label: event.label, at: when } : null;
  });
}

function pathOfTimer(place: LogPlace, id: TimerNumber, detail: WheelDetail): TimerPath | null {
  const placings: TimerPlacing[] = [];
  let end: TimerPath['end'] = null;
  const born = searchBack(place, ({ at, event }) => {
    if (!('timer' in event) || event.timer !== id) return null;
    if (event.kind === 'timer.expired') end = { at, how: 'ran' };
    if (event.kind === 'timer.cancelled') end = { at, how: 'cancelled' };
    if (event.kind === 'timer.cascaded')
      placings.push({ at, level: event.toLevel, bucket: event.bucket, opens: event.opens });
    if (event.kind !== 'timer.added') return null;
    placings.push({ at, level: event.level, bucket: event.bucket, opens: event.opens });
    return event;
  });
  if (born === null) return null;
  const token =
    detail.timers.find((timer) => timer.id === id) ??
    detail.opened?.timers.find((timer) => timer.id === id) ??
    null;
  return { id, label: born.label, due: born.due, token, placings: placings.reverse(), end };
}

/** Returns the latest step in which buckets opened, with the timers that expired in its steps up to the cursor. */
function lastWakeUp(place: LogPlace): WakeUp | null {
  const { tree, branch } = place;
  const step = previousOfKind(tree, branch, 'wakeup', place.step + 1);
  if (step === null) return null;
  const from = cursorAt(tree, branch, step - 1).event + 1;
  // The timers expire in the steps right after the wake-up.
  const last = Math.min(cursorAt(tree, branch, place.step).event, from + CHUNK);
  const records = eventsBetween(tree, branch, from, last);
  const wakeUp: WakeUp = {
    at: cursorAt(tree, branch, step).at,
    step,
    opened: [],
    timers: [],
    emptiedBy: null,
    purge: null,
  };
  // A timer added within the current tick was in no bucket, so no wake-up caused its expiry.
  const late = new Set(
    records.flatMap(({ event }) => (event.kind === 'timer.added' && event.bucket < 0 ? [event.timer] : [])),
  );
  for (const record of records) addToWakeUp(wakeUp, record, late);
  const empty = wakeUp.opened.find(({ ran, moved }) => ran + moved === 0);
  if (empty === undefined) return wakeUp;
  return { ...wakeUp, emptiedBy: emptiedBy({ ...place, step }, { ...empty, due: empty.opens }) };
}

function addToWakeUp(wakeUp: WakeUp, { step, event }: EventRecord, late: ReadonlySet<number>): void {
  const own = step === wakeUp.step;
  if (event.kind === 'bucket.opened' && own) {
    const { level, bucket, opens, ran, moved } = event;
    wakeUp.opened.push({ level, bucket, opens, ran, moved });
  } else if (event.kind === 'timer.cascaded' && own) {
    const { timer: id, label, due, fromLevel, fromBucket, toLevel, bucket: toBucket } = event;
    add(wakeUp, { id, label, due, fromLevel, fromBucket, toLevel, toBucket });
  } else if (event.kind === 'timer.expired' && !late.has(event.timer)) {
    // Several buckets may open together. A timer belongs to the latest bucket that opens at or before its due
    // instant.
    const from = wakeUp.opened.reduce<WakeUp['opened'][number] | null>(
      (best, bucket) => (bucket.opens <= event.due && bucket.opens >= (best?.opens ?? 0) ? bucket : best),
      null,
    );
    if (from === null) return;
    const { level: fromLevel, bucket: fromBucket } = from;
    const { timer: id, label, due } = event;
    add(wakeUp, { id, label, due, fromLevel, fromBucket, toLevel: -1, toBucket: -1 });
  } else if (event.kind === 'purgatory.purged' && own) {
    const { estimate, interval, visited, removed } = event;
    wakeUp.purge = { estimate, interval, visited, removed };
  }
}

function add(wakeUp: WakeUp, timer: WokenTimer): void {
  if (wakeUp.timers.length < TIMERS_MAX) wakeUp.timers.push(timer);
}
