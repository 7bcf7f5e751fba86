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

/** The place of the caret after `before` became `after`: in the same line, where that is still there. */
export function caretAfter(before: string, after: string, caret: number): number {
  const start = before.lastIndexOf('\n', caret - 1) + 1;
  const place = before.slice(0, start).split('\n').length - 1;
  const [lines, next] = [before.split('\n'), after.split('\n')];
  const line = lines[place] ?? '';
  // Counted from the end, because lines of another tab come first.
  let behind = lines.slice(place + 1).filter((other) => other === line).length;
  for (let i = next.length - 1; i >= 0; i--)
    if (next[i] === line && behind-- === 0)
      return next.slice(0, i).reduce((sum, { length }) => sum + length + 1, caret - start);
  return Math.min(caret, after.length);
}
