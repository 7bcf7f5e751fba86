import type { LaneSign, LaneSignKind, ThreadLanes } from '../../protocol/thread-lanes.ts';
import type { Micros } from '../../protocol/units.ts';
import type { LaneMark } from './lanes-layout.ts';
import type { TimeWindow } from '../../plot/time-window.ts';
import { xOf } from './time-scale.ts';
import { durationLabel } from '../../plot/values.ts';
import { THREAD_STATES } from '../../explain/thread-states.ts';

/** A sign and its place in the plot; lane 0 where there are no lanes. */
export interface PlacedSign {
  key: string;
  sign: LaneSign;
  lane: number;
  x: number;
}

/** Path of a sign, in a square of 9 units around the origin. `fill` = a filled shape, else a line. */
export const SIGN_PATHS: Readonly<Record<LaneSignKind, { d: string; fill: boolean }>> = {
  signal: { d: 'M1.2 -4.5L-2.8 0.8H-0.2L-1.2 4.5L2.8 -0.8H0.2Z', fill: true },
  timeout: { d: 'M0 -3.8A3.8 3.8 0 1 1 -0.01 -3.8M0 -2.2V0.2H1.8', fill: false },
  'page-fault': { d: 'M-2.8 -4H1L2.8 -2.2V4H-2.8ZM0.8 -3.8V-2H2.6', fill: false },
  'fault-done': { d: 'M-2.8 -4H1L2.8 -2.2V4H-2.8Z', fill: true },
  stop: { d: 'M-1.9 -3.4V3.4M1.9 -3.4V3.4', fill: false },
  continue: { d: 'M-2.4 -3.8L3.6 0L-2.4 3.8Z', fill: true },
  exit: { d: 'M-2.9 -2.9L2.9 2.9M2.9 -2.9L-2.9 2.9', fill: false },
};

/** The meaning of a sign: `key` for the legend; `one` or `many` threads for tips and tables. */
export const SIGN_WORDS: Readonly<Record<LaneSignKind, { key: string; one: string; many: string }>> = {
  signal: { key: 'a signal ends its fetch', one: 'gets a signal: its fetch ends', many: 'get a signal' },
  timeout: {
    key: 'its fetch times out',
    one: 'its fetch times out',
    many: 'time out',
  },
  'page-fault': { key: 'a page fault waits for IO', one: 'waits for a page', many: 'wait for a page' },
  'fault-done': { key: 'the page has been read', one: 'has its page', many: 'have their page' },
  stop: { key: 'stopped by a signal', one: 'is stopped', many: 'are stopped' },
  continue: { key: 'continued', one: 'is continued', many: 'are continued' },
  exit: { key: 'the thread ends', one: 'ends', many: 'end' },
};

/** Signs inside the window, each on the lane of its thread. */
export function placedSigns({ signs, lanes }: ThreadLanes, window: TimeWindow, width: number): PlacedSign[] {
  const rows = new Map(lanes?.map(({ thread }, lane) => [thread, lane]));
  return signs.flatMap((sign) => {
    const lane = lanes === null ? 0 : rows.get(sign.thread);
    const x = xOf(window, width, sign.at);
    return lane === undefined || x < 0 || x > width ? [] : [{ key: `${sign.event}`, sign, lane, x }];
  });
}

/** The nearest sign whose disc covers a point. */
export function signAt(signs: readonly PlacedSign[], x: number, lane: number): PlacedSign | undefined {
  const near = signs.filter((placed) => placed.lane === lane && x >= placed.x - 2 && x <= placed.x + 15);
  return near.toSorted((a, b) => Math.abs(a.x - x) - Math.abs(b.x - x))[0];
}

/** A sign in words, such as `TB is stopped` or `W3 and 4 more time out`. */
export function signWords({ kind, name, count }: LaneSign): string {
  const { one, many } = SIGN_WORDS[kind];
  return count > 1 ? `${name} and ${count - 1} more ${many}` : `${name} ${one}`;
}

export function signText(sign: LaneSign, step: Micros): string {
  return `${signWords(sign)}, ${durationLabel(sign.at, step)}`;
}

/** The state of a thread that a form represents. */
export const FORM_WORDS: Readonly<Record<LaneMark['form'], string>> = {
  run: THREAD_STATES.running,
  ready: 'ready, in the run queue',
  block: THREAD_STATES['blocked-in-handler'],
  held: 'held at the gate',
  wait: 'waits for an event',
  stop: THREAD_STATES.stopped,
};

/** A mark in words, such as `TB: blocked in its handler, connect, from 2.0 ms to 3.0 ms`. */
export function markText(name: string, mark: LaneMark, step: Micros): string {
  const { form, about, from, to } = mark;
  const what = about === '' ? FORM_WORDS[form] : `${FORM_WORDS[form]}, ${about}`;
  return `${name}: ${what}, from ${durationLabel(from, step)} to ${durationLabel(to, step)}`;
}
