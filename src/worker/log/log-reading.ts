import type { DecisionRecord } from '../../protocol/decisions.ts';
import type { CoreEvent, EventRecord } from '../../protocol/events.ts';
import type { DecisionNumber, EventNumber, StepNumber } from '../../protocol/ids.ts';
import { type Branch, type BranchTree, pathOf } from '../track/branches.ts';
import { columnAt, countUpTo } from './column.ts';
import { type LogSegment, segmentCursor, segmentEventEnd, segmentHead, segmentRecordEnd } from './log.ts';
import { blankPage, keepPage, type StepPage, pageOfStep, type WrittenPage, writeStep } from './log-pages.ts';
import { packedAt } from './packed-list.ts';

/**
 * Reads the log. A page that is not written yet is written first, by repeating its steps from the preceding keyframe. This
 * also writes every page between the keyframe and the page.
 */

/** Reads events `from` to `to` of the branch, inclusive. */
export function eventsBetween(
  tree: BranchTree,
  branch: Branch,
  from: EventNumber,
  to: EventNumber,
): EventRecord[] {
  return pathOf(tree, branch).flatMap(({ owner, log, to: end }) => {
    const { event: base } = log.base;
    const first = Math.max(0, from - 1 - base);
    const last = Math.max(0, Math.min(to, segmentCursor(log, end).event) - base);
    const records: EventRecord[] = [];
    for (let i = first; i < last; ) i = readEvents(tree, owner, i, last, records);
    return records;
  });
}

/** Reads events of one page from index `first`. Returns the index of the first event after the page. */
function readEvents(
  tree: BranchTree,
  owner: Branch,
  first: number,
  last: number,
  records: EventRecord[],
): number {
  const { log } = owner;
  const { event: base, step: baseStep } = log.base;
  let index = countUpTo(log.eventEnd, base + first);
  const page = pageOfStep(log.pages, baseStep + index + 1);
  const { start, end } = eventsOfPage(log, page);
  const stop = Math.min(last, end);
  const written = writtenPage(tree, owner, page);
  for (let i = first; written !== null && i < stop; i++) {
    while (columnAt(log.eventEnd, index) <= base + i) index++;
    const event = packedAt(written.events, i - start);
    if (event === undefined) continue;
    records.push({ n: base + i + 1, at: columnAt(log.at, index), step: baseStep + index + 1, event });
  }
  return stop;
}

function eventsOfPage(log: LogSegment, index: number): { start: number; end: number } {
  const { event: base } = log.base;
  const { list } = log.pages;
  return {
    start: segmentEventEnd(log, list[index]!.from) - base,
    end: segmentEventEnd(log, endOfPage(log, index)) - base,
  };
}

function endOfPage(log: LogSegment, index: number): number {
  return log.pages.list[index + 1]?.from ?? segmentHead(log);
}

/** Reads single events; fast while they are near each other. */
export function eventReader(tree: BranchTree, owner: Branch): (n: number) => CoreEvent | undefined {
  const { log } = owner;
  const { event: base, step: baseStep } = log.base;
  let place = { start: 0, end: 0 };
  let written: WrittenPage | null = null;
  return (n) => {
    const i = n - 1 - base;
    if (i < place.start || i >= place.end) {
      const page = pageOfStep(log.pages, baseStep + countUpTo(log.eventEnd, base + i) + 1);
      place = eventsOfPage(log, page);
      written = writtenPage(tree, owner, page);
    }
    return written === null ? undefined : packedAt(written.events, i - place.start);
  };
}

export function selectionRecord(tree: BranchTree, branch: Branch, n: DecisionNumber): DecisionRecord | null {
  for (const { owner, log, to } of pathOf(tree, branch)) {
    if (n <= log.base.decision || n > segmentCursor(log, to).decision) continue;
    const index = countUpTo(log.selectionEnd, n - 1);
    const step = log.base.step + index + 1;
    const page = pageOfStep(log.pages, step);
    const start = segmentRecordEnd(log, log.pages.list[page]!.from) - log.baseRecords;
    const own = columnAt(log.selections, n - log.base.decision - 1) - start;
    const written = writtenPage(tree, owner, page);
    const decision = written === null ? undefined : packedAt(written.records, own);
    if (decision !== undefined) return { n, at: columnAt(log.at, index), step, decision };
  }
  return null;
}

/** Reads the decision records of the steps `from + 1` to `to` of the branch. */
export function recordsOfSteps(
  tree: BranchTree,
  branch: Branch,
  from: StepNumber,
  to: StepNumber,
): DecisionRecord[] {
  return pathOf(tree, branch).flatMap((span) => {
    const { owner, log } = span;
    const records: DecisionRecord[] = [];
    const last = Math.min(to, span.to);
    for (let step = Math.max(from, span.from); step < last; ) {
      const page = pageOfStep(log.pages, step + 1);
      const stop = Math.min(last, endOfPage(log, page));
      readRecords(tree, owner, page, { from: step, to: stop }, records);
      step = stop;
    }
    return records;
  });
}

function readRecords(
  tree: BranchTree,
  owner: Branch,
  page: number,
  { from, to }: { from: number; to: number },
  records: DecisionRecord[],
): void {
  const { log } = owner;
  const { step: baseStep, decision: baseDecision } = log.base;
  const start = segmentRecordEnd(log, log.pages.list[page]!.from);
  const first = segmentRecordEnd(log, from);
  const last = segmentRecordEnd(log, to);
  // Most steps make no decision. Then no page needs to be written.
  const written = first === last ? null : writtenPage(tree, owner, page);
  let index = from - baseStep;
  for (let i = first; written !== null && i < last; i++) {
    while (columnAt(log.recordEnd, index) <= i) index++;
    const decision = packedAt(written.records, i - start);
    if (decision === undefined) continue;
    const selection = decision.rule === 'selection';
    const n = selection ? baseDecision + countUpTo(log.selections, i - log.baseRecords) : 0;
    records.push({ n, at: columnAt(log.at, index), step: baseStep + index + 1, decision });
  }
}

/** Returns a page, written if necessary; null if its steps cannot be repeated. */
function writtenPage(tree: BranchTree, owner: Branch, index: number): WrittenPage | null {
  const { pages } = owner.log;
  const page = pages.list[index]!;
  if (page.written === null) writePages(tree, owner, index);
  else page.read = ++pages.reads;
  return page.written;
}

/**
 * Repeats the steps on the branch that owns the page, not on the branch that reads it: a page may go beyond the fork.
 */
function writePages(tree: BranchTree, owner: Branch, index: number): void {
  const { log } = owner;
  const { pages } = log;
  let under: { index: number; page: StepPage; written: WrittenPage } | null = null;
  tree.remake(owner, pages.list[index]!.from, endOfPage(log, index), (step, report) => {
    if (under === null) {
      const begun = pageOfStep(pages, step);
      const page = pages.list[begun];
      if (page === undefined || page.from !== step - 1 || page.written !== null) return;
      under = { index: begun, page, written: blankPage(pages) };
    }
    writeStep(under.written, report);
    if (step < endOfPage(log, under.index)) return;
    keepPage(pages, under.page, under.written);
    under = null;
  });
}
