import type { EntryId, JobId, MessageId, PeerId, QueueId, TransportId } from '../../protocol/ids.ts';
import type { Seconds } from '../../protocol/units.ts';
import type { Hashed, HashIndex } from '../hash-index.ts';
import type { List } from '../lists.ts';
import { get, type Row, type Store, type Table, touch } from '../tables.ts';
import type { FeedbackRule } from './feedback-text.ts';
import type { GlobalParams, Settings, TransportParams } from './params.ts';
import type { QmgrPort } from './port.ts';

/**
 * Every structure of the queue manager, as `qmgr.h` explains each before declaring it. Nothing here does anything: the
 * verbs are in the file of each noun. Links are ids (0 = none), lists are intrusive (core/lists.ts), arrays in records
 * are values that are replaced and never changed in place.
 */

/** Why a destination or a transport is dead: an enhanced status code and a sentence. */
export interface Cause {
  readonly status: string;
  readonly reason: string;
}

/**
 * The queue manager itself: one row. Heads of the global lists, the in-core totals that the limits are compared with
 * (qmgr/README.md §1.10), the settings, the steady clock, and the buffer of the last delivery report, which is state because
 * a crashed agent's report reads what an earlier one left in it (§12.6).
 */
export interface CoreRow extends Row {
  settings: Settings;
  params: GlobalParams;
  feedbackRule: FeedbackRule;
  transportFirst: TransportId;
  transportLast: TransportId;
  /** Messages whose file waits in the incoming mail queue, in order of arrival. */
  incomingFirst: MessageId;
  incomingLast: MessageId;
  /** Messages in memory, in the order in which they were fed. */
  activeFirst: MessageId;
  activeLast: MessageId;
  /** Messages to be tried again, in the order in which they were deferred. */
  deferredFirst: MessageId;
  deferredLast: MessageId;
  /** Held back by hand: no scan looks at them. */
  holdFirst: MessageId;
  holdLast: MessageId;
  messageCount: number;
  recipientCount: number;
  queueCount: number;
  /** Steady clock (§3.1): what it showed last, the system time then, and the half second not yet passed on. */
  steady: Seconds;
  steadySystem: Seconds;
  steadyHalf: number;
  reportStatus: string;
  reportReason: string;
  incomingScan: ScanState;
  deferredScan: ScanState;
  /** Which scan is tried first when the active queue has room (§4.2). */
  scanPreferred: 'incoming' | 'deferred';
}

/** One directory scan (§4.1). Replaced as a whole when it changes. */
export interface ScanState {
  readonly status: 'idle' | 'running';
  /** Next file to look at. */
  readonly cursor: MessageId;
  /** Last file of this run: what arrives behind it waits for the next run. */
  readonly end: MessageId;
  /** Asked for during a run: begin again when this one is over. */
  readonly again: boolean;
  /** Ignore the time stamps ("scan all", a flush). */
  readonly all: boolean;
  readonly againAll: boolean;
}

/**
 * A class of delivery agents (smtp, relay, retry …) with its destinations and its list of jobs. Created at first use and
 * never dropped. It reads its parameters once; changing one later changes this copy. `throttled` means that its
 * agents could not be reached; the rate lock keeps a rate-delayed transport from opening connections.
 */
export interface TransportRow extends Row {
  name: string;
  params: TransportParams;
  status: 'ready' | 'throttled';
  /** Why it is throttled, else null, and when it is tried again. */
  cause: Cause | null;
  retryAt: Seconds;
  rateLocked: boolean;
  /** Agent connections opened and not yet answered. */
  pending: number;
  /** Rate-delayed connections, in the order of their due times. */
  connectionFirst: number;
  connectionLast: number;
  /** Free recipient slots of the pool; negative while extra slots are lent (§8.4). */
  recipientSlotsUnused: number;
  /** Job at which selection starts (§9.1); not always the job served last. */
  currentJob: JobId;
  /** First job of the time list that still has recipients to read, more or less (§7.4, 8.2). */
  nextUnreadJob: JobId;
  /** Job that the cached candidate belongs to (NONE: no answer is cached), the answer (NONE: no job fits), its time. */
  cacheFor: JobId;
  candidate: JobId;
  cacheTime: Seconds;
  /** Blocker marks equal to this are in force. Odd, grows by 2: one step voids all marks at once (§11). */
  blockerTag: number;
  /** Scheduler list. */
  jobFirst: JobId;
  jobLast: JobId;
  /** The same jobs by queue time. */
  byTimeFirst: JobId;
  byTimeLast: JobId;
  queueFirst: QueueId;
  queueLast: QueueId;
  /** Jobs once linked: gives `JobRow.linkOrder`. */
  linkCount: number;
  /** Where the candidate search looks (candidate-index.ts): groups by size, other jobs, blockers. */
  groupFirst: number;
  groupLast: number;
  irregularFirst: JobId;
  irregularLast: JobId;
  parkedFirst: JobId;
  parkedLast: JobId;
  /** Blocker tag for which the parked list is right. */
  parkedTag: number;
  prev: TransportId;
  next: TransportId;
}

