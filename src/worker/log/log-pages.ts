import type { StepNumber } from '../../protocol/ids.ts';
import type { Decision } from '../../protocol/decisions.ts';
import type { CoreEvent } from '../../protocol/events.ts';
import { DECISION_FORMS } from './decision-forms.ts';
import { EVENT_FORMS } from './event-forms.ts';
import { createPacker, type Packer } from './pack.ts';
import { createPackedList, packedBytes, type PackedList, pushPacked, trimPacked } from './packed-list.ts';
import type { StepReport } from '../track/step-report.ts';

/**
 * The reports of steps, in pages of consecutive steps. A page is written when it is first read. Events can be reproduced at
 * any time from the preceding keyframe (`log-reading.ts`); writing all of them during the run would take a third of its time,
 * for a log of which users see a few hundred lines. Pages begin at keyframes, so writing a page repeats few other steps.
 * Above the limit the least recently read pages are dropped and written again on demand.
 */
export interface LogPages {
  /** The pages, in order of their steps. The last page is open: steps are added to it. */
  readonly list: StepPage[];
  readonly packers: { events: Packer; records: Packer };
  /** Largest number of bytes of written pages, approximately. */
  readonly limit: number;
  reads: number;
}

/** The steps after `from`, up to the `from` of the next page. */
export interface StepPage {
  readonly from: StepNumber;
  /** Events and decisions; null until the page is read. After the open page was read, each new step is also written to it. */
  written: WrittenPage | null;
  /** Counter value of the latest read: the page with the lowest value was read longest ago. */
  read: number;
}

export interface WrittenPage {
  readonly events: PackedList<CoreEvent>;
  readonly records: PackedList<Decision>;
}

/** Largest number of steps of a page, even if keyframes are farther apart. */
const PAGE_STEPS = 2_000;

/** Estimated bytes of one dictionary character, in the string and in the map. */
const CHARACTER_BYTES = 4;

/** Creates the pages of a segment that begins after step `from`: one open page. */
export function createPages(from: StepNumber, limit: number): LogPages {
  const packers = { events: createPacker(), records: createPacker() };
  return { list: [{ from, written: null, read: 0 }], packers, limit, reads: 0 };
}

/** Begins a new page after step `head`. Call it where a keyframe is. */
export function turnPage(pages: LogPages, head: StepNumber): void {
  const open = pages.list.at(-1);
  if (open === undefined || open.from === head) return;
  if (open.written !== null) finish(pages, open, open.written);
  pages.list.push({ from: head, written: null, read: 0 });
}

/** Adds step `head`. Writes its report only if the page has been read. */
export function addToPages(pages: LogPages, head: StepNumber, report: StepReport): void {
  let open = pages.list[pages.list.length - 1]!;
  if (head - open.from > PAGE_STEPS) {
    turnPage(pages, head - 1);
    open = pages.list[pages.list.length - 1]!;
  }
  if (open.written !== null) writeStep(open.written, report);
}

export function blankPage({ packers }: LogPages): WrittenPage {
  return {
    events: createPackedList(EVENT_FORMS, packers.events),
    records: createPackedList(DECISION_FORMS, packers.records),
  };
}

export function writeStep({ events, records }: WrittenPage, report: StepReport): void {
  for (let i = 0; i < report.eventCount; i++) pushPacked(events, report.events[i]!);
  for (let i = 0; i < report.decisionCount; i++) pushPacked(records, report.decisions[i]!);
}

/** Keeps a written page, and drops other pages above the limit. */
export function keepPage(pages: LogPages, page: StepPage, written: WrittenPage): void {
  page.written = written;
  page.read = ++pages.reads;
  if (page !== pages.list.at(-1)) finish(pages, page, written);
}

function finish(pages: LogPages, page: StepPage, { events, records }: WrittenPage): void {
  trimPacked(events);
  trimPacked(records);
  letGo(pages, page);
}

function letGo(pages: LogPages, kept: StepPage): void {
  let bytes = pagesBytes(pages);
  if (bytes <= pages.limit) return;
  const byAge = pages.list.filter((page) => page.written !== null && page !== kept);
  byAge.sort((a, b) => a.read - b.read);
  for (const page of byAge) {
    if (bytes <= pages.limit) return;
    bytes -= writtenBytes(page);
    page.written = null;
  }
}

function writtenBytes({ written }: StepPage): number {
  return written === null ? 0 : packedBytes(written.events) + packedBytes(written.records);
}

export function pagesBytes({ list, packers }: LogPages): number {
  const characters = packers.events.characters + packers.records.characters;
  return list.reduce((sum, page) => sum + writtenBytes(page), characters * CHARACTER_BYTES);
}

/** Returns the index of the page with this step; −1 before the first page. */
export function pageOfStep({ list }: LogPages, step: StepNumber): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]!.from < step) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
