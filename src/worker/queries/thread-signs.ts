import type { PoolId } from '../../protocol/ids.ts';
import {
  LANE_SIGNS,
  type LaneSign,
  type LanesQuestion,
  type LaneStart,
} from '../../protocol/thread-lanes.ts';
import { type Branch, type BranchTree, pathOf } from '../track/branches.ts';
import { countUpTo } from '../log/column.ts';
import { segmentCursor } from '../log/log.ts';

/** Signs closer than so many columns, of one kind and on one lane, are one with a number. */
const TOGETHER = 10;

interface Asked extends LanesQuestion {
  transport: PoolId;
}

/** Signs of the threads of a group in a window, by time; `merged` = one row for all threads. Pure. */
export function laneSigns(
  tree: BranchTree,
  branch: Branch,
  start: readonly LaneStart[],
  { from, to, columns, transport }: Asked,
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
