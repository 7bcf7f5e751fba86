import { describe, expect, test } from 'vitest';
import { SLOW_MS } from '../fuzz/kind.ts';
import { busyClock } from '../fuzz/run.ts';
import { fileToLink } from '../../src/reading/scenario-file.ts';
import { LESSON_TEXTS, readLesson } from '../../src/learn/lessons/catalogue.ts';
import { describeFault } from '../../src/learn/lessons/lesson-file.ts';
import { GALLERY } from '../../src/scenes/gallery.ts';
import { packLesson, parseLessonHash, unpackLesson } from '../../src/learn/lessons/lesson-link.ts';
import { createDraw, type Draw } from '../../src/learn/questions/draw.ts';
import { checksum, deflate, toBase64Url } from '../../src/scenario/bytes.ts';
import { compact } from '../../src/scenario/compact.ts';
import { decodeLink, encodeLink } from '../../src/scenario/link.ts';
import { runCount } from '../fixtures/all.ts';

const ROUNDS = runCount(150);
const PATIENCE_MS = 900_000;
const MEMORY_MAX = 256 * 1024 * 1024;

const ALPHABET = 'ABCxyz019-_&=#%{}[]":,\\. \n\u202e\u0000é😀';
const cursor = { at: 0, step: 0, event: 3, decision: 0 };

/** Damages a text in one to four places, as mail programs, chats and people do, and in worse ways. */
function mutate(text: string, draw: Draw): string {
  let out = text;
  for (let i = 1 + draw.below(4); i > 0; i -= 1) {
    const at = draw.below(out.length + 1);
    const length = draw.below(draw.below(4) === 0 ? 200 : 4) + 1;
    const letter = ALPHABET[draw.below(ALPHABET.length)] ?? '';
    switch (draw.below(6)) {
      case 0:
        out = out.slice(0, at);
        break;
      case 1:
        out = out.slice(0, at) + out.slice(at + length);
        break;
      case 2:
        out = out.slice(0, at) + letter.repeat(length) + out.slice(at);
        break;
      case 3:
        out = out.slice(0, at) + out.slice(at, at + length).repeat(3) + out.slice(at + length);
        break;
      case 4:
        out =
          out.slice(0, at) +
          String(draw.pick([-1, 1e21, 0.5, 'null', '[]', '{}', '1e999']) ?? '') +
          out.slice(at + 1);
        break;
      default:
        out = out.slice(0, at) + letter + out.slice(at + 1);
    }
  }
  return out;
}

/** Puts a strange value or a strange key at a random place inside a value. */
function mangle(value: unknown, draw: Draw): unknown {
  const strange: unknown[] = [null, -1, 1e308, '', '__proto__', [], {}, [[[[]]]], true, 'x'.repeat(300)];
  if (draw.below(5) === 0) return draw.pick(strange);
  if (Array.isArray(value)) {
    const list: unknown[] = value.slice();
    const at = draw.below(list.length + 1);
    list[at] = mangle(list[at], draw);
    return list;
  }
  if (typeof value !== 'object' || value === null) return draw.pick(strange);
  const entries = Object.entries(value);
  const at = draw.below(entries.length + 1);
  const [key, inner] = entries[at] ?? [draw.pick(['constructor', 'zz', '__proto__']) ?? '', 1];
  return Object.fromEntries([...entries.filter((_, i) => i !== at), [key, mangle(inner, draw)]]);
}

async function timed<T>(what: string, work: () => Promise<T> | T): Promise<T> {
  let best = Number.POSITIVE_INFINITY;
  let result: T | undefined;
  for (let attempt = 0; attempt < 3 && best > SLOW_MS; attempt += 1) {
    const busy = busyClock();
    // oxlint-disable-next-line no-await-in-loop
    result = await work();
    best = Math.min(best, busy());
  }
  expect(best, what).toBeLessThan(SLOW_MS);
  return result as T;
}

function readable(detail: string, what: string): void {
  expect(detail.length, what).toBeGreaterThan(10);
  expect(detail, what).not.toMatch(/undefined|\[object Object\]|TypeError|SyntaxError/);
}

