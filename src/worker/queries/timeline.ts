import type { MessageId } from '../../protocol/ids.ts';
import { HERD } from '../../core/inspect/drama-kinds.ts';
import type { TimelineMark, TimelineSlice } from '../../protocol/answers.ts';
import type { Micros } from '../../protocol/units.ts';
import {
  type Branch,
  type BranchTree,
  cursorAt,
  headOf,
  nextOfKind,
  pathOf,
  stepAtTime,
  livingBranches,
} from '../track/branches.ts';
import { columnAt, countUpTo } from '../log/column.ts';
import type { WokeKind } from '../log/log.ts';
import type { LoggedMark } from '../kinds/marks.ts';
import { numberOn } from '../log/names.ts';

/** Largest number of marks. Above it, only the first of each kind in each of `MARK_PARTS` parts is kept. */
const MARKS_MAX = 400;
const MARK_PARTS = 100;
const ROW_PARTS = 160;
/** Largest number of parts of a timeline. The page requests one part for each pixel. */
const PARTS_MAX = 8_192;

/**
 * Returns the timeline from `from` to `to`: selections in parts of equal length (the end belongs to the last part), and marks.
 */
export function timelineSlice(
  tree: BranchTree,
  branch: Branch,
  { from, to, parts, wakeUps }: { from: Micros; to: Micros; parts: number; wakeUps: boolean },
): TimelineSlice {
  const count = Math.min(PARTS_MAX, Math.max(1, Math.trunc(parts) || 1));
  const start = Number.isFinite(from) ? from : 0;
  const end = Number.isFinite(to) ? Math.max(to, start) : start;
  const numberOf = (msg: MessageId): number => numberOn(tree, branch, msg);
  return {
    from: start,
    to: end,
    counts: countParts(tree, branch, start, end, count),
    marks: [
      ...thin(marksBetween(tree, branch, start, end), start, end).map((mark) => showMark(mark, numberOf)),
      ...(wakeUps ? wakeMarks(tree, branch, start, end) : []),
    ],
    branches: livingBranches(tree).map((other) => ({
      id: other.id,
      parent: other.parent,
      name: other.name,
      forkAt: other.fork.at,
      endAt: headOf(other).at,
      current: other === branch,
      counts: other === branch ? [] : countParts(tree, other, start, end, Math.min(count, ROW_PARTS)),
    })),
  };
}

function countParts(tree: BranchTree, branch: Branch, from: Micros, to: Micros, parts: number): number[] {
  // Instants are whole numbers, so "before T" is "up to T − 1". Edges between parts may be fractions.
  const edges = Array.from({ length: parts + 1 }, (_, i) =>
    i === parts ? to : Math.ceil(from + ((to - from) * i) / parts) - 1,
  );
  // The laboratory makes no decisions, so events show how busy each part is.
  const decided = headOf(branch).decision > 0;
  const totals = totalsUpTo(tree, branch, edges, decided ? 'selectionEnd' : 'eventEnd');
  return totals.slice(1).map((total, i) => total - (totals[i] ?? 0));
}

/** Counts the selections, or events, on the path up to each instant. The instants ascend. */
function totalsUpTo(
  tree: BranchTree,
  branch: Branch,
  instants: number[],
  column: 'selectionEnd' | 'eventEnd',
): number[] {
  const spans = pathOf(tree, branch).toReversed();
  return instants.map((at) => {
    for (const { log, from, to } of spans) {
      const steps = Math.min(countUpTo(log.at, at), to - from);
      if (steps > 0) return columnAt(log[column], steps - 1);
    }
    return 0;
  });
}

function marksBetween(tree: BranchTree, branch: Branch, from: Micros, to: Micros): LoggedMark[] {
  return pathOf(tree, branch).flatMap((span) => {
    const first = lowerBound(span.log.marks, from);
    const marks: LoggedMark[] = [];
    for (let i = first; i < span.log.marks.length; i++) {
      const mark = span.log.marks[i];
      if (mark === undefined || mark.at > to || mark.step > span.to) break;
      if (mark.woken === undefined || mark.woken >= HERD) marks.push(mark);
    }
    return marks;
  });
}

/** Number of parts for marks of wake-ups: marks drawn closer together would overlap. */
const WAKE_PARTS = 300;
const WOKE: readonly { kind: WokeKind; mark: TimelineMark['kind']; text: string }[] = [
  { kind: 'cascade', mark: 'woke-cascade', text: 'wake-up: timers moved to a finer level' },
  { kind: 'ran', mark: 'woke-ran', text: 'wake-up: timers ran' },
  { kind: 'empty', mark: 'woke-empty', text: 'wake-up for an empty bucket' },
];

/**
 * Returns the first wake-up of each kind in each part. It reads the index of steps, because wake-ups have no marks: they are a
 * hundred times as frequent as all marks together.
 */
function wakeMarks(tree: BranchTree, branch: Branch, from: Micros, to: Micros): TimelineMark[] {
  const edges = Array.from({ length: WAKE_PARTS + 1 }, (_, i) =>
    stepAtTime(tree, branch, i === 0 ? from - 1 : Math.ceil(from + ((to - from) * i) / WAKE_PARTS)),
  );
  return WOKE.flatMap(({ kind, mark, text }) =>
    edges.slice(1).flatMap((last, i) => {
      const before = edges[i] ?? 0;
      const step = last === before ? null : nextOfKind(tree, branch, kind, before);
      if (step === null || step > last) return [];
      return [{ kind: mark, at: cursorAt(tree, branch, step).at, step, number: 0, text }];
    }),
  );
}

function lowerBound(marks: readonly LoggedMark[], at: Micros): number {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle]?.at ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Returns at most 400 marks: the first of each kind in each of 100 parts. Keeping only each n-th mark could lose a single
 * failed destination among ten thousand injections.
 */
function thin(marks: LoggedMark[], from: Micros, to: Micros): LoggedMark[] {
  if (marks.length <= MARKS_MAX) return marks;
  const seen = new Set<string>();
  return marks.filter((mark) => {
    const part = Math.min(
      MARK_PARTS - 1,
      Math.floor(((mark.at - from) / Math.max(1, to - from)) * MARK_PARTS),
    );
    const key = `${mark.kind} ${part}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function showMark(mark: LoggedMark, numberOf: (message: number) => number): TimelineMark {
  const number = mark.msg === 0 ? 0 : numberOf(mark.msg);
  const text = mark.kind === 'preemption' ? `${number} preempts ${numberOf(mark.other)}` : mark.text;
  return { kind: mark.kind, at: mark.at, step: mark.step, number, text };
}
