import type { BranchId, EventNumber, StepNumber } from '../../protocol/ids.ts';
import type { LiveCommand } from '../../protocol/commands.ts';
import type { Cursor } from '../../protocol/frame.ts';
import type { Micros } from '../../protocol/units.ts';
import { columnAt, countUpTo } from '../log/column.ts';
import {
  createSegment,
  LOG_BYTES,
  type LogSegment,
  segmentCursor,
  segmentHead,
  segmentRecordEnd,
  type StepKind,
} from '../log/log.ts';
import type { StepReport } from './step-report.ts';

/**
 * The tree of command logs. A branch equals its parent up to the fork; after the fork come its own commands and their effects.
 * Branches are never rewritten: a command in the past creates a new branch.
 */
export interface Branch {
  /** Number of the branch, from 1. Branch 1 is the script as opened. */
  readonly id: BranchId;
  /** 0 for the first branch. */
  readonly parent: BranchId;
  readonly fork: Cursor;
  /** The name given by the user, or else the change that created the branch. */
  name: string;
  /**
   * The branch's own commands by step, ascending, at most one command per step. Commands beyond the head have not been
   * applied yet.
   */
  live: LiveCommand[];
  /**
   * Commands copied from another branch that have not happened here yet, ascending by instant. Their step is known only when
   * they happen (`timedDue`), because the branches have diverged before that instant.
   */
  timed: LiveCommand[];
  /** True if the user deleted the branch. It stays in the list to keep the ids, and for branches that fork from it. */
  gone: boolean;
  /** Replaced when the branch is deleted. Caches of a branch are attached to its log and are released with it. */
  log: LogSegment;
  /** Step that broke a rule of the core; 0 = none. Later steps cannot be simulated. */
  brokenAt: StepNumber;
}

/** All branches of one run. Branch `id` is at index `id − 1`. */
export interface BranchTree {
  branches: Branch[];
  /**
   * Repeats the steps of a branch up to `to`, from `from` or an earlier step, and passes on the report of each; a report is
   * only valid during the call. Set by the track.
   */
  remake: (
    branch: Branch,
    from: StepNumber,
    to: StepNumber,
    tell: (step: StepNumber, report: StepReport) => void,
  ) => void;
  /** Largest number of bytes of written log that a branch keeps. */
  readonly logLimit: number;
}

/** A part of a branch's path: the steps `from + 1` to `to` are in `log`, which belongs to `owner`. */
export interface Span {
  owner: Branch;
  log: LogSegment;
  from: StepNumber;
  to: StepNumber;
}

const START: Cursor = { at: 0, step: 0, event: 0, decision: 0 };

/** Creates a tree with the first branch. Its live commands (from a saved run) have not been applied yet. */
export function createTree(live: readonly LiveCommand[], logLimit: number = LOG_BYTES): BranchTree {
  const first: Branch = {
    id: 1,
    parent: 0,
    fork: START,
    name: 'main',
    live: orderLive(live),
    timed: [],
    gone: false,
    log: createSegment(START, 0, logLimit),
    brokenAt: 0,
  };
  return { branches: [first], remake: () => undefined, logLimit };
}

/**
 * Sorts commands by step. Each command is a step, so two commands cannot follow the same step: of two such commands, the one
 * with the higher `seq` (given later) moves to the next step.
 */
function orderLive(live: readonly LiveCommand[]): LiveCommand[] {
  let last = -1;
  return live
    .toSorted((a, b) => a.step - b.step || a.seq - b.seq)
    .map((given) => {
      last = Math.max(given.step, last + 1);
      return given.step === last ? given : { ...given, step: last };
    });
}

export function addBranch(tree: BranchTree, parent: Branch, fork: Cursor, name: string): Branch {
  const owner = ownerOf(tree, parent, fork.step);
  const branch: Branch = {
    id: tree.branches.length + 1,
    parent: owner.id,
    fork,
    name,
    live: [],
    timed: [],
    gone: false,
    log: createSegment(fork, segmentRecordEnd(owner.log, fork.step), tree.logLimit),
    brokenAt: 0,
  };
  tree.branches.push(branch);
  return branch;
}

/** Returns a branch by id; undefined if it does not exist or is deleted. */
export function findBranch(tree: BranchTree, id: BranchId): Branch | undefined {
  const branch = Number.isInteger(id) ? tree.branches[id - 1] : undefined;
  return branch?.gone === true ? undefined : branch;
}

export function branchById(tree: BranchTree, id: BranchId): Branch {
  const branch = tree.branches[id - 1];
  if (branch === undefined) throw new Error(`no branch ${id}`);
  return branch;
}

/** Returns the branch whose segment holds `step`: the branch itself or an ancestor. */
export function ownerOf(tree: BranchTree, branch: Branch, step: StepNumber): Branch {
  let owner = branch;
  while (step <= owner.fork.step && owner.parent !== 0) owner = branchById(tree, owner.parent);
  return owner;
}

/** Returns the path from the first branch to `branch`, oldest first. */
export function pathOf(tree: BranchTree, branch: Branch): Span[] {
  const spans: Span[] = [];
  let to = segmentHead(branch.log);
  for (let at: Branch | undefined = branch; at !== undefined; at = tree.branches[at.parent - 1]) {
    if (to > at.fork.step || spans.length === 0)
      spans.unshift({ owner: at, log: at.log, from: at.fork.step, to });
    to = Math.min(to, at.fork.step);
  }
  return spans;
}

