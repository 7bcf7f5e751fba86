import type { LiveCommand } from '../protocol/commands.ts';
import type { DecisionRecord } from '../protocol/decisions.ts';
import type { EventRecord } from '../protocol/events.ts';
import type { Cursor } from '../protocol/frame.ts';
import type { DecisionNumber } from '../protocol/ids.ts';
import type { Micros } from '../protocol/units.ts';
import { columnAt, countUpTo } from './column.ts';
import {
  createSegment,
  LOG_BYTES,
  type LogSegment,
  segmentCursor,
  segmentHead,
  segmentRecordEnd,
  type StepKind,
} from './log.ts';
import { packedAt } from './packed-list.ts';

/**
 * The tree of command logs. A branch is what its parent is up to the fork, then its own commands and their
 * consequences. Nothing of a branch is ever rewritten: a command in the past makes another branch.
 */
export interface Branch {
  /** From 1, which is the branch of the script as opened. */
  readonly id: number;
  /** 0 for the first branch. */
  readonly parent: number;
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
  log: LogSegment;
  /** Step that broke a rule of the core, 0 = none. Nothing is known, or will be, from there on. */
  brokenAt: number;
}

/** All branches of one run; branch `id` is at `id − 1`. */
export interface BranchTree {
  branches: Branch[];
  /** Repeats steps whose events or decisions a log has let go: what they reported. Set by the track. */
  remake: (branch: Branch, from: number, to: number) => RemadeStep[];
  readonly limits: { events: number; records: number };
}

/** What a repeated step reported. */
export interface RemadeStep {
  step: number;
  events: Omit<EventRecord, 'n'>[];
  decisions: Omit<DecisionRecord, 'n'>[];
}

/** A part of a branch's path: the steps `from + 1` to `to` are in `log`. */
export interface Span {
  log: LogSegment;
  from: number;
  to: number;
}

const START: Cursor = { at: 0, step: 0, event: 0, decision: 0 };

/** A tree with the first branch, whose live commands (of a saved run) are still to come. */
export function createTree(
  live: readonly LiveCommand[],
  limits: BranchTree['limits'] = LOG_BYTES,
): BranchTree {
  const first: Branch = {
    id: 1,
    parent: 0,
    fork: START,
    name: 'main',
    live: orderLive(live),
    timed: [],
    gone: false,
    log: createSegment(START, 0, limits),
    brokenAt: 0,
  };
  return { branches: [first], remake: () => [], limits };
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
    log: createSegment(fork, segmentRecordEnd(owner.log, fork.step), tree.limits),
    brokenAt: 0,
  };
  tree.branches.push(branch);
  return branch;
}

/** The branch with this id; throws when there is none. */
export function branchById(tree: BranchTree, id: number): Branch {
  const branch = tree.branches[id - 1];
  if (branch === undefined) throw new Error(`no branch ${id}`);
  return branch;
}

/** The branch of the path whose segment holds `step`: the branch itself, or an ancestor up to the fork. */
export function ownerOf(tree: BranchTree, branch: Branch, step: number): Branch {
  let owner = branch;
  while (step <= owner.fork.step && owner.parent !== 0) owner = branchById(tree, owner.parent);
  return owner;
}

/** The path from the first branch to this one, oldest first. */
export function pathOf(tree: BranchTree, branch: Branch): Span[] {
  const spans: Span[] = [];
  let to = segmentHead(branch.log);
  for (let at: Branch | undefined = branch; at !== undefined; at = tree.branches[at.parent - 1]) {
    if (to > at.fork.step || spans.length === 0) spans.unshift({ log: at.log, from: at.fork.step, to });
    to = Math.min(to, at.fork.step);
  }
  return spans;
}

/** Furthest step of the branch that has been simulated. */
export function headOf(branch: Branch): Cursor {
  return segmentCursor(branch.log, segmentHead(branch.log));
}

/** The cursor after a known step of the branch. */
export function cursorAt(tree: BranchTree, branch: Branch, step: number): Cursor {
  return segmentCursor(ownerOf(tree, branch, step).log, step);
}