async function signed(json: string, rest: string): Promise<string> {
  const body = `s=${toBase64Url(await deflate(json))}${rest}`;
  return `#${body}&c=${checksum(body)}`;
}

describe('any input from outside gets a readable answer immediately', () => {
  test(
    `${ROUNDS} damaged links`,
    async () => {
      expect.hasAssertions();
      const draw = createDraw(1);
      const links = await Promise.all(
        GALLERY.slice(0, 12).map(({ scenario }) =>
          encodeLink({ scenario, live: [], cursor, branch: 1 }, 'm1'),
        ),
      );
      for (let i = 0; i < ROUNDS; i += 1) {
        const link = mutate(draw.pick(links) ?? '', draw);
        const decoded = await timed(link, () => decodeLink(link));
        if (!decoded.ok) readable(decoded.detail, link);
      }
    },
    PATIENCE_MS,
  );

  test(
    `${ROUNDS} intact links that hold something strange`,
    async () => {
      expect.hasAssertions();
      const draw = createDraw(2);
      const runs = GALLERY.slice(0, 12).map(({ scenario }) => compact(scenario, [], 1));
      for (let i = 0; i < ROUNDS; i += 1) {
        const run = draw.pick(runs);
        const json =
          draw.below(2) === 0 ? mutate(JSON.stringify(run), draw) : JSON.stringify(mangle(run, draw));
        const link = await signed(
          json ?? 'null',
          mutate('&e=3&b=1&sel=m1&h=abcdef', draw).replaceAll('&c=', ''),
        );
        const decoded = await timed(json ?? '', () => decodeLink(link));
        if (!decoded.ok) readable(decoded.detail, json ?? '');
      }
    },
    PATIENCE_MS,
  );

  test(
    `${ROUNDS} damaged scenario files`,
    async () => {
      expect.hasAssertions();
      const draw = createDraw(3);
      const files = GALLERY.slice(0, 12).map(({ scenario }) =>
        JSON.stringify({ scenario, live: [], cursor }, null, 1),
      );
      for (let i = 0; i < ROUNDS; i += 1) {
        const file = draw.pick(files) ?? '';
        const text =
          draw.below(2) === 0 ? mutate(file, draw) : (JSON.stringify(mangle(JSON.parse(file), draw)) ?? '');
        const opened = await timed(text, () => fileToLink(text));
        if (!opened.ok) readable(opened.detail, text);
      }
    },
    PATIENCE_MS,
  );

  test(
    `${ROUNDS} damaged lessons, as files and as links`,
    async () => {
      expect.hasAssertions();
      const draw = createDraw(4);
      const files = [...LESSON_TEXTS.values()];
      for (let i = 0; i < ROUNDS; i += 1) {
        const text = mutate(draw.pick(files) ?? '', draw);
        const parsed = await timed(text, () => readLesson(text));
        if (!parsed.ok) for (const fault of parsed.faults) readable(describeFault(fault), text);
        if (i % 10 !== 0) continue;
        const hash = mutate(`#lesson&t=${await packLesson(text)}&stop=2`, draw);
        const packed = parseLessonHash(hash)?.packed ?? '';
        const unpacked = await timed(hash, () => unpackLesson(packed));
        if (!unpacked.ok) readable(unpacked.detail, hash);
      }
    },
    PATIENCE_MS,
  );

  test('refuses a decompression bomb, using little memory', async () => {
    const before = process.memoryUsage().arrayBuffers;
    const bomb = await signed(`{"t":"${'a'.repeat(80_000_000)}"}`, '&e=1');
    const decoded = await decodeLink(bomb);
    expect(decoded).toMatchObject({ ok: false, reason: 'too-large' });
    const lesson = await packLesson(`# x\n${'a'.repeat(20_000_000)}`);
    expect(await unpackLesson(lesson)).toEqual({
      ok: false,
      detail: 'The lesson in this link is too large.',
    });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(MEMORY_MAX);
  });
});
