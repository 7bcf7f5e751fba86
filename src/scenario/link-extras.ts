/** Parts of a link besides the run: bookmarks with notes, a note for the reader, the layout, an exercise. */
import * as v from 'valibot';
import type { DebugMarks } from '../protocol/debug.ts';
import type { BranchId, StepNumber } from '../protocol/ids.ts';
import type { Result } from '../protocol/result.ts';
import type { Micros } from '../protocol/units.ts';
import { LIMITS } from './limits.ts';
import { packMarks, readMarks } from './link-marks.ts';
import { toInputErrors } from './schema-errors.ts';
import { listOf } from './schema-list.ts';
import { text, whole } from './schema-parts.ts';

interface LinkBookmark {
  /** Branch of the bookmark; absent = the branch that the link shows. */
  branch?: BranchId;
  step: StepNumber;
  at: Micros;
  note: string;
}

interface LinkLayout {
  world: boolean;
  explain: boolean;
  dock: 'destinations' | 'wheel' | 'threads' | 'recipients';
  order: 'scheduler' | 'time';
}

export interface LinkExtras {
  bookmarks?: LinkBookmark[];
  /** A note that is shown when the link is opened. */
  note?: string;
  layout?: LinkLayout;
  marks?: DebugMarks;
  /** For an exercise: the message that gets the next turn, such as `m6`. */
  answer?: string;
}

export const BOOKMARKS_MAX = 100;
export const NOTE_MAX = 280;

const DOCKS = ['destinations', 'wheel', 'threads', 'recipients'] as const;
const ORDERS = ['scheduler', 'time'] as const;

/** Packs the extras as the member `z` of a compact run. Absent extras take no space. */
export function packExtras({ bookmarks, note, layout, marks, answer }: LinkExtras): Record<string, unknown> {
  const stops = marks === undefined ? null : packMarks(marks);
  const packed = {
    ...(bookmarks === undefined || bookmarks.length === 0
      ? {}
      : { m: bookmarks.slice(0, BOOKMARKS_MAX).map(packBookmark) }),
    ...(note === undefined || note === '' ? {} : { q: note.slice(0, NOTE_MAX) }),
    ...(answer === undefined || answer === '' ? {} : { x: answer }),
    ...(layout === undefined
      ? {}
      : {
          y: [
            layout.world ? 1 : 0,
            layout.explain ? 1 : 0,
            DOCKS.indexOf(layout.dock),
            ORDERS.indexOf(layout.order),
          ],
        }),
  };
  const all = stops === null ? packed : { ...packed, d: stops };
  return Object.keys(all).length === 0 ? {} : { z: all };
}

const MARK = 'a bookmark: step, microseconds, note, and optionally a branch';
const PLACE = [whole(0, LIMITS.count), whole(0, LIMITS.at), text(NOTE_MAX)] as const;

function packBookmark({ step, at, note, branch }: LinkBookmark): unknown[] {
  return branch === undefined ? [step, at, note] : [step, at, note, branch];
}

const ANSWER = 'an answer: a message, such as m6';
const ANSWER_MAX = 10;
const LAYOUT = 'a layout: four small numbers';
const schema = v.strictObject({
  m: v.exactOptional(
    listOf(
      v.union([v.strictTuple(PLACE), v.strictTuple([...PLACE, whole(1, LIMITS.branches)])], MARK),
      `at most ${BOOKMARKS_MAX} bookmarks`,
      { max: BOOKMARKS_MAX },
    ),
  ),
  q: v.exactOptional(text(NOTE_MAX)),
  d: v.exactOptional(v.custom<unknown[]>(Array.isArray, 'a list of breakpoints and watches')),
  x: v.exactOptional(v.pipe(text(ANSWER_MAX), v.regex(/^m\d{1,9}$/, ANSWER))),
  y: v.exactOptional(v.strictTuple([whole(0, 1), whole(0, 1), whole(0, 3), whole(0, 1)], LAYOUT)),
});

export function readExtras(run: unknown): Result<LinkExtras> {
  const packed: unknown = typeof run === 'object' && run !== null && 'z' in run ? run.z : {};
  const result = v.safeParse(schema, packed);
  if (!result.success) return { ok: false, errors: toInputErrors(result.issues) };
  const { m, q, y, d, x } = result.output;
  const extras: LinkExtras = {};
  if (d !== undefined) {
    const marks = readMarks(d);
    if (marks === null)
      return { ok: false, errors: [{ field: 'z.d', value: 'a list', accepted: 'breakpoints and watches' }] };
    extras.marks = marks;
  }
  if (m !== undefined)
    extras.bookmarks = m.map(([step, at, note, branch]) => ({
      step,
      at,
      note,
      ...(branch === undefined ? {} : { branch }),
    }));
  if (q !== undefined) extras.note = q;
  if (x !== undefined) extras.answer = x;
  if (y !== undefined) {
    const [world, explain, dock, order] = y;
    extras.layout = {
      world: world === 1,
      explain: explain === 1,
      dock: DOCKS[dock] ?? 'destinations',
      order: ORDERS[order] ?? 'scheduler',
    };
  }
  return { ok: true, value: extras };
}
