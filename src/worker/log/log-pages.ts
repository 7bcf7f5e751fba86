import type { StepNumber } from '../../protocol/ids.ts';
import type { Decision } from '../../protocol/decisions.ts';
import type { CoreEvent } from '../../protocol/events.ts';
import { DECISION_FORMS } from './decision-forms.ts';
import { EVENT_FORMS } from './event-forms.ts';
import { createPacker, type Packer } from './pack.ts';
import { createPackedList, packedBytes, type PackedList, pushPacked, trimPacked } from './packed-list.ts';
import type { StepReport } from '../track/step-report.ts';

/**
 * What steps reported, in pages of consecutive steps, each written when it is read. A run makes its events again
 * at any time, from the keyframe before them (`log-reading.ts`): to write all of them down on the way would cost a third
 * of the run, for a log of which a reader looks at a few hundred lines. Pages begin where keyframes are, so that writing
 * one repeats little besides. Beyond the limit those not read for longest are let go; they are written again when asked.
 */
export interface LogPages {
  /** Ascending; the last is open: steps are added to it. */
  readonly list: StepPage[];
  readonly packers: { events: Packer; records: Packer };
  /** Bytes that written pages may take, about. */
  readonly limit: number;
  reads: number;
}

/** The steps after `from`, up to the `from` of the next page. */
export interface StepPage {
  readonly from: StepNumber;
  /** Null until it is read. The open page, once it has been read, is written on with each step. */
  written: WrittenPage | null;
  /** Number of the read that was its last. */
  read: number;
}

/** All events, and all decisions, of the steps of a page. */
export interface WrittenPage {
  readonly events: PackedList<CoreEvent>;
  readonly records: PackedList<Decision>;
}

/** A page is turned here at the latest, also where keyframes are far apart. */
const PAGE_STEPS = 2_000;

/** A character of a dictionary, with its part of the string and of the map. */
const CHARACTER_BYTES = 4;

/** One open page of a segment that begins after step `from`. */
export function createPages(from: StepNumber, limit: number): LogPages {
  const packers = { events: createPacker(), records: createPacker() };
  return { list: [{ from, written: null, read: 0 }], packers, limit, reads: 0 };
}

/** The next step begins a page; `head` is the last step. For where a keyframe is. */
export function turnPage(pages: LogPages, head: StepNumber): void {
  const open = pages.list.at(-1);
  if (open === undefined || open.from === head) return;
  if (open.written !== null) finish(pages, open, open.written);
  pages.list.push({ from: head, written: null, read: 0 });
}

/** Books step `head`: what it reported is written only where the page is being read. */
export function addToPages(pages: LogPages, head: StepNumber, report: StepReport): void {
  let open = pages.list[pages.list.length - 1]!;
  if (head - open.from > PAGE_STEPS) {
    turnPage(pages, head - 1);
    open = pages.list[pages.list.length - 1]!;
  }
  if (open.written !== null) writeStep(open.written, report);
}

/** Nothing written yet, for the steps of one page. */
export function blankPage({ packers }: LogPages): WrittenPage {
  return {
    events: createPackedList(EVENT_FORMS, packers.events),
    records: createPackedList(DECISION_FORMS, packers.records),
  };
}

/** Writes what the next step of a page reported. */
export function writeStep({ events, records }: WrittenPage, report: StepReport): void {
  for (let i = 0; i < report.eventCount; i++) pushPacked(events, report.events[i]!);
  for (let i = 0; i < report.decisionCount; i++) pushPacked(records, report.decisions[i]!);
}

/** Keeps what was written for a page; others go when there is too much. */
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

/** Bytes of what is written, with the dictionaries. */
export function pagesBytes({ list, packers }: LogPages): number {
  const characters = packers.events.characters + packers.records.characters;
  return list.reduce((sum, page) => sum + writtenBytes(page), characters * CHARACTER_BYTES);
}

/** Index of the page with this step; −1 before the first. */
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
