import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand/react';
import { type MixRow, proposeMix } from './mix.ts';

/** Content of the injection form. Kept outside the panel, because the phone layout unmounts it. */
export interface Draft {
  /** Run for which the mix was proposed; a new run gets a new proposal unless the mix was edited. */
  run: number;
  count: string;
  rows: MixRow[];
  nextId: number;
  editing: boolean;
}

const draft = createStore<Draft>(() => ({
  run: 0,
  count: '10',
  rows: proposeMix(null),
  nextId: 100,
  editing: false,
}));

export function useInjectDraft(): Draft {
  return useStore(draft);
}

export function editDraft(change: Partial<Draft>): void {
  draft.setState(change);
}

/** The current draft, without subscribing to changes. */
export function readInjectDraft(): Draft {
  return draft.getState();
}

export function editRow(id: number, change: Partial<MixRow>): void {
  draft.setState(({ rows }) => ({ rows: rows.map((row) => (row.id === id ? { ...row, ...change } : row)) }));
}

/** Adds a destination with an unused name. */
export function addRow(): void {
  draft.setState(({ rows, nextId }) => {
    const taken = new Set(rows.map((row) => row.destination));
    const letter = [...'abcdefghijklmnopqrstuvwxyz'].find((l) => !taken.has(`${l}.example`)) ?? 'new';
    return {
      rows: [...rows, { id: nextId, destination: `${letter}.example`, weight: '10', transport: 'smtp' }],
      nextId: nextId + 1,
    };
  });
}

/** Removes a destination; keeps the last one. */
export function removeRow(id: number): void {
  draft.setState(({ rows }) => ({ rows: rows.length > 1 ? rows.filter((row) => row.id !== id) : rows }));
}
