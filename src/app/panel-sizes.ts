import { createKept } from '../store/kept.ts';

/** Panels whose size a reader can change. */
export type SizedPanel = 'world' | 'explain' | 'dock';

/** Sizes in rem, because the page grows with its root size; a panel that is missing has the size of the design. */
export type PanelSizes = Partial<Record<SizedPanel, number>>;

/** Smallest and largest size of each, and what it is without a choice (the dock follows the window then). */
export const SIZES: Record<SizedPanel, { least: number; most: number; usual: number }> = {
  world: { least: 12, most: 26, usual: 15 },
  explain: { least: 15, most: 34, usual: 19.25 },
  dock: { least: 2.25, most: 30, usual: 12.875 },
};

/** Sizes of an earlier visit; anything that is not one of them is ignored. */
function parseSizes(text: string | null): PanelSizes {
  let saved: unknown;
  try {
    saved = JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
  if (typeof saved !== 'object' || saved === null) return {};
  const read: PanelSizes = {};
  for (const panel of Object.keys(SIZES) as SizedPanel[]) {
    const value: unknown = Reflect.get(saved, panel);
    if (typeof value === 'number' && Number.isFinite(value)) read[panel] = clampSize(panel, value);
  }
  return read;
}

/** A size within what the panel takes. */
function clampSize(panel: SizedPanel, size: number): number {
  const { least, most } = SIZES[panel];
  return Math.round(Math.min(most, Math.max(least, size)) * 100) / 100;
}

const kept = createKept('qmgrscope.sizes', parseSizes, JSON.stringify);

/** Sets a size, or lets the panel have the usual one again, and remembers it where storage is allowed. */
export function setPanelSize(panel: SizedPanel, size: number | null): void {
  kept.change((now) => {
    const next = { ...now };
    if (size === null) delete next[panel];
    else next[panel] = clampSize(panel, size);
    return next;
  });
}

/** The sizes, as they change. */
export const usePanelSizes = kept.use;
