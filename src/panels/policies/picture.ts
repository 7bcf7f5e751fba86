import { bisectRight } from 'd3';
import type { CountColumns, PolicyRecording, PolicyRun, StretchColumns } from '../../protocol/policies.ts';
import { type Box, boxesPath, tenths } from '../../plot/paths.ts';
import type { Micros } from '../../protocol/units.ts';

/** Index of the last change at or before `at`; −1 = none. */
export function changeAt(column: Float64Array, at: Micros): number {
  return bisectRight(column, at) - 1;
}

export interface CountBand {
  low: number;
  high: number;
  mean: number;
}

/** Smallest, largest and time-weighted mean count in each of `bins` equal parts of 0 … end. */
export function countBands(counts: CountColumns, end: Micros, bins: number): CountBand[] {
  const bands: CountBand[] = [];
  for (let bin = 0; bin < bins; bin++) {
    const first = changeAt(counts.at, (bin * end) / bins);
    let low = counts.runnable[first] ?? 0;
    let high = low;
    const until = ((bin + 1) * end) / bins;
    let since = (bin * end) / bins;
    let now = low;
    let sum = 0;
    for (let i = first + 1; i < counts.at.length && (counts.at[i] ?? 0) < until; i++) {
      const at = counts.at[i] ?? 0;
      sum += now * (at - since);
      since = at;
      now = counts.runnable[i] ?? 0;
      low = Math.min(low, now);
      high = Math.max(high, now);
    }
    bands.push({ low, high, mean: ((sum + now * (until - since)) * bins) / end });
  }
  return bands;
}

export interface LanePaths {
  busy: string;
  switching: string;
}

/** The stretches of a CPU in a window, as two paths, because an element for each stretch would cost too much. */
export function lanePaths(
  stretches: StretchColumns,
  cpu: number,
  window: { from: Micros; to: Micros },
  width: number,
  height: number,
): LanePaths {
  const x = (at: Micros): number => ((at - window.from) / (window.to - window.from)) * width;
  const busy: Box[] = [];
  const switching: Box[] = [];
  const box = (from: Micros, to: Micros, least: number): Box => ({
    x: x(from),
    y: 0,
    width: Math.max(least, x(to) - x(from)),
    height,
  });
  for (let i = 0; i < stretches.cpu.length; i++) {
    if (stretches.cpu[i] !== cpu) continue;
    const from = Math.max(window.from, stretches.from[i] ?? 0);
    const to = Math.min(window.to, stretches.to[i] ?? 0);
    if (from >= to) continue;
    busy.push(box(from, to, 0.5));
    const work = Math.min(to, stretches.work[i] ?? 0);
    if (work > from) switching.push(box(from, work, 1.5));
  }
  return { busy: boxesPath(busy, tenths), switching: boxesPath(switching, tenths) };
}

export type PieceKind = 'pending' | 'switching' | 'running' | 'ready' | 'blocked';

export interface Piece {
  kind: PieceKind;
  from: Micros;
  to: Micros;
}

/** A request from arrival to end: its wait in the queue, then what its thread did. The pieces have no gaps. */
export function requestPieces({ requests, stretches, blocks }: PolicyRecording, request: number): Piece[] {
  const i = request - 1;
  const arrived = requests.arrived[i] ?? -1;
  const taken = requests.taken[i] ?? -1;
  const done = requests.done[i] ?? -1;
  if (arrived < 0 || taken < 0 || done < 0) return [];
  const thread = requests.thread[i] ?? 0;
  const known: Piece[] = [];
  const add = (kind: PieceKind, from: Micros, to: Micros): void => {
    const piece = { kind, from: Math.max(taken, from), to: Math.min(done, to) };
    if (piece.from < piece.to) known.push(piece);
  };
  for (let n = 0; n < stretches.thread.length; n++) {
    if (stretches.thread[n] !== thread) continue;
    add('switching', stretches.from[n] ?? 0, stretches.work[n] ?? 0);
    add('running', stretches.work[n] ?? 0, stretches.to[n] ?? 0);
  }
  for (let n = 0; n < blocks.thread.length; n++) {
    if (blocks.thread[n] === thread) add('blocked', blocks.from[n] ?? 0, blocks.to[n] ?? 0);
  }
  return filled(known, arrived, taken, done);
}

function filled(known: Piece[], arrived: number, taken: number, done: number): Piece[] {
  const pieces: Piece[] = taken > arrived ? [{ kind: 'pending', from: arrived, to: taken }] : [];
  let at = taken;
  for (const piece of known.toSorted((a, b) => a.from - b.from)) {
    if (piece.from > at) pieces.push({ kind: 'ready', from: at, to: piece.from });
    pieces.push(piece);
    at = piece.to;
  }
  if (at < done) pieces.push({ kind: 'ready', from: at, to: done });
  return pieces;
}

/** The end of the longest run, in microseconds. */
export function lastEnd(runs: readonly PolicyRun[]): number {
  return Math.max(1, ...runs.map(({ figures }) => figures.makespan));
}

/** End of the common axis. A run over 1.5 times as long as the next is cut, or the others would be slivers. */
export function axisEnd(runs: readonly PolicyRun[]): number {
  const [longest = 1, second = longest] = runs
    .map(({ figures }) => figures.makespan)
    .toSorted((a, b) => b - a);
  return Math.max(1, longest > 1.5 * second ? Math.ceil(second * 1.05) : longest);
}

/** The next or previous instant of a unit in any of the runs. */
export function stepInstant(
  runs: readonly PolicyRun[],
  unit: 'tick' | 'request' | 'switch',
  at: Micros,
  direction: 1 | -1,
): number {
  const end = lastEnd(runs);
  if (unit === 'tick') return Math.min(end, Math.max(0, at + 10 * direction));
  let best = direction > 0 ? end : 0;
  const look = (time: Micros): void => {
    if (direction > 0 && time > at && time < best) best = time;
    if (direction < 0 && time < at && time > best) best = time;
  };
  for (const { recording } of runs) {
    const { requests, stretches } = recording;
    if (unit === 'request') requests.done.forEach(look);
    else stretches.from.forEach((from, i) => (stretches.work[i] ?? 0) > from && look(from));
  }
  return best;
}
