import { expect, test } from 'vitest';
import type { CoreEvent } from '../../src/protocol/events.ts';
import { emptyLogHash, hashEvent, hashText, logHashText } from '../../src/core/log-hash.ts';

test.each([
  ['', 'cbf29ce484222325'],
  ['a', 'af63dc4c8601ec8c'],
  ['foobar', '85944171f73967e8'],
])('hash of %j is that of the published FNV-1a test suite', (text, expected) => {
  const hash = emptyLogHash();
  hashText(hash, text);
  expect(logHashText(hash)).toBe(expected);
});

test('the order of members does not count, but the place of the event does', () => {
  const text = (step: number, event: unknown): string => {
    const hash = emptyLogHash();
    hashEvent(hash, { n: 1, at: 0, step, event: event as CoreEvent });
    return logHashText(hash);
  };
  const mixed = {
    msg: 1,
    list: [1, { d: 'x', c: null }, []],
    gone: undefined,
    kind: 'job.linked',
    empty: {},
  };
  const known = emptyLogHash();
  hashText(known, '[1,0,2,{"empty":{},"kind":"job.linked","list":[1,{"c":null,"d":"x"},[]],"msg":1}]\n');
  expect(text(2, mixed)).toBe(logHashText(known));
  expect(text(1, mixed)).not.toBe(text(2, mixed));
});