/**
 * State of a destination. Legal changes: ready → throttled (negative feedback reached the cohort limit), ready →
 * suspended (rate delay after a delivery), and from either only back to ready. Dropped only while ready and empty: a
 * throttled queue without mail is the memory of the failure. `window` ≥ 1 always; it means nothing unless ready.
 */
type QueueStatus = 'ready' | 'throttled' | 'suspended';

/**
 * One destination of one transport: the unit of concurrency. Waiting entries are on its todo list, those held by agents
 * on its busy list. The window says how many may be busy; feedback sums move it (§13). An idle ready queue is
 * dropped at once, and what it had learned is forgotten.
 */
export interface QueueRow extends Hashed {
  transport: TransportId;
  name: string;
  /** What the agent is told: the next hop as it was first seen, with its case. */
  nexthop: string;
  status: QueueStatus;
  window: number;
  success: number;
  failure: number;
  failCohorts: number;
  busyCount: number;
  todoCount: number;
  todoFirst: EntryId;
  todoLast: EntryId;
  busyFirst: EntryId;
  busyLast: EntryId;
  /** Marked as blocking when equal to the transport's tag. */
  blockerTag: number;
  /** When a delivery last ended here; 0 = never. */
  lastDone: Seconds;
  /** Connection-reuse hints sent with each delivery (§21). */
  reuseLoad: boolean;
  reuseStore: boolean;
  cause: Cause | null;
  /** When it becomes ready again; only while throttled or suspended. */
  retryAt: Seconds;
  prev: QueueId;
  next: QueueId;
}

/**
 * Recipients of a file, in file order: one address, or `count` addresses `u<first>@nexthop` and following. The resolver's
 * answer (transport, next hop) comes with them. `start` is the position of the first one in the file.
 */
export interface RecipientRange {
  readonly start: number;
  readonly count: number;
  readonly transport: string;
  readonly nexthop: string;
  /** Null for a numbered range. */
  readonly address: string | null;
  readonly first: number;
}

/**
 * Life of a message: incoming → active → deferred → active → … → removed (the record is dropped). A message goes back
 * from active to incoming only when the queue manager itself restarts. By hand, incoming or deferred → hold → deferred.
 */
export type MessageStatus = 'incoming' | 'active' | 'deferred' | 'hold';

/**
 * A mail: its file (recipients, what remains of them, time stamp) and, while active, the counters of what is in
 * memory. Recipients are read in batches; `unread` is an estimate from the file header; `more` means that reading
 * stopped at the limit, not that something is left (§5.2). Which recipients stay for a later attempt is collected in
 * `leftovers` during the life in memory and becomes `remaining` when the message is deferred.
 */
export interface MessageRow extends Row {
  name: string;
  sender: string;
  status: MessageStatus;
  created: Seconds;
  /** Time stamp of the file: not fed before (minus one second). */
  fileTime: Seconds;
  ranges: readonly RecipientRange[];
  recipientTotal: number;
  /** Positions still to be delivered, as [from, to) pairs ascending; null = all. */
  remaining: readonly number[] | null;
  queuedAt: Seconds;
  refilledAt: Seconds;
  /** Live entries over all transports, the reference count of qmgr. */
  entryCount: number;
  recipientCount: number;
  recipientLimit: number;
  unread: number;
  more: boolean;
  /** Where the next batch begins, while `more`. */
  position: number;
  /** Some recipient must be tried again. */
  someDeferred: boolean;
  /** Revive what this message needs (per-message flush). */
  flushEach: boolean;
  /** Asked for while the file waits: the next feed is a per-message flush. */
  flushAsked: boolean;
  /** One recipient a delivery, whatever the limit (VERP). */
  singleRecipient: boolean;
  /** Agents of an earlier queue manager that hold the file locked: it cannot be fed. */
  locks: number;
  /** Waiting for the bounce service: no entries live, nothing may be read. */
  awaitsBounce: boolean;
  leftoverFirst: number;
  jobFirst: JobId;
  jobLast: JobId;
  prev: MessageId;
  next: MessageId;
}

/** Recipients of an ended entry that stay on file, by position; a chain from the message. */
export interface LeftoverRow extends Row {
  recipients: readonly number[];
  next: number;
}

