import { createKept } from '../store/kept.ts';

export type SizedPanel = 'world' | 'explain' | 'dock';

/** Sizes in rem, because the page scales with its root size. A missing panel has its default size. */
export type PanelSizes = Partial<Record<SizedPanel, number>>;

/** Minimum, maximum and default size (the dock's default follows the window). */
export const SIZES: Record<SizedPanel, { least: number; most: number; usual: number }> = {
  world: { least: 12, most: 26, usual: 15 },
  explain: { least: 15, most: 34, usual: 19.25 },
  dock: { least: 2.25, most: 30, usual: 12.875 },
};

/** Parses stored sizes; ignores anything else. */
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

function clampSize(panel: SizedPanel, size: number): number {
  const { least, most } = SIZES[panel];
  return Math.round(Math.min(most, Math.max(least, size)) * 100) / 100;
}

const kept = createKept('qmgrscope.sizes', parseSizes, JSON.stringify);

/** Sets a size (null = default) and stores it. */
export function setPanelSize(panel: SizedPanel, size: number | null): void {
  kept.change((now) => {
    const next = { ...now };
    if (size === null) delete next[panel];
    else next[panel] = clampSize(panel, size);
    return next;
  });
}

export const usePanelSizes = kept.use;
