import { createHashIndex } from '../hash-index.ts';
import { createTable, insert, NONE, type Store } from '../tables.ts';
import type { FeedbackRule } from './feedback-text.ts';
import type {
  CandidateGroupRow,
  ConnectionRow,
  CoreRow,
  LeftoverRow,
  Qmgr,
  ScanState,
  TransportRow,
  EntryRow,
  JobRow,
  MessageRow,
  PeerRow,
  QueueRow,
} from './model.ts';
import { resolveGlobal, type Settings } from './params.ts';
import type { QmgrPort } from './port.ts';
import { createLists } from './qmgr-lists.ts';

export interface QmgrOptions {
  readonly feedbackRule: FeedbackRule;
}

const IDLE_SCAN: ScanState = {
  status: 'idle',
  cursor: NONE,
  end: NONE,
  again: false,
  all: false,
  againAll: false,
};

function newCoreRow(settings: Settings, options: QmgrOptions): CoreRow {
  return {
    settings,
    params: resolveGlobal(settings),
    feedbackRule: options.feedbackRule,
    transportFirst: NONE,
    transportLast: NONE,
    incomingFirst: NONE,
    incomingLast: NONE,
    activeFirst: NONE,
    activeLast: NONE,
    deferredFirst: NONE,
    deferredLast: NONE,
    holdFirst: NONE,
    holdLast: NONE,
    messageCount: 0,
    recipientCount: 0,
    queueCount: 0,
    steady: 0,
    steadySystem: 0,
    steadyHalf: 0,
    reportStatus: '',
    reportReason: '',
    incomingScan: IDLE_SCAN,
    deferredScan: IDLE_SCAN,
    scanPreferred: 'incoming',
  };
}

/**
 * Adds the tables of a queue manager to a store. If the caller's own tables are in the same store, one keyframe
 * covers the whole simulation. `settings` come from `parseSettings`.
 */
export function createQmgr(store: Store, settings: Settings, port: QmgrPort, options: QmgrOptions): Qmgr {
  const queues = createTable(store, 'queues', copyQueue);
  const candidateGroups = createTable<CandidateGroupRow>(store, 'candidateGroups', (row) => ({ ...row }));
  const tables = {
    core: createTable<CoreRow>(store, 'core', (row) => ({ ...row })),
    transports: createTable<TransportRow>(store, 'transports', (row) => ({ ...row })),
    queues,
    messages: createTable(store, 'messages', copyMessage),
    leftovers: createTable<LeftoverRow>(store, 'leftovers'),
    jobs: createTable(store, 'jobs', copyJob),
    peers: createTable(store, 'peers', copyPeer),
    entries: createTable(store, 'entries', copyEntry),
    connections: createTable<ConnectionRow>(store, 'connections'),
    queueIndex: createHashIndex(store, 'queueIndex', queues),
    candidateGroups,
    groupIndex: createHashIndex(store, 'groupIndex', candidateGroups),
  };
  insert(tables.core, newCoreRow(settings, options));
  return { store, port, ...tables, lists: createLists(tables) };
}

/**
 * Copies of rows that change often, for keyframes (`tables.ts` explains why they name each member). Members are in the
 * order of the first insertion, so that a JavaScript engine gives both objects the same hidden class.
 */

function copyQueue(row: QueueRow): QueueRow {
  return {
    hash: row.hash,
    hashNext: row.hashNext,
    transport: row.transport,
    name: row.name,
    nexthop: row.nexthop,
    status: row.status,
    window: row.window,
    success: row.success,
    failure: row.failure,
    failCohorts: row.failCohorts,
    busyCount: row.busyCount,
    todoCount: row.todoCount,
    todoFirst: row.todoFirst,
    todoLast: row.todoLast,
    busyFirst: row.busyFirst,
    busyLast: row.busyLast,
    blockerTag: row.blockerTag,
    lastDone: row.lastDone,
    reuseLoad: row.reuseLoad,
    reuseStore: row.reuseStore,
    cause: row.cause,
    retryAt: row.retryAt,
    prev: row.prev,
    next: row.next,
  };
}

function copyMessage(row: MessageRow): MessageRow {
  return {
    name: row.name,
    sender: row.sender,
    status: row.status,
    created: row.created,
    fileTime: row.fileTime,
    ranges: row.ranges,
    recipientTotal: row.recipientTotal,
    remaining: row.remaining,
    queuedAt: row.queuedAt,
    refilledAt: row.refilledAt,
    entryCount: row.entryCount,
    recipientCount: row.recipientCount,
    recipientLimit: row.recipientLimit,
    unread: row.unread,
    more: row.more,
    position: row.position,
    someDeferred: row.someDeferred,
    flushEach: row.flushEach,
    flushAsked: row.flushAsked,
    singleRecipient: row.singleRecipient,
    locks: row.locks,
    awaitsBounce: row.awaitsBounce,
    leftoverFirst: row.leftoverFirst,
    jobFirst: row.jobFirst,
    jobLast: row.jobLast,
    prev: row.prev,
    next: row.next,
  };
}

function copyJob(row: JobRow): JobRow {
  return {
    message: row.message,
    transport: row.transport,
    level: row.level,
    parent: row.parent,
    childFirst: row.childFirst,
    childLast: row.childLast,
    siblingPrev: row.siblingPrev,
    siblingNext: row.siblingNext,
    readEntries: row.readEntries,
    selectedEntries: row.selectedEntries,
    recipientCount: row.recipientCount,
    recipientLimit: row.recipientLimit,
    deliverySlotsAvailable: row.deliverySlotsAvailable,
    deliverySlotsUsed: row.deliverySlotsUsed,
    blockerTag: row.blockerTag,
    peerFirst: row.peerFirst,
    peerLast: row.peerLast,
    prev: row.prev,
    next: row.next,
    timePrev: row.timePrev,
    timeNext: row.timeNext,
    messagePrev: row.messagePrev,
    messageNext: row.messageNext,
    queuedAt: row.queuedAt,
    linkOrder: row.linkOrder,
    place: row.place,
    placePrev: row.placePrev,
    placeNext: row.placeNext,
  };
}

function copyPeer(row: PeerRow): PeerRow {
  return {
    job: row.job,
    queue: row.queue,
    entryCount: row.entryCount,
    entryFirst: row.entryFirst,
    entryLast: row.entryLast,
    prev: row.prev,
    next: row.next,
  };
}

function copyEntry(row: EntryRow): EntryRow {
  return {
    message: row.message,
    peer: row.peer,
    queue: row.queue,
    status: row.status,
    recipients: row.recipients,
    queuePrev: row.queuePrev,
    queueNext: row.queueNext,
    peerPrev: row.peerPrev,
    peerNext: row.peerNext,
  };
}
