import type { LifeRow } from '../../../protocol/ids.ts';
import { newRow } from '../bytes/columns.ts';
import {
  type Bytes,
  endsWith,
  indexOfText,
  indexOfByte,
  lastIndexOf,
  lit,
  readInteger,
  readNumber,
  SPACE,
  startsWith,
  textOf,
} from '../bytes/scan.ts';
import type { Instance } from '../store/instance.ts';
import { EVENT_KINDS } from '../store/tables.ts';
import { takeActive } from './arrive.ts';

const FROM = lit('from=<');
const ACTIVE = lit(' (queue active)');
const REMOVED = lit('removed');
const EXPIRED = lit(', status=expired');
const FORCED = lit(', status=force-expired');
const PUT_OFF = lit('status=deferred (');

export function takeQmgrMessage(
  into: Instance,
  buf: Bytes,
  idFrom: number,
  idTo: number,
  from: number,
  to: number,
  tag: number,
): boolean {
  const { lives, expiries } = into.tables;
  if (startsWith(buf, from, to, PUT_OFF)) {
    // The message's recipients are done, but their bounce could not be written (global/abounce.c). The line names no recipient.
    addTrouble(into, into.pools.strings.text(tag), textOf(buf, idFrom, to));
    return true;
  }
  if (startsWith(buf, from, to, FROM)) {
    if (endsWith(buf, from, to, ACTIVE)) {
      takeActive(into, buf, idFrom, idTo, from + FROM.length, to - ACTIVE.length);
      return true;
    }
    const forced = lastIndexOf(buf, from, to, FORCED) >= 0;
    if (!forced && lastIndexOf(buf, from, to, EXPIRED) < 0) return false;
    const life = into.life(buf, idFrom, idTo);
    lives.expired[life] = forced ? 2 : 1;
    const row = newRow(expiries);
    expiries.time[row] = into.time;
    expiries.life[row] = life;
    expiries.kind[row] = forced ? 2 : 1;
    expiries.line[row] = into.line;
    expiries.file[row] = into.file;
    return true;
  }
  if (to - from === REMOVED.length && startsWith(buf, from, to, REMOVED)) {
    endLife(into, into.life(buf, idFrom, idTo), 1);
    return true;
  }
  return false;
}

function endLife(into: Instance, life: LifeRow, how: number): void {
  const { lives } = into.tables;
  if (life === 0) return;
  lives.ended[life] = into.time;
  lives.end[life] = how;
}

const HOLD = lit('placed on hold');
const RELEASED = lit('released from hold');
const REQUEUED = lit('requeued');
const FORCE_EXPIRED = lit('expired');
/** Indexes into OPERATION_KINDS. */
const OPERATIONS = [HOLD, RELEASED, REQUEUED, REMOVED, FORCE_EXPIRED];

/** A line of postsuper: what an operator did to one message. */
export function takeOperation(
  into: Instance,
  buf: Bytes,
  idFrom: number,
  idTo: number,
  from: number,
  to: number,
): boolean {
  const kind = OPERATIONS.findIndex((text) => to - from === text.length && startsWith(buf, from, to, text));
  if (kind < 0) return false;
  const { lives, operations } = into.tables;
  const life = into.life(buf, idFrom, idTo);
  if (life === 0) return true;
  const row = newRow(operations);
  operations.time[row] = into.time;
  operations.life[row] = life;
  operations.kind[row] = kind;
  operations.line[row] = into.line;
  operations.file[row] = into.file;
  if (kind === 0) lives.held[life] = 2;
  else if (kind === 1) lives.held[life] = 1;
  else if (kind === 2) endLife(into, life, 3);
  else if (kind === 3) endLife(into, life, 2);
  return true;
}

