import { type Column, type ColumnKind, type ColumnKinds, createTable, type Table } from '../bytes/columns.ts';

/*
 * What one instance of Postfix did, as columns. Rows begin at 1; row 0 means none, and also absorbs what was not stored.
 * Times are whole microseconds since 1970, UTC; 0 = none. `line` and `file` are the line number and the file number in
 * the record. (s) is a number in the record's `strings`, (t) an offset in its `texts`, (r) a number in its `replies`.
 */

/** Lives: one queue file each, from its first line to its end. */
const LIVES = {
  /** Queue id (t). */
  id: 'u32',
  firstTime: 'f64',
  line: 'u32',
  file: 'u16',
  /** Sender (s) from `queue active`. 0 = null sender. */
  sender: 'u32',
  /** Bytes, and recipients in the queue file, from the first `queue active`. */
  size: 'u32',
  nrcpt: 'u32',
  /** Message-id (t). */
  messageId: 'u32',
  /** `name[address]` (s) and SASL user (s). */
  client: 'u32',
  user: 'u32',
  /** Program that accepted the message: index into ORIGINS. */
  origin: 'u8',
  /** Number of activations, and the rows of the first and last. */
  activations: 'u32',
  firstActivation: 'u32',
  lastActivation: 'u32',
  /** Number of attempts, and the row of the last. `attempts.before` leads to the earlier ones. */
  attempts: 'u32',
  lastAttempt: 'u32',
  ended: 'f64',
  /** How the life ended: index into ENDS. */
  end: 'u8',
  /** 1 bounced because of its age, 2 expired by the operator. `expiries` has the time. */
  expired: 'u8',
  /** 1 was on hold at some time, 2 is still on hold. */
  held: 'u8',
  /** The previous life with the same id. */
  sameId: 'u32',
} as const;

export const ENDS = ['open', 'removed', 'deleted', 'requeued'] as const;

/** A message became active (`queue active`). In log order, which is the order in which the scheduler got them. */
const ACTIVATIONS = {
  time: 'f64',
  life: 'u32',
  /** 1 = first activation. */
  ordinal: 'u32',
  before: 'u32',
  line: 'u32',
  file: 'u16',
} as const;

/** One attempt for one recipient (a `to=` line). */
const ATTEMPTS = {
  time: 'f64',
  life: 'u32',
  delivery: 'u32',
  /** `before`: previous attempt of the same life. `next`: next attempt of the same delivery. */
  before: 'u32',
  next: 'u32',
  /** Recipient, address before aliases, relay (s). */
  to: 'u32',
  origTo: 'u32',
  relay: 'u32',
  /** How often the connection has been used, this time included. 0 = not logged. */
  connUse: 'u16',
  /** Seconds as printed. `digits` has four bits each for the decimals of delay, a, b, c, d; 15 = not printed. */
  delay: 'f32',
  a: 'f32',
  b: 'f32',
  c: 'f32',
  d: 'f32',
  digits: 'u32',
  /** Enhanced status code: number in the record's `codes`. */
  dsn: 'u16',
  /** Indexes into STATUSES and OUTCOMES. */
  status: 'u8',
  outcome: 'u8',
  /** The reply (r). What follows `queued as` (t) is stored separately. */
  reply: 'u32',
  queuedAs: 'u32',
  line: 'u32',
  file: 'u16',
} as const;

export const STATUSES = [
  'none',
  'sent',
  'deferred',
  'bounced',
  'deliverable',
  'undeliverable',
  'expanded',
  'other',
] as const;

/**
 * The meaning of a reply for the scheduler. connection, handshake, lost: negative feedback. suspended: no attempt was
 * made because the destination is dead.
 */
export const OUTCOMES = [
  'unknown',
  'accepted',
  'refused-later',
  'refused',
  'connection',
  'handshake',
  'lost',
  'suspended',
  'local',
] as const;

/** The attempts of one delivery request: one recipient entry of the scheduler. */
const DELIVERIES = {
  life: 'u32',
  activation: 'u32',
  agent: 'u32',
  first: 'u32',
  last: 'u32',
  count: 'u32',
  /** Stamp of its last line. */
  end: 'f64',
  /** The same agent's previous delivery. Set to 0 by `finish`. */
  before: 'u32',
  /** When the request was selected: logged if `selection` is not 0, otherwise derived (see `startError`). */
  start: 'f64',
  selection: 'u32',
} as const;

