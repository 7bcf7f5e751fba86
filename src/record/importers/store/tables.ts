import { type Column, type ColumnKind, type ColumnKinds, createTable, type Table } from '../bytes/columns.ts';

/*
 * What one instance of Postfix did, as columns. Rows begin at 1; row 0 stands for none, and for what was not kept. Times are whole
 * microseconds since 1970, UTC; 0 = not. `line` and `file` are where it stands: the line's number in the file, the file's
 * place in the record. (s) is a number in the record's `strings`, (t) a place in its `texts`, (r) a number in its `replies`.
 */

/** Lives: one queue file each, from its first line to its end. */
const LIVES = {
  /** Queue id (t). */
  id: 'u32',
  firstTime: 'f64',
  line: 'u32',
  file: 'u16',
  /** Sender (s), as `queue active` says it; the null sender is 0. */
  sender: 'u32',
  /** Bytes, and recipients in the queue file, as the first `queue active` says. */
  size: 'u32',
  nrcpt: 'u32',
  /** Message-id (t). */
  messageId: 'u32',
  /** `name[address]` (s) and SASL user (s). */
  client: 'u32',
  user: 'u32',
  /** Which program took it: place in ORIGINS. */
  origin: 'u8',
  /** Times it became active; the first and the last of them. */
  activations: 'u32',
  firstActivation: 'u32',
  lastActivation: 'u32',
  /** Attempts, and the last of them; `attempts.before` leads to the others. */
  attempts: 'u32',
  lastAttempt: 'u32',
  ended: 'f64',
  /** How it ended: place in ENDS. */
  end: 'u8',
  /** 1 returned because of its age, 2 by the operator; `expiries` says when. */
  expired: 'u8',
  /** 1 it was on hold at some time, 2 it is still. */
  held: 'u8',
  /** The life before it that had the same id. */
  sameId: 'u32',
} as const;

export const ENDS = ['open', 'removed', 'deleted', 'requeued'] as const;

/** A message became active (`queue active`), in the order of the lines: the order in which the scheduler got them. */
const ACTIVATIONS = {
  time: 'f64',
  life: 'u32',
  /** 1 = its first time. */
  ordinal: 'u32',
  before: 'u32',
  line: 'u32',
  file: 'u16',
} as const;

/** One recipient tried once (a `to=` line). */
const ATTEMPTS = {
  time: 'f64',
  life: 'u32',
  delivery: 'u32',
  /** The attempt before it of the same life; the next one of the same delivery. */
  before: 'u32',
  next: 'u32',
  /** Recipient, the address before aliases, relay (s). */
  to: 'u32',
  origTo: 'u32',
  relay: 'u32',
  /** Times that the connection was used with this one; 0 = not said. */
  connUse: 'u16',
  /** Seconds as printed; `digits` has four bits each for the decimals of delay, a, b, c, d. 15 = not printed. */
  delay: 'f32',
  a: 'f32',
  b: 'f32',
  c: 'f32',
  d: 'f32',
  digits: 'u32',
  /** Enhanced code: a number in the record's `codes`. */
  dsn: 'u16',
  /** Places in STATUSES and OUTCOMES. */
  status: 'u8',
  outcome: 'u8',
  /** The answer (r); what follows `queued as` (t) is kept apart. */
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
 * What an answer means to the scheduler (postfix: hop status, or not).
 * connection, handshake, lost: negative feedback. suspended: no attempt was made, the destination is dead.
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

/** The attempts of one request: one recipient entry of the scheduler. */
const DELIVERIES = {
  life: 'u32',
  activation: 'u32',
  agent: 'u32',
  first: 'u32',
  last: 'u32',
  count: 'u32',
  /** Stamp of its last line. */
  end: 'f64',
  /** The same agent's delivery before it; while the record is read, afterwards 0. */
  before: 'u32',
  /** When it was selected: logged where `selection` is not 0, else derived (see `startError`). */
  start: 'f64',
  selection: 'u32',
} as const;

/** Delivery processes. */
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

/** Lines of the feedback debug form: the state of a queue after a delivery. */
const WINDOWS = {
  time: 'f64',
  /** Name of the queue (s). */
  queue: 'u32',
  /** 1 throttle, 0 unthrottle. */
  throttle: 'u8',
  limit: 'i32',
  window: 'i32',
  /** The value before it of the same name; −1 = the first. */
  before: 'i32',
  success: 'f64',
  failure: 'f64',
  cohorts: 'f64',
  /** Of the feedback line directly before it; NaN = none. */
  feedback: 'f64',
  line: 'u32',
  file: 'u16',
} as const;

/** `qmgr_peer_select`, with `qmgr -v`: the order of the scheduler. */
const SELECTIONS = {
  time: 'f64',
  life: 'u32',
  /** Transport and queue (s). */
  transport: 'u32',
  queue: 'u32',
  /** Busy with this one, and the window. */
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

/** What an operator did to one message (postsuper): place in OPERATIONS_OF. */
const OPERATIONS = { time: 'f64', life: 'u32', kind: 'u8', line: 'u32', file: 'u16' } as const;
/** `status=expired`: a message was returned because of its age; 2 = because the operator said so. */
const EXPIRIES = { time: 'f64', life: 'u32', kind: 'u8', line: 'u32', file: 'u16' } as const;
export const OPERATION_KINDS = [
  'placed on hold',
  'released from hold',
  'requeued',
  'removed',
  'expired',
] as const;

/** One life led to another: place in LINK_KINDS. */
const LINKS = {
  time: 'f64',
  parent: 'u32',
  child: 'u32',
  kind: 'u8',
  /** The instance of the child, when it is another one: its place in the record + 1. */
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

/** What happened to the whole: place in EVENT_KINDS; `text` (s) is what the line says. */
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

/** Every table of an instance, without rows. */
export function createTables(): Tables {
  return Object.fromEntries(
    Object.entries(KINDS).map(([name, kinds]) => [name, createTable(kinds)]),
  ) as unknown as Tables;
}

/** Every column of every table by `table.field`, as long as its table. */
export function columnsOf(tables: Tables): [name: string, column: Column<ColumnKind>][] {
  return Object.entries(tables).flatMap(([table, fields]) =>
    Object.entries(fields as unknown as Record<string, Column<ColumnKind> | number>).flatMap(
      ([field, column]): [string, Column<ColumnKind>][] =>
        typeof column === 'number' ? [] : [[`${table}.${field}`, column.subarray(0, fields.length)]],
    ),
  );
}
