import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeSecret } from '../../src/record/cli/records/secret.ts';
import { command } from '../fixtures/command.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const RECORD = join(ROOT, 'tests', 'fixtures', 'records', 'logs', 'f1-afternoon');

async function lines(name: string, ...args: string[]): Promise<Record<string, unknown>[]> {
  const run = await command(name, ...args, '--json');
  expect(run.err).not.toMatch(/Error|ENOENT/);
  return run.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('a shared record on the command line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shared-'));
  const file = join(folder, 'afternoon.qmgr');
  const key = join(folder, 'key.txt');
  afterAll(() => rmSync(folder, { recursive: true }));

  beforeAll(async () => {
    writeFileSync(key, 'everybody may read this\n'.repeat(1000), { mode: 0o644 });
    const run = await command('share', RECORD, '--class', 'few=recipients<3', '--key', key);
    writeFileSync(file, run.out);
  });

  it('writes its key to a file that only its owner reads, even an existing one', () => {
    expect((statSync(key).mode & 0o777).toString(8)).toBe('600');
    expect(readFileSync(key, 'utf8')).toMatch(/^host1\tvm$/m);
    expect(readFileSync(key, 'utf8')).not.toContain('everybody');
    const path = join(folder, 'new.txt');
    writeSecret('--key', path, 'new\n');
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
    expect(() => writeSecret('--key', folder, 'x')).toThrow(/^--key: .* it takes a file that can be written/);
  });

  it('is summarized like its original, although its parts are no files', async () => {
    const [shared] = await lines('record', file);
    const [own] = await lines('record', RECORD);
    expect(own).toMatchObject({ kind: 'record', messages: 168 });
    expect(shared).toMatchObject({
      kind: 'record',
      messages: own?.['messages'],
      attempts: own?.['attempts'],
    });
  });

  it('is replayed with the settings it holds, like its original', async () => {
    const [shared] = await lines('replay', file);
    const [own] = await lines('replay', RECORD);
    expect(own).toMatchObject({ deaths: { equal: 2 }, retries: { compared: 63 }, first: null });
    expect({ ...shared, folder: '' }).toEqual({ ...own, folder: '' });
  });

  it('has the classes that were given, and is judged by them', async () => {
    const names = (await lines('late', file)).map(({ name }) => name);
    expect(names).toContain('few');
  });

  it('is calibrated for its classes, and predicted although it ends in the middle', async () => {
    const found = await lines('predict', file, '--set', 'smtp_destination_concurrency_limit=5');
    const names = found.flatMap((line) => (line.kind === 'calibration' ? [line.class] : []));
    expect(names).toEqual(['few', 'all other mail', 'all mail']);
    expect(found.map(({ kind }) => kind)).toEqual([
      'calibration',
      'calibration',
      'calibration',
      'prediction',
      'prediction',
      'prediction',
    ]);
  });

  it('is evidence and configuration in one for the check of settings', async () => {
    const rules = (await lines('lint-postfix', file)).map(({ rule }) => rule);
    expect(rules).toContain(20);
  });
});
