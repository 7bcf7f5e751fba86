/** Characters of pasted results that are kept. */
const TEXT_MAX = 500_000;

/**
 * The text to keep after an edit from `shown` to `next`, where another tab may have kept something else meanwhile: the lines
 * that it added stay. Applying the edit to its own result changes nothing.
 */
export function mergeLines(shown: string, next: string, kept: string): string {
  return (kept === shown || kept === next ? next : mergeEdit(shown, next, kept)).slice(0, TEXT_MAX);
}

function mergeEdit(shown: string, next: string, kept: string): string {
  const [before, after] = [countLines(shown), countLines(next)];
  const there = countLines(kept);
  // Copies of a line that the edit adds and that are not there yet, and copies that it removes and that are there still.
  const missing = new Map<string, number>();
  const surplus = new Map<string, number>();
  for (const line of new Set([...before.keys(), ...after.keys()])) {
    const wanted = countOf(after, line);
    const added = wanted - countOf(before, line);
    missing.set(line, Math.max(0, Math.min(added, wanted - countOf(there, line))));
    surplus.set(line, Math.max(0, Math.min(-added, countOf(there, line) - wanted)));
  }
  const rest = kept.split('\n').filter((line) => !takeOne(surplus, line));
  const own = next.split('\n').filter((line) => takeOne(missing, line));
  // The lines of the other tab come first, and the line that is being typed stays last.
  return [...(rest.length === 1 && rest[0] === '' ? [] : rest), ...own].join('\n');
}

function countLines(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.split('\n')) counts.set(line, countOf(counts, line) + 1);
  return counts;
}

function countOf(counts: ReadonlyMap<string, number>, line: string): number {
  return counts.get(line) ?? 0;
}

/** Takes one of a line away from the counts; false = none was left. */
function takeOne(counts: Map<string, number>, line: string): boolean {
  const count = countOf(counts, line);
  if (count > 0) counts.set(line, count - 1);
  return count > 0;
}
