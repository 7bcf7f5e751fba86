import type { RecordedFactKind } from '../../protocol/recorded.ts';
import type { Instance } from '../store/instance.ts';

/** A fact before all are in order. `line` 0: it follows from lines and stands in none. */
export interface FactRow {
  at: number;
  file: number;
  line: number;
  kind: RecordedFactKind;
  ref: number;
  /** Of a request that an agent takes: its message, and the line that ends it. */
  taken?: { message: number; file: number; line: number };
}

/** Kinds before or after others that stand at one line: the new queue manager is there before it activates. */
const RANK: Partial<Record<RecordedFactKind, number>> = { restart: -1, free: 1, dead: 1 };

/**
 * Facts in the order in which they happened: by time, equal times by line, what stands in no line first. Where the clock
 * was set back the lines of a file keep their order, and a time never goes back.
 */
export function sortFacts(instance: Instance, facts: FactRow[]): FactRow[] {
  const byLine = (a: FactRow, b: FactRow): number =>
    a.file - b.file || a.line - b.line || (RANK[a.kind] ?? 0) - (RANK[b.kind] ?? 0);
  if (instance.clockSteps.length > 0) {
    const stated = facts.filter(({ line }) => line > 0).sort(byLine);
    let latest = 0;
    for (const fact of stated) fact.at = latest = Math.max(latest, fact.at);
  }
  return facts.sort((a, b) => a.at - b.at || byLine(a, b));
}
