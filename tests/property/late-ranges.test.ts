import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeMadeLog } from '../bench/parts/made-log.ts';
import { parseClass } from '../../src/record/importers/classes/parse.ts';
import { selectLives } from '../../src/record/importers/classes/select.ts';
import { findLate, type Late, lateOf } from '../../src/record/importers/findings/find.ts';
import { textSource } from '../../src/record/importers/input/source.ts';
import { OUTCOMES, STATUSES } from '../../src/record/importers/store/tables.ts';
import { THRESHOLDS, type Verdict } from '../../src/record/protocol/findings.ts';
import { readAll } from '../fixtures/records/read.ts';

/** Size of a log in bytes. It has some thousand attempts: several blocks of precomputed sums. */
const BYTES = 3_000_000;
const CLASS = 'busy=recipients>5';
const [SENT, DEFERRED, SUSPENDED] = [
  STATUSES.indexOf('sent'),
  STATUSES.indexOf('deferred'),
  OUTCOMES.indexOf('suspended'),
];

async function lateIn(text: string): Promise<Late> {
  const { builder } = await readAll([textSource('mail.log', text)]);
  const [member] = builder.members;
  if (member === undefined) throw new Error('no record');
  return lateOf(member, null);
}

/**
 * Gives the middle third of the lines time stamps ninety seconds earlier, as when a clock is set back and then forward again.
 */
function setBack(text: string): string {
  const lines = text.split('\n');
  return lines
    .map((line, i) => {
      if (i < lines.length / 3 || i > (lines.length * 2) / 3) return line;
      const at = new Date(Date.parse(`${line.slice(0, 19)}Z`) - 90_000);
      return at.toISOString().slice(0, 19) + line.slice(19);
    })
    .join('\n');
}

const atShare = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? 0;

/**
 * Computes the verdict directly from its definition, by counting for each attempt the mail in the queue between two
 * instants.
 */
function plainVerdict(
  { member, traffic, waits, prepared }: Late,
  from: number,
  to: number,
  lives: Uint8Array | null,
) {
  const { attempts, activations, deliveries } = member.instance.tables;
  const b = new Map<number, number>();
  const last = new Map<number, number>();
  const messages = new Set<number>();
  const found = { sent: 0, deferred: 0, before: 0, queue: 0, agents: 0, window: 0, connect: 0, deliver: 0 };
  for (let row = 1; row < attempts.length; row++) {
    const time = attempts.time[row] ?? 0;
    const start = traffic.startOf[row] ?? 0;
    const activation = deliveries.activation[attempts.delivery[row] ?? 0] ?? 0;
    const logged = activations.time[activation] ?? 0;
    const active = logged || (start === 0 ? 0 : start - (attempts.b[row] ?? 0) * 1e6) || time;
    if (time < from || active > to) continue;
    if (lives !== null && lives[attempts.life[row] ?? 0] !== 1) continue;
    messages.add(attempts.life[row] ?? 0);
    const recipient = prepared.recipientOf[row] ?? 0;
    b.set(recipient, (b.get(recipient) ?? 0) + (waits.all[row] ?? 0));
    if (attempts.status[row] === SENT) {
      found.sent++;
      last.set(recipient, attempts.delay[row] ?? 0);
    } else if (attempts.status[row] === DEFERRED) found.deferred++;
    found.queue += waits.all[row] ?? 0;
    found.agents += waits.agents[row] ?? 0;
    found.window += waits.window[row] ?? 0;
    if (activations.ordinal[activation] === 1) found.before += Math.max(0, attempts.a[row] ?? 0);
    if (attempts.outcome[row] === SUSPENDED) continue;
    found.connect += attempts.c[row] ?? 0;
    found.deliver += attempts.d[row] ?? 0;
  }
  const waited = [...b.values()];
  const totals = [...last.values()].filter((one) => one > 0);
  return {
    ...found,
    messages: messages.size,
    recipients: waited.length,
    waited: waited.filter((one) => one > THRESHOLDS.late).length,
    bMedian: atShare(waited, 0.5),
    b90: atShare(waited, 0.9),
    bMax: Math.max(0, ...waited),
    totalMedian: atShare(totals, 0.5),
    total90: atShare(totals, 0.9),
    totalMax: Math.max(0, ...totals),
  };
}

function expectSame(verdict: Verdict | undefined, plain: ReturnType<typeof plainVerdict>): void {
  const { time, queue, ...counts } = verdict as Verdict;
  const { before, queue: b, agents, window, connect, deliver, ...others } = plain;
  expect(counts).toMatchObject(others);
  expect(time.before).toBeCloseTo(before, 6);
  expect(time.queue).toBeCloseTo(b, 6);
  expect(time.connect).toBeCloseTo(connect, 6);
  expect(time.deliver).toBeCloseTo(deliver, 6);
  expect(queue.agents).toBeCloseTo(agents, 6);
  expect(queue.window).toBeCloseTo(window, 6);
}

describe('the verdict on any time range equals a count of its attempts', () => {
  let text = '';
  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'qmgrscope-ranges-'));
    writeMadeLog(join(folder, 'mail.log'), BYTES);
    text = readFileSync(join(folder, 'mail.log'), 'utf8');
    rmSync(folder, { recursive: true });
  });

  it.each(['steady', 'set back'])('where the clock is %s', async (clock) => {
    const late = await lateIn(clock === 'steady' ? text : setBack(text));
    const { instance } = late.member;
    expect(instance.tables.attempts.length).toBeGreaterThan(5000);
    const read = parseClass(CLASS);
    if (!read.ok) throw new Error(CLASS);
    const { mailClass, predicate } = read.value;
    const lives = selectLives(instance, predicate);
    // Draw whole numbers, which are evenly distributed. Doubles would mostly be near zero.
    const share = fc.integer({ min: -50, max: 1050 }).map((thousandths) => thousandths / 1000);
    fc.assert(
      fc.property(share, share, (one, other) => {
        const at = (of: number): number => Math.round(instance.from + (instance.to - instance.from) * of);
        const [from, to] = [at(Math.min(one, other)), at(Math.max(one, other))];
        const options = { classes: [mailClass], from, to, thresholds: {} };
        const { verdicts } = findLate(late, [predicate], ['mail.log'], options);
        expectSame(verdicts[0], plainVerdict(late, from, to, null));
        expectSame(verdicts[1], plainVerdict(late, from, to, lives));
      }),
      { numRuns: 60 },
    );
  });
});
