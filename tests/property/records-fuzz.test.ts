import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readRecord } from '../../src/record/importers/input/read.ts';
import { textSource } from '../../src/record/importers/input/source.ts';
import { finish } from '../../src/record/importers/store/finish.ts';
import { summarize } from '../../src/record/importers/summary.ts';
import { fixture } from '../fixtures/records/read.ts';
import { runCount } from '../fixtures/all.ts';

/**
 * Real logs, cut, spliced and with flipped bits. The reader must account for every line, whatever it contains. RECORD_CASES
 * and RECORD_SEED set the number of cases and the seed.
 */
const RUNS = Number(process.env.RECORD_CASES ?? runCount(200));
const SEED = Number(process.env.RECORD_SEED ?? 22);

/** Short pieces of real logs in every format, so that many cases can be read in little time. */
const CORPUS = [
  'logs/f1-afternoon/maillog.gz',
  'logs/f1-afternoon-traditional/maillog.gz',
  'logs/b9-greet-small/maillog.gz',
  'logs/p10-recursive/maillog.gz',
  'odd/content-filter/maillog.gz',
  'odd/rotated/mail.log.1.gz',
  'odd/styles/journalctl.json.gz',
  'odd/styles/docker-logs-t.log.gz',
  'odd/styles/syslog-ng-iso.log.gz',
].map((path) => fixture(path));

interface Cut {
  of: number;
  from: number;
  length: number;
}

const cuts = fc.array(
  fc.record({ of: fc.nat(CORPUS.length - 1), from: fc.nat(), length: fc.integer({ min: 1, max: 3000 }) }),
  { minLength: 1, maxLength: 6 },
);
const turns = fc.array(fc.record({ at: fc.nat(), bit: fc.nat(7) }), { maxLength: 40 });

function spliced(parts: readonly Cut[], bits: readonly { at: number; bit: number }[]): Uint8Array {
  const bytes = Buffer.concat(
    parts.map(({ of, from, length }) => {
      const whole = CORPUS[of]!;
      const start = from % whole.length;
      return whole.subarray(start, start + length);
    }),
  );
  for (const { at, bit } of bits) bytes[at % bytes.length]! ^= 1 << bit;
  return bytes;
}

it('never fails on logs that are cut, spliced and damaged, and loses no line', {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(cuts, turns, async (parts, bits) => {
      const bytes = spliced(parts, bits);
      const result = await readRecord([textSource('spliced', bytes), textSource('again', bytes)], {
        zone: 'Europe/Vienna',
        now: Date.UTC(2026, 10, 30),
      });
      finish(result.builder.members.map(({ instance }) => instance));
      const summaries = summarize(result);
      const [file] = result.files;
      if (file?.kind !== 'log' || summaries.length === 0) return;
      const read = result.files.reduce((sum, { lines }) => sum + lines, 0);
      expect(summaries.reduce((sum, { lines }) => sum + lines, 0)).toBe(read);
      for (const { tables } of result.builder.members.map(({ instance }) => instance)) {
        for (let row = 1; row < tables.attempts.length; row++) {
          expect(tables.attempts.time[row]).toBeGreaterThan(0);
          expect(tables.attempts.life[row]).toBeLessThan(tables.lives.length);
        }
      }
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
});

it.each([
  ['one letter again and again', 'a'],
  ['braces', '{"MESSAGE":'],
  ['a stamp and no end', '2026-11-21T01:46:42.597856+00:00 vm postfix/smtp[606]: 9DC89228185: to=<'],
  ['commas', '2026-11-21T01:46:42.597856+00:00 vm postfix/smtp[606]: 9DC89228185: to=<a@b>, relay=x, , , '],
])('reads a line of a megabyte: %s', async (_, unit) => {
  const line = unit.repeat(Math.ceil(1_048_576 / unit.length));
  const good = '2026-11-21T01:46:47.651120+00:00 vm postfix/qmgr[621]: 9DC89228185: removed';
  const result = await readRecord([textSource('long', `${good}\n${line}\n${good.replace('9DC', '9DD')}\n`)], {
    zone: 'UTC',
    now: 0,
  });
  expect(result.files[0]?.lines).toBe(3);
  expect(result.builder.members[0]?.instance.tables.lives.length).toBeGreaterThanOrEqual(3);
});

it('invented hosts, programs, shapes and answers in a log take no memory', async () => {
  const lines = Array.from(
    { length: 30_000 },
    (_, i) =>
      `2026-11-21T01:46:47+00:00 h${i} postfix${i % 9000}/smtp[${i}]: word${i}x ${'y'.repeat(i % 50)}\n2026-11-21T01:46:47+00:00 h p${i}[1]: x`,
  );
  const { builder } = await readRecord([textSource('hostile', lines.join('\n'))], { zone: 'UTC', now: 0 });
  expect(builder.members.length).toBeLessThanOrEqual(64);
  expect(builder.others.size).toBeLessThanOrEqual(501);
  expect(builder.beyond).toBeGreaterThan(10_000);
});
