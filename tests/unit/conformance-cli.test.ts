import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { command } from '../fixtures/command.ts';
import { readVector } from '../conformance/nqmgr-vectors.ts';

const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function conformance(...paths: string[]): Promise<{ status: number; lines: string[] }> {
  const { code, out } = await command('conformance', ...paths);
  return { status: code, lines: out.trim().split('\n') };
}

it('conformance reads folders and .gz, and reports bad files and differences', async () => {
  const good = readVector('c03-limit-zero') as { steps: { out: unknown }[] };
  mkdirSync(join(folder, 'deep'));
  writeFileSync(join(folder, 'deep', 'a.json.gz'), gzipSync(JSON.stringify(good)));
  expect(await conformance(folder)).toEqual({ status: 0, lines: ['1 passed, 0 failed'] });

  const wrong = structuredClone(good);
  const step = wrong.steps[1];
  if (step) step.out = { entry: 'E99' };
  writeFileSync(join(folder, 'b.json'), JSON.stringify(wrong));
  writeFileSync(join(folder, 'c.json'), '{"format":"qmgr-trace/1","ste');
  writeFileSync(join(folder, 'd.json'), '{"format":"nobody/7"}');
  writeFileSync(join(folder, 'e.json.gz'), 'not gzip');
  writeFileSync(join(folder, 'f.json'), '{"format":"qmgr-trace/1"}');
  writeFileSync(join(folder, 'readme.txt'), 'not a vector');
  const { status, lines } = await conformance(folder, join(folder, 'nowhere'));
  expect(status).toBe(1);
  expect(lines.at(-1)).toBe('1 passed, 6 failed');
  const text = lines.join('\n');
  expect(text).toMatch(/b\.json: step 2, out\.entry\n {2}expected "E99"\n {2}got {6}"E1"/);
  expect(text).toContain('d.json: unknown format "nobody/7"');
  expect(text).toContain('f.json: no steps');
  expect(text).toContain('nowhere: no such file or folder');
}, 60_000);
