import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { readVector } from '../conformance/nqmgr-vectors.ts';

const cli = fileURLToPath(new URL('../../src/cli/conformance.ts', import.meta.url));
const tsx = fileURLToPath(new URL('../../node_modules/tsx/dist/cli.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
afterAll(() => rmSync(folder, { recursive: true }));

function conformance(...paths: string[]): { status: number | null; lines: string[] } {
  const { status, stdout } = spawnSync(process.execPath, [tsx, cli, ...paths], { encoding: 'utf8' });
  return { status, lines: stdout.trim().split('\n') };
}

it('conformance: folders, .gz, damaged and unknown files, differences, the last line and the exit status', () => {
  const good = readVector('c03-limit-zero') as { steps: { out: unknown }[] };
  mkdirSync(join(folder, 'deep'));
  writeFileSync(join(folder, 'deep', 'a.json.gz'), gzipSync(JSON.stringify(good)));
  expect(conformance(folder)).toEqual({ status: 0, lines: ['1 passed, 0 failed'] });

  const wrong = structuredClone(good);
  const step = wrong.steps[1];
  if (step) step.out = { entry: 'E99' };
  writeFileSync(join(folder, 'b.json'), JSON.stringify(wrong));
  writeFileSync(join(folder, 'c.json'), '{"format":"qmgr-trace/1","ste');
  writeFileSync(join(folder, 'd.json'), '{"format":"nobody/7"}');
  writeFileSync(join(folder, 'e.json.gz'), 'not gzip');
  writeFileSync(join(folder, 'f.json'), '{"format":"qmgr-trace/1"}');
  writeFileSync(join(folder, 'readme.txt'), 'not a vector');
  const { status, lines } = conformance(folder, join(folder, 'nowhere'));
  expect(status).toBe(1);
  expect(lines.at(-1)).toBe('1 passed, 6 failed');
  const text = lines.join('\n');
  expect(text).toMatch(/b\.json: step 2, out\.entry\n {2}expected "E99"\n {2}got {6}"E1"/);
  expect(text).toContain('d.json: unknown format "nobody/7"');
  expect(text).toContain('f.json: no steps');
  expect(text).toContain('nowhere: no such file or folder');
}, 60_000);
