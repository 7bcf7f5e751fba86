import { newRow } from '../bytes/columns.ts';
import { type Bytes, indexOfText, indexOfByte, lit, SPACE, startsWith } from '../bytes/scan.ts';
import type { Instance } from '../store/instance.ts';
import { addressEnd } from './deliver.ts';

const ORIG_QUEUE_ID = lit('orig_queue_id=');
const SASL_USER = lit('sasl_username=');
const ORIG_ID = lit(' orig_id=');
const FROM = lit(' from=<');

/** Kinds of links, each as its index into LINK_KINDS. */
export const LINK = {
  queuedAs: 0,
  forwarded: 1,
  notification: 2,
  delay: 3,
  requeued: 4,
  filtered: 5,
} as const;

/** Links a life to one that it caused. Limited to 12 million links. */
export function addLink(into: Instance, parent: number, child: number, kind: number): void {
  const { links } = into.tables;
  if (parent === 0 || child === 0 || links.length > 12_000_000) return;
  const row = newRow(links);
  links.time[row] = into.time;
  links.parent[row] = parent;
  links.child[row] = child;
  links.kind[row] = kind;
  links.line[row] = into.line;
  links.file[row] = into.file;
}

/**
 * The life for a line that names a message's origin. A new life if the id's last life already has an origin or was
 * active.
 */
function newcomer(into: Instance, buf: Bytes, idFrom: number, idTo: number): number {
  const { lives } = into.tables;
  const begun = (known: number): boolean => lives.origin[known] !== 0 || lives.activations[known] !== 0;
  return into.arriving(buf, idFrom, idTo, begun);
}

/** smtpd: `client=name[address][, orig_queue_id=…][, sasl_username=…]`. A message arrives. */
export function takeClient(
  into: Instance,
  buf: Bytes,
  idFrom: number,
  idTo: number,
  from: number,
  to: number,
): void {
  const { lives } = into.tables;
  const life = newcomer(into, buf, idFrom, idTo);
  lives.origin[life] = 1;
  let end = indexOfByte(buf, from, to, 44);
  if (end < 0) end = to;
  lives.client[life] = into.pools.strings.add(buf, from, end);
  if (end === to) return;
  lives.user[life] = valueOf(into, buf, end, to, SASL_USER);
  const original = indexOfText(buf, end, to, ORIG_QUEUE_ID);
  if (original < 0) return;
  const start = original + ORIG_QUEUE_ID.length;
  const comma = indexOfByte(buf, start, to, 44);
  const parent = into.find(buf, start, comma < 0 ? to : comma);
  if (parent !== life) addLink(into, parent, life, LINK.filtered);
}

function valueOf(into: Instance, buf: Bytes, from: number, to: number, name: Bytes): number {
  const at = indexOfText(buf, from, to, name);
  if (at < 0) return 0;
  const comma = indexOfByte(buf, at, to, 44);
  return into.pools.strings.add(buf, at + name.length, comma < 0 ? to : comma);
}

/** pickup: `uid=102 from=<…>[ orig_id=…]`. With an orig_id the message was requeued (postsuper -r) and continues that id. */
export function takePickup(
  into: Instance,
  buf: Bytes,
  idFrom: number,
  idTo: number,
  from: number,
  to: number,
): void {
  const { lives } = into.tables;
  const life = newcomer(into, buf, idFrom, idTo);
  lives.origin[life] = 2;
  const sender = indexOfText(buf, from, to, FROM);
  if (sender >= 0) {
    const start = sender + FROM.length;
    lives.sender[life] = into.pools.strings.add(buf, start, endOfSender(buf, start, to));
  }
  const original = indexOfText(buf, from, to, ORIG_ID);
  if (original < 0) return;
  const old = into.life(buf, original + ORIG_ID.length, to);
  if (old === life || old === 0) return;
  if ((lives.ended[old] ?? 0) === 0) {
    lives.ended[old] = into.time;
    lives.end[old] = 3;
  }
  addLink(into, old, life, LINK.requeued);
}

/**
 * Position of the `>` that ends the address in a line of pickup: ` orig_id=…` or the end of the line follows, not a
 * comma.
 */
function endOfSender(buf: Bytes, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    if (buf[at] === 62 && (at + 1 === to || buf[at + 1] === SPACE)) return at;
  }
  return to;
}

/** cleanup: `message-id=<…>` up to the end of the line, whatever it contains. */
export function takeMessageId(
  into: Instance,
  buf: Bytes,
  idFrom: number,
  idTo: number,
  from: number,
  to: number,
): void {
  const { lives } = into.tables;
  const life = into.arriving(buf, idFrom, idTo, (known) => lives.activations[known] !== 0);
  if (lives.messageId[life] !== 0) return;
  const bracketed = buf[from] === 60 && buf[to - 1] === 62;
  lives.messageId[life] = into.pools.texts.add(buf, bracketed ? from + 1 : from, bracketed ? to - 1 : to);
}

const SIZE = lit(', size=');
const NRCPT = lit(', nrcpt=');

/** qmgr: `from=<…>, size=…, nrcpt=… (queue active)`. `end` is where ` (queue active)` begins. */
export function takeActive(
  into: Instance,
  buf: Bytes,
  idFrom: number,
  idTo: number,
  from: number,
  end: number,
): void {
  const { lives, activations } = into.tables;
  const life = into.arriving(buf, idFrom, idTo, never);
  if (life === 0) return;
  const row = newRow(activations);
  const ordinal = (lives.activations[life] ?? 0) + 1;
  activations.time[row] = into.time;
  activations.life[row] = life;
  activations.ordinal[row] = ordinal;
  activations.before[row] = lives.lastActivation[life] ?? 0;
  activations.line[row] = into.line;
  activations.file[row] = into.file;
  lives.activations[life] = ordinal;
  lives.lastActivation[life] = row;
  if (ordinal > 1) return;
  lives.firstActivation[life] = row;
  const address = addressEnd(buf, from, end);
  lives.sender[life] = into.pools.strings.add(buf, from, address);
  lives.size[life] = numberAfter(buf, address, end, SIZE);
  lives.nrcpt[life] = numberAfter(buf, address, end, NRCPT);
}

const never = (): boolean => false;

function numberAfter(buf: Bytes, from: number, to: number, name: Bytes): number {
  const at = indexOfText(buf, from, to, name);
  if (at < 0 || !startsWith(buf, at, to, name)) return 0;
  let value = 0;
  for (let i = at + name.length; i < to; i++) {
    const digit = (buf[i] ?? 0) - 48;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  return Math.min(value, 0xffffffff);
}
