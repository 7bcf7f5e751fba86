import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import { classToHelp, type Subject, subjectOf } from '../../src/record/worker/model/study.ts';
import { packed, readAll } from '../fixtures/records/read.ts';

const SETTINGS = new URL('../fixtures/records/verbose/w1b/', import.meta.url).pathname;

it('helps the one class that a person names, and says what other mail pays', async () => {
  const { builder } = await readAll([packed('pairs/w1b-base/maillog.gz')]);
  const settings = readSettings(
    ['postconf.txt', 'master.txt', 'transport.txt'].map((name) => ({
      name,
      text: readFileSync(`${SETTINGS}${name}`, 'utf8'),
    })),
  );
  const named = (pattern: string): Subject => {
    const instance = builder.members[0]?.instance;
    const of =
      instance === undefined
        ? null
        : subjectOf(
            instance,
            settings,
            [{ name: 'resets', predicate: { kind: 'text', field: 'from', not: false, pattern } }],
            'test',
          );
    if (of === null) throw new Error('nothing became active');
    return of;
  };
  const of = named('reset@*');
  expect(of.names).toEqual(['resets', 'all other mail']);
  expect(classToHelp(of)).toBe('resets');
  expect(of.recorded.classes.map(({ recipients }) => recipients)).toEqual([89, 1500]);
  expect(classToHelp(named('newsletter@*'))).toBe('resets');
  expect(named('*').names).toEqual(['resets']);
  expect(classToHelp(named('nobody@*'))).toBe('all other mail');
});
