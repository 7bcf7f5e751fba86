import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { bytesUpTo, readText, unpackedUpTo } from '../../src/cli/read-file.ts';
import { predictCommand } from '../../src/record/cli/predict.ts';
import { recordCommand } from '../../src/record/cli/record.ts';
import { filesIn, sharedParts } from '../../src/record/cli/records/files.ts';
import { readLogs, settingsIn } from '../../src/record/cli/records/read-record.ts';
import { joinBundle } from '../../src/scenario/record/bundle.ts';

const RECORD = 'tests/fixtures/records/logs/f1-afternoon';
const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
afterAll(() => rmSync(folder, { recursive: true }));
const STAMPS = { zone: 'UTC', year: null };

function file(name: string, bytes: string | Uint8Array): string {
  const path = join(mkdtempSync(join(folder, 'one-')), name);
  writeFileSync(path, bytes);
  return path;
}

const log = gunzipSync(readFileSync(join(RECORD, 'maillog.gz'))).toString('latin1');
const settings = readFileSync(join(RECORD, 'postconf.txt'), 'utf8');
const bundle = joinBundle([
  { name: 'maillog', text: log.slice(0, 40_000) },
  { name: 'postconf.txt', text: settings },
]);

describe('a compressed file', () => {
  test('is unpacked up to a limit, whatever its name', () => {
    const bomb = file('a.txt', gzipSync(Buffer.alloc(10_000_000)));
    expect(unpackedUpTo(bomb, 1_000_000)).toBe('too large');
    expect(unpackedUpTo(file('b.gz', gzipSync('text')), 1_000_000).toString()).toBe('text');
    expect(unpackedUpTo(file('c.gz', 'no gzip'), 1_000_000).toString()).toBe('no gzip');
    expect(unpackedUpTo(file('d.gz', gzipSync(log).subarray(0, 5000)), 100_000_000)).toBe('damaged');
  });

  test('that begins like a shared record and unpacks endlessly is refused', () => {
    const member = gzipSync(Buffer.alloc(16 * 1024 * 1024));
    const bomb = Buffer.concat([gzipSync(bundle), ...Array.from({ length: 17 }, () => member)]);
    expect(bomb.length).toBeLessThan(400_000);
    expect(sharedParts(file('x.qmgr.gz', bomb))).toMatch(
      /x\.qmgr\.gz: unpacks to more than 256 MB; unpack it first/,
    );
    // A file that does not begin in this way is an ordinary log, which is read as a stream.
    expect(sharedParts(file('y.qmgr.gz', member))).toBeNull();
  });

  test('that is larger than any settings is not read as settings', () => {
    const path = file('bomb.gz', gzipSync(Buffer.alloc(30_000_000, 'a = b\n')));
    expect(settingsIn([path])).toBeNull();
  });

  test('that is truncated is named, and the rest of its folder is read', async () => {
    const whole = gzipSync(bundle);
    const path = file('cut.qmgr.gz', whole.subarray(0, whole.length - 100));
    const beside = join(path, '..');
    writeFileSync(join(beside, 'maillog'), log);
    writeFileSync(join(beside, 'postconf.txt'), settings);
    const files = filesIn(beside);
    const read = await readLogs(files, STAMPS);
    expect(read.files.find(({ name }) => name === path)?.trouble).toMatch(
      /cut\.qmgr\.gz: damaged gzip; accepted/,
    );
    expect(read.builder.members[0]?.instance.tables.attempts.length).toBeGreaterThan(100);
    expect(settingsIn(files)?.hasMain).toBe(true);
  });
});

describe('an endless file', () => {
  test('is refused once the size limit has been read', () => {
    expect(bytesUpTo('/dev/zero', 5_000_000)).toBeNull();
    expect(() => readText('SPEC', '/dev/zero', 1024 ** 2)).toThrow(
      'SPEC: /dev/zero is not accepted; it takes a file of at most 1 MB',
    );
    expect(() => readText('SPEC', folder)).toThrow('a file, not a folder');
  });

  test('is refused by its length when it is a sparse hole of gigabytes after a log', async () => {
    const path = file('maillog', log);
    truncateSync(path, 50 * 1024 ** 3);
    const { files } = await readLogs([path], STAMPS);
    expect(files[0]).toMatchObject({
      kind: 'refused',
      trouble: expect.stringContaining('51200 MB long but almost empty'),
    });
    expect(settingsIn([path])).toBeNull();
  });

  test('is no log and holds no settings', async () => {
    expect(settingsIn(['/dev/zero'])).toBeNull();
    const { files } = await readLogs(['/dev/zero'], STAMPS);
    expect(files[0]).toMatchObject({ kind: 'refused', trouble: expect.stringContaining('is not text') });
  });
});

describe('links of a folder', () => {
  test('that form a circle or lead nowhere come to an end', () => {
    const root = mkdtempSync(join(folder, 'links-'));
    mkdirSync(join(root, 'a', 'b'), { recursive: true });
    writeFileSync(join(root, 'a', 'b', 'maillog'), 'x');
    for (const [name, to] of [
      ['up', root],
      ['again', join(root, 'a')],
    ] as const)
      symlinkSync(to, join(root, 'a', 'b', name));
    symlinkSync(join(root, 'self'), join(root, 'self'));
    symlinkSync(join(root, 'none'), join(root, 'nowhere'));
    expect(filesIn(root, { deep: true })).toEqual([join(root, 'a', 'b', 'maillog')]);
    expect(filesIn(root)).toEqual([]);
    expect(() => filesIn(join(root, 'nowhere'))).toThrow('an existing file or folder');
  });
});

describe('a file that does not suit its command', () => {
  test('is named with its wrong field', async () => {
    const dir = mkdtempSync(join(folder, 'judged-'));
    writeFileSync(join(dir, 'truth.json'), '{"change":"a","workload":5}');
    await expect(predictCommand(['--judge', dir])).rejects.toThrow(
      /truth\.json: workload: 5 is not accepted/,
    );
    writeFileSync(join(dir, 'truth.json'), '{"change":');
    await expect(predictCommand(['--judge', dir])).rejects.toThrow(
      /a readable JSON file \(This file is not JSON/,
    );
  });

  test('is named when it is missing', async () => {
    await expect(recordCommand(['/none.log'])).rejects.toThrow(
      'PATH: /none.log is not accepted; it takes an existing file or folder',
    );
  });
});