/** The command that stands right after `step` on this branch, applied or still to come. */
export function liveAfter(tree: BranchTree, branch: Branch, step: number): LiveCommand | undefined {
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
export function hasLiveFrom(branch: Branch, step: number): boolean {
  return (branch.live.at(-1)?.step ?? -1) >= step || branch.timed.length > 0;
}

/**
 * The command taken over from another branch that is next here, when the step after `step` would be at `next` (null =
 * there is none). After the same step when nothing differed before it, otherwise behind everything at its instant.
 */
export function timedDue(branch: Branch, step: number, next: Micros | null): LiveCommand | undefined {
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
export function stepOfEvent(tree: BranchTree, branch: Branch, event: number): number | null {
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
export function nextOfKind(tree: BranchTree, branch: Branch, kind: StepKind, step: number): number | null {
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
  step: number,
): number | null {
  for (const { log, from, to } of pathOf(tree, branch).toReversed()) {
    const column = log.steps[kind];
    const index = countUpTo(column, Math.min(step - 1, to)) - 1;
    if (index >= 0 && columnAt(column, index) > from) return columnAt(column, index);
  }
  return null;
}

/** Events number `from` to `to` of the branch, both included. */
export function eventsBetween(tree: BranchTree, branch: Branch, from: number, to: number): EventRecord[] {
  return pathOf(tree, branch).flatMap(({ log, to: end }) => {
    const { event: base } = log.base;
    const first = Math.max(0, from - 1 - base);
    const last = Math.max(0, Math.min(to, segmentCursor(log, end).event) - base);
    if (first >= last) return [];
    const lost = first < log.events.first ? lostEvents(tree, branch, log, first, last) : [];
    return [...lost, ...keptEvents(log, Math.max(first, log.events.first), last)];
  });
}

/** Events of a segment that the log still has, by index; a step's events have its number and instant. */
function keptEvents(log: LogSegment, first: number, last: number): EventRecord[] {
  const { event: base, step: baseStep } = log.base;
  const records: EventRecord[] = [];
  let index = countUpTo(log.eventEnd, base + first);
  for (let i = first; i < last; i++) {
    while (columnAt(log.eventEnd, index) <= base + i) index++;
    const event = packedAt(log.events, i);
    if (event === undefined) continue;
    records.push({ n: base + i + 1, at: columnAt(log.at, index), step: baseStep + index + 1, event });
  }
  return records;
}

/** Events that the log has let go, by repeating their steps. */
function lostEvents(
  tree: BranchTree,
  branch: Branch,
  log: LogSegment,
  first: number,
  last: number,
): EventRecord[] {
  const { event: base, step } = log.base;
  const until = Math.min(last, log.events.first);
  const stepOf = (index: number): number => step + countUpTo(log.eventEnd, base + index) + 1;
  const records: EventRecord[] = [];
  for (const remade of tree.remake(branch, stepOf(first) - 1, stepOf(until - 1))) {
    let n = segmentCursor(log, remade.step - 1).event;
    for (const logged of remade.events) {
      n++;
      if (n > base + first && n <= base + until) records.push({ n, ...logged });
    }
  }
  return records;
}

/** The record of selection `n` of the branch. */
export function selectionRecord(tree: BranchTree, branch: Branch, n: DecisionNumber): DecisionRecord | null {
  for (const { log, to } of pathOf(tree, branch)) {
    if (n <= log.base.decision || n > segmentCursor(log, to).decision) continue;
    const decision = packedAt(log.records, columnAt(log.selections, n - log.base.decision - 1));
    const index = countUpTo(log.selectionEnd, n - 1);
    const step = log.base.step + index + 1;
    if (decision !== undefined) return { n, at: columnAt(log.at, index), step, decision };
    return lostRecords(tree, branch, log, step - 1, step).find((made) => made.n === n) ?? null;
  }
  return null;
}

/** Decision records of the steps `from + 1` to `to` of the branch. */
export function recordsOfSteps(tree: BranchTree, branch: Branch, from: number, to: number): DecisionRecord[] {
  return pathOf(tree, branch).flatMap((span) => {
    const first = Math.max(from, span.from);
    const last = Math.min(to, span.to);
    if (last <= first) return [];
    const { log } = span;
    const start = segmentRecordEnd(log, first) - log.baseRecords;
    const end = segmentRecordEnd(log, last) - log.baseRecords;
    if (start < log.records.first) return lostRecords(tree, branch, log, first, last);
    return keptRecords(log, first - log.base.step, start, end);
  });
}

/** Decision records of a segment that the log still has; `index` is that of a step at or before their first. */
function keptRecords(log: LogSegment, index: number, start: number, end: number): DecisionRecord[] {
  const records: DecisionRecord[] = [];
  let at = index;
  for (let i = start; i < end; i++) {
    while (columnAt(log.recordEnd, at) - log.baseRecords <= i) at++;
    const decision = packedAt(log.records, i);
    if (decision === undefined) continue;
    const selection = decision.rule === 'selection';
    const n = selection ? log.base.decision + countUpTo(log.selections, i) : 0;
    records.push({ n, at: columnAt(log.at, at), step: log.base.step + at + 1, decision });
  }
  return records;
}

function lostRecords(
  tree: BranchTree,
  branch: Branch,
  log: LogSegment,
  from: number,
  to: number,
): DecisionRecord[] {
  return tree.remake(branch, from, to).flatMap(({ step, decisions }) => {
    let n = segmentCursor(log, step - 1).decision;
    return decisions.map((made) => ({ n: made.decision.rule === 'selection' ? ++n : 0, ...made }));
  });
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
