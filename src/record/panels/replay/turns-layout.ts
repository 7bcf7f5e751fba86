import { bisectLeft } from 'd3';
import type { ReplayTurns } from '../../protocol/replay.ts';

export interface TurnsOf {
  /** Rows of the replay's turns, ascending. */
  rows: Uint32Array;
  /** Indexes in `rows` where record and run differ. */
  differ: number[];
  /** True when the log states the order of turns. */
  stated: boolean;
}

/** Selects the turns of one transport. */
export function turnsOf(turns: ReplayTurns, transport: string, selectedBy: readonly string[]): TurnsOf {
  const index = turns.transports.indexOf(transport);
  const rows: number[] = [];
  const differ: number[] = [];
  for (const [row, of] of turns.transport.entries()) {
    if (of !== index) continue;
    if (turns.recorded[row] !== turns.predicted[row]) differ.push(rows.length);
    rows.push(row);
  }
  return { rows: Uint32Array.from(rows), differ, stated: selectedBy.includes(transport) };
}

/** Returns how many of the turns have happened when `delivery` is the latest delivery of the run. */
export function turnsBefore({ rows }: TurnsOf, delivery: number): number {
  return bisectLeft(rows, delivery);
}

/** Chooses `count` turns to show as tiles. The latest turn is at two thirds of the row. */
export function windowOf(total: number, done: number, count: number): { from: number; to: number } {
  const from = Math.max(0, Math.min(total - count, done - Math.ceil((count * 2) / 3)));
  return { from, to: Math.min(total, from + count) };
}

/** Returns the index of the next difference after `done`, otherwise of the first; −1 = no difference. */
export function nextDifference({ differ }: TurnsOf, done: number): number {
  return differ.find((place) => place >= done) ?? differ[0] ?? -1;
}
