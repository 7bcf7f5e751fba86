import type { Place, PreemptionLine } from '../../importers/replay/evidence.ts';
import { type RecordedSetup, UNTRIED } from '../../../protocol/recorded.ts';

/** A preemption of the run, by queue ids. */
export interface Preemption {
  current: string;
  by: string;
}

/** Preemptions of the run among which one of the record is looked for where the two may have others. */
const AHEAD = 20;

/** Queue ids of the messages with recipients whom the record never tries: how large they were for the queue manager is not known. */
export function doubtedIn({ messages, texts }: RecordedSetup): Set<string> {
  const found = new Set<string>();
  for (const [i, id] of messages.id.entries()) {
    // They stand behind the others.
    const last = texts[messages.address[(messages.first[i + 1] ?? 0) - 1] ?? -1] ?? '';
    if (last.includes(`@${UNTRIED}`)) found.add(texts[id] ?? '');
  }
  return found;
}

/**
 * Preemptions of the record, each with the one of the run that stands for it (null = none). Those are left out that cannot be compared: of a
 * message in doubt, or behind a choice that the record does not show (`after`: the hand-over before the first of those).
 */
export function matchPreemptions(
  recorded: readonly PreemptionLine[],
  run: readonly Preemption[],
  inDoubt: ReadonlySet<string>,
  after: Place | null,
): { line: PreemptionLine; got: Preemption | null }[] {
  const matched: { line: PreemptionLine; got: Preemption | null }[] = [];
  let next = 0;
  for (const line of recorded) {
    const isLike = ({ current, by }: Preemption): boolean => current === line.preempted && by === line.by;
    const isLate = after !== null && line.file === after.file && line.line > after.line;
    const isDoubted = isLate || inDoubt.has(line.preempted) || inDoubt.has(line.by);
    const near = run.slice(next, next + AHEAD);
    const at = near.findIndex(
      (one) => isLike(one) || (!isDoubted && !inDoubt.has(one.current) && !inDoubt.has(one.by)),
    );
    if (at < 0 && isDoubted) continue;
    next += Math.max(0, at) + 1;
    matched.push({ line, got: near[at] ?? null });
  }
  return matched;
}
