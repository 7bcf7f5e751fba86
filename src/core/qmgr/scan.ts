import type { MessageId } from '../../protocol/ids.ts';
import type { Sliced } from '../sliced.ts';
import { get, NONE } from '../tables.ts';
import { messageFeedParts } from './active.ts';
import { coreOf, type Qmgr, type ScanState, touchCore } from './model.ts';

/**
 * The scans of the incoming and the deferred mail queue, one file a time (qmgr/README.md §4.1–4.3; qmgr_scan.c, qmgr_loop). A
 * directory has an order of its own; here it is the order of arrival, which is a modelling choice.
 */
export type ScanName = 'incoming' | 'deferred';

/** What one turn came to. */
export type ScanAnswer = 'fed' | 'looked' | 'nothing';

const NAMES: readonly ScanName[] = ['incoming', 'deferred'];
const FIELDS = { incoming: 'incomingScan', deferred: 'deferredScan' } as const;

/**
 * Asks for a scan: by a trigger (new mail) for incoming, every queue_run_delay for deferred, by a flush with `all`. During
 * a scan it means one more afterwards: the files that arrive behind the end of the run must not wait for long.
 */
export function scanRequest(q: Qmgr, name: ScanName, all = false): void {
  const scan = coreOf(q)[FIELDS[name]];
  if (scan.status === 'running') store(q, name, { ...scan, again: true, againAll: scan.againAll || all });
  else start(q, name, all);
}

/** The same in parts: a file of thousands of destinations takes long. */
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
  // Round robin while there is room; new mail before old when there is none.
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

/** The next file of a scan, or NONE when it is over. A scan that ends begins again when that was asked for. */
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
