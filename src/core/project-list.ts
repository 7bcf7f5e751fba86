import type { View } from '../protocol/frame.ts';
import type { JobId, TransportId } from '../protocol/ids.ts';
import { LISTED_BLOCKER, type ListRow } from '../protocol/rows.ts';
import { blockedShare } from './project-jobs.ts';
import { find, get, NONE, revOf } from './tables.ts';
import { numberOf } from './world/ledger.ts';
import { poolOf } from './world/pools.ts';
import type { World } from './world/state.ts';

/** Number of jobs at the head of a long list that get a row. They are served next, and tables of the page name them. */
const HEAD_ROWS = 12;
/** Largest number of stacked jobs of a long list that get a row. No screen has room for more cards. */
const STACK_ROWS = 60;
/** Longest list, in jobs, whose blocked shares are computed. In longer lists a job is too narrow to show its share. */
const SHARES_MAX = 400;

/** The jobs of one transport, for the page. */
export interface ListedJobs {
  /** Jobs that get a JobRow, in the order of the job list. */
  rows: JobId[];
  count: number;
  /** The whole job list as columns of numbers, if it is too long for the view to take every job as a row. */
  list: ListRow | null;
}

/** A growing column of numbers, indexed by job id. */
type Column = Float64Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/**
 * Cache of what was read from each job, indexed by job id, with its `rev` at that time. Revs are unique in a store, so an
 * equal rev means an equal record, even after a seek. A walk then reads only one record for each job, of which there may be
 * a hundred thousand.
 */
interface Known {
  revs: Float64Array<ArrayBuffer>;
  numbers: Uint32Array<ArrayBuffer>;
  left: Uint32Array<ArrayBuffer>;
  unread: Uint32Array<ArrayBuffer>;
}

const known = new WeakMap<World, Known>();

function knownOf(world: World): Known {
  const size = world.qmgr.jobs.length;
  const old = known.get(world);
  if (old !== undefined && old.revs.length >= size) return old;
  const room = Math.max(1024, size * 2);
  const now: Known = {
    revs: grown(new Float64Array(room), old?.revs),
    numbers: grown(new Uint32Array(room), old?.numbers),
    left: grown(new Uint32Array(room), old?.left),
    unread: grown(new Uint32Array(room), old?.unread),
  };
  known.set(world, now);
  return now;
}

function grown<T extends Column>(column: T, old: T | undefined): T {
  if (old !== undefined) column.set(old);
  return column;
}

/**
 * Walks the job list of a transport once. In a short list every job gets a row. In a long list only jobs drawn as cards get
 * a row. The others are columns of numbers, because the page would need longer than a frame for so many objects.
 */
export function listJobs(world: World, transport: TransportId, view: View): ListedJobs {
  const limit = view.rows ?? Number.POSITIVE_INFINITY;
  const { jobs, transports } = world.qmgr;
  const ids: JobId[] = [];
  const stacked: JobId[] = [];
  for (let id = get(transports, transport).jobFirst; id !== NONE; ) {
    const job = get(jobs, id);
    ids.push(id);
    if ((job.level > 0 || job.childFirst !== NONE) && stacked.length < STACK_ROWS) stacked.push(id);
    id = job.next;
  }
  if (ids.length <= limit) return { rows: ids, count: ids.length, list: null };
  const list = columnsOf(world, transport, view.order === 'time' ? inTime(world, transport) : ids);
  const shown = new Set([...ids.slice(0, HEAD_ROWS), ...stacked, ...alwaysOf(world, transport, view, list)]);
  return { rows: ids.filter((id) => shown.has(id)), count: ids.length, list };
}

function inTime(world: World, transport: TransportId): JobId[] {
  const { jobs, transports } = world.qmgr;
  const ids: JobId[] = [];
  for (let id = get(transports, transport).byTimeFirst; id !== NONE; id = get(jobs, id).timeNext)
    ids.push(id);
  return ids;
}

/** Jobs that always get a row: the current job and its ancestors, the best candidate, the selected and the magnified job. */
function alwaysOf(world: World, transport: TransportId, view: View, list: ListRow): JobId[] {
  const { jobs, transports } = world.qmgr;
  const always = [poolOf(world, transport).candidate];
  for (let id = get(transports, transport).currentJob; id !== NONE; id = find(jobs, id)?.parent ?? NONE)
    always.push(id);
  for (const number of [view.selected, view.lens ?? 0]) {
    const place = number === 0 ? -1 : list.numbers.indexOf(number);
    if (place >= 0) always.push(list.ids[place] as number);
  }
  return always;
}

function columnsOf(world: World, transport: TransportId, ids: readonly JobId[]): ListRow {
  const { jobs, transports } = world.qmgr;
  const { blockerTag } = get(transports, transport);
  const memory = knownOf(world);
  const list = emptyList(transport, ids.length);
  const shares = ids.length <= SHARES_MAX;
  let mix = ids.length;
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] as JobId;
    const job = get(jobs, id);
    // `unread` belongs to the message: reading recipients for another transport changes it without changing this job.
    if (memory.revs[id] !== revOf(jobs, id) || memory.unread[id] !== 0) readJob(world, id, memory);
    const left = memory.left[id] as number;
    list.ids[i] = id;
    list.numbers[i] = memory.numbers[id] as number;
    list.left[i] = left;
    if (job.blockerTag === blockerTag) list.flags[i] = LISTED_BLOCKER;
    if (shares) list.blocked[i] = Math.round(255 * blockedShare(world, id));
    mix = Math.imul(mix ^ id, 0x01000193) ^ (mix >>> 15);
    mix = Math.imul(
      mix ^ ((left << 9) | ((list.blocked[i] as number) << 1) | (list.flags[i] as number)),
      0x85ebca6b,
    );
  }
  list.rev = mix >>> 0;
  return list;
}

/** Creates the columns of a list in one shared buffer: a frame then needs one allocation and transfers one object. */
function emptyList(id: TransportId, count: number): ListRow {
  const buffer = new ArrayBuffer(count * 14);
  return {
    id,
    rev: 0,
    ids: new Uint32Array(buffer, 0, count),
    numbers: new Uint32Array(buffer, count * 4, count),
    left: new Uint32Array(buffer, count * 8, count),
    blocked: new Uint8Array(buffer, count * 12, count),
    flags: new Uint8Array(buffer, count * 13, count),
  };
}

function readJob(world: World, id: JobId, memory: Known): void {
  const job = get(world.qmgr.jobs, id);
  const { unread } = get(world.qmgr.messages, job.message);
  memory.revs[id] = revOf(world.qmgr.jobs, id);
  memory.unread[id] = unread;
  memory.numbers[id] = numberOf(world.ledger, job.message);
  memory.left[id] = job.readEntries - job.selectedEntries + unread;
}
