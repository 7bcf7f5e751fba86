import { createTable, newRow, trimTable } from '../../importers/bytes/columns.ts';
import type { Replay } from '../../importers/replay/setup.ts';
import type { ReplayTurns } from '../../protocol/replay.ts';
import type { Micros } from '../../../protocol/units.ts';

const TURN = {
  transport: 'u16',
  recorded: 'u32',
  predicted: 'u32',
  at: 'f64',
  line: 'u32',
  file: 'u16',
} as const;

/** Gathers whose turn it was in the record and in the run, one row a delivery of the run. */
export interface TurnList {
  /** The queue manager chose another one than the log states at this fact; `predicted` = number of its message, 0 = none. */
  differs(predicted: number): void;
  /** A delivery has started, at this fact of the record. */
  started(transport: string, number: number, at: Micros, fact: number): void;
  result(): ReplayTurns;
}

/** An empty list for a replay. */
export function createTurnList({ scenario, lines, files, takes }: Replay): TurnList {
  const { selections, texts } = scenario.recorded;
  const stated = new Set(selections.selectedBy.map((text) => texts[text] ?? ''));
  const rows = createTable(TURN);
  const transports: string[] = [];
  const queues = new Map<string, { at: Micros[]; next: number }>();
  for (const [i, transport] of takes.transport.entries()) {
    const name = texts[transport] ?? '';
    const queue = queues.get(name) ?? { at: [], next: 0 };
    queue.at.push(i);
    queues.set(name, queue);
  }
  let wrong: number | null = null;
  const transportIndex = (name: string): number => {
    const known = transports.indexOf(name);
    return known >= 0 ? known : transports.push(name) - 1;
  };
  return {
    differs(predicted) {
      wrong = predicted;
    },
    started(transport, number, at, fact) {
      const row = newRow(rows);
      rows.transport[row] = transportIndex(transport);
      rows.at[row] = at;
      if (stated.has(transport)) {
        rows.recorded[row] = number;
        rows.predicted[row] = wrong ?? number;
        rows.line[row] = lines[fact] ?? 0;
        rows.file[row] = files[fact] ?? 0;
      } else {
        const queue = queues.get(transport);
        const take = queue?.at[queue.next++];
        rows.predicted[row] = number;
        rows.recorded[row] = take === undefined ? 0 : (takes.message[take] ?? 0) + 1;
        rows.line[row] = take === undefined ? 0 : (takes.line[take] ?? 0);
        rows.file[row] = take === undefined ? 0 : (takes.file[take] ?? 0);
      }
      wrong = null;
    },
    result() {
      trimTable(rows);
      const { length } = rows;
      return {
        transports,
        transport: rows.transport.slice(0, length),
        recorded: rows.recorded.slice(0, length),
        predicted: rows.predicted.slice(0, length),
        at: rows.at.slice(0, length),
        line: rows.line.slice(0, length),
        file: rows.file.slice(0, length),
      };
    },
  };
}
