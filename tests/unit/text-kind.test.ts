import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { textKindOf } from '../../src/record/importers/view.ts';

const AFTERNOON = 'tests/fixtures/records/logs/f1-afternoon';

function head(start: string): string {
  const name = readdirSync(AFTERNOON).find((file) => file.startsWith(start))!;
  const bytes = readFileSync(`${AFTERNOON}/${name}`);
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).subarray(0, 60_000).toString();
}

test.each([
  ['postconf', 'postconf'],
  ['master', 'master'],
  ['postqueue', 'postqueue'],
])('%s beside a log is recognized by how it begins', (name, kind) => {
  expect(textKindOf(`${name}.txt`, head(name))).toBe(kind);
});

test('other text is not taken for a part of a record', () => {
  expect(textKindOf('letter.txt', 'Dear postmaster,\nnothing arrives.\n')).toBe('unknown');
});
