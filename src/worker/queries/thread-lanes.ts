import type { EventNumber, PoolId } from '../../protocol/ids.ts';
import {
  type CountStep,
  LANE_STATES,
  type LanePiece,
  type LanesQuestion,
  type LaneStart,
  type LaneState,
  type ThreadBands,
  type ThreadLane,
  type ThreadLanes,
  LANE_SIGNS,
  type LaneSign,
} from '../../protocol/thread-lanes.ts';
import type { GroupRow, ThreadId, GroupId } from '../../protocol/threads.ts';
import type { ThreadsRow } from '../../protocol/threads-view.ts';
import type { Micros } from '../../protocol/units.ts';
import { type Branch, type BranchTree, headOf, pathOf } from '../track/branches.ts';
import { countUpTo } from '../log/column.ts';
import { segmentCursor } from '../log/log.ts';
import type { ThreadTrail } from '../log/thread-trail.ts';

/** Largest number of lanes shown. With more threads, states are drawn as areas. */
const LANES_MAX = 40;
const STEPS_MAX = 1_500;
const COLUMNS_MAX = 2_000;

/** The state of a thread at the current position of the trail, and the instant at which this state began. */
interface Reader {
  name: string;
  state: number;
  since: Micros;
  event: EventNumber;
  cpu: number;
  item: string;
  why: string;
  pieces: LanePiece[];
  /** True when the thread existed in the window. */
  seen: boolean;
}

const NONE_STATE = LANE_STATES.indexOf('none');
const RUNNING = LANE_STATES.indexOf('running');
const FETCHING: readonly number[] = [LANE_STATES.indexOf('waiting'), LANE_STATES.indexOf('held')];

/** The state of a run before its first step. */
export interface LanesStart {
  group: GroupRow | null;
  threads: readonly LaneStart[];
}

/** A question with a valid window, its group (0 = none) and transport (0 = all). */
interface Asked extends LanesQuestion {
  group: GroupId;
  transport: PoolId;
}

/** Returns the lanes of threads in a window, from the log of a branch up to the head. Pure. */
export function lanesOfThreads(
  tree: BranchTree,
  branch: Branch,
  row: Pick<ThreadsRow, 'group' | 'source'>,
  start: LanesStart,
  asked: LanesQuestion,
): ThreadLanes {
  const question = saneQuestion(asked, row);
  const { from, to, columns } = question;
  const head = headOf(branch).at;
  const bands = emptyBands(columns);
  const readers = new Map<ThreadId, Reader>();
  for (const thread of start.threads) {
    if (isAsked(question, thread.transport)) readers.set(thread.id, readerOf(thread));
  }
  const end = Math.min(to, Math.max(head, from));
  const sink: Sink = { question, bands, merge: (2 * (to - from)) / columns, end };
  for (const { log, to: step } of pathOf(tree, branch)) {
    readTrail(log.threads, segmentCursor(log, step).event, readers, sink);
  }
  for (const reader of readers.values()) close(reader, end, sink, true);
  const seen = [...readers]
    .filter(([, reader]) => reader.seen)
    // By name, numbers numerically: W2 before W10, independent of the order of creation.
    .toSorted(([a, x], [b, y]) => x.name.localeCompare(y.name, 'en', { numeric: true }) || a - b);
  const counts = countSteps(tree, branch, start.group, question, end);
  fillCounts(bands, counts, question, end);
  return {
    from,
    to,
    head,
    alive: seen.length,
    counts: counts.length > STEPS_MAX || question.group === 0 ? null : counts,
    lanes: seen.length > LANES_MAX ? null : seen.map(([thread, reader]) => laneOf(thread, reader)),
    bands,
    signs: laneSigns(tree, branch, start.threads, question, seen.length > LANES_MAX),
  };
}

function saneQuestion(asked: LanesQuestion, { group, source }: Pick<ThreadsRow, 'group' | 'source'>): Asked {
  const from = Math.max(0, Number.isFinite(asked.from) ? asked.from : 0);
  const to = Math.max(from + 1, Number.isFinite(asked.to) ? asked.to : from + 1);
  const columns = Math.min(COLUMNS_MAX, Math.max(1, Math.trunc(asked.columns) || 1));
  return { ...asked, from, to, columns, group: group?.id ?? 0, transport: source.transport };
}

function isAsked({ transport }: Asked, of: number): boolean {
  return transport === 0 || transport === of;
}

