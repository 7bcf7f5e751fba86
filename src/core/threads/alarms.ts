/**
 * Alarms: a pairing heap of records, ordered by (due, order, seq).
 *
 * Alarms are cancelled as often as they fire: slices that a phase did not use up, timeouts of fetches that returned. A pairing
 * heap with links by id cancels cheaply. An array heap would keep cancelled entries, and `machineNextDue` would return
 * instants at which nothing happens.
 */
import type { Micros } from '../../protocol/units.ts';
import { get, insert, NONE, touch } from '../tables.ts';
import type { AlarmKind, AlarmRecord } from './model.ts';
import { type Machine, ONE } from './tables.ts';

/**
 * Order of the kinds of alarm within one instant, used when `instantOrder` is `kinds` (world/README.md §3). The host's
 * own alarms have a place between these.
 */
const ALARM_ORDER: Readonly<Record<AlarmKind, number>> = {
  'thread.deadline': 1,
  'thread.unblock': 1,
  'cpu.phase': 2,
  host: 3,
  'cpu.start': 4,
  'cpu.slice': 4,
  'queues.rebalance': 5,
};

/** Sets an alarm at `due` (µs, not before now). Returns its id, for `alarmCancel`. O(1). */
export function alarmSet(m: Machine, due: Micros, kind: AlarmKind, id: number): number {
  const one = touch(m.one, ONE);
  const order = m.config.instantOrder === 'kinds' ? ALARM_ORDER[kind] : 0;
  const seq = ++one.seq;
  let alarm = one.alarmFree;
  if (alarm === NONE) {
    alarm = insert(m.alarms, { due, order, seq, kind, id, child: NONE, next: NONE, prev: NONE });
  } else {
    // Assigns fields one by one: this is the busiest code of the machine, and a temporary object would be garbage.
    const row = touch(m.alarms, alarm);
    one.alarmFree = row.next;
    row.due = due;
    row.order = order;
    row.seq = seq;
    row.kind = kind;
    row.id = id;
    row.next = NONE;
  }
  one.alarmRoot = meld(m, one.alarmRoot, alarm);
  return alarm;
}

/** Cancels an alarm, in O(log n) amortized. */
export function alarmCancel(m: Machine, alarm: number): void {
  const row = get(m.alarms, alarm);
  const { prev, next } = row;
  const below = meldChildren(m, row.child);
  const one = touch(m.one, ONE);
  if (one.alarmRoot === alarm) {
    one.alarmRoot = below;
  } else {
    const before = touch(m.alarms, prev);
    if (before.child === alarm) before.child = next;
    else before.next = next;
    if (next !== NONE) touch(m.alarms, next).prev = prev;
    one.alarmRoot = meld(m, one.alarmRoot, below);
  }
  free(m, alarm);
}

export function alarmFirst(m: Machine): number {
  return get(m.one, ONE).alarmRoot;
}

function free(m: Machine, alarm: number): void {
  const one = touch(m.one, ONE);
  const row = touch(m.alarms, alarm);
  row.child = NONE;
  row.prev = NONE;
  row.next = one.alarmFree;
  one.alarmFree = alarm;
}

function isBefore(a: Readonly<AlarmRecord>, b: Readonly<AlarmRecord>): boolean {
  if (a.due !== b.due) return a.due < b.due;
  if (a.order !== b.order) return a.order < b.order;
  return a.seq < b.seq;
}

/** Joins two roots without siblings. The earlier root becomes the parent. */
function meld(m: Machine, a: number, b: number): number {
  if (a === NONE) return b;
  if (b === NONE) return a;
  const first = isBefore(get(m.alarms, a), get(m.alarms, b));
  const parent = first ? a : b;
  const child = first ? b : a;
  const up = touch(m.alarms, parent);
  const down = touch(m.alarms, child);
  const sibling = up.child;
  down.next = sibling;
  down.prev = parent;
  up.child = child;
  if (sibling !== NONE) touch(m.alarms, sibling).prev = child;
  return parent;
}

/**
 * Joins siblings into one root: in pairs from the left, then the pairs from the right. The O(log n) bound needs this pairing.
 */
function meldChildren(m: Machine, first: number): number {
  let pairs = NONE;
  let rest = first;
  while (rest !== NONE) {
    const a = rest;
    const b = get(m.alarms, a).next;
    rest = b === NONE ? NONE : get(m.alarms, b).next;
    isolate(m, a);
    if (b !== NONE) isolate(m, b);
    const pair = meld(m, a, b);
    touch(m.alarms, pair).next = pairs;
    pairs = pair;
  }
  let root = NONE;
  while (pairs !== NONE) {
    const pair = pairs;
    pairs = get(m.alarms, pair).next;
    touch(m.alarms, pair).next = NONE;
    root = meld(m, root, pair);
  }
  return root;
}

function isolate(m: Machine, alarm: number): void {
  const row = touch(m.alarms, alarm);
  row.next = NONE;
  row.prev = NONE;
}
