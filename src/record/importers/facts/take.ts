import type { ProcessId } from '../../../protocol/ids.ts';
import { type Bytes, indexOfText, lit, startsWith, textOf } from '../bytes/scan.ts';
import type { Instance } from '../store/instance.ts';
import { addLink, LINK, takeClient, takeMessageId, takePickup } from './arrive.ts';
import { otherLine, takeAttempt } from './deliver.ts';
import { queueIdEnd } from './ids.ts';
import { knownAboutMessage, knownInGeneral } from './known.ts';
import { isOwnTrouble } from './warnings.ts';
import {
  addEvent,
  addTrouble,
  takeFeedback,
  takeMaster,
  takeOperation,
  takeQmgrMessage,
  takeVerbose,
} from './manage.ts';
import type { Role } from './programs.ts';

/** Result for a line: it was used, it is known but irrelevant to the queue, or it is unknown. */
export type Taken = 'used' | 'not-needed' | 'unknown';

const TO = lit('to=<');
const CLIENT = lit('client=');
const UID = lit('uid=');
const MESSAGE_ID = lit('message-id=');
const HOLD = lit('hold: ');
const NOTIFICATION = lit(' notification: ');
const DELAY = lit('sender delay ');

/** Reads the text of one Postfix line. `tag` is the number of the line's tag in the record's strings. */
export function takeText(
  into: Instance,
  role: Role,
  buf: Bytes,
  from: number,
  to: number,
  tag: number,
  pid: ProcessId,
): Taken {
  const idTo = queueIdEnd(buf, from, to);
  if (idTo < 0) {
    const used = takeGeneral(into, role, buf, from, to, pid);
    if (takeTrouble(into, role, buf, from, to, tag) || used) return 'used';
    return knownInGeneral(buf, from, to) ? 'not-needed' : 'unknown';
  }
  const at = idTo + 2;
  if (role === 'qmgr') newQmgr(into, buf, from, pid);
  if (takeMessage(into, role, buf, from, idTo, at, to, tag, pid)) return 'used';
  return knownAboutMessage(buf, at, to) && !startsWith(buf, at, to, TO) ? 'not-needed' : 'unknown';
}

function takeMessage(
  into: Instance,
  role: Role,
  buf: Bytes,
  from: number,
  idTo: number,
  at: number,
  to: number,
  tag: number,
  pid: ProcessId,
): boolean {
  switch (role) {
    case 'qmgr':
      into.feedbackKind = 0;
      // The queue manager itself defers a recipient when it can reach neither the transport nor the retry service.
      if (startsWith(buf, at, to, TO)) return takeAttempt(into, buf, from, idTo, at, to, tag, pid);
      return takeQmgrMessage(into, buf, from, idTo, at, to, tag);
    case 'smtpd':
      if (!startsWith(buf, at, to, CLIENT)) return false;
      takeClient(into, buf, from, idTo, at + CLIENT.length, to);
      return true;
    case 'pickup':
      if (!startsWith(buf, at, to, UID)) return false;
      takePickup(into, buf, from, idTo, at, to);
      return true;
    case 'cleanup':
      return takeCleanup(into, buf, from, idTo, at, to);
    case 'bounce':
      return takeNotification(into, buf, from, idTo, at, to);
    case 'postsuper':
      return takeOperation(into, buf, from, idTo, at, to);
    default:
      if (startsWith(buf, at, to, TO)) return takeAttempt(into, buf, from, idTo, at, to, tag, pid);
      if (role === 'delivery') otherLine(into, into.find(buf, from, idTo), tag, pid);
      return false;
  }
}

function takeCleanup(
  into: Instance,
  buf: Bytes,
  from: number,
  idTo: number,
  at: number,
  to: number,
): boolean {
  if (startsWith(buf, at, to, MESSAGE_ID)) {
    takeMessageId(into, buf, from, idTo, at + MESSAGE_ID.length, to);
    return true;
  }
  if (!startsWith(buf, at, to, HOLD)) return false;
  into.tables.lives.held[into.life(buf, from, idTo)] = 2;
  return true;
}

/** bounce: `sender non-delivery notification: {id}`. The notification is another message. */
function takeNotification(
  into: Instance,
  buf: Bytes,
  from: number,
  idTo: number,
  at: number,
  to: number,
): boolean {
  const found = indexOfText(buf, at, to, NOTIFICATION);
  if (found < 0) return false;
  const parent = into.life(buf, from, idTo);
  const child = into.life(buf, found + NOTIFICATION.length, to);
  const { lives } = into.tables;
  if (lives.origin[child] === 0) lives.origin[child] = 3;
  addLink(into, parent, child, startsWith(buf, at, to, DELAY) ? LINK.delay : LINK.notification);
  return true;
}

function takeGeneral(
  into: Instance,
  role: Role,
  buf: Bytes,
  from: number,
  to: number,
  pid: ProcessId,
): boolean {
  if (role === 'qmgr') return takeQmgr(into, buf, from, to, pid);
  if (role === 'master') return takeMaster(into, buf, from, to);
  return false;
}

/** Reads a line in which Postfix reports a failure of its own. */
function takeTrouble(into: Instance, role: Role, buf: Bytes, from: number, to: number, tag: number): boolean {
  const first = buf[from] ?? 0;
  // A line that `isOwnTrouble` recognizes begins with w, f, p or e.
  if (first !== 119 && first !== 102 && first !== 112 && first !== 101) return false;
  const { strings } = into.pools;
  if (!isOwnTrouble(role, () => strings.text(tag), buf, from, to)) return false;
  addTrouble(into, strings.text(tag), textOf(buf, from, to));
  return true;
}

const QMGR = lit('qmgr_');
const CLOG = lit('warning: mail for ');
const WARNING = lit('warning: ');

function takeQmgr(into: Instance, buf: Bytes, from: number, to: number, pid: ProcessId): boolean {
  newQmgr(into, buf, from, pid);
  if (takeFeedback(into, buf, from, to)) return true;
  // A feedback line belongs only to the line directly after it.
  into.feedbackKind = 0;
  if (startsWith(buf, from, to, QMGR) && takeVerbose(into, buf, from, to)) return true;
  if (startsWith(buf, from, to, WARNING)) {
    addEvent(into, startsWith(buf, from, to, CLOG) ? 'clog' : 'warning', buf, from, to);
    return true;
  }
  return false;
}

/** A new queue manager process starts with fresh windows and knows nothing of the past. */
function newQmgr(into: Instance, buf: Bytes, from: number, pid: ProcessId): void {
  if (pid === into.qmgr || pid === 0) return;
  if (into.qmgr !== 0) addEvent(into, 'new-qmgr', buf, from, from);
  into.qmgr = pid;
}
