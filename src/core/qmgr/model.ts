import type { EntryId, JobId, MessageId, PeerId, QueueId, TransportId } from '../../protocol/ids.ts';
import type { Seconds } from '../../protocol/units.ts';
import type { Hashed, HashIndex } from '../hash-index.ts';
import type { List } from '../lists.ts';
import { get, type Row, type Store, type Table, touch } from '../tables.ts';
import type { FeedbackRule } from './feedback-text.ts';
import type { GlobalParams, Settings, TransportParams } from './params.ts';
import type { QmgrPort } from './port.ts';

/**
 * Every structure of the queue manager, explained as in `qmgr.h`. The actions are in the file of each structure. Links
 * are ids (0 = none), lists are intrusive (core/lists.ts), arrays in rows are replaced and never changed in place.
 */

/** The reason why a destination or transport is dead: an enhanced status code and a sentence. */
export interface Cause {
  readonly status: string;
  readonly reason: string;
}

/**
 * The queue manager itself: the only row of its table. It has the heads of the global lists, the totals that limits are
 * compared with (qmgr/README.md §1.10), the settings, the steady clock, and the buffer of the last delivery report. The
 * buffer is state because the handling of a crash reads what an earlier report left in it (§12.6).
 */
export interface CoreRow extends Row {
  settings: Settings;
  params: GlobalParams;
  feedbackRule: FeedbackRule;
  transportFirst: TransportId;
  transportLast: TransportId;
  /** Messages in the incoming mail queue, in order of arrival. */
  incomingFirst: MessageId;
  incomingLast: MessageId;
  /** Messages in memory, in the order in which they were fed. */
  activeFirst: MessageId;
  activeLast: MessageId;
  /** Messages that wait for another attempt, in the order in which they were deferred. */
  deferredFirst: MessageId;
  deferredLast: MessageId;
  /** Messages held by hand. No scan reads them. */
  holdFirst: MessageId;
  holdLast: MessageId;
  messageCount: number;
  recipientCount: number;
  queueCount: number;
  /**
   * The steady clock (§3.1): its last value, the system time at that moment, and the half second not counted yet (0 or
   * 1).
   */
  steady: Seconds;
  steadySystem: Seconds;
  steadyHalf: number;
  reportStatus: string;
  reportReason: string;
  incomingScan: ScanState;
  deferredScan: ScanState;
  /** The scan that is tried first when the active queue has room (§4.2). */
  scanPreferred: 'incoming' | 'deferred';
}

/** One directory scan (§4.1). Replaced as a whole when it changes. */
export interface ScanState {
  readonly status: 'idle' | 'running';
  readonly cursor: MessageId;
  /** Last file of this scan. Files that arrive later wait for the next scan. */
  readonly end: MessageId;
  /** True if another scan was requested and starts when this scan has ended. */
  readonly again: boolean;
  /** True if the scan ignores time stamps ("scan all", a flush). */
  readonly all: boolean;
  readonly againAll: boolean;
}

/**
 * A class of delivery agents (smtp, relay, retry …) with its destinations and its job list. It is created at first use,
 * never dropped, and keeps its own copy of its parameters. `throttled`: its agents could not be reached. `rateLocked`:
 * a transport with a rate delay may not open a connection.
 */