function readerOf(thread: LaneStart): Reader {
  const state: LaneState =
    thread.state === 'blocked-in-handler'
      ? 'blocked'
      : thread.state === 'blocked-in-fetch'
        ? thread.reason === 'gate'
          ? 'held'
          : 'waiting'
        : thread.state === 'exited'
          ? 'none'
          : thread.state;
  return {
    ...freshReader(thread.name),
    state: LANE_STATES.indexOf(state),
    cpu: thread.cpu,
    item: thread.item,
    why: thread.waitsFor,
  };
}

function freshReader(name: string): Reader {
  return { name, state: NONE_STATE, since: 0, event: 0, cpu: 0, item: '', why: '', pieces: [], seen: false };
}

interface Sink {
  question: Asked;
  bands: ThreadBands;
  /** Pieces shorter than this are merged. */
  merge: Micros;
  end: Micros;
}

/** Reads the trail up to event `last`. */
function readTrail(trail: ThreadTrail, last: number, readers: Map<ThreadId, Reader>, sink: Sink): void {
  const rows = countUpTo(trail.event, last);
  const { data: ats } = trail.at;
  const { data: threads } = trail.thread;
  const { data: states } = trail.state;
  for (let row = 0; row < rows; row++) {
    const at = ats[row] ?? 0;
    if (at > sink.end) break;
    const id = threads[row] ?? 0;
    const reader = readers.get(id) ?? newcomer(trail, id, readers, sink);
    if (reader === null) continue;
    close(reader, at, sink);
    const state = states[row] ?? 0;
    const text = trail.texts[trail.text.data[row] ?? 0] ?? '';
    const cpu = trail.cpu.data[row] ?? 0;
    // A row with the same state and an item means that the thread continues with this item on the same CPU.
    if (state === RUNNING && text !== '') reader.item = text;
    else if (state !== RUNNING) reader.why = text;
    if (FETCHING.includes(state)) reader.item = '';
    if (state !== RUNNING || cpu > 0) reader.cpu = cpu;
    reader.state = state;
    reader.since = at;
    reader.event = trail.event.data[row] ?? 0;
  }
}

function newcomer(
  trail: ThreadTrail,
  id: ThreadId,
  readers: Map<ThreadId, Reader>,
  { question }: Sink,
): Reader | null {
  const known = trail.names.get(id);
  if (known === undefined || !isAsked(question, known.transport)) return null;
  const reader = freshReader(known.name);
  readers.set(id, reader);
  return reader;
}

/** Ends the current state of a thread at `at`: adds it to the bands and, clipped to the window, to its pieces. */
function close(reader: Reader, at: Micros, { question, bands, merge }: Sink, isLast = false): void {
  const { from, to } = question;
  const start = Math.max(from, reader.since);
  const end = Math.min(to, at);
  const state = LANE_STATES[reader.state] ?? 'none';
  if (end < start || at < from || state === 'none') return;
  reader.seen = true;
  if (end > start) addToBands(bands, state, start, end, question);
  const piece: LanePiece = {
    from: reader.since,
    to: at,
    state,
    event: reader.event,
    cpu: state === 'running' ? reader.cpu - 1 : -1,
    item: reader.item,
    why: state === 'blocked' ? reader.why : '',
  };
  // The last piece is kept even if short: it lasts until the next event.
  if (isLast) reader.pieces.push(piece);
  else if (piece.to > piece.from) append(reader.pieces, piece, merge);
}

/** Merges neighbouring pieces that are too short to see. The longest piece gives the state. */
function append(pieces: LanePiece[], piece: LanePiece, merge: Micros): void {
  const last = pieces.at(-1);
  const small = piece.to - piece.from < merge;
  if (last !== undefined && small && last.to - last.from < merge && last.to === piece.from) {
    const longer = piece.to - piece.from > last.to - last.from ? piece : last;
    pieces[pieces.length - 1] = { ...longer, from: last.from, to: piece.to, event: last.event };
    return;
  }
  if (
    last !== undefined &&
    last.to === piece.from &&
    last.state === piece.state &&
    last.item === piece.item &&
    last.cpu === piece.cpu
  ) {
    pieces[pieces.length - 1] = { ...last, to: piece.to };
    return;
  }
  pieces.push(piece);
}

function laneOf(thread: ThreadId, { name, pieces }: Reader): ThreadLane {
  return { thread, name, pieces };
}

type BandName = 'running' | 'ready' | 'waiting' | 'held' | 'blocked';
const BAND_OF: Readonly<Record<LaneState, BandName | null>> = {
  none: null,
  running: 'running',
  ready: 'ready',
  waiting: 'waiting',
  held: 'held',
  leaving: 'held',
  blocked: 'blocked',
  stopped: null,
};

function emptyBands(columns: number): ThreadBands {
  const column = (): Float64Array => new Float64Array(columns);
  return {
    low: column(),
    high: column(),
    limit: column().fill(-1),
    running: column(),
    ready: column(),
    waiting: column(),
    held: column(),
    blocked: column(),
  };
}

