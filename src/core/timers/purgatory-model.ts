import type { TimerEvent } from '../../protocol/events.ts';
import type { TimerId, OperationId } from '../../protocol/ids.ts';
import { createTable, get, insert, NONE, type Row, type Store, type Table, touch } from '../tables.ts';

/**
 * Rows of the purgatory: operations that wait for a condition under one or more keys, with a timeout. They are rows of
 * tables.ts, so keyframes of the store include them. They are few compared with timers, and each is changed only a few
 * times.
 */
export interface Purgatory {
  readonly operations: Table<Operation>;
  readonly nodes: Table<WatchNode>;
  /** Watcher lists. The id is the key: a small number from 1 that the owner chooses (the id of a destination). */
  readonly lists: Table<WatchList>;
  readonly state: Table<PurgatoryState>;
}

/** A delayed operation. It is dropped when it is completed and on no list, so an unknown id counts as completed. */
export interface Operation extends Row {
  ref: number;
  /** Its timer while the timeout runs, else 0. */
  timer: TimerId;
  completed: boolean;
  /** Nodes on watcher lists. */
  nodes: number;
  /** True if the operation must stay in memory for another reason: in the design of 0.8, its entry in the heap of timeouts. */
  held: boolean;
  /** In the proposed design: completed, and a garbage collection has cleared the references of its nodes. */
  cleared: boolean;
}

/** An operation on one list. A key given twice makes two nodes. */
interface WatchNode extends Row {
  operation: OperationId;
  list: number;
  next: number;
  prev: number;
}

/** Watchers of one key, in order of arrival. Lists with nodes are chained, so that a purge visits only these lists. */
export interface WatchList extends Row {
  head: number;
  tail: number;
  count: number;
  nextList: number;
  prevList: number;
}

export interface PurgatoryState extends Row {
  purgeInterval: number;
  /** Operations watched since the last purge, plus operations pending at that time. Counts operations, not nodes. */
  estimatedTotal: number;
  /** Operations whose timeout runs. */
  delayed: number;
  firstList: number;
  lastList: number;
  /** Number of nodes on all lists, and number of nodes of completed operations. */
  watched: number;
  deadNodes: number;
  retainedDone: number;
  tryCompleteCalls: number;
  nodeVisits: number;
  checks: number;
  completions: number;
  expirations: number;
  purges: number;
  purgedNodes: number;
}

export interface PurgatoryPort {
  /** True when the condition of this operation is true now. */
  satisfied(ref: number): boolean;
  /** Starts the timeout, in the time unit of the wheel. Returns its timer; 0 when it is already due. */
  arm(operation: OperationId, timeout: number): TimerId;
  disarm(timer: TimerId): void;
  /** Receives events; absent when nothing listens. */
  report?: { keyName(key: number): string; emit(event: TimerEvent): void };
}

/** Id of the only row of `state`. */
const PURGATORY_STATE = 1;

/** Number of completed operations that starts a purge: the default of Kafka's broker. */
export const PURGE_INTERVAL = 1000;

/** Creates an empty purgatory in `store`. `name` distinguishes its tables from others. */
export function createPurgatory(
  store: Store,
  params: { purgeInterval?: number; name?: string } = {},
): Purgatory {
  const { purgeInterval = PURGE_INTERVAL, name = 'purgatory' } = params;
  if (!Number.isSafeInteger(purgeInterval) || purgeInterval < 0)
    throw new Error(`purgeInterval ${purgeInterval}: not a whole number from 0`);
  const purgatory: Purgatory = {
    operations: createTable(store, `${name} operation`, copyOperation),
    nodes: createTable(store, `${name} node`, copyNode),
    lists: createTable(store, `${name} list`, copyList),
    state: createTable(store, `${name} state`, (row) => ({ ...row })),
  };
  insert(purgatory.state, {
    purgeInterval,
    estimatedTotal: 0,
    delayed: 0,
    firstList: NONE,
    lastList: NONE,
    watched: 0,
    deadNodes: 0,
    retainedDone: 0,
    tryCompleteCalls: 0,
    nodeVisits: 0,
    checks: 0,
    completions: 0,
    expirations: 0,
    purges: 0,
    purgedNodes: 0,
  });
  return purgatory;
}

export function purgatoryState(p: Purgatory): PurgatoryState {
  return touch(p.state, PURGATORY_STATE);
}

export function purgatoryCounts(p: Purgatory): Readonly<PurgatoryState> {
  return get(p.state, PURGATORY_STATE);
}

// Copies for keyframes. Members are in the order of the first insertion (`tables.ts`).

function copyOperation(row: Operation): Operation {
  return {
    ref: row.ref,
    timer: row.timer,
    completed: row.completed,
    nodes: row.nodes,
    held: row.held,
    cleared: row.cleared,
  };
}

function copyNode(row: WatchNode): WatchNode {
  return { operation: row.operation, list: row.list, next: row.next, prev: row.prev };
}

function copyList(row: WatchList): WatchList {
  return {
    head: row.head,
    tail: row.tail,
    count: row.count,
    nextList: row.nextList,
    prevList: row.prevList,
  };
}
