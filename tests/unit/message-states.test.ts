import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { textSource } from '../../src/record/importers/input/source.ts';
import { holdRecord } from '../../src/record/worker/record/held.ts';
import { recordQuestions } from '../../src/record/worker/record/record-answers.ts';
import { packed, readAll } from '../fixtures/records/read.ts';

const ROOT = new URL('../fixtures/records/logs/f1-afternoon/', import.meta.url).pathname;
const name = { host: 'vm', instance: 'postfix' };

test('list and page say the same of a message: waiting, else returned, else sent', async () => {
  const text = readFileSync(`${ROOT}postconf.txt`, 'utf8');
  const log = packed('logs/f1-afternoon/maillog.gz');
  const held = holdRecord(await readAll([log, textSource('postconf.txt', text)]), new Map([[1, text]]));
  const ask = recordQuestions(() => held);
  const listed = async (of: string) =>
    (await ask.search({ ...name, text: of, lanes: 'destination', classes: [] })).messages;
  // Six recipients were delivered. The seventh was deferred, and then returned because it was too old.
  expect((await listed('DDEA9228460')).map(({ state }) => state)).toEqual(['bounced']);
  const messages = (await listed('recipients>=1')).filter(({ state }) => state !== 'open');
  expect([...new Set(messages.map(({ state }) => state))].toSorted()).toEqual(
    expect.arrayContaining(['bounced', 'sent']),
  );
  for (const { id, state } of messages) {
    // oxlint-disable-next-line no-await-in-loop
    const { sentence, end } = (await ask.message({ ...name, id })) ?? {};
    const waits = (sentence?.deferred ?? 0) > 0;
    const came = (sentence?.bounced ?? 0) > 0;
    const waiting = end === 'deleted' ? 'deleted' : 'deferred';
    expect(state, id).toBe(waits ? waiting : came ? 'bounced' : 'sent');
  }
});

test('a message that was active without an attempt says for how long', async () => {
  const log = packed('public/k4-stuck-until-restart/maillog.gz');
  const held = holdRecord(await readAll([log]), new Map());
  const life = await recordQuestions(() => held).message({
    host: 'vps',
    instance: 'postfix',
    id: 'A1000420',
  });
  // Active at 10:00:00, and again at 10:36:02 after a restart.
  const stuck = life?.where.find(({ cause }) => cause === 'active without an attempt');
  expect(Math.round(stuck?.seconds ?? 0)).toBe(2162);
});