export interface TransportRow extends Row {
  name: string;
  params: TransportParams;
  status: 'ready' | 'throttled';
  /** The reason why the transport is throttled, or null; and when it is tried again. */
  cause: Cause | null;
  retryAt: Seconds;
  rateLocked: boolean;
  /** Connections to agents that are opened and not yet answered. */
  pending: number;
  /** Connections that wait for the rate delay, in the order of their due times. */
  connectionFirst: number;
  connectionLast: number;
  /** Free recipient slots of the pool; negative while extra slots are lent (§8.4). */
  recipientSlotsUnused: number;
  /** The job at which selection starts (§9.1); not always the job served last. */
  currentJob: JobId;
  /** Usually the first job of the time list that still has recipients to read (§7.4, 8.2). */
  nextUnreadJob: JobId;
  /** The candidate cache: the job to be preempted (NONE = empty), the candidate (NONE = no job fits), and the time. */
  cacheFor: JobId;
  candidate: JobId;
  cacheTime: Seconds;
  /**
   * Jobs and queues with this tag are marked as blockers. The tag is odd; growing by 2 clears all marks in one step
   * (§11).
   */
  blockerTag: number;
  /** The job list: the order of service. */
  jobFirst: JobId;
  jobLast: JobId;
  /** The time list: the same jobs by queue time. */
  byTimeFirst: JobId;
  byTimeLast: JobId;
  queueFirst: QueueId;
  queueLast: QueueId;
  /** Number of times that a job was linked; source of `JobRow.linkOrder`. */
  linkCount: number;
  /** The index of the candidate search (candidate-index.ts): groups by size, irregular jobs, blockers. */
  groupFirst: number;
  groupLast: number;
  irregularFirst: JobId;
  irregularLast: JobId;
  parkedFirst: JobId;
  parkedLast: JobId;
  /** The transport's blocker tag when the parked list was last updated. */
  parkedTag: number;
  prev: TransportId;
  next: TransportId;
}

/**
 * State of a destination. Negative feedback at the cohort limit makes it throttled, a rate delay after a delivery makes it
 * suspended; from either it can only become ready. It is dropped only while ready and empty: a throttled queue without
 * mail is kept, to remember the failure. `window` is at least 1, and has no meaning unless ready.
 */
type QueueStatus = 'ready' | 'throttled' | 'suspended';

/**
 * One destination of one transport: the unit of concurrency. Entries wait on its todo list; agents hold the entries on its
 * busy list. The window limits how many may be busy; feedback moves it (§13). An idle ready queue is dropped immediately,
 * and its window is forgotten.
 */
export interface QueueRow extends Hashed {
  transport: TransportId;
  name: string;
  /** The next hop that agents get, with the upper and lower case of its first use. */
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
  /** The destination is marked as blocking while this tag equals the transport's. */
  blockerTag: number;
  /** Time at which the last delivery to this destination ended; 0 = never. */
  lastDone: Seconds;
  /** Connection-reuse hints sent with each delivery (§21). */
  reuseLoad: boolean;
  reuseStore: boolean;
  cause: Cause | null;
  /** Time at which the destination becomes ready again. Set only while it is throttled or suspended. */
  retryAt: Seconds;
  prev: QueueId;
  next: QueueId;
}

/**
 * Consecutive recipients of a file with the same resolver answer (transport, next hop): one address, or `count` addresses
 * `u<first>@nexthop`, `u<first + 1>@nexthop` and so on. `start` is the position of the first recipient in the file.
 */
export interface RecipientRange {
  readonly start: number;
  readonly count: number;
  readonly transport: string;
  readonly nexthop: string;
  /** Address of the recipient; null for a numbered range. */
  readonly address: string | null;
  readonly first: number;
}

/**
 * A message goes incoming → active → deferred → active → … until its row is dropped. It returns from active to incoming
 * only when the queue manager restarts. By hand: incoming or deferred → hold → deferred.
 */
export type MessageStatus = 'incoming' | 'active' | 'deferred' | 'hold';

/**
 * A mail: its file (all recipients, remaining recipients, time stamp) and, while it is active, counters of its parts in
 * memory. Recipients are read in batches. `unread` is an estimate from the file header. `more` means that reading stopped
 * at the limit, not that recipients are left (§5.2). Recipients for a later attempt are collected in `leftovers` while the
 * message is active and become `remaining` when it is deferred.
 */
