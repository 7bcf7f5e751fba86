import { timerName } from '../protocol/timer-name.ts';
import type { TimerToken, WatchListRow, WheelDetail, WheelQuestion } from '../protocol/wheel.ts';
import type { Simulation } from './simulation.ts';
import { find, get } from './tables.ts';
import { clockTaskOf } from './timers/clock-model.ts';
import { clockNextDue } from './timers/clock.ts';
import { projectStructure } from './timers/project-detail.ts';
import { operationCompleted } from './timers/purgatory.ts';
import { purgatoryCounts } from './timers/purgatory-model.ts';
import { watchedKeys, watchListCount, watchListOperations } from './timers/watch-list.ts';
import { numberOf } from './world/ledger.ts';
import { ONE, type World } from './world/state.ts';
import { QMGR_TIMER, REPLY, SCAN, taskLabel, TIMEOUT } from './world/task-label.ts';

const MOST_KEYS = 30;
const MOST_NODES = 40;

/** Returns the wheel of the run, without the path of the followed timer and the last wake-up, which only the log has. */
export function wheelDetail(sim: Simulation, question: WheelQuestion): WheelDetail {
  const { world } = sim;
  const { clock, purgatory } = world;
  const { now, step } = get(world.one, ONE);
  const source = {
    unit: 1,
    token: (record: number, level: number, bucket: number): TimerToken => token(world, record, level, bucket),
  };
  const structure = projectStructure(clock.wheel, source, question);
  const open = [...clock.open.records.subarray(0, clock.open.length)].map((r) => token(world, r, 0, -1));
  const keys = watchedKeys(purgatory).slice(0, MOST_KEYS);
  const { estimatedTotal, delayed, purgeInterval, deadNodes, watched } = purgatoryCounts(purgatory);
  return {
    ...structure,
    at: now,
    step,
    pending: structure.pending + open.length,
    timers: [...open.toSorted((a, b) => a.due - b.due || a.id - b.id), ...structure.timers],
    nextWakeUp: clockNextDue(clock) ?? -1,
    watched: keys.map((key) => watchRow(world, key)),
    estimate: {
      total: estimatedTotal,
      pending: delayed,
      interval: purgeInterval,
      dead: deadNodes,
      nodes: watched,
    },
    followed: null,
    wakeUp: null,
  };
}

function token(world: World, record: number, level: number, bucket: number): TimerToken {
  const { number: id, kind, ref, due } = clockTaskOf(world.clock, record);
  const operation = kind === TIMEOUT ? find(world.purgatory.operations, ref)?.ref : undefined;
  const delivery = find(world.deliveries, kind === REPLY ? ref : (operation ?? 0));
  const label = timerName(taskLabel(world, kind, ref));
  const base = { id, due, level, bucket, label };
  if (delivery !== undefined) {
    const number = numberOf(world.ledger, delivery.msg);
    return kind === REPLY
      ? { ...base, form: 'message', mark: String(number), number }
      : { ...base, form: 'agent', mark: `a${delivery.agent}`, number };
  }
  return { ...base, form: 'other', mark: markOf(world, kind, ref), number: 0 };
}

/** Letter of a timer: first letter of its destination, `t` for a transport, `Q` for the scan of the deferred queue. */
function markOf(world: World, kind: string, ref: number): string {
  if (kind === SCAN) return 'Q';
  const timer = kind === QMGR_TIMER ? find(world.timers.rows, ref) : undefined;
  if (timer?.kind.startsWith('queue.') === true)
    return (find(world.qmgr.queues, timer.object)?.name ?? '?').slice(0, 1);
  return timer?.kind === 'transport.revive' ? 't' : 'q';
}

function watchRow(world: World, key: number): WatchListRow {
  const { purgatory } = world;
  const total = watchListCount(purgatory, key);
  const all = watchListOperations(purgatory, key);
  const done = all.filter((operation) => operationCompleted(purgatory, operation)).length;
  const nodes = all.slice(0, MOST_NODES).map((operation) => {
    const delivery = find(world.deliveries, find(purgatory.operations, operation)?.ref ?? 0);
    return {
      number: delivery === undefined ? 0 : numberOf(world.ledger, delivery.msg),
      done: operationCompleted(purgatory, operation),
    };
  });
  return { key: find(world.qmgr.queues, key)?.name ?? '', nodes, total, done };
}
