import { expect, it } from 'vitest';
import { packRecord, unpackRecord } from '../../src/record/importers/store/kept.ts';
import { RecordQueries } from '../../src/record/importers/store/queries/queries.ts';
import { summarize } from '../../src/record/importers/summary.ts';
import { viewOf } from '../../src/record/importers/view.ts';
import { textSource } from '../../src/record/importers/input/source.ts';
import { packed, readAll } from '../fixtures/records/read.ts';

const stored = <T>(value: T): T => structuredClone(value);

it.each([
  ['the afternoon', ['logs/f1-afternoon/maillog.gz']],
  [
    'rotated files with junk',
    ['odd/rotated/mail.log.2.gz', 'odd/rotated/mail.log.1.gz', 'odd/rotated/mail.log.gz'],
  ],
  ['two instances', ['odd/content-filter/maillog.gz']],
  ['feedback lines', ['logs/a7-invN-small/maillog.gz']],
])('a stored record reopens unchanged: %s', async (_, paths) => {
  const result = await readAll(paths.map(packed));
  const texts = new Map([[7, 'mynetworks = 127.0.0.0/8\n']]);
  const again = unpackRecord(stored(packRecord(result, texts, 'UTC')));
  expect(summarize(again.result)).toEqual(summarize(result));
  expect(viewOf(again.result, new Map(), 'UTC')).toEqual(viewOf(result, new Map(), 'UTC'));
  expect(again.texts).toEqual(texts);
  for (const [place, { instance }] of result.builder.members.entries()) {
    const other = again.result.builder.members[place]!.instance;
    expect(other.tables).toEqual(instance.tables);
    const { lives } = instance.tables;
    const { texts: ids, strings } = instance.pools;
    const asked = new RecordQueries(other);
    for (let life = 1; life < lives.length; life++)
      expect(asked.messages.withId(ids.text(lives.id[life]!))).toEqual(
        new RecordQueries(instance).messages.withId(ids.text(lives.id[life]!)),
      );
    for (let n = 1; n < strings.count; n++) expect(other.pools.strings.findText(strings.text(n))).toBe(n);
  }
});

it('empty columns hold no memory of their own, and are stored without it', async () => {
  const line = (n: number): string =>
    `2026-11-21T10:00:00.${String(n).padStart(6, '0')}+00:00 mx postfix/qmgr[7]: A${(n + 0x10000000).toString(16).toUpperCase()}: from=<a@b.example>, size=9, nrcpt=1 (queue active)\n`;
  const text = Array.from({ length: 5000 }, (_, i) => line(i)).join('');
  const result = await readAll([textSource('maillog', text)]);
  const { lives, activations } = result.builder.members[0]!.instance.tables;
  expect(lives).toHaveLength(5001);
  expect(lives.user.buffer).toBe(lives.client.buffer);
  expect(activations.file.buffer).toBe(lives.client.buffer);
  expect(lives.user).toHaveLength(5001);
  expect(new Set(lives.user)).toEqual(new Set([0]));
  expect(lives.size.at(-1)).toBe(9);
  const { columns } = packRecord(result, new Map(), 'UTC');
  expect(columns.get('0.lives.user')!.buffer.byteLength).toBe(5001 * 4);
});

it('refuses another form, or damage, with a sentence', async () => {
  const whole = packRecord(await readAll([packed('logs/f1-afternoon/maillog.gz')]), new Map(), 'UTC');
  expect(() => unpackRecord({ ...whole, body: { ...whole.body, form: 0 } })).toThrow('saved in format 0');
  const columns = new Map(whole.columns);
  columns.delete('0.attempts.time');
  expect(() => unpackRecord({ ...whole, columns })).toThrow('column 0.attempts.time is missing');
});
