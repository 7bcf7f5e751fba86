import { describe, expect, it } from 'vitest';
import { besideWords, fatesWords } from '../../src/record/panels/postfix/queue-words.ts';
import type { QueueFates, QueueView, RecordQuestions } from '../../src/record/protocol/record-questions.ts';
import { decodeLink } from '../../src/scenario/link.ts';
import { holdRecord } from '../../src/record/worker/record/held.ts';
import { recordQuestions } from '../../src/record/worker/record/record-answers.ts';
import { packed, readAll } from '../fixtures/records/read.ts';

const REFUSED = 'connect to mx.down.example[192.0.2.1]:25: Connection refused';
const TOO_MANY =
  'host mx.full.example[192.0.2.2] refused to talk to me: 421 4.7.0 Error: too many connections from 192.0.2.9';

function line(i: number, to: string, reason: string): string {
  return JSON.stringify({
    queue_name: 'deferred',
    queue_id: `A${i}`,
    arrival_time: 1795255200,
    message_size: 900,
    forced_expire: false,
    sender: 'a@home.example',
    recipients: [{ address: `u${i}@${to}`, delay_reason: reason }],
  });
}

const lines = (count: number, to: string, reason: string): string[] =>
  Array.from({ length: count }, (_, i) => line(i, to, reason));

/** Returns the page's text about a queue snapshot for a flush (`destination` "") or for the recovery of one destination. */
async function said(queue: string[], destination: string): Promise<{ fates: QueueFates; text: string }> {
  const ask = await asked(queue);
  const [answer, view] = [await ask.queueRun({ destination }), await ask.queue()];
  if (answer === null) throw new Error('no snapshot');
  expect((await decodeLink(answer.address)).ok).toBe(true);
  return {
    fates: answer.fates,
    text: fatesWords(answer.fates, destination, (view as QueueView).rows).replaceAll(/\s/g, ' '),
  };
}

const log = readAll([packed('pairs/takes-nothing/maillog.gz')]);

async function asked(queue: string[], main = ''): Promise<RecordQuestions> {
  const texts = [queue.join('\n'), main].filter((text) => text !== '');
  const record = holdRecord(await log, new Map(texts.map((text, i) => [i + 1, text])));
  return recordQuestions(() => record);
}

describe('flushing all waiting mail', () => {
  it('empties a destination that recovers when the engine says so', async () => {
    // Each delivery takes half a second. At first five run concurrently, later up to twenty.
    const { fates, text } = await said(lines(100, 'down.example', REFUSED), 'down.example');
    expect(fates).toMatchObject({ recipients: 100, delivered: 100, again: [], later: 0 });
    expect(fates.empty).toBeGreaterThan(2.5);
    expect(fates.empty).toBeLessThan(10);
    expect(text).toMatch(
      /^The queue for down\.example is empty after [\d.]+ s: all 100 recipients are delivered at this attempt\.$/,
    );
  });

  it('reports lasting failures by destination with a reason, and no end', async () => {
    const queue = [...lines(3, 'down.example', REFUSED), ...lines(2, 'well.example', '')];
    const { fates, text } = await said(queue, '');
    expect(fates).toMatchObject({ recipients: 5, delivered: 2, empty: null });
    expect(fates.again).toEqual([{ destination: 'down.example', count: 3 }]);
    expect(text).toMatch(
      /^After [\d.]+ m?s each of the 5 recipients has been attempted once: 2 delivered, 3 deferred again, none returned\. Deferred: 3 for down\.example \(“connect: Connection refused”\)\. After 4 h 3 are still deferred\. Mail that a server keeps refusing is retried until maximal_queue_lifetime/,
    );
  });

  it('retries what a server with too few sessions deferred', async () => {
    const { fates, text } = await said(lines(60, 'full.example', TOO_MANY), '');
    expect(fates.delivered).toBeGreaterThan(0);
    expect(fates.delivered).toBeLessThan(60);
    expect(fates.delivered + fates.later).toBe(60);
    // No retry comes before minimal_backoff_time (300 s).
    expect(fates.empty).toBeGreaterThan(300);
    expect(text).toMatch(/Retries deliver \d+ of them\. The queue is empty after [\d.]+ min\.$/);
  });

  it('returns mail that becomes too old, which is not delivered', async () => {
    const main = 'maximal_queue_lifetime = 150s\nqueue_run_delay = 30s\nminimal_backoff_time = 30s\n';
    const ask = await asked(lines(4, 'down.example', REFUSED), main);
    const answer = await ask.queueRun({ destination: '' });
    expect(answer?.fates).toMatchObject({ delivered: 0, later: 0, returned: 4 });
    const beside = await ask.flushBeside({ perMinute: 10 });
    if (answer === null || beside === null) throw new Error('no snapshot');
    expect(fatesWords(answer.fates, '', [])).toMatch(
      /4 are returned to their senders after maximal_queue_lifetime/,
    );
    expect(beside.same).toMatchObject({ accepted: 0, deferred: 5, returned: 5 });
    expect(besideWords(beside)).toMatch(
      /for down\.example was not accepted, and was returned after maximal_queue_lifetime/,
    );
  });

  it('says whether any new mail beside a flush was deferred', async () => {
    const well = await (await asked(lines(300, 'well.example', ''))).flushBeside({ perMinute: 60 });
    const refused = await (await asked(lines(300, 'down.example', REFUSED))).flushBeside({ perMinute: 60 });
    if (well === null || refused === null) throw new Error('no snapshot');
    expect(besideWords(well)).toMatch(/\. No new mail was deferred or returned\.$/);
    expect(besideWords(refused)).toMatch(
      /Of the new messages, 30 were deferred at the first attempt \(as many without the flush\), and none returned\.$/,
    );
  });
});