function addToBands(
  bands: ThreadBands,
  state: LaneState,
  start: Micros,
  end: Micros,
  { from, to, columns }: Asked,
): void {
  const name = BAND_OF[state];
  if (name === null) return;
  const band = bands[name];
  const width = (to - from) / columns;
  const first = Math.min(columns - 1, Math.floor((start - from) / width));
  const last = Math.min(columns - 1, Math.floor((end - from) / width));
  for (let i = first; i <= last; i++) {
    const left = from + i * width;
    const share = (Math.min(end, left + width) - Math.max(start, left)) / width;
    if (share > 0) band[i] = (band[i] ?? 0) + share;
  }
}

/** Returns each change of the group's count in the window, preceded by the value at the window's start. */
function countSteps(
  tree: BranchTree,
  branch: Branch,
  row: GroupRow | null,
  { from, group }: Asked,
  end: Micros,
): CountStep[] {
  let steps: CountStep[] = [{ at: 0, event: 0, runnable: row?.runnable ?? 0, limit: row?.limit ?? -1 }];
  for (const { log, to: step } of pathOf(tree, branch)) {
    const { counts } = log.threads;
    const rows = countUpTo(counts.event, segmentCursor(log, step).event);
    for (let i = 0; i < rows; i++) {
      if (counts.group.data[i] !== group) continue;
      const at = counts.at.data[i] ?? 0;
      if (at > end) break;
      const next: CountStep = {
        at,
        event: counts.event.data[i] ?? 0,
        runnable: counts.runnable.data[i] ?? 0,
        limit: counts.limit.data[i] ?? 0,
      };
      if (at <= from) steps = [next];
      else steps.push(next);
    }
  }
  return steps;
}

/** Minimum and maximum count of each column. Without a group: mean number of running and ready threads. */
function fillCounts(
  bands: ThreadBands,
  steps: readonly CountStep[],
  { from, to, columns, group }: Asked,
  end: Micros,
): void {
  if (group === 0) {
    for (let i = 0; i < columns; i++) {
      const mean = (bands.running[i] ?? 0) + (bands.ready[i] ?? 0);
      bands.low[i] = mean;
      bands.high[i] = mean;
    }
    return;
  }
  const width = (to - from) / columns;
  let next = 1;
  let now = steps[0] ?? { at: 0, event: 0, runnable: 0, limit: -1 };
  for (let i = 0; i < columns; i++) {
    const left = from + i * width;
    if (left > end) break;
    let low = now.runnable;
    let high = now.runnable;
    for (let step = steps[next]; step !== undefined && step.at < left + width; step = steps[++next]) {
      now = step;
      low = Math.min(low, step.runnable);
      high = Math.max(high, step.runnable);
    }
    bands.low[i] = low;
    bands.high[i] = high;
    bands.limit[i] = now.limit;
  }
}

/** Distance, in columns, below which signs of one kind on one lane are merged. */
const TOGETHER = 10;

interface AskedSigns extends LanesQuestion {
  transport: PoolId;
}

/** Returns the signs of a group's threads in a window, by time; `merged` = one row for all threads. Pure. */
function laneSigns(
  tree: BranchTree,
  branch: Branch,
  start: readonly LaneStart[],
  { from, to, columns, transport }: AskedSigns,
  merged: boolean,
): LaneSign[] {
  const signs: LaneSign[] = [];
  const latest = new Map<string, LaneSign>();
  const near = ((to - from) / columns) * TOGETHER;
  const known = new Map(start.map((thread) => [thread.id, thread]));
  for (const { log, to: step } of pathOf(tree, branch)) {
    const { signs: rows, names } = log.threads;
    const count = countUpTo(rows.event, segmentCursor(log, step).event);
    for (let row = 0; row < count; row++) {
      const at = rows.at.data[row] ?? 0;
      if (at > to) break;
      const thread = rows.thread.data[row] ?? 0;
      const about = known.get(thread) ?? names.get(thread);
      if (at < from || (transport !== 0 && about?.transport !== transport)) continue;
      const kind = LANE_SIGNS[rows.kind.data[row] ?? 0] ?? 'signal';
      const key = merged ? kind : `${kind} ${thread}`;
      const last = latest.get(key);
      if (last !== undefined && at - last.at < near) {
        last.count++;
        continue;
      }
      const sign: LaneSign = {
        at,
        kind,
        thread,
        name: about?.name ?? '',
        event: rows.event.data[row] ?? 0,
        count: 1,
      };
      latest.set(key, sign);
      signs.push(sign);
    }
  }
  return signs;
}
