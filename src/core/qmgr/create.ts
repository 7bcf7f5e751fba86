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
} from './model.ts';
import { resolveGlobal, type Settings } from './params.ts';
import type { QmgrPort } from './port.ts';
import { createLists } from './qmgr-lists.ts';
import { copyEntry, copyJob, copyMessage, copyPeer, copyQueue } from './row-copies.ts';

/** A new queue manager: its tables in a store. */

/** How a new queue manager is set up. */
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
 * Adds a queue manager to a store. The caller may put other tables in the same store: a keyframe of the store then
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
