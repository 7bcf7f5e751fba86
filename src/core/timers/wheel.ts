import { assertWheelParams, assertWholeNumber } from './checks.ts';
import { createDelayQueue, delayQueueOffer, delayQueuePoll } from './delay-queue.ts';
import { type Block, blockCapacity, createBlock, growBlock, PAGE_BITS } from './pages.ts';
import { type FlushLog, MARK, RECORD, type Wheel } from './wheel-model.ts';

/**
 * Hierarchical timing wheel of today's Kafka (timers/README.md §1–5): O(1) insert and cancel, levels made on demand,
 * and one delay queue of armed buckets instead of a periodic tick.
 *
 * A record is either a TASK or the ROOT of a bucket's circular doubly linked list. Both are in one block, so that
 * unlinking needs no test for "first" or "last". Times are whole numbers up to 2^53 in any unit (milliseconds in the
 * laboratory, microseconds in the world).
 *
 * Task ids are reused after `wheelRelease` and `wheelCancel`, so the owner must forget the id of a task that is gone.
 * The clock (clock.ts) uses ids that are never reused.
 *
 * Expired tasks are not run here. They join the READY list in the order in which Kafka submits them to its executor,
 * and the owner takes them with `wheelTake`. Nothing can be added during a flush, because Kafka's flush holds a write
 * lock.
 */

// Destructured here because a JavaScript engine folds constants of the same module into its code, but loads imported or
// exported constants each time. This saves an eighth of the cost of a timer.
const { STRIDE, NEXT, PREV, BUCKET, EXTRA, FLOAT_STRIDE, DUE } = RECORD;
const { TAKEN, FREE, ROOT_OF_LEVEL_0, READY } = MARK;
const PAGE = PAGE_BITS;

/** Largest number of levels: times up to 2^53 with the smallest size (2) need 53 levels. */
const MAX_LEVELS = 64;
const NOT_ARMED = -1;

/** Creates an empty wheel at `start` rounded down to a tick (§2). Throws on values that `wheelParamErrors` refuses. */
export function createWheel(params: { tick: number; size: number; start?: number }): Wheel {
  const { tick, size, start = 0 } = params;
  assertWheelParams(tick, size, start);
  const w: Wheel = {
    tick,
    size,
    now: start,
    count: 0,
    levels: 0,
    levelTick: new Float64Array(MAX_LEVELS),
    levelTime: new Float64Array(MAX_LEVELS),
    levelBase: new Int32Array(MAX_LEVELS),
    queue: createDelayQueue(),
    records: createBlock(STRIDE, size + 2),
    length: READY + 1,
    free: 0,
    counters: {
      inserts: 0,
      immediate: 0,
      cascades: 0,
      expirations: 0,
      cancels: 0,
      dqOffers: 0,
      dqPolls: 0,
      staleFlushes: 0,
    },
  };
  resetRoot(w.records, READY, FREE);
  createLevel(w, tick, start);
  return w;
}

function resetRoot(records: Block, root: number, tag: number): void {
  const { ints } = records;
  ints[root * STRIDE + NEXT] = root;
  ints[root * STRIDE + PREV] = root;
  ints[root * STRIDE + BUCKET] = tag;
  ints[root * STRIDE + EXTRA] = 0;
  records.floats[root * FLOAT_STRIDE + DUE] = NOT_ARMED;
  records.dirty[root >> PAGE] = 1;
}

/** Adds the next level, at the time of the level below rounded down to its own tick. Levels are never removed. */
function createLevel(w: Wheel, tick: number, start: number): void {
  const level = w.levels++;
  const base = w.length;
  w.length += w.size;
  growBlock(w.records, w.length);
  for (let i = 0; i < w.size; i++) resetRoot(w.records, base + i, ROOT_OF_LEVEL_0 - level);
  w.levelTick[level] = tick;
  w.levelTime[level] = Math.floor(start / tick) * tick;
  w.levelBase[level] = base;
}

function allocTask(w: Wheel): number {
  const id = w.free;
  if (id !== 0) {
    w.free = w.records.ints[id * STRIDE + NEXT]!;
    return id;
  }
  if (w.length === blockCapacity(w.records)) growBlock(w.records, w.length + 1);
  return w.length++;
}