/**
 * A message inside one transport: what the scheduler orders. On the scheduler list and the time list while linked;
 * retired (level −1) it is on neither but stays with its message and may be linked again with its old counters. Jobs that
 * preempt sit on a stack: parent = the one preempted, level = depth. A level above 0 without a parent is an orphan
 * whose parent has ended.
 */
export interface JobRow extends Row {
  message: MessageId;
  transport: TransportId;
  level: number;
  parent: JobId;
  childFirst: JobId;
  childLast: JobId;
  siblingPrev: JobId;
  siblingNext: JobId;
  /** Entries ever created, and ever taken from todo. Equal: nothing waits. */
  readEntries: number;
  selectedEntries: number;
  /** Recipients in memory and recipient slots. */
  recipientCount: number;
  recipientLimit: number;
  /** Earned by selections, spent by being preempted, in units of 1/cost slot; may be negative. */
  deliverySlotsAvailable: number;
  /** Selections since it preempted, counted up from −(expected number). */
  deliverySlotsUsed: number;
  blockerTag: number;
  peerFirst: PeerId;
  peerLast: PeerId;
  prev: JobId;
  next: JobId;
  timePrev: JobId;
  timeNext: JobId;
  messagePrev: JobId;
  messageNext: JobId;
  /** Queue time of the message and number of the linking: the order of level-0 jobs in the scheduler list. */
  queuedAt: Seconds;
  linkOrder: number;
  /** Where the candidate search finds it: a group, or a list of its transport (candidate-index.ts). */
  place: number;
  placePrev: JobId;
  placeNext: JobId;
}

/** Untouched jobs of a transport with the same number of entries, oldest first. */
export interface CandidateGroupRow extends Hashed {
  transport: TransportId;
  total: number;
  jobFirst: JobId;
  jobLast: JobId;
  prev: number;
  next: number;
}

/**
 * A destination inside a job: round robin among a message's destinations. Lives while it has any entry, waiting or
 * busy; when the destination comes back later it is a new peer at the tail.
 */
export interface PeerRow extends Row {
  job: JobId;
  queue: QueueId;
  entryCount: number;
  /** Waiting entries. */
  entryFirst: EntryId;
  entryLast: EntryId;
  prev: PeerId;
  next: PeerId;
}

/** A batch of recipients of one message for one destination: one delivery request. Waiting (todo) or with an agent (busy). */
export interface EntryRow extends Row {
  message: MessageId;
  peer: PeerId;
  queue: QueueId;
  status: 'todo' | 'busy';
  /** Positions in the file, in delivery order. */
  recipients: readonly number[];
  /** On the queue's todo or busy list. */
  queuePrev: EntryId;
  queueNext: EntryId;
  peerPrev: EntryId;
  peerNext: EntryId;
}

/** An agent connection that waits out a transport rate delay before it may take an entry. */
export interface ConnectionRow extends Row {
  transport: TransportId;
  due: Seconds;
  prev: number;
  next: number;
}

/** Handle of one queue manager: its tables, its lists, its host. Holds no state of its own. */
export interface Qmgr {
  readonly store: Store;
  readonly port: QmgrPort;
  readonly core: Table<CoreRow>;
  readonly transports: Table<TransportRow>;
  readonly queues: Table<QueueRow>;
  readonly messages: Table<MessageRow>;
  readonly leftovers: Table<LeftoverRow>;
  readonly jobs: Table<JobRow>;
  readonly peers: Table<PeerRow>;
  readonly entries: Table<EntryRow>;
  readonly connections: Table<ConnectionRow>;
  readonly queueIndex: HashIndex<QueueRow>;
  readonly candidateGroups: Table<CandidateGroupRow>;
  readonly groupIndex: HashIndex<CandidateGroupRow>;
  readonly lists: QmgrLists;
}

/** The lists, by what they hold; fields and owners are in qmgr-lists.ts. */
export interface QmgrLists {
  readonly transports: List;
  readonly incoming: List;
  readonly active: List;
  readonly deferred: List;
  readonly hold: List;
  readonly queues: List;
  readonly connections: List;
  readonly jobs: List;
  readonly byTime: List;
  readonly jobsOfMessage: List;
  readonly children: List;
  readonly peers: List;
  readonly todo: List;
  readonly busy: List;
  readonly entriesOfPeer: List;
  readonly groups: List;
  readonly jobsOfGroup: List;
  readonly irregular: List;
  readonly parked: List;
}

/** Id of the one row of `core`, and owner of the global lists. */
export const CORE = 1;

/** The queue manager's own row, read only. */
export function coreOf(q: Qmgr): Readonly<CoreRow> {
  return get(q.core, CORE);
}

/** The queue manager's own row, to be written now. */
export function touchCore(q: Qmgr): CoreRow {
  return touch(q.core, CORE);
}
