import type { OperationId } from '../../protocol/ids.ts';
import { find } from '../tables.ts';
import type { LabMachine } from './lab-model.ts';
import { type LevelRow, projectLevels } from './project-wheel.ts';
import { watchListOperations } from './watch-list.ts';

/** State of a request: pending, completed but in memory, cleared with list entries left, or gone. */
export type RequestState = 'pending' | 'retained' | 'cleared' | 'gone';

export interface LabPicture {
  /** The array of the old design's heap; row r has 2^r entries. Empty for the other designs. */
  heap: RequestState[];
  levels: LevelRow[];
  /** Lists of the requested keys, from the head. */
  lists: RequestState[][];
}

/** Returns the rows of a machine: the lists of `keys`, at most `limit` nodes of each. */
export function projectLab(m: LabMachine, keys: readonly number[], limit: number): LabPicture {
  const heap = m.heap.ids.subarray(0, m.heap.length);
  return {
    heap: Array.from(heap, (operation) => stateOf(m, operation)),
    levels: m.design === 'old' ? [] : projectLevels(m.wheel),
    lists: keys.map((key) =>
      watchListOperations(m.purgatory, key, limit).map((operation) => stateOf(m, operation)),
    ),
  };
}

export function labRequestState(m: LabMachine, op: number): RequestState {
  return stateOf(m, m.operations[op] ?? 0);
}

function stateOf(m: LabMachine, operation: OperationId): RequestState {
  const row = find(m.purgatory.operations, operation);
  if (row === undefined) return 'gone';
  if (!row.completed) return 'pending';
  return row.cleared ? 'cleared' : 'retained';
}