function freeTask(w: Wheel, id: number): void {
  const { ints, dirty } = w.records;
  ints[id * STRIDE + NEXT] = w.free;
  ints[id * STRIDE + BUCKET] = FREE;
  dirty[id >> PAGE] = 1;
  w.free = id;
}

function linkTail(records: Block, root: number, id: number): void {
  const { ints, dirty } = records;
  const tail = ints[root * STRIDE + PREV]!;
  ints[id * STRIDE + NEXT] = root;
  ints[id * STRIDE + PREV] = tail;
  ints[id * STRIDE + BUCKET] = root;
  ints[tail * STRIDE + NEXT] = id;
  ints[root * STRIDE + PREV] = id;
  ints[root * STRIDE + EXTRA]!++;
  dirty[id >> PAGE] = 1;
  dirty[tail >> PAGE] = 1;
  dirty[root >> PAGE] = 1;
}

function unlink(records: Block, id: number): void {
  const { ints, dirty } = records;
  const next = ints[id * STRIDE + NEXT]!;
  const prev = ints[id * STRIDE + PREV]!;
  const root = ints[id * STRIDE + BUCKET]!;
  ints[prev * STRIDE + NEXT] = next;
  ints[next * STRIDE + PREV] = prev;
  ints[root * STRIDE + EXTRA]!--;
  dirty[next >> PAGE] = 1;
  dirty[prev >> PAGE] = 1;
  dirty[root >> PAGE] = 1;
}

/**
 * Stores a task by §3.1: on the ready list if `due` is within the wheel's current tick, else on the lowest level that
 * reaches `due`. A bucket enters the delay queue only when its expiration changes, that is, when it was not armed.
 */
function placeTask(w: Wheel, id: number, due: number): boolean {
  const { levelTime, size, records } = w;
  let tick = w.tick;
  if (due < levelTime[0]! + tick) {
    linkTail(records, READY, id);
    return false;
  }
  let level = 0;
  let interval = tick * size;
  while (due >= levelTime[level]! + interval) {
    if (++level === w.levels) createLevel(w, interval, levelTime[level - 1]!);
    tick = interval;
    interval *= size;
  }
  // Bucket floor(due / tick) mod size, without %, which is a library call on numbers beyond 32 bits.
  const turn = Math.floor(due / tick);
  const root = w.levelBase[level]! + (turn - Math.floor(turn / size) * size);
  linkTail(records, root, id);
  w.count++;
  const expiration = turn * tick;
  if (records.floats[root * FLOAT_STRIDE + DUE] !== expiration) {
    records.floats[root * FLOAT_STRIDE + DUE] = expiration;
    delayQueueOffer(w.queue, records, root);
    w.counters.dqOffers++;
  }
  return true;
}

/**
 * Adds a task for the absolute instant `due` and returns its id; `wheelPlaceOf` returns its place. A task due within
 * the wheel's current tick is ready immediately. Throws when `due` is not a whole number below 2^53.
 */
export function wheelAddAt(w: Wheel, due: number): number {
  assertWholeNumber('due', due);
  const id = allocTask(w);
  w.records.floats[id * FLOAT_STRIDE + DUE] = due;
  if (placeTask(w, id, due)) w.counters.inserts++;
  else w.counters.immediate++;
  return id;
}

/** Adds a task due `delay` after the clock, possibly negative (§3.1). NB the clock, not the wheel's own time. */
export function wheelAdd(w: Wheel, delay: number): number {
  return wheelAddAt(w, w.now + delay);
}

/**
 * Takes a task out of its bucket and frees its id, in O(1). Returns false when the task is in no bucket or unknown. NB
 * a bucket that becomes empty stays armed: removing it from the heap would cost what the design saves (§4).
 */
export function wheelCancel(w: Wheel, id: number): boolean {
  if (!wheelRemove(w, id)) return false;
  w.counters.cancels++;
  return true;
}

/** Removes a task without counting a cancel: a completed operation leaves the timer (§6). */
export function wheelRemove(w: Wheel, id: number): boolean {
  if (id !== (id | 0) || id <= 0 || id >= w.length || w.records.ints[id * STRIDE + BUCKET]! <= READY)
    return false;
  unlink(w.records, id);
  w.count--;
  freeTask(w, id);
  return true;
}

