import { type Bytes, lit, startsWith } from '../bytes/scan.ts';

const ENTITIES: readonly [text: Bytes, byte: number][] = (
  [
    ['&lt;', 60],
    ['&gt;', 62],
    ['&amp;', 38],
    ['&quot;', 34],
    ['&#34;', 34],
    ['&#39;', 39],
    ['&apos;', 39],
    ['&#60;', 60],
    ['&#62;', 62],
    ['&#x3c;', 60],
    ['&#x3e;', 62],
    ['&#x3C;', 60],
    ['&#x3E;', 62],
    ['&nbsp;', 32],
    ['&#160;', 32],
  ] as const
).map(([text, byte]) => [lit(text), byte]);

const AMPERSAND = 38;
const LESS = 60;

/**
 * Replaces HTML entities of a line that was copied from the source of a page, in place, and returns its new end. Postfix writes the
 * brackets of addresses itself: where the first one is a real bracket, entities are part of a server's reply and stay.
 */
export function decodeEntities(buf: Bytes, from: number, to: number): number {
  let first = from;
  while (first < to && buf[first] !== AMPERSAND && buf[first] !== LESS) first++;
  if (first === to || buf[first] === LESS) return to;
  let end = to;
  // A page that shows the HTML source of another page escapes entities twice: &amp;lt;
  for (let round = 0; round < 2; round++) {
    const next = decodeOnce(buf, first, end);
    if (next === end) break;
    end = next;
  }
  return end;
}

function decodeOnce(buf: Bytes, from: number, to: number): number {
  let end = from;
  for (let at = from; at < to; end++) {
    const found =
      buf[at] === AMPERSAND ? ENTITIES.find(([text]) => startsWith(buf, at, to, text)) : undefined;
    buf[end] = found?.[1] ?? buf[at] ?? 0;
    at += found?.[0].length ?? 1;
  }
  return end;
}
