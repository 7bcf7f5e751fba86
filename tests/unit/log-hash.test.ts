import { expect, test } from 'vitest';
import { canonicalJson, emptyLogHash, hashEvent, hashText, logHashText } from '../../src/core/log-hash.ts';

test.each([
  ['', 'cbf29ce484222325'],
  ['a', 'af63dc4c8601ec8c'],
  ['foobar', '85944171f73967e8'],
])('hash of %j is that of the published FNV-1a test suite', (text, expected) => {
  const hash = emptyLogHash();
  hashText(hash, text);
  expect(logHashText(hash)).toBe(expected);
});

test('the order of members does not count, the place of the event does', () => {
  expect(canonicalJson({ b: [1, { d: 'x', c: null }], a: undefined, e: 2 })).toBe(
    '{"b":[1,{"c":null,"d":"x"}],"e":2}',
  );
  const text = (step: number): string => {
    const hash = emptyLogHash();
    hashEvent(hash, { n: 1, at: 0, step, event: { kind: 'job.linked', transport: 1, msg: 1 } });
    return logHashText(hash);
  };
  expect(text(1)).not.toBe(text(2));
});
