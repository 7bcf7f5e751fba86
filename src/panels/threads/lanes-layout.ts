import type { EventNumber } from '../../protocol/ids.ts';
import type { ThreadId } from '../../protocol/threads.ts';
import type { LaneState, ThreadLane } from '../../protocol/thread-lanes.ts';
import type { Micros } from '../../protocol/units.ts';
import type { TimeWindow } from '../../plot/time-window.ts';
import { xOf } from './time-scale.ts';
import { boxesPath, hundredths, stepLine } from '../../plot/paths.ts';

/** How a state is drawn: full bar, outlined bar, hollow bar of half height, dotted line, plain line, dashed line. */
export type LaneForm = 'run' | 'ready' | 'block' | 'held' | 'wait' | 'stop';

const FORMS: Readonly<Record<LaneState, LaneForm | null>> = {
  none: null,
  running: 'run',
  ready: 'ready',
  blocked: 'block',
  held: 'held',
  leaving: 'held',
  waiting: 'wait',
  stopped: 'stop',
};

/** One bar or line of a lane, and its place in the plot. */
export interface LaneMark {
  key: string;
  lane: number;
  form: LaneForm;
  x: number;
  width: number;
  /** Width of the sign at the beginning of the mark. */
  indent: number;
  /** Number of the event or message that the thread works on, 0 = none. */
  number: number;
  /** The words that fit, '' = none. At the near end the event or the wait, at the far end the CPU. */
  text: string;
  tail: string;
  event: EventNumber;
  /** The event or the wait in full. `from` and `to` are its whole time, which may extend beyond the window. */
  about: string;
  from: Micros;
  to: Micros;
}

/** Width of a character, and the margins of words, in units of 1/16 rem. */
const CHARACTER = 6;
const SPARE = 10;
/** More marks than this are drawn as one path for each form, without words. */
export const MARKS_MAX = 900;

const SIGN_ROOM = 13;
const NO_SIGNS: ReadonlySet<string> = new Set();

/** Key of a sign: its thread and its instant. */
export function signKey(thread: ThreadId, at: Micros): string {
  return `${thread} ${at}`;
}

/** Marks of all lanes in a window. `signed` has the keys of signs, for which the words of a mark leave room. */
export function laneMarks(
  lanes: readonly ThreadLane[],
  window: TimeWindow,
  width: number,
  words: boolean,
  signed: ReadonlySet<string> = NO_SIGNS,
): LaneMark[] {
  const marks: LaneMark[] = [];
  for (const [lane, { thread, pieces }] of lanes.entries()) {
    for (const [i, piece] of pieces.entries()) {
      const form = FORMS[piece.state];
      if (form === null) continue;
      const from = Math.max(window.from, piece.from);
      const to = Math.min(window.to, piece.to);
      if (to <= from) continue;
      const x = xOf(window, width, from);
      const end = xOf(window, width, to);
      const indent = signed.has(signKey(thread, piece.from)) ? SIGN_ROOM : 0;
      marks.push({
        key: `${lane} ${i}`,
        lane,
        form,
        x,
        width: end - x,
        indent,
        number: itemNumber(piece.item),
        ...(words ? wordsOf(form, piece, end - x - indent) : { text: '', tail: '' }),
        event: piece.event,
        about: form === 'block' ? piece.why : piece.item,
        from: piece.from,
        to: piece.to,
      });
    }
  }
  return marks;
}

/** Lanes without stretches that last to `head`, the end of the known run. Their length depends on the cursor. */
export function settledLanes(lanes: readonly ThreadLane[], head: Micros): ThreadLane[] {
  return lanes.map((lane) =>
    lane.pieces.at(-1)?.to === head ? { ...lane, pieces: lane.pieces.slice(0, -1) } : lane,
  );
}

/** The stretches that last to `head`, or to the cursor if it is later. */
export function lastingLanes(lanes: readonly ThreadLane[], head: Micros, now: Micros): ThreadLane[] {
  return lanes.map((lane) => {
    const last = lane.pieces.at(-1);
    return { ...lane, pieces: last?.to === head ? [{ ...last, to: Math.max(head, now) }] : [] };
  });
}

/** The number in the name of an event, for its colour: `e12` and `r12` are 12. */
export function itemNumber(item: string): number {
  const found = /(\d{1,6})\D*$/.exec(item);
  return found === null ? 0 : Number(found[1]);
}

function wordsOf(
  form: LaneForm,
  { item, why, cpu }: { item: string; why: string; cpu: number },
  width: number,
): { text: string; tail: string } {
  const text =
    form === 'run' ? item : form === 'block' ? why : form === 'ready' ? `${item} ready`.trim() : '';
  const fits = (words: string): boolean => words.length * CHARACTER + SPARE <= width;
  const shown = fits(text) ? text : form === 'ready' && fits(item) ? item : '';
  const tail = form === 'run' && cpu >= 0 ? `cpu ${cpu}` : '';
  return { text: shown, tail: tail !== '' && fits(`${text}  ${tail}`) ? tail : '' };
}

/** One path for each form, for very many marks. */
export function batchedPaths(
  marks: readonly LaneMark[],
  rowHeight: number,
  barHeight: number,
): { form: LaneForm; d: string }[] {
  const paths = new Map<LaneForm, { form: LaneForm; d: string }>();
  for (const { lane, form, x, width } of marks) {
    const path = paths.get(form) ?? { form, d: '' };
    const top = lane * rowHeight + (rowHeight - barHeight) / 2;
    const w = Math.max(0.75, width);
    path.d +=
      form === 'held' || form === 'wait'
        ? stepLine([{ x, y: top + barHeight / 2, to: x + w }], hundredths)
        : form === 'block'
          ? boxesPath([{ x, y: top + barHeight / 4, width: w, height: barHeight / 2 }])
          : boxesPath([{ x, y: top, width: w, height: barHeight }]);
    paths.set(form, path);
  }
  return [...paths.values()];
}

/** Height of a row and of its bar. Up to 12 lanes have names; more lanes are thin. */
export function laneSizes(count: number): { row: number; bar: number; names: boolean } {
  if (count <= 12) return { row: 18, bar: 14, names: true };
  return { row: 8, bar: 6, names: false };
}
