import type { MessageId } from '../../protocol/ids.ts';
import type { Sliced } from '../sliced.ts';
import { get, NONE } from '../tables.ts';
import { messageFeedParts } from './active.ts';
import { coreOf, type Qmgr, type ScanState, touchCore } from './model.ts';

/**
 * Scans of the incoming and deferred mail queues, one file at a time (qmgr/README.md §4.1–4.3; qmgr_scan.c, qmgr_loop).
 * Files come in order of arrival; this is a choice of the model, because a directory has its own order.
 */
export type ScanName = 'incoming' | 'deferred';

export type ScanAnswer = 'fed' | 'looked' | 'nothing';

const NAMES: readonly ScanName[] = ['incoming', 'deferred'];
const FIELDS = { incoming: 'incomingScan', deferred: 'deferredScan' } as const;

/**
 * Requests a scan. Mail that arrives requests a scan of incoming, the timer of queue_run_delay a scan of deferred, and
 * a flush a scan with `all`. A request during a scan causes a second scan after it, so that files that arrive too late
 * for the first scan do not wait long.
 */
export function scanRequest(q: Qmgr, name: ScanName, all = false): void {
  const scan = coreOf(q)[FIELDS[name]];
  if (scan.status === 'running') store(q, name, { ...scan, again: true, againAll: scan.againAll || all });
  else start(q, name, all);
}

/** Examines the next file of each scan until one is fed. Sliced: reading a file with thousands of destinations takes long. */
export function* scanTurnParts(q: Qmgr): Sliced<ScanAnswer> {
  const first = coreOf(q).scanPreferred;
  let tried: ScanName = NAMES[1] as ScanName;
  let answer: ScanAnswer = 'nothing';
  for (const name of first === 'incoming' ? NAMES : NAMES.toReversed()) {
    if (activeIsFull(q) || answer === 'fed') break;
    tried = name;
    const id = takeNext(q, name);
    if (id === NONE) continue;
    const { fed } = yield* messageFeedParts(q, id, { all: coreOf(q)[FIELDS[name]].all });
    answer = fed ? 'fed' : 'looked';
  }
  // The two scans alternate while the active queue has room. When it is full, the incoming scan goes first.
  const preferred = activeIsFull(q) || tried === 'deferred' ? 'incoming' : 'deferred';
  if (preferred !== first) touchCore(q).scanPreferred = preferred;
  return answer;
}

function activeIsFull(q: Qmgr): boolean {
  const { messageCount, params } = coreOf(q);
  return messageCount >= params.messageActiveLimit;
}

function store(q: Qmgr, name: ScanName, scan: ScanState): void {
  touchCore(q)[FIELDS[name]] = scan;
}

function start(q: Qmgr, name: ScanName, all: boolean): void {
  const { incomingFirst, incomingLast, deferredFirst, deferredLast } = coreOf(q);
  const cursor = name === 'incoming' ? incomingFirst : deferredFirst;
  const end = name === 'incoming' ? incomingLast : deferredLast;
  store(q, name, { status: 'running', cursor, end, again: false, all, againAll: false });
}

/** Returns the next file of a scan, or NONE at its end. Starts the scan again if that was requested. */
function takeNext(q: Qmgr, name: ScanName): MessageId {
  let scan = coreOf(q)[FIELDS[name]];
  if (scan.status === 'running' && scan.cursor === NONE) {
    store(q, name, { ...scan, status: 'idle', again: false });
    if (scan.again) start(q, name, scan.againAll);
    scan = coreOf(q)[FIELDS[name]];
  }
  if (scan.status === 'idle' || scan.cursor === NONE) return NONE;
  const id = scan.cursor;
  store(q, name, { ...scan, cursor: id === scan.end ? NONE : get(q.messages, id).next });
  return id;
}