/** Returns the furthest simulated step of the branch. */
export function headOf(branch: Branch): Cursor {
  return segmentCursor(branch.log, segmentHead(branch.log));
}

export function cursorAt(tree: BranchTree, branch: Branch, step: StepNumber): Cursor {
  return segmentCursor(ownerOf(tree, branch, step).log, step);
}

/** Returns the command directly after `step` on this branch, whether applied or not. */
export function liveAfter(tree: BranchTree, branch: Branch, step: StepNumber): LiveCommand | undefined {
  const { live } = ownerOf(tree, branch, step + 1);
  // This is called before every step, and nearly always the last command of the list comes earlier.
  if ((live.at(-1)?.step ?? -1) < step) return undefined;
  let low = 0;
  let high = live.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((live[middle]?.step ?? 0) < step) low = middle + 1;
    else high = middle;
  }
  return live[low]?.step === step ? live[low] : undefined;
}

/** True if the branch has live commands at or after `step`, or copied commands that have not happened yet. */
export function hasLiveFrom(branch: Branch, step: StepNumber): boolean {
  return (branch.live.at(-1)?.step ?? -1) >= step || branch.timed.length > 0;
}

/**
 * Returns the copied command that comes next on this branch, if the step after `step` would be at instant `next` (null =
 * none). If nothing differed before, the command follows the same step as on its original branch; otherwise it comes after all
 * steps of its instant.
 */
export function timedDue(branch: Branch, step: StepNumber, next: Micros | null): LiveCommand | undefined {
  const [first] = branch.timed;
  if (first === undefined) return undefined;
  const due = next === null || next > first.at || (first.step === step && next === first.at);
  return due ? first : undefined;
}

/** Returns all live commands up to the end of the branch, including those of its ancestors. */
export function liveOfPath(tree: BranchTree, branch: Branch): LiveCommand[] {
  const own = branch.live;
  if (branch.parent === 0) return own;
  const above = liveOfPath(tree, branchById(tree, branch.parent));
  return [...above.filter((given) => given.step < branch.fork.step), ...own];
}

/** Returns the last known step of the branch at or before an instant. */
export function stepAtTime(tree: BranchTree, branch: Branch, at: Micros): number {
  return lastOnPath(tree, branch, (span) => span.log.base.step + countUpTo(span.log.at, at));
}

/** Returns the first known step after which at least `event` events have happened; null if unknown. */
export function stepOfEvent(tree: BranchTree, branch: Branch, event: EventNumber): number | null {
  if (event <= 0) return 0;
  if (event > headOf(branch).event) return null;
  return lastOnPath(tree, branch, (span) => span.log.base.step + countUpTo(span.log.eventEnd, event - 1)) + 1;
}

/**
 * Returns the largest result of the spans, each clipped to its part of the path. `reach` returns the last step of a segment
 * that satisfies an ascending condition, so a later span counts only if its result is beyond its fork.
 */
function lastOnPath(tree: BranchTree, branch: Branch, reach: (span: Span) => number): number {
  for (const span of pathOf(tree, branch).toReversed()) {
    const step = Math.min(reach(span), span.to);
    if (step > span.from) return step;
  }
  return 0;
}

/** Returns the next known step of a kind after `step`; null if none is known. */
export function nextOfKind(
  tree: BranchTree,
  branch: Branch,
  kind: StepKind,
  step: StepNumber,
): number | null {
  for (const { log, from, to } of pathOf(tree, branch)) {
    if (to <= step) continue;
    const column = log.steps[kind];
    const index = countUpTo(column, Math.max(step, from));
    if (index < column.length && columnAt(column, index) <= to) return columnAt(column, index);
  }
  return null;
}

/** Returns the latest step of a kind before `step`; null when none exists. */
export function previousOfKind(
  tree: BranchTree,
  branch: Branch,
  kind: StepKind,
  step: StepNumber,
): number | null {
  for (const { log, from, to } of pathOf(tree, branch).toReversed()) {
    const column = log.steps[kind];
    const index = countUpTo(column, Math.min(step - 1, to)) - 1;
    if (index >= 0 && columnAt(column, index) > from) return columnAt(column, index);
  }
  return null;
}

/** Returns the last step that two branches share. */
export function sharedUpTo(tree: BranchTree, a: Branch, b: Branch): number {
  const line = new Map<number, number>();
  let limit = Number.POSITIVE_INFINITY;
  for (let at: Branch | undefined = a; at !== undefined; at = tree.branches[at.parent - 1]) {
    line.set(at.id, limit);
    limit = Math.min(limit, at.fork.step);
  }
  limit = Number.POSITIVE_INFINITY;
  for (let at: Branch | undefined = b; at !== undefined; at = tree.branches[at.parent - 1]) {
    const other = line.get(at.id);
    if (other !== undefined) return Math.min(other, limit);
    limit = Math.min(limit, at.fork.step);
  }
  return 0;
}

export function livingBranches(tree: BranchTree): Branch[] {
  return tree.branches.filter((branch) => !branch.gone);
}