/** Moves the clock without polling, as when time passes while the reaper sleeps. */
export function wheelLag(w: Wheel, now: number): void {
  assertWholeNumber('now', now);
  w.now = now;
}

/**
 * Polls ONE bucket that is due at the clock, moves the wheel to its expiration and places each of its tasks again, head
 * first (§5). Returns the bucket's id, or 0 when none is due.
 */
export function wheelPoll(w: Wheel, log: FlushLog | null = null): number {
  const { records, queue, counters } = w;
  if (queue.length === 0 || records.floats[queue.ids[0]! * FLOAT_STRIDE + DUE]! > w.now) return 0;
  const root = delayQueuePoll(queue, records);
  const expiration = records.floats[root * FLOAT_STRIDE + DUE]!;
  counters.dqPolls++;
  advanceLevels(w, expiration);
  const tag = records.ints[root * STRIDE + BUCKET]!;
  if (log !== null) describeBucket(w, root, log);
  let id = records.ints[root * STRIDE + NEXT]!;
  const count = records.ints[root * STRIDE + EXTRA]!;
  if (count === 0) counters.staleFlushes++;
  // Empties the whole list first. No task returns to this bucket, because the wheel's current tick is now that of the
  // bucket.
  resetRoot(records, root, tag);
  w.count -= count;
  let stored = 0;
  while (id !== root) {
    const next = records.ints[id * STRIDE + NEXT]!;
    if (placeTask(w, id, records.floats[id * FLOAT_STRIDE + DUE]!)) {
      stored++;
      log?.moved.push(id);
    } else {
      log?.ran.push(id);
    }
    id = next;
  }
  counters.cascades += stored;
  counters.expirations += count - stored;
  return root;
}

/** Moves each level to the time of the level below, rounded down, and stops at the first that does not move (§2). */
function advanceLevels(w: Wheel, to: number): void {
  let at = to;
  for (let level = 0; level < w.levels; level++) {
    const tick = w.levelTick[level]!;
    if (at < w.levelTime[level]! + tick) return;
    at = Math.floor(at / tick) * tick;
    w.levelTime[level] = at;
  }
}

function describeBucket(w: Wheel, root: number, log: FlushLog): void {
  log.level = ROOT_OF_LEVEL_0 - w.records.ints[root * STRIDE + BUCKET]!;
  log.bucket = root - w.levelBase[log.level]!;
  log.expiration = w.records.floats[root * FLOAT_STRIDE + DUE]!;
  log.ran = [];
  log.moved = [];
}

/** Sets the clock and polls until nothing is due. Returns true if a bucket was polled, even if it was empty (§5). */
export function wheelAdvance(w: Wheel, now: number): boolean {
  wheelLag(w, now);
  if (wheelPoll(w) === 0) return false;
  while (wheelPoll(w) !== 0);
  return true;
}

/** Takes the first ready task; 0 when there is none. Its id stays reserved until `wheelRelease`. */
export function wheelTake(w: Wheel): number {
  const { records } = w;
  const id = records.ints[READY * STRIDE + NEXT]!;
  if (id === READY) return 0;
  unlink(records, id);
  records.ints[id * STRIDE + BUCKET] = TAKEN;
  records.dirty[id >> PAGE] = 1;
  return id;
}

/** Frees the id of a task that `wheelTake` returned. Throws for any other task, because freeing it would corrupt its bucket. */
export function wheelRelease(w: Wheel, id: number): void {
  if (w.records.ints[id * STRIDE + BUCKET] !== TAKEN)
    throw new Error(`wheelRelease: task ${id} was not taken`);
  freeTask(w, id);
}

export function wheelSetOwner(w: Wheel, id: number, owner: number): void {
  w.records.ints[id * STRIDE + EXTRA] = owner;
  w.records.dirty[id >> PAGE] = 1;
}

/** Returns the expiration of the next armed bucket, or null. The clock can sleep until then. */
export function wheelNextExpiration(w: Wheel): number | null {
  return w.queue.length === 0 ? null : w.records.floats[w.queue.ids[0]! * FLOAT_STRIDE + DUE]!;
}

/** Returns the due instant of a task, or expiration of a bucket (−1 = not armed). */
export function wheelDueOf(w: Wheel, id: number): number {
  return w.records.floats[id * FLOAT_STRIDE + DUE]!;
}
