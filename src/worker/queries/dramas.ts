import type { StepNumber } from '../../protocol/ids.ts';
import type { Micros } from '../../protocol/units.ts';
import { HERD } from '../../core/inspect/drama-kinds.ts';
import { createDramaTally } from '../../core/inspect/dramas.ts';
import { isTogether } from '../../core/inspect/together.ts';
import type { Drama, DramaKind, DramaPage } from '../../protocol/dramas.ts';
import type { Answering } from './answering.ts';
import { yieldToSession, readyEvents } from './in-pieces.ts';
import { eventsBetween } from '../log/log-reading.ts';
import type { LoggedMark } from '../kinds/marks.ts';
import { columnAt } from '../log/column.ts';
import { type LogSegment, segmentEventEnd } from '../log/log.ts';
import { type Branch, type BranchTree, cursorAt, pathOf, type Span } from '../track/branches.ts';

/** Largest number of dramas in one answer. */
const ROWS = 24;
/** Number of the latest dramas that get figures. Older dramas have only their kind. */
const WITH_FIGURES = 6;
/** Number of events read back from a drama to compute its figures. */
const READ_BACK = 4_000;

/** Keeps dramas with figures, by log, then by kind and step. The log never changes, so the dramas stay valid. */
const found = new WeakMap<LogSegment, Map<string, Drama>>();

/** A mark of a drama, and how many dramas were merged into it. */
interface Told {
  mark: LoggedMark;
  kind: DramaKind;
  count: number;
  owner: Branch;
}

/** Answers with the latest dramas up to the cursor, newest first. */
export const latestDramas: Answering<'dramas'> = async (state, run) => {
  const { branch, step } = run.place;
  const { tree } = run.track;
  const { told, before } = toldUpTo(tree, branch, step);
  const rows: DramaPage['rows'] = [];
  for (const [i, { mark, kind, count, owner }] of told.entries()) {
    const last = cursorAt(tree, branch, mark.step).event;
    const isNew = i < WITH_FIGURES && !found.get(owner.log)?.has(keyOf(kind, mark));
    // oxlint-disable-next-line no-await-in-loop
    if (isNew) await yieldToSession(state);
    // oxlint-disable-next-line no-await-in-loop
    if (isNew && !(await readyEvents(state, run, branch, Math.max(1, last - READ_BACK), last))) break;
    const drama = figuresOf(tree, branch, owner, { mark, kind, read: isNew });
    if (drama !== null) rows.push({ ...drama, count });
  }
  return { rows, before };
};

function keyOf(kind: DramaKind, { step }: LoggedMark): string {
  return `${kind} ${step}`;
}

function toldUpTo(tree: BranchTree, branch: Branch, step: StepNumber): { told: Told[]; before: number } {
  const told: Told[] = [];
  const open = new Map<DramaKind, { group: Told | null; at: Micros }>();
  let before = 0;
  const path = pathOf(tree, branch);
  for (let part = path.length - 1; part >= 0; part--) {
    const { owner, log, to } = path[part]!;
    for (let i = log.marks.length - 1; i >= 0; i--) {
      const mark = log.marks[i]!;
      const kind = mark.step > Math.min(to, step) ? null : (dramaOf(mark) ?? fullAt(path, part, i));
      if (kind === null) continue;
      const later = open.get(kind);
      const joins = later !== undefined && isTogether({ kind, at: mark.at }, { kind, at: later.at });
      if (joins && later.group !== null) later.group.count++;
      const group = joins ? later.group : told.length < ROWS ? { mark, kind, count: 1, owner } : null;
      open.set(kind, { group, at: mark.at });
      if (joins) continue;
      if (group === null) before++;
      else told.push(group);
    }
  }
  return { told, before };
}

function dramaOf({ drama, woken }: LoggedMark): DramaKind | null {
  return woken !== undefined && woken < HERD ? null : drama;
}

/**
 * If a message arrives and is not read in the same step, the active queue is full. This is a drama if the message before it
 * was read. It is computed here and not while logging, so it costs time only when an answer needs it.
 */
function fullAt(path: readonly Span[], part: number, index: number): DramaKind | null {
  const { log } = path[part]!;
  const mark = log.marks[index]!;
  if (mark.kind !== 'injection' || isLetIn(log, mark)) return null;
  const before = arrivalBefore(path, part, index);
  return before !== null && isLetIn(before.log, before.mark) ? 'full' : null;
}

function arrivalBefore(
  path: readonly Span[],
  part: number,
  index: number,
): { log: LogSegment; mark: LoggedMark } | null {
  for (let p = part; p >= 0; p--) {
    const { log, to } = path[p]!;
    for (let i = (p === part ? index : log.marks.length) - 1; i >= 0; i--) {
      const mark = log.marks[i]!;
      if (mark.kind === 'injection' && mark.step <= to) return { log, mark };
    }
  }
  return null;
}

/** True when a message was read in the step of this arrival. */
function isLetIn(log: LogSegment, { step }: LoggedMark): boolean {
  const { event: base } = log.base;
  const read = log.kindIds.get('message.read');
  const end = segmentEventEnd(log, step) - base;
  for (let i = segmentEventEnd(log, step - 1) - base; i < end; i++)
    if (columnAt(log.kinds, i) === read) return true;
  return false;
}

function figuresOf(
  tree: BranchTree,
  branch: Branch,
  owner: Branch,
  { mark, kind, read }: { mark: LoggedMark; kind: DramaKind; read: boolean },
): Drama | null {
  const known = found.get(owner.log) ?? new Map<string, Drama>();
  found.set(owner.log, known);
  const key = keyOf(kind, mark);
  const before = known.get(key);
  if (before !== undefined || !read) return before ?? null;
  const last = cursorAt(tree, branch, mark.step).event;
  const tally = createDramaTally();
  for (const record of eventsBetween(tree, branch, Math.max(1, last - READ_BACK), last)) tally.note(record);
  for (const drama of tally.take(true))
    if (drama.step === mark.step) known.set(`${drama.facts.kind} ${drama.step}`, drama);
  return known.get(key) ?? null;
}