export function addEvent(
  into: Instance,
  kind: (typeof EVENT_KINDS)[number],
  buf: Bytes,
  from: number,
  to: number,
): void {
  const { events } = into.tables;
  if (events.length > EVENTS_MAX) return;
  const row = newRow(events);
  events.time[row] = into.time;
  events.kind[row] = EVENT_KINDS.indexOf(kind);
  events.text[row] = into.pools.strings.add(buf, from, Math.min(to, from + 400));
  events.line[row] = into.line;
  events.file[row] = into.file;
}

const EVENTS_MAX = 200_000;
/** Most characters that are stored of a line about Postfix itself. */
const TROUBLE_MAX = 400;

/** Adds a line in which Postfix reports a failure of its own. */
export function addTrouble(into: Instance, tag: string, text: string): void {
  addEvent(into, 'trouble', EMPTY, 0, 0);
  const { events } = into.tables;
  events.text[events.length - 1] = into.pools.strings.addText(`${tag}: ${text.slice(0, TROUBLE_MAX)}`);
}

const EMPTY: Bytes = new Uint8Array(0);

const STARTED = lit('daemon started');
const RELOAD = lit('reload');
const TERMINATING = lit('terminating on signal');
const VERSION = lit(' -- version ');
const CONFIGURATION = lit(', configuration ');

/** master: `daemon started -- version …, configuration …`, `reload -- …`, `terminating on signal 15`. */
export function takeMaster(into: Instance, buf: Bytes, from: number, to: number): boolean {
  if (startsWith(buf, from, to, TERMINATING)) {
    addEvent(into, 'stop', buf, from, to);
    return true;
  }
  const started = startsWith(buf, from, to, STARTED);
  if (!started && !startsWith(buf, from, to, RELOAD)) return false;
  addEvent(into, started ? 'start' : 'reload', buf, from, to);
  const version = indexOfText(buf, from, to, VERSION);
  if (version >= 0) {
    const configuration = indexOfText(buf, version, to, CONFIGURATION);
    const end = configuration < 0 ? to : configuration;
    into.version = into.pools.strings.add(buf, version + VERSION.length, end);
    if (configuration >= 0) {
      into.configuration = into.pools.strings.add(buf, configuration + CONFIGURATION.length, to);
    }
  }
  return true;
}

const THROTTLE = lit('qmgr_queue_throttle: ');
const UNTHROTTLE = lit('qmgr_queue_unthrottle: ');
const FEEDBACK = lit('feedback ');
const QUEUE = lit('queue ');
const LIMIT = lit(': limit ');
const FEEDBACK_TYPE = lit(' feedback type ');

/** Reads lines that qmgr logs with destination_concurrency_feedback_debug. Returns false for any other line. */
export function takeFeedback(into: Instance, buf: Bytes, from: number, to: number): boolean {
  const throttle = startsWith(buf, from, to, THROTTLE);
  if (!throttle && !startsWith(buf, from, to, UNTHROTTLE)) {
    if (indexOfText(buf, from, to, FEEDBACK_TYPE) < 0) return false;
    addEvent(into, 'feedback-setting', buf, from, to);
    return true;
  }
  const at = from + (throttle ? THROTTLE.length : UNTHROTTLE.length);
  const kind = throttle ? 1 : 2;
  if (startsWith(buf, at, to, FEEDBACK)) {
    into.feedbackKind = kind;
    into.feedback = readNumber(buf, at + FEEDBACK.length, to);
    return true;
  }
  const limit = startsWith(buf, at, to, QUEUE) ? lastIndexOf(buf, at, to, LIMIT) : -1;
  // A line without a limit comes from `qmgr -v` and has only the queue name.
  if (limit < 0) return true;
  takeWindow(into, throttle, buf, at + QUEUE.length, limit, to);
  into.feedbackKind = 0;
  return true;
}

const WINDOW_FIELDS = ['window ', 'success ', 'failure ', 'fail_cohorts '].map(lit);

