import { csvLine } from '../../explain/csv.ts';
import type { CompareReport, DestinationDifference, MessageDifference } from '../../protocol/studies.ts';
import { MICROS_PER_SECOND, type Micros } from '../../protocol/units.ts';

/** Part of the time axis. */
export interface Span {
  from: Micros;
  to: Micros;
}

/**
 * Sorts the messages: those of both sides, largest difference first, and those of one side. `span` is the time from the
 * first arrival to the last completion.
 */
export function comparedRows({ messages }: Pick<CompareReport, 'messages'>): {
  both: MessageDifference[];
  alone: MessageDifference[];
  span: Span;
} {
  const isAlone = ({ a, b }: MessageDifference): boolean => a.number === 0 || b.number === 0;
  const both = messages.filter((message) => !isAlone(message));
  const sides = messages.flatMap(({ a, b }) => [a, b]).filter(({ number }) => number > 0);
  return {
    both: both.toSorted((x, y) => spread(y) - spread(x) || x.a.number - y.a.number),
    alone: messages.filter(isAlone),
    span: {
      from: Math.min(...sides.map(({ injected }) => injected), Number.MAX_SAFE_INTEGER),
      to: Math.max(0, ...sides.map(({ injected, took }) => injected + Math.max(0, took))),
    },
  };
}

function spread({ a, b }: MessageDifference): number {
  if (a.took < 0 && b.took < 0) return 0;
  return a.took < 0 || b.took < 0 ? Number.POSITIVE_INFINITY : Math.abs(a.took - b.took);
}

/** Seconds with one decimal; a dash while the message still waits. */
export function tenthsText(wait: Micros): string {
  return wait < 0 ? '–' : (Math.round(wait / 100_000) / 10).toFixed(1);
}

/** Mean time that messages took on each side, over those that are done on both sides; null if there are none. */
export function meanTimes(report: CompareReport): { a: Micros; b: Micros; count: number } | null {
  const both = report.messages.filter(({ a, b }) => a.took >= 0 && b.took >= 0);
  if (both.length === 0) return null;
  const mean = (side: 'a' | 'b'): Micros =>
    both.reduce((sum, message) => sum + message[side].took, 0) / both.length;
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
  { key: 'message', text: 'message', value: (row) => row.a.number || row.b.number, shown: true },
  { key: 'b_message', text: 'in B', value: (row) => row.b.number || '', shown: false },
  { key: 'recipients', text: 'recipients', value: (row) => row.recipients, shown: true },
  { key: 'a_took', text: 'A took', value: (row) => known(row.a.took), shown: true, time: true },
  { key: 'b_took', text: 'B took', value: (row) => known(row.b.took), shown: true, time: true },
  { key: 'difference', text: 'B − A', value: (row) => wait(row.a.took, row.b.took), shown: true, time: true },
  { key: 'a_wait', text: 'last turn A', value: (row) => known(row.a.lastWait), shown: true, time: true },
  { key: 'b_wait', text: 'last turn B', value: (row) => known(row.b.lastWait), shown: true, time: true },
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
