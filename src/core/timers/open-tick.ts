import type { TimerNumber } from '../../protocol/ids.ts';

/**
 * Tasks of an opened bucket that wait for their exact instants: a binary heap by (due, request). A list sorted once is
 * not enough, because tasks requested within the tick are added later. Cancelling searches the array: an open tick
 * holds one second of work, and cancelled timers are rare, so an index would cost more than it saves.
 */
export interface OpenTick {
  length: number;
  records: Int32Array;
  dues: Float64Array;
  requests: Float64Array;
}

export function createOpenTick(): OpenTick {
  return {
    length: 0,
    records: new Int32Array(32),
    dues: new Float64Array(32),
    requests: new Float64Array(32),
  };
}

export function openTickAdd(open: OpenTick, record: number, due: number, request: TimerNumber): void {
  if (open.length === open.records.length) grow(open);
  siftUp(open, open.length++, record, due, request);
}

/** Returns the next record without removing it; 0 when there is none. */
export function openTickPeek(open: OpenTick): number {
  return open.length === 0 ? 0 : open.records[0]!;
}

/** Removes and returns the next record; 0 when there is none. */
export function openTickTake(open: OpenTick): number {
  const record = openTickPeek(open);
  if (record !== 0) removeAt(open, 0);
  return record;
}

/** Removes any record; false when it is not in the heap. */
export function openTickRemove(open: OpenTick, record: number): boolean {
  const at = open.records.subarray(0, open.length).indexOf(record);
  if (at < 0) return false;
  removeAt(open, at);
  return true;
}

export function copyOpenTick(open: OpenTick): OpenTick {
  const { records, dues, requests } = open;
  return { length: open.length, records: records.slice(), dues: dues.slice(), requests: requests.slice() };
}

function removeAt(open: OpenTick, at: number): void {
  const last = --open.length;
  if (at === last) return;
  const record = open.records[last]!;
  const due = open.dues[last]!;
  const request = open.requests[last]!;
  // The last element may belong above or below the gap.
  const settled = siftUp(open, at, record, due, request);
  if (settled === at) siftDown(open, at, record, due, request);
}

function before(open: OpenTick, k: number, due: number, request: TimerNumber): boolean {
  const other = open.dues[k]!;
  return other < due || (other === due && open.requests[k]! < request);
}

function put(open: OpenTick, k: number, record: number, due: number, request: TimerNumber): void {
  open.records[k] = record;
  open.dues[k] = due;
  open.requests[k] = request;
}

function siftUp(open: OpenTick, at: number, record: number, due: number, request: TimerNumber): number {
  let k = at;
  while (k > 0) {
    const parent = (k - 1) >> 1;
    if (before(open, parent, due, request)) break;
    put(open, k, open.records[parent]!, open.dues[parent]!, open.requests[parent]!);
    k = parent;
  }
  put(open, k, record, due, request);
  return k;
}

function siftDown(open: OpenTick, at: number, record: number, due: number, request: TimerNumber): void {
  let k = at;
  for (;;) {
    let child = 2 * k + 1;
    if (child >= open.length) break;
    if (child + 1 < open.length && before(open, child + 1, open.dues[child]!, open.requests[child]!)) child++;
    if (!before(open, child, due, request)) break;
    put(open, k, open.records[child]!, open.dues[child]!, open.requests[child]!);
    k = child;
  }
  put(open, k, record, due, request);
}

function grow(open: OpenTick): void {
  const { records, dues, requests } = open;
  const size = records.length * 2;
  open.records = new Int32Array(size);
  open.records.set(records);
  open.dues = new Float64Array(size);
  open.dues.set(dues);
  open.requests = new Float64Array(size);
  open.requests.set(requests);
}
