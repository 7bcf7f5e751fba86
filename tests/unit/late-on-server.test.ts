import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { isSameHost, journal } from '../../src/record/cli/records/this-server.ts';
import { readLogs } from '../../src/record/cli/records/read-record.ts';
import { command } from '../fixtures/command.ts';
import { type FakeServer, fakeServer } from '../fixtures/fake-server.ts';

const FOLDER = join(import.meta.dirname, '../fixtures/records/verbose/w1b');
const LOG = join(FOLDER, 'maillog.gz');
const text = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
const QUEUED =
  '{"queue_name":"deferred","queue_id":"4WvX","arrival_time":1763800000,"message_size":100,"sender":"a@a.example",' +
  '"recipients":[{"address":"b@b.example","delay_reason":"timed out"}]}\n';

const folder = mkdtempSync(join(tmpdir(), 'late-on-server-'));
afterAll(() => rmSync(folder, { recursive: true }));
let end = (): void => {};
afterEach(() => end());

/** Pretends that this machine is the server that wrote the log. */
function onServer(other: Partial<FakeServer> = {}): string {
  const server = fakeServer({
    main: text('postconf.txt'),
    master: text('master.txt'),
    myhostname: 'mail.home.example',
    ...other,
  });
  ({ end } = server);
  return server.folder;
}

async function late(
  ...args: readonly string[]
): Promise<{ code: number; err: string; method: string; out: string }> {
  const { code, err, out } = await command('late', ...args, '--json');
  const [line = '{}'] = out.split('\n');
  return { code, err, out, method: (JSON.parse(line || '{}') as { method?: string }).method ?? '' };
}

describe('late on the server that wrote the log', () => {
  test('uses the settings of its Postfix, and says so', async () => {
    onServer();
    const { code, err, method } = await late(LOG);
    expect({ code, method }).toEqual({ code: 0, method: 'replay' });
    expect(err).toContain('With the settings of this machine: postconf -n, postconf -M (--no-local');
  });

  test('leaves them out with --no-local, and for settings among the files', async () => {
    onServer();
    expect(await late(LOG, '--no-local')).toMatchObject({ method: 'counts', err: '' });
    expect(await late(LOG, join(FOLDER, 'postconf.txt'))).toMatchObject({ method: 'counts', err: '' });
  });

  test('leaves them out for the log of another machine', async () => {
    onServer({ myhostname: 'other.home.example' });
    expect(await late(LOG)).toMatchObject({ method: 'counts', err: '' });
  });

  test('lists the queue of this machine with --queue', async () => {
    onServer({ queue: QUEUED });
    const { out } = await late(LOG, '--queue');
    const last = JSON.parse(out.trim().split('\n').at(-1) ?? '') as unknown;
    expect(last).toMatchObject({ kind: 'queue', file: 'postqueue -j', messages: 1 });
  });

  test('says that the queue is empty, or why it cannot be listed', async () => {
    onServer({ queue: '' });
    expect((await command('queue')).out).toContain('postqueue -j: the queue is empty.');
    end();
    onServer();
    expect(await command('queue')).toMatchObject({
      code: 3,
      out: '',
      err: expect.stringContaining('no queue'),
    });
  });

  test('reads its log file without a path, and names it', async () => {
    const file = join(folder, 'own.log');
    writeFileSync(file, gunzipSync(readFileSync(LOG)));
    onServer({ logFile: file });
    const { code, err, method } = await late();
    expect({ code, method }).toEqual({ code: 0, method: 'replay' });
    expect(err).toContain(`Reading the log of this machine: ${file}`);
    expect(await late('--no-local')).toMatchObject({ code: 2, err: expect.stringContaining('usage:') });
  });

  test('reads the journal where Postfix logs to no file', async () => {
    const entry = (i: number, message: string): string =>
      JSON.stringify({
        __REALTIME_TIMESTAMP: String(1_763_800_000_000_000 + i * 1e6),
        _HOSTNAME: 'mail',
        SYSLOG_IDENTIFIER: 'postfix/qmgr',
        SYSLOG_PID: '7',
        MESSAGE: message,
      });
    const own = onServer({
      journal: [
        entry(0, '9DC89228180: from=<a@a.example>, size=310, nrcpt=1 (queue active)'),
        entry(1, '9DC89228180: removed'),
      ].join('\n'),
    });
    const read = await readLogs([journal(join(own, 'bin', 'journalctl'))], { zone: 'UTC', year: null });
    expect(read.files).toMatchObject([{ name: 'journalctl -u postfix@-', kind: 'log', postfix: 2 }]);
    const none = await readLogs([journal(join(own, 'none'))], { zone: 'UTC', year: null });
    expect(none.files).toMatchObject([{ kind: 'refused' }]);
  });
});

test('a host is the same by its short name, but not in another domain', () => {
  expect(isSameHost('mail', 'MAIL.a.example')).toBe(true);
  expect(isSameHost('mail.a.example', 'mail.b.example')).toBe(false);
  expect(isSameHost('', '')).toBe(false);
});
