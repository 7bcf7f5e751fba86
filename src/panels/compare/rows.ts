import { csvLine } from '../../explain/csv.ts';
import type { CompareReport, DestinationDifference, MessageDifference } from '../../protocol/studies.ts';
import { MICROS_PER_SECOND, type Micros } from '../../protocol/units.ts';

/** One message in the dumbbell chart, with its wait on each side. −1 = its last slot is still to come. */
export interface Dumbbell {
  number: number;
  a: Micros;
  b: Micros;
}

/** Messages whose waits differ, the largest difference first, then the other messages by number. */
export function dumbbellsOf(report: CompareReport): { rows: Dumbbell[]; equal: number; longest: Micros } {
  const rows = report.messages.map(({ number, a, b }) => ({ number, a: a.lastWait, b: b.lastWait }));
  const differing = rows.filter((row) => row.a !== row.b);
  return {
    rows: differing.toSorted((x, y) => spread(y) - spread(x) || x.number - y.number),
    equal: rows.length - differing.length,
    longest: Math.max(1, ...rows.flatMap((row) => [row.a, row.b])),
  };
}

function spread({ a, b }: Dumbbell): number {
  return a < 0 || b < 0 ? Number.POSITIVE_INFINITY : Math.abs(a - b);
}

/** Mean wait of the messages that got all their slots on both sides; null when there is none. */
export function meanWaits(report: CompareReport): { a: Micros; b: Micros; count: number } | null {
  const both = report.messages.filter(({ a, b }) => a.lastWait >= 0 && b.lastWait >= 0);
  if (both.length === 0) return null;
  const mean = (side: 'a' | 'b'): Micros =>
    both.reduce((sum, message) => sum + message[side].lastWait, 0) / both.length;
  return { a: mean('a'), b: mean('b'), count: both.length };
}

export interface DifferenceColumn<T> {
  key: string;
  text: string;
  value: (row: T) => number | string;
  /** True if the column is shown on the page; the file has all columns. */
  shown: boolean;
  /** The value is in microseconds, shown and saved as seconds. */
  time?: boolean;
}

const wait = (a: Micros, b: Micros): number | string => (a < 0 || b < 0 ? '' : b - a);
const known = (at: Micros): number | string => (at < 0 ? '' : at);

export const MESSAGE_COLUMNS: readonly DifferenceColumn<MessageDifference>[] = [
  { key: 'message', text: 'message', value: (row) => row.number, shown: true },
  { key: 'recipients', text: 'recipients', value: (row) => row.recipients, shown: true },
  { key: 'a_wait', text: 'A', value: (row) => known(row.a.lastWait), shown: true, time: true },
  { key: 'b_wait', text: 'B', value: (row) => known(row.b.lastWait), shown: true, time: true },
  {
    key: 'difference',
    text: 'B − A',
    value: (row) => wait(row.a.lastWait, row.b.lastWait),
    shown: true,
    time: true,
  },
  { key: 'a_first_wait', text: 'first A', value: (row) => known(row.a.firstWait), shown: false, time: true },
  { key: 'b_first_wait', text: 'first B', value: (row) => known(row.b.firstWait), shown: false, time: true },
  { key: 'a_slots', text: 'turns A', value: (row) => row.a.deliverySlots, shown: false },
  { key: 'b_slots', text: 'turns B', value: (row) => row.b.deliverySlots, shown: false },
  { key: 'a_deferred', text: 'deferred A', value: (row) => row.a.deferred, shown: false },
  { key: 'b_deferred', text: 'deferred B', value: (row) => row.b.deferred, shown: false },
];

export const DESTINATION_COLUMNS: readonly DifferenceColumn<DestinationDifference>[] = [
  { key: 'destination', text: 'destination', value: (row) => row.name, shown: true },
  { key: 'transport', text: 'transport', value: (row) => row.transport, shown: false },
  { key: 'a_mean_wait', text: 'A', value: (row) => known(row.a.meanWait), shown: true, time: true },
  { key: 'b_mean_wait', text: 'B', value: (row) => known(row.b.meanWait), shown: true, time: true },
  {
    key: 'difference',
    text: 'B − A',
    value: (row) => wait(row.a.meanWait, row.b.meanWait),
    shown: true,
    time: true,
  },
  { key: 'a_slots', text: 'turns A', value: (row) => row.a.deliverySlots, shown: false },
  { key: 'b_slots', text: 'turns B', value: (row) => row.b.deliverySlots, shown: false },
  { key: 'a_failed', text: 'failed A', value: (row) => row.a.failed, shown: true },
  { key: 'b_failed', text: 'failed B', value: (row) => row.b.failed, shown: true },
  { key: 'a_deaths', text: 'deaths A', value: (row) => row.a.deaths, shown: false },
  { key: 'b_deaths', text: 'deaths B', value: (row) => row.b.deaths, shown: false },
];

/** Rows sorted by a column; unknown values are last in both directions. */
export function sortRows<T>(rows: readonly T[], column: DifferenceColumn<T>, direction: 1 | -1): T[] {
  return rows.toSorted((x, y) => {
    const a = column.value(x);
    const b = column.value(y);
    if (a === '' || b === '') return a === b ? 0 : a === '' ? 1 : -1;
    if (typeof a === 'number' && typeof b === 'number') return (a - b) * direction;
    return (String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0) * direction;
  });
}

/** All columns as CSV with a header line; times in seconds. */
export function csvOf<T>(rows: readonly T[], columns: readonly DifferenceColumn<T>[]): string {
  const cell = (row: T, { value, time }: DifferenceColumn<T>): string | number => {
    const found = value(row);
    return time === true && typeof found === 'number' ? found / MICROS_PER_SECOND : found;
  };
  const head = columns.map(({ key, time }) => (time === true ? `${key}_s` : key));
  return [head, ...rows.map((row) => columns.map((column) => cell(row, column)))].map(csvLine).join('');
}
