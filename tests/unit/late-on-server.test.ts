import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { isSameHost, journal } from '../../src/record/cli/records/this-server.ts';
import { readLogs } from '../../src/record/cli/records/read-record.ts';
import { outputOf } from '../fuzz/terminals.ts';
import { ALL } from '../fixtures/all.ts';
import { command } from '../fixtures/command.ts';
import { type FakeServer, fakeServer } from '../fixtures/fake-server.ts';
import { startJournal, whyNoJournal } from '../fixtures/real-journal.ts';

const FOLDER = join(import.meta.dirname, '../fixtures/records/verbose/w1b');
const LOG = join(FOLDER, 'maillog.gz');
const text = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
const QUEUED =
  '{"queue_name":"deferred","queue_id":"4WvX","arrival_time":1763800000,"message_size":100,"sender":"a@a.example",' +
  '"recipients":[{"address":"b@b.example","delay_reason":"timed out"}]}\n';

const folder = mkdtempSync(join(tmpdir(), 'late-on-server-'));
afterAll(() => rmSync(folder, { recursive: true }));
/** True if this machine has a log file, which `late` would read. */
const hasLogFile = ['/var/log/mail.log', '/var/log/maillog', '/var/log/mail'].some((path) =>
  existsSync(path),
);
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

  test('answers also where the queue cannot be listed, and ends with 3', async () => {
    onServer();
    const { code, err, method } = await late(LOG, '--queue');
    expect({ code, method }).toEqual({ code: 3, method: 'replay' });
    expect(err).toContain('The queue of this machine cannot be listed: postqueue: fatal: no queue');
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
    const { err } = await outputOf(() => readLogs([journal(join(own, 'none'))], { zone: 'UTC', year: null }));
    expect(err).toContain('none cannot be run.');
  });

  test.runIf(ALL && !hasLogFile && whyNoJournal() === '')(
    'reads a real journal, without a path',
    async () => {
      onServer({ myhostname: hostname() });
      const { inside, stop } = await startJournal();
      try {
        const run = (...words: readonly string[]): string => {
          const [program = '', ...args] = inside(words, process.cwd());
          return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
        };
        const log = (tag: string, text: string): string =>
          run('logger', '-p', 'mail.info', '-t', tag, '--id=7', text);
        log('postfix/qmgr', '9DC89228180: from=<a@a.example>, size=310, nrcpt=1 (queue active)');
        const sent =
          'relay=b.example[192.0.2.1]:25, delay=50, delays=0/40/5/5, dsn=2.0.0, status=sent (250 ok)';
        log('postfix/smtp', `9DC89228180: to=<b@b.example>, ${sent}`);
        log('postfix/qmgr', '9DC89228180: removed');
        await expect
          .poll(() => run('journalctl', '--quiet', 'SYSLOG_FACILITY=2'), { timeout: 10_000 })
          .toContain('removed');
        expect(run(process.execPath, 'src/cli/tsx.mjs', 'src/record/cli/late.ts')).toContain('1 recipient');
      } finally {
        stop();
      }
    },
  );
});

test('a host is the same by its short name, but not in another domain', () => {
  expect(isSameHost('mail', 'MAIL.a.example')).toBe(true);
  expect(isSameHost('mail.a.example', 'mail.b.example')).toBe(false);
  expect(isSameHost('', '')).toBe(false);
});
