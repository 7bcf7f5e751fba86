import type { FilePlace, LineNumber, MessagePlace } from '../../../protocol/ids.ts';
import type { EpochMicros } from '../../../protocol/units.ts';
import type { RecordedFactKind } from '../../../protocol/recorded.ts';
import type { Instance } from '../store/instance.ts';

/** A fact before all are in order. `line` 0: it follows from lines and stands in none. */
export interface FactRow {
  at: EpochMicros;
  file: FilePlace;
  line: LineNumber;
  kind: RecordedFactKind;
  ref: number;
  /** Of a request that an agent takes: its message, and the line that ends it. */
  taken?: { message: MessagePlace; file: FilePlace; line: LineNumber };
}

/** Kinds before or after others that stand at one line: the new queue manager is there before it activates. */
const RANK: Partial<Record<RecordedFactKind, number>> = { restart: -1, free: 1, dead: 1 };

/**
 * Facts in the order in which they happened: by time, equal times by line, what stands in no line first. Where the clock
 * was set back the lines of a file keep their order, and a time never goes back.
 */
export function sortFacts(instance: Instance, facts: FactRow[]): FactRow[] {
  const place = filePlaces(facts);
  const byLine = (a: FactRow, b: FactRow): number =>
    (place.get(a.file) ?? 0) - (place.get(b.file) ?? 0) ||
    a.line - b.line ||
    (RANK[a.kind] ?? 0) - (RANK[b.kind] ?? 0);
  if (instance.clockSteps.length > 0) {
    const stated = facts.filter(({ line }) => line > 0).sort(byLine);
    let latest = 0;
    for (const fact of stated) fact.at = latest = Math.max(latest, fact.at);
  }
  return facts.sort((a, b) => a.at - b.at || byLine(a, b));
}

/** Pieces of a rotated log are read in any order; which of them is the older one says the time at which it begins. */
function filePlaces(facts: readonly FactRow[]): Map<number, number> {
  const begins = new Map<number, { line: LineNumber; at: EpochMicros }>();
  for (const { file, line, at } of facts) {
    if (line === 0) continue;
    const known = begins.get(file);
    if (known === undefined || line < known.line) begins.set(file, { line, at });
  }
  const files = [...begins].sort(([, a], [, b]) => a.at - b.at);
  return new Map(files.map(([file], place) => [file, place]));
}
