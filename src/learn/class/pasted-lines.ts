/** Maximum number of characters of pasted results that are stored. */
const TEXT_MAX = 500_000;

/**
 * Merges an edit from `shown` to `next` into `kept`, which another tab may have changed: its added lines stay. Idempotent.
 */
export function mergeLines(shown: string, next: string, kept: string): string {
  return (kept === shown || kept === next ? next : mergeEdit(shown, next, kept)).slice(0, TEXT_MAX);
}

function mergeEdit(shown: string, next: string, kept: string): string {
  const [before, after] = [countLines(shown), countLines(next)];
  const there = countLines(kept);
  // `missing`: for each line, the number of copies that the edit adds and `kept` does not have yet. `surplus`: for each
  // line, the number of copies that the edit removes and `kept` still has.
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
  // Lines of the other tab come first, so that the line being typed stays last.
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

/** Decrements the count of a line; false if it was 0. */
function takeOne(counts: Map<string, number>, line: string): boolean {
  const count = countOf(counts, line);
  if (count > 0) counts.set(line, count - 1);
  return count > 0;
}

/** Returns the caret position after `before` became `after`: in the same line if that line still exists. */
export function caretAfter(before: string, after: string, caret: number): number {
  const start = before.lastIndexOf('\n', caret - 1) + 1;
  const place = before.slice(0, start).split('\n').length - 1;
  const [lines, next] = [before.split('\n'), after.split('\n')];
  const line = lines[place] ?? '';
  // Counts lines from the end, because lines of another tab are inserted at the start.
  let behind = lines.slice(place + 1).filter((other) => other === line).length;
  for (let i = next.length - 1; i >= 0; i--)
    if (next[i] === line && behind-- === 0)
      return next.slice(0, i).reduce((sum, { length }) => sum + length + 1, caret - start);
  return Math.min(caret, after.length);
}
