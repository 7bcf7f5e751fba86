import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from './page.ts';

const DIST = join(import.meta.dirname, '../../dist');

/** Thousands of bytes of a built file, compressed as a host does. */
function packed(name: string): number {
  return gzipSync(readFileSync(join(DIST, name)), { level: 9 }).length / 1000;
}

test('what stands before the first picture stays small', () => {
  const html = readFileSync(join(DIST, 'index.html'), 'utf8');
  const scripts = [...html.matchAll(/(?:src|href)="\.\/((?:assets\/)?[\w.-]+\.js)"/g)].map(
    (match) => match[1] ?? '',
  );
  expect(scripts.length).toBeGreaterThan(3);
  const size = scripts.reduce((sum, name) => sum + packed(name), 0);
  expect(size, scripts.join(' ')).toBeLessThanOrEqual(130);
});

test('the worker starts without the other kinds of run and what panels ask', () => {
  const names = readdirSync(join(DIST, 'assets')).filter((name) => name.startsWith('simulation.worker-'));
  expect(names).toHaveLength(1);
  const entry = `assets/${names[0] ?? ''}`;
  const source = readFileSync(join(DIST, entry), 'utf8');
  const imported = [...source.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)].map(
    (match) => `assets/${match[1] ?? ''}`,
  );
  const size = [entry, ...imported].reduce((sum, name) => sum + packed(name), 0);
  expect(size, [entry, ...imported].join(' ')).toBeLessThanOrEqual(59.5);
});