/** One delivery process. */
const AGENTS = {
  /** The tag (s): `postfix/slow/smtp`. */
  tag: 'u32',
  pid: 'u32',
  first: 'f64',
  last: 'f64',
  deliveries: 'u32',
  lastDelivery: 'u32',
  lastLife: 'u32',
} as const;

/** One feedback debug line: the state of a queue after a delivery. */
const WINDOWS = {
  time: 'f64',
  /** Name of the queue (s). */
  queue: 'u32',
  /** 1 throttle, 0 unthrottle. */
  throttle: 'u8',
  limit: 'i32',
  window: 'i32',
  /** Previous window of the same queue. −1 = first line. */
  before: 'i32',
  success: 'f64',
  failure: 'f64',
  cohorts: 'f64',
  /** Value of the feedback line directly before. NaN = none. */
  feedback: 'f64',
  line: 'u32',
  file: 'u16',
} as const;

/** `qmgr_peer_select` lines of `qmgr -v`: the order chosen by the scheduler. */
const SELECTIONS = {
  time: 'f64',
  life: 'u32',
  /** Transport and queue (s). */
  transport: 'u32',
  queue: 'u32',
  /** Busy deliveries including this one, and the window. */
  busy: 'u32',
  window: 'i32',
  delivery: 'u32',
  line: 'u32',
  file: 'u16',
} as const;

const PREEMPTIONS = {
  time: 'f64',
  preempted: 'u32',
  by: 'u32',
  level: 'u32',
  line: 'u32',
  file: 'u16',
} as const;

/** What an operator did to one message (postsuper): index into OPERATION_KINDS. */
const OPERATIONS = { time: 'f64', life: 'u32', kind: 'u8', line: 'u32', file: 'u16' } as const;
/** `status=expired`: 1 bounced because of its age, 2 expired by the operator. */
const EXPIRIES = { time: 'f64', life: 'u32', kind: 'u8', line: 'u32', file: 'u16' } as const;
export const OPERATION_KINDS = [
  'placed on hold',
  'released from hold',
  'requeued',
  'removed',
  'expired',
] as const;

/** One life caused another: index into LINK_KINDS. */
const LINKS = {
  time: 'f64',
  parent: 'u32',
  child: 'u32',
  kind: 'u8',
  /** If the child is in another instance: that instance's number + 1. */
  instance: 'u16',
  line: 'u32',
  file: 'u16',
} as const;
export const LINK_KINDS = [
  'queued-as',
  'forwarded',
  'notification',
  'delay-notification',
  'requeued',
  'filtered',
] as const;

/** Events of the whole instance: index into EVENT_KINDS. `text` (s) is from the line. */
const EVENTS = { time: 'f64', kind: 'u8', text: 'u32', line: 'u32', file: 'u16' } as const;
export const EVENT_KINDS = [
  'start',
  'reload',
  'stop',
  'new-qmgr',
  'clock-back',
  'lost-lines',
  'feedback-setting',
  'clog',
  'warning',
  /** A line about Postfix itself (facts/warnings.ts), with its tag in front: `postfix/master: warning: process …`. */
  'trouble',
] as const;

const KINDS = {
  lives: LIVES,
  activations: ACTIVATIONS,
  attempts: ATTEMPTS,
  deliveries: DELIVERIES,
  agents: AGENTS,
  windows: WINDOWS,
  selections: SELECTIONS,
  preemptions: PREEMPTIONS,
  operations: OPERATIONS,
  expiries: EXPIRIES,
  links: LINKS,
  events: EVENTS,
} as const satisfies Record<string, ColumnKinds>;

export type Tables = { [Name in keyof typeof KINDS]: Table<(typeof KINDS)[Name]> };

export function createTables(): Tables {
  return Object.fromEntries(
    Object.entries(KINDS).map(([name, kinds]) => [name, createTable(kinds)]),
  ) as unknown as Tables;
}

/** Every column of every table, by `table.field`, cut to the length of its table. */
export function columnsOf(tables: Tables): [name: string, column: Column<ColumnKind>][] {
  return Object.entries(tables).flatMap(([table, fields]) =>
    Object.entries(fields as unknown as Record<string, Column<ColumnKind> | number>).flatMap(
      ([field, column]): [string, Column<ColumnKind>][] =>
        typeof column === 'number' ? [] : [[`${table}.${field}`, column.subarray(0, fields.length)]],
    ),
  );
}
