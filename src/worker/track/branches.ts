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
 * The tree of command logs. A branch is what its parent is up to the fork, then its own commands and their
 * consequences. Nothing of a branch is ever rewritten: a command in the past makes another branch.
 */
export interface Branch {
  /** From 1, which is the branch of the script as opened. */
  readonly id: BranchId;
  /** 0 for the first branch. */
  readonly parent: BranchId;
  readonly fork: Cursor;
  /** After the change that made it, or as the reader calls it. */
  name: string;
  /** Own commands by step, ascending; each step at most once. Those past the head are still to come. */
  live: LiveCommand[];
  /**
   * Commands taken over from another branch, ascending by instant, that have not happened here yet: their step is known
   * when they do (`timedDue`), because before it the branches have gone different ways.
   */
  timed: LiveCommand[];
  /** The reader has deleted it. It stays in its place, so that ids keep their meaning, and for branches that leave it. */
  gone: boolean;
  /** Another one once the branch is deleted: what questions keep of a branch hangs on its log, and goes with it. */
  log: LogSegment;
  /** Step that broke a rule of the core, 0 = none. Nothing is known, or will be, from there on. */
  brokenAt: StepNumber;
}

/** All branches of one run; branch `id` is at `id − 1`. */
export interface BranchTree {
  branches: Branch[];
  /**
   * Repeats the steps of a branch up to `to`, from `from` or from some step before it, and tells what each reported; the
   * report is the listener's until it returns. Set by the track.
   */
  remake: (
    branch: Branch,
    from: StepNumber,
    to: StepNumber,
    tell: (step: StepNumber, report: StepReport) => void,
  ) => void;
  /** Bytes of written log that a branch keeps. */
  readonly logLimit: number;
}

/** A part of a branch's path: the steps `from + 1` to `to` are in `log`, that of `owner`. */
export interface Span {
  owner: Branch;
  log: LogSegment;
  from: StepNumber;
  to: StepNumber;
}

const START: Cursor = { at: 0, step: 0, event: 0, decision: 0 };

/** A tree with the first branch, whose live commands (of a saved run) are still to come. */
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
 * Commands in the order of their steps. A command is a step itself, so two cannot stand after the same one: the later
 * of a pair (by `seq`) moves behind the earlier, which is the order in which they were given.
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

/** A new branch that leaves `parent` after `fork`. */
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

/** A branch that is there and not deleted, by its id. */
export function findBranch(tree: BranchTree, id: BranchId): Branch | undefined {
  const branch = Number.isInteger(id) ? tree.branches[id - 1] : undefined;
  return branch?.gone === true ? undefined : branch;
}

/** The branch with this id; throws when there is none. */
export function branchById(tree: BranchTree, id: BranchId): Branch {
  const branch = tree.branches[id - 1];
  if (branch === undefined) throw new Error(`no branch ${id}`);
  return branch;
}

/** The branch of the path whose segment holds `step`: the branch itself, or an ancestor up to the fork. */
export function ownerOf(tree: BranchTree, branch: Branch, step: StepNumber): Branch {
  let owner = branch;
  while (step <= owner.fork.step && owner.parent !== 0) owner = branchById(tree, owner.parent);
  return owner;
}

/** The path from the first branch to this one, oldest first. */
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

/** Furthest step of the branch that has been simulated. */
export function headOf(branch: Branch): Cursor {
  return segmentCursor(branch.log, segmentHead(branch.log));
}

/** The cursor after a known step of the branch. */
export function cursorAt(tree: BranchTree, branch: Branch, step: StepNumber): Cursor {
  return segmentCursor(ownerOf(tree, branch, step).log, step);
}

/** The command that stands right after `step` on this branch, applied or still to come. */
export function liveAfter(tree: BranchTree, branch: Branch, step: StepNumber): LiveCommand | undefined {
  const { live } = ownerOf(tree, branch, step + 1);
  // Asked before every step, and nearly always there is none: look from the end, where the commands to come are.
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

/** Whether commands of the branch are still to come at or after `step`. */
export function hasLiveFrom(branch: Branch, step: StepNumber): boolean {
  return (branch.live.at(-1)?.step ?? -1) >= step || branch.timed.length > 0;
}

/**
 * The command taken over from another branch that is next here, when the step after `step` would be at `next` (null =
 * there is none). After the same step when nothing differed before it, otherwise behind everything at its instant.
 */
export function timedDue(branch: Branch, step: StepNumber, next: Micros | null): LiveCommand | undefined {
  const [first] = branch.timed;
  if (first === undefined) return undefined;
  const due = next === null || next > first.at || (first.step === step && next === first.at);
  return due ? first : undefined;
}

/** All live commands up to the end of the branch, those of its ancestors included. */
export function liveOfPath(tree: BranchTree, branch: Branch): LiveCommand[] {
  const own = branch.live;
  if (branch.parent === 0) return own;
  const above = liveOfPath(tree, branchById(tree, branch.parent));
  return [...above.filter((given) => given.step < branch.fork.step), ...own];
}

/** Last known step of the branch at or before an instant. */
export function stepAtTime(tree: BranchTree, branch: Branch, at: Micros): number {
  return lastOnPath(tree, branch, (span) => span.log.base.step + countUpTo(span.log.at, at));
}

/** First known step after which at least `event` events had happened; null when that is not known yet. */
export function stepOfEvent(tree: BranchTree, branch: Branch, event: EventNumber): number | null {
  if (event <= 0) return 0;
  if (event > headOf(branch).event) return null;
  return lastOnPath(tree, branch, (span) => span.log.base.step + countUpTo(span.log.eventEnd, event - 1)) + 1;
}

/**
 * The largest answer of the spans, each clipped to its part of the path. `reach` counts the steps of a segment that
 * still satisfy an ascending condition, so a later span counts only when it reaches beyond its fork.
 */
function lastOnPath(tree: BranchTree, branch: Branch, reach: (span: Span) => number): number {
  for (const span of pathOf(tree, branch).toReversed()) {
    const step = Math.min(reach(span), span.to);
    if (step > span.from) return step;
  }
  return 0;
}

/** Next known step of a kind after `step`; null when none is known. */
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

/** Latest step of a kind before `step`; null when there is none. */
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

/** Last step that two branches share. */
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

/** Branches that the reader has not deleted. */
export function livingBranches(tree: BranchTree): Branch[] {
  return tree.branches.filter((branch) => !branch.gone);
}