function takeWindow(
  into: Instance,
  throttle: boolean,
  buf: Bytes,
  from: number,
  limit: number,
  to: number,
): void {
  const values: number[] = [readSigned(buf, limit + LIMIT.length, to)];
  let at = limit + LIMIT.length;
  for (const field of WINDOW_FIELDS) {
    at = indexOfText(buf, at, to, field);
    if (at < 0) return;
    at += field.length;
    values.push(readSigned(buf, at, to));
  }
  const { windows } = into.tables;
  const row = newRow(windows);
  const queue = into.pools.strings.add(buf, from, limit);
  windows.time[row] = into.time;
  windows.queue[row] = queue;
  windows.throttle[row] = throttle ? 1 : 0;
  windows.limit[row] = values[0] ?? 0;
  windows.window[row] = values[1] ?? 0;
  windows.success[row] = values[2] ?? 0;
  windows.failure[row] = values[3] ?? 0;
  windows.cohorts[row] = values[4] ?? 0;
  windows.before[row] = into.windows.get(queue) ?? -1;
  windows.feedback[row] = into.feedbackKind === (throttle ? 1 : 2) ? into.feedback : Number.NaN;
  windows.line[row] = into.line;
  windows.file[row] = into.file;
  if (into.windows.size < 2_000_000) into.windows.set(queue, windows.window[row] ?? 0);
}

function readSigned(buf: Bytes, from: number, to: number): number {
  const end = indexOfByte(buf, from, to, SPACE);
  return readNumber(buf, from, end < 0 ? to : end);
}

const SELECT = lit('qmgr_peer_select: ');
const PREEMPT = lit('qmgr_job_preempt: ');
const OF = lit(' of ');
const BY = lit(' by ');
const LEVEL = lit(', level ');

/** qmgr -v: the selected delivery request, and which job preempted which. */
export function takeVerbose(into: Instance, buf: Bytes, from: number, to: number): boolean {
  if (startsWith(buf, from, to, SELECT)) return takeSelection(into, buf, from + SELECT.length, to);
  if (!startsWith(buf, from, to, PREEMPT)) return false;
  const start = from + PREEMPT.length;
  const by = indexOfText(buf, start, to, BY);
  const level = by < 0 ? -1 : indexOfText(buf, by, to, LEVEL);
  if (level < 0) return true;
  const { preemptions } = into.tables;
  const preempted = into.life(buf, start, by);
  const other = into.life(buf, by + BY.length, level);
  const row = newRow(preemptions);
  preemptions.time[row] = into.time;
  preemptions.preempted[row] = preempted;
  preemptions.by[row] = other;
  preemptions.level[row] = readInteger(buf, level + LEVEL.length, to);
  preemptions.line[row] = into.line;
  preemptions.file[row] = into.file;
  return true;
}

/** `{id} {transport} {queue name} ({busy} of {window})`. */
function takeSelection(into: Instance, buf: Bytes, from: number, to: number): boolean {
  const idEnd = indexOfByte(buf, from, to, SPACE);
  const transportEnd = idEnd < 0 ? -1 : indexOfByte(buf, idEnd + 1, to, SPACE);
  const open = transportEnd < 0 ? -1 : lastIndexOf(buf, transportEnd, to, OPEN);
  const of = open < 0 ? -1 : indexOfText(buf, open, to, OF);
  if (of < 0) return true;
  const { selections } = into.tables;
  const { strings } = into.pools;
  const life = into.life(buf, from, idEnd);
  const row = newRow(selections);
  selections.time[row] = into.time;
  selections.life[row] = life;
  selections.transport[row] = strings.add(buf, idEnd + 1, transportEnd);
  selections.queue[row] = strings.add(buf, transportEnd + 1, open);
  selections.busy[row] = readInteger(buf, open + OPEN.length, of);
  selections.window[row] = readInteger(buf, of + OF.length, to);
  selections.line[row] = into.line;
  selections.file[row] = into.file;
  return true;
}

const OPEN = lit(' (');
