import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand/react';
import { type MixRow, proposeMix } from './mix.ts';

/** What the reader is about to inject. Kept outside the panel, because the phone takes the panel off the page. */
export interface Draft {
  /** Run for which the mix was proposed; another run proposes another mix unless it was edited. */
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

/** Reads the draft. */
export function useInjectDraft(): Draft {
  return useStore(draft);
}

/** Changes the draft. */
export function editDraft(change: Partial<Draft>): void {
  draft.setState(change);
}

/** The draft now, for what must not render on its changes. */
export function readInjectDraft(): Draft {
  return draft.getState();
}

/** Changes one row of the mix. */
export function editRow(id: number, change: Partial<MixRow>): void {
  draft.setState(({ rows }) => ({ rows: rows.map((row) => (row.id === id ? { ...row, ...change } : row)) }));
}

/** One more destination, with a name that is not taken. */
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

/** Takes a destination out of the mix; the last one stays. */
export function removeRow(id: number): void {
  draft.setState(({ rows }) => ({ rows: rows.length > 1 ? rows.filter((row) => row.id !== id) : rows }));
}
