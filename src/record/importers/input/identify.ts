import { type Bytes, indexOfText, lit, startsWith, textOf } from '../bytes/scan.ts';

/** What bytes are, by their content, never by a name. `text` is what may be a log, settings, or a queue snapshot. */
export type Content =
  | { kind: 'text' }
  | { kind: 'journal-export' }
  | { kind: 'gzip' }
  | { kind: 'empty' }
  /** What it is, and what to do to have it read. */
  | { kind: 'refused'; what: string; advice: string };

const MAGIC: readonly [bytes: Bytes, what: string, advice: string][] = [
  [lit('BZh'), 'a file packed with bzip2', 'unpack it first: bunzip2 FILE'],
  [Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd), 'a file packed with zstd', 'unpack it first: unzstd FILE'],
  [Uint8Array.of(0xfd, 0x37, 0x7a, 0x58, 0x5a), 'a file packed with xz', 'unpack it first: unxz FILE'],
  [lit('PK\u0003\u0004'), 'a ZIP archive', 'unpack it first and give the files in it'],
  [lit('LPKSHHRH'), 'a journal of systemd', 'export it first: journalctl -u postfix@-.service -o export'],
  [lit('%PDF'), 'a PDF document', 'the log itself is needed, as text'],
  [lit('\u007fELF'), 'a program', 'the log itself is needed, as text'],
  [Uint8Array.of(0xff, 0xfe), 'text in UTF-16', 'save it as UTF-8 or plain ASCII'],
  [Uint8Array.of(0xfe, 0xff), 'text in UTF-16', 'save it as UTF-8 or plain ASCII'],
];

const USTAR = lit('ustar');
const CURSOR = lit('__CURSOR=');
const REALTIME = lit('\n__REALTIME_TIMESTAMP=');

/** What a file is, from its first bytes (some thousand are enough). */
export function identify(head: Bytes): Content {
  if (head.length === 0) return { kind: 'empty' };
  if (head[0] === 0x1f && head[1] === 0x8b) return { kind: 'gzip' };
  for (const [magic, what, advice] of MAGIC) {
    if (startsWith(head, 0, head.length, magic)) return { kind: 'refused', what, advice };
  }
  if (startsWith(head, 257, head.length, USTAR)) {
    return {
      kind: 'refused',
      what: 'a tar archive of several files',
      advice: 'unpack it first: tar xf FILE',
    };
  }
  if (
    startsWith(head, 0, head.length, CURSOR) ||
    startsWith(head, 0, head.length, REALTIME.subarray(1)) ||
    (head[0] !== 0x7b && indexOfText(head, 0, Math.min(head.length, 4096), REALTIME) >= 0)
  ) {
    return { kind: 'journal-export' };
  }
  return looksBinary(head)
    ? { kind: 'refused', what: 'no text', advice: 'a maillog, postconf, or postqueue -j is text' }
    : { kind: 'text' };
}

/** More than a third of control bytes. Blocks of NULs occur in logs of machines that crashed: they do not count. */
function looksBinary(head: Bytes): boolean {
  let odd = 0;
  let seen = 0;
  for (const byte of head) {
    if (byte === 0) continue;
    seen++;
    if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27) || byte === 127) odd++;
  }
  return seen === 0 || odd * 3 > seen || (odd * 10 > seen && textOf(head, 0, 512).includes('\uFFFD\uFFFD'));
}
