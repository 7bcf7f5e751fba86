import { expect, it } from 'vitest';
import { packRecord, unpackRecord } from '../../src/importers/store/kept.ts';
import { RecordQueries } from '../../src/importers/store/queries/queries.ts';
import { summarize } from '../../src/importers/summary.ts';
import { viewOf } from '../../src/importers/view.ts';
import { packed, readAll } from '../fixtures/records/read.ts';

/** As a database gives it back. */
const stored = <T>(value: T): T => structuredClone(value);

it.each([
  ['the afternoon', ['logs/f1-afternoon/maillog.gz']],
  [
    'rotated files with junk',
    ['odd/rotated/mail.log.2.gz', 'odd/rotated/mail.log.1.gz', 'odd/rotated/mail.log.gz'],
  ],
  ['two instances', ['odd/content-filter/maillog.gz']],
  ['feedback lines', ['logs/a7-invN-small/maillog.gz']],
])('a record that was kept is the same when it is opened again: %s', async (_, paths) => {
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

it('what is of another form, or damaged, is refused with a sentence', async () => {
  const whole = packRecord(await readAll([packed('logs/f1-afternoon/maillog.gz')]), new Map(), 'UTC');
  expect(() => unpackRecord({ ...whole, body: { ...whole.body, form: 0 } })).toThrow('kept in form 0');
  const columns = new Map(whole.columns);
  columns.delete('0.attempts.time');
  expect(() => unpackRecord({ ...whole, columns })).toThrow('column 0.attempts.time is missing');
});
