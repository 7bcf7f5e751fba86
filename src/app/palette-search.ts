/** One thing that can be found by name. */
export interface PaletteEntry {
  key: string;
  /** What it is: `message`, `scene`, or the keys that do the same. */
  kind: string;
  text: string;
  /** Other words that it is found by. */
  words: string;
  act: () => void;
}

/** More lines than this no reader goes through; another letter finds the rest. */
const SHOWN_MAX = 60;

/**
 * Entries that hold every word of the text, the best first: a whole word before the beginning of one before a part, and
 * the order of the list among equals.
 */
export function findEntries(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  const asked = text
    .toLowerCase()
    .split(/[\s,_.-]+/)
    .filter(Boolean);
  const scored = entries.flatMap((entry) => {
    const words = `${entry.text} ${entry.words} ${entry.kind}`.toLowerCase().split(/[\s,_.-]+/);
    let score = 0;
    for (const word of asked) {
      const best = Math.max(
        ...words.map((w) => (w === word ? 3 : w.startsWith(word) ? 2 : w.includes(word) ? 1 : 0)),
      );
      if (best === 0) return [];
      score += best;
    }
    return [{ entry, score }];
  });
  return scored
    .toSorted((a, b) => b.score - a.score)
    .slice(0, SHOWN_MAX)
    .map(({ entry }) => entry);
}
