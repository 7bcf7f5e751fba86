import {
  checksum,
  deflate,
  fromBase64Url,
  inflate,
  toBase64Url,
  CHANGED,
  CUT_OFF,
  tooLarge,
} from '../bytes.ts';
import { packLines, unpackLines } from './pack.ts';

/** A shared record as one text: its parts one after the other, each under its name. */
const HEAD = '==> qmgrscope record 1 <==';
const PART = /^==> ([\w.-]{1,40}) <==$/;
/** A link that unpacks to more is refused. */
const UNPACKED_MAX = 16 * 1024 * 1024;

export interface BundlePart {
  name: string;
  text: string;
}

/** Texts of a shared record as one, each below its name. */
export function joinBundle(parts: readonly BundlePart[]): string {
  return `${HEAD}\n${parts.map(({ name, text }) => `==> ${name} <==\n${text}`).join('')}`;
}

/** True when a text begins like a shared record. */
export const isBundle = (head: string): boolean => head.startsWith(`${HEAD}\n`);

/** The parts of a shared record; null when the text is none. */
export function splitBundle(text: string): BundlePart[] | null {
  if (!isBundle(text)) return null;
  const parts: BundlePart[] = [];
  let lines: string[] = [];
  for (const line of text.slice(HEAD.length + 1).split('\n')) {
    const name = PART.exec(line)?.[1];
    if (name === undefined) lines.push(line);
    else {
      close(parts, lines);
      lines = [];
      parts.push({ name, text: '' });
    }
  }
  close(parts, lines);
  return parts;
}

function close(parts: BundlePart[], lines: readonly string[]): void {
  const last = parts.at(-1);
  if (last !== undefined) last.text = lines.at(-1) === '' ? lines.join('\n') : `${lines.join('\n')}\n`;
}

/** The part of an address behind `#`: `postfix&tab=overview&record=…&c=…`. */
export async function recordLink(parts: readonly BundlePart[]): Promise<string> {
  const packed = parts.map(({ name, text }) => [name, name === 'maillog' ? packLines(text) : text]);
  const body = `postfix&tab=overview&record=${toBase64Url(await deflate(JSON.stringify(packed)))}`;
  return `${body}&c=${checksum(body)}`;
}

/** What a link holds, or why it cannot be opened: one sentence. Never throws, whatever it is given. */
export async function readRecordLink(hash: string): Promise<BundlePart[] | string> {
  const text = hash.replace(/^#/, '');
  const cut = text.lastIndexOf('&c=');
  const payload = /&record=([^&]*)/.exec(text)?.[1] ?? '';
  if (cut < 0 || text.length - cut < 10) return CUT_OFF;
  if (checksum(text.slice(0, cut)) !== text.slice(cut + 3)) return CHANGED;
  const bytes = fromBase64Url(payload);
  const { text: json, state } =
    bytes === null ? { text: '', state: 'broken' } : await inflate(bytes, UNPACKED_MAX);
  if (state === 'too-large') return tooLarge(UNPACKED_MAX);
  const parts = state === 'whole' ? partsOf(json) : null;
  return parts ?? 'The record in this link cannot be read.';
}

function partsOf(json: string): BundlePart[] | null {
  try {
    const value: unknown = JSON.parse(json);
    if (!Array.isArray(value)) return null;
    const parts = value.map((one: unknown): BundlePart | null => {
      if (!Array.isArray(one)) return null;
      const [name, content] = one as unknown[];
      const text = name === 'maillog' ? unpackLines(content) : content;
      return typeof name === 'string' && /^[\w.-]{1,40}$/.test(name) && typeof text === 'string'
        ? { name, text }
        : null;
    });
    return parts.includes(null) ? null : (parts as BundlePart[]);
  } catch {
    return null;
  }
}
