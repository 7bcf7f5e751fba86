import type { JobId, TransportId } from '../protocol/ids.ts';
import type { CandidateRow } from '../protocol/answers.ts';
import { listIds } from './lists.ts';
import { steadySeconds } from './qmgr/clock.ts';
import { jobMaxEntries } from './qmgr/candidate.ts';
import type { JobRow } from './qmgr/model.ts';
import { get, NONE } from './tables.ts';
import type { Simulation } from './simulation.ts';
import { numberOf } from './world/ledger.ts';
import type { World } from './world/state.ts';

/** Largest number of rows returned. The scan continues after it, so that the reasons in the rows stay correct. */
const MAX_ROWS = 200;

interface Scan {
  maxSlots: number;
  bestScore: number;
  best: CandidateRow | null;
  stopped: boolean;
}

/**
 * Repeats for one transport, at this instant, the scan of a preemption test: each job in the order of the job list, with the
 * reason why it lost (qmgr/README.md §10.4). Read-only. It never uses the cache, so the best job is the result of a full
 * scan, even if the engine would use its cache.
 */
export function candidatesOf(sim: Simulation, transport: TransportId): CandidateRow[] {
  const { world } = sim;
  const { currentJob, params } = get(world.qmgr.transports, transport);
  if (currentJob === NONE) return [];
  const current = get(world.qmgr.jobs, currentJob);
  const earned = current.readEntries - current.selectedEntries + current.deliverySlotsAvailable;
  const cost = Math.max(1, params.deliverySlotCost);
  const scan: Scan = { maxSlots: Math.trunc(earned / cost), bestScore: 0, best: null, stopped: false };
  const rows: CandidateRow[] = [];
  let behind = false;
  for (const id of listIds(world.qmgr.lists.jobs, transport)) {
    const row = examine(world, id, currentJob, behind, scan);
    if (id === currentJob) behind = true;
    if (rows.length < MAX_ROWS || row.verdict === 'best') rows.push(row);
  }
  return rows;
}

function examine(world: World, id: JobId, current: JobId, behind: boolean, scan: Scan): CandidateRow {
  const { qmgr } = world;
  const job = get(qmgr.jobs, id);
  const entries = jobMaxEntries(qmgr, job);
  const age = steadySeconds(qmgr) - get(qmgr.messages, job.message).queuedAt + 1;
  const row: CandidateRow = {
    msg: job.message,
    number: numberOf(world.ledger, job.message),
    age,
    entries,
    need: entries - job.selectedEntries,
    score: entries > 0 ? age / entries : 0,
    verdict: 'not-reached',
  };
  if (id === current) {
    row.verdict = 'current';
    row.left = job.readEntries - job.selectedEntries;
  } else if (!behind) row.verdict = 'ahead';
  else if (!scan.stopped) judge(world, job, row, scan);
  return row;
}

function judge(world: World, job: Readonly<JobRow>, row: CandidateRow, scan: Scan): void {
  if (job.childFirst !== NONE) {
    row.verdict = 'has-children';
    return;
  }
  if (job.blockerTag === get(world.qmgr.transports, job.transport).blockerTag) {
    row.verdict = 'blocker';
    return;
  }
  if (row.need <= 0) row.verdict = 'nothing-left';
  else if (row.need > scan.maxSlots) row.verdict = 'does-not-fit';
  else if (row.score > scan.bestScore) {
    if (scan.best !== null) scan.best.verdict = 'lower-score';
    scan.best = row;
    scan.bestScore = row.score;
    row.verdict = 'best';
  } else row.verdict = 'lower-score';
  // The engine stops its scan here. Later jobs on level 0 arrived later, so their score is not higher (qmgr/README.md §10.4).
  if (row.age <= scan.bestScore && job.level === 0) scan.stopped = true;
}