export interface MessageRow extends Row {
  name: string;
  sender: string;
  status: MessageStatus;
  created: Seconds;
  /** Time stamp of the file. The message is fed no earlier than one second before. */
  fileTime: Seconds;
  ranges: readonly RecipientRange[];
  recipientTotal: number;
  /** Positions of recipients not yet delivered, as ascending [from, to) pairs; null = all. */
  remaining: readonly number[] | null;
  queuedAt: Seconds;
  refilledAt: Seconds;
  /** Live entries over all transports: qmgr's reference count. */
  entryCount: number;
  recipientCount: number;
  recipientLimit: number;
  unread: number;
  more: boolean;
  /** Position at which the next batch starts, while `more`. */
  position: number;
  /** True if some recipient must be tried again. */
  someDeferred: boolean;
  /** True if a feed revives the dead destinations and transports that this message needs (per-message flush). */
  flushEach: boolean;
  /** True if a flush was requested before the message was active: the next feed sets `flushEach`. */
  flushAsked: boolean;
  /** True if each delivery has a single recipient, regardless of the recipient limit (VERP). */
  singleRecipient: boolean;
  /** Number of agents of an earlier queue manager that lock the file. While it is not 0, no scan can feed the message. */
  locks: number;
  /** True while the message waits for the bounce service: no entry is live, and nothing may be read. */
  awaitsBounce: boolean;
  leftoverFirst: number;
  jobFirst: JobId;
  jobLast: JobId;
  prev: MessageId;
  next: MessageId;
}

/** Positions of recipients that an ended entry left on file; a chain that starts at the message. */
export interface LeftoverRow extends Row {
  recipients: readonly number[];
  next: number;
}

/**
 * A message inside one transport: what the scheduler orders. A linked job is on the job list and the time list. A
 * retired job (level −1) is on neither, stays with its message, and may be linked again with its old counters.
 * Preempting jobs form a stack: `parent` is the job preempted, `level` the depth. A level above 0 without a parent
 * means that the parent ended.
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
  /** Entries made so far, and entries taken from todo lists so far. If they are equal, no entry waits. */
  readEntries: number;
  selectedEntries: number;
  /** Recipients in memory, and the recipient slots that the job holds. */
  recipientCount: number;
  recipientLimit: number;
  /** Units earned by selections minus units paid. A slot costs `deliverySlotCost` units. May be negative. */
  deliverySlotsAvailable: number;
  /**
   * Selections since this job preempted another job, minus the number of selections expected then. Negative = some are
   * left.
   */
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
  /** Queue time of the message and serial number of the link: the order of level-0 jobs in the job list. */
  queuedAt: Seconds;
  linkOrder: number;
  /** Place in the candidate index: a group, or a list of its transport (candidate-index.ts). */
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
 * A destination inside a job, for round robin among the job's destinations. It lives while it has an entry, waiting or
 * busy. If the destination comes back later, it is a new peer at the tail.
 */
export interface PeerRow extends Row {
  job: JobId;
  queue: QueueId;
  entryCount: number;
  /** First and last waiting entry of the peer. */
  entryFirst: EntryId;
  entryLast: EntryId;
  prev: PeerId;
  next: PeerId;
}

/** A delivery request: recipients of one message for one destination. Waiting (todo) or with an agent (busy). */
export interface EntryRow extends Row {
  message: MessageId;
  peer: PeerId;
  queue: QueueId;
  status: 'todo' | 'busy';
  /** The recipients as positions in the file, in delivery order. */
  recipients: readonly number[];
  /** Neighbours on the destination's todo or busy list. */
  queuePrev: EntryId;
  queueNext: EntryId;
  peerPrev: EntryId;
  peerNext: EntryId;
}

/** A connection to an agent that waits for a transport rate delay before it may take an entry. */
export interface ConnectionRow extends Row {
  transport: TransportId;
  due: Seconds;
  prev: number;
  next: number;
}

/** Handle of a queue manager: its tables, lists and host. All state is in the tables. */
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

/** Owners and fields of the lists are in qmgr-lists.ts. */
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

/** Id of the only row of `core`, and owner of the global lists. */
export const CORE = 1;

export function coreOf(q: Qmgr): Readonly<CoreRow> {
  return get(q.core, CORE);
}

export function touchCore(q: Qmgr): CoreRow {
  return touch(q.core, CORE);
}
