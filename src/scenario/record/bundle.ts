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
import type { EpochMicros } from '../../protocol/units.ts';

/** First line of a shared record as one text. Each part follows, below a line with the part's name. */
const HEAD = '==> qmgrscope record 1 <==';
const PART = /^==> ([\w.-]{1,40}) <==$/;
/** Maximum size of an unpacked link, in bytes. */
const UNPACKED_MAX = 16 * 1024 * 1024;

export interface BundlePart {
  name: string;
  text: string;
}

export function joinBundle(parts: readonly BundlePart[]): string {
  return `${HEAD}\n${parts.map(({ name, text }) => `==> ${name} <==\n${text}`).join('')}`;
}

export const isBundle = (head: string): boolean => head.startsWith(`${HEAD}\n`);

/** The parts of a shared record; null when the text is not one. */
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

/** Returns the hash part of an address, without `#`: `postfix&tab=overview&record=…&c=…`. */
export async function recordLink(parts: readonly BundlePart[]): Promise<string> {
  const packed = parts.map(({ name, text }) => [name, name === 'maillog' ? packLines(text) : text]);
  const body = `postfix&tab=overview&record=${toBase64Url(await deflate(JSON.stringify(packed)))}`;
  return `${body}&c=${checksum(body)}`;
}

/** The parts in a link, or one sentence that says why it cannot be opened. Never throws. */
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

// A shared log in columns: the text of each kind of line once, and its numbers in columns. Compressed, this takes a third of
// the space of the lines.

const STAMP = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?\+00:00 /;
const LINES_MAX = 400_000;
/** Maximum characters of unpacked text: a long text that is stored once can be repeated on every line. */
const TEXT_MAX = 64 * 1024 * 1024;

interface PackedLines {
  /** Number of digits after the decimal point in the first time stamp. It gives the unit of all times: 10^−d seconds. */
  d: number;
  /** For each line: its kind, and the time since the previous line in the unit that `d` gives. */
  t: string;
  k: string;
  /** Text of each kind, with `\u0001` for each number. */
  f: string[];
  /** For each kind and each number in it: a letter for the encoding, then the numbers. */
  c: string[][];
}

/** Packs lines that all begin with a time stamp in the format of `share.ts`. */
export function packLines(text: string): PackedLines {
  const lines = text.split('\n').filter((line) => line !== '');
  const d = Math.max(0, ((STAMP.exec(lines[0] ?? '')?.[2] ?? '').length || 1) - 1);
  const unit = 10 ** d;
  const kinds = new Map<string, { place: number; numbers: string[][] }>();
  const t: string[] = [];
  const k: string[] = [];
  let before = 0;
  for (const line of lines) {
    const [whole = '', seconds = '', rest = ''] = STAMP.exec(line) ?? [];
    const time =
      (Date.parse(`${seconds}Z`) / 1000) * unit + Number(rest.slice(1).padEnd(d, '0').slice(0, d) || 0);
    t.push((time - before).toString(36));
    before = time;
    const numbers: string[] = [];
    const form = line.slice(whole.length).replaceAll(/\d+/g, (number) => {
      numbers.push(number);
      return '\u0001';
    });
    let kind = kinds.get(form);
    if (kind === undefined) kinds.set(form, (kind = { place: kinds.size, numbers: numbers.map(() => []) }));
    for (const [i, number] of numbers.entries()) kind.numbers[i]?.push(number);
    k.push(kind.place.toString(36));
  }
  return {
    d,
    t: t.join(','),
    k: k.join(','),
    f: [...kinds.keys()],
    c: [...kinds.values()].map(({ numbers }) => numbers.map(packColumn)),
  };
}

/**
 * `w6:` = all numbers have six digits; `n:` = none begins with a zero; both store differences. `s:` stores numbers unchanged.
 */
function packColumn(numbers: readonly string[]): string {
  const width = numbers[0]?.length ?? 0;
  const short = numbers.every((one) => one.length <= 12);
  const even = short && numbers.every((one) => one.length === width);
  const plain = short && numbers.every((one) => one === '0' || !one.startsWith('0'));
  if (!even && !plain) return `s:${numbers.join(',')}`;
  let before = 0;
  const steps = numbers.map((one) => {
    const step = Number(one) - before;
    before = Number(one);
    return step.toString(36);
  });
  return `${plain ? 'n' : `w${width}`}:${steps.join(',')}`;
}

/** Undoes `packLines`; null when the packed form contradicts itself. */
function unpackLines(packed: unknown): string | null {
  if (typeof packed !== 'object' || packed === null) return null;
  const { d, t, k, f, c } = packed as Partial<PackedLines>;
  if (typeof d !== 'number' || typeof t !== 'string' || typeof k !== 'string') return null;
  if (![0, 3, 6].includes(d) || !Array.isArray(f) || !Array.isArray(c) || f.length !== c.length) return null;
  const times = t === '' ? [] : t.split(',');
  const kinds = k.split(',');
  if (times.length > LINES_MAX) return null;
  const forms = f.map((form) => String(form).split('\u0001'));
  const columns = c.map((list) => (Array.isArray(list) ? list.map((one) => unpackColumn(String(one))) : []));
  const next = forms.map(() => 0);
  const lines: string[] = [];
  let time = 0;
  let size = 0;
  for (const [i, step] of times.entries()) {
    time += Number.parseInt(step, 36);
    const kind = Number.parseInt(kinds[i] ?? '', 36);
    const form = forms[kind];
    if (form === undefined || !Number.isFinite(time) || Math.abs(time) > 8e15) return null;
    const at = next[kind] ?? 0;
    next[kind] = at + 1;
    const text = form
      .map((part, n) => part + (n < form.length - 1 ? (columns[kind]?.[n]?.[at] ?? '') : ''))
      .join('');
    size += text.length;
    if (size > TEXT_MAX) return null;
    lines.push(`${stamp(time, d)} ${text}`);
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

function unpackColumn(text: string): string[] {
  const at = text.indexOf(':');
  const parts = text.slice(at + 1).split(',');
  if (text.startsWith('s')) return parts;
  const width = text.startsWith('w') ? Number(text.slice(1, at)) : 0;
  let value = 0;
  return parts.map((step) => {
    value += Number.parseInt(step, 36);
    return String(value).padStart(Math.min(width, 12), '0');
  });
}

function stamp(time: EpochMicros, digits: number): string {
  const unit = 10 ** digits;
  const seconds = Math.floor(time / unit);
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return '';
  const rest = digits === 0 ? '' : `.${String(time - seconds * unit).padStart(digits, '0')}`;
  return `${date.toISOString().slice(0, 19)}${rest}+00:00`;
}
