/** The table printed by `qshape`: recipients by destination and age. */
export interface Qshape {
  /** Upper bounds of age in minutes. The last column counts all older recipients. */
  minutes: number[];
  rows: { domain: string; total: number; counts: number[] }[];
}

/**
 * Reads the table: the header ` T  5 10 20 … 1280+`, `TOTAL 12 …`, and one row per domain (also `.example.com` and
 * sender rows). Null without such a header.
 */
export function readQshape(text: string): Qshape | null {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => /^\s*T(\s+\d+)+\s+\d+\+\s*$/.test(line));
  if (at < 0) return null;
  const minutes = [...(lines[at] ?? '').matchAll(/\b(\d+)\b(?!\+)/g)].map(([, end]) => Number(end));
  const rows = lines.slice(at + 1).flatMap((line) => {
    const [domain = '', total, ...counts] = line.trim().split(/\s+/);
    if (domain === '' || counts.length !== minutes.length + 1) return [];
    const numbers = [total, ...counts].map(Number);
    return numbers.every((n) => Number.isInteger(n) && n >= 0)
      ? [{ domain, total: numbers[0] ?? 0, counts: numbers.slice(1) }]
      : [];
  });
  return { minutes, rows };
}
