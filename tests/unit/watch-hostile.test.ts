import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkLog, type Following, followFile, followStream } from '../../src/record/cli/watching/follow.ts';
import { startWatchServer, type WatchServer } from '../../src/record/cli/watching/server.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'qmgrscope-watch-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Heard {
  name: string;
  data: { text?: string; what?: string; lost?: number };
}

/** Connects like a page. The returned function waits for an event that contains a text, and returns all events so far. */
async function listen(server: WatchServer): Promise<(until: string) => Promise<Heard[]>> {
  const { hostname, port, hash } = new URL(server.address);
  const asked = request({ hostname, port, path: `/live/${hash.replace('#live=', '')}` });
  asked.end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.setEncoding('utf8');
  return async (until) => {
    let text = '';
    for await (const part of answer as AsyncIterable<string>) {
      text += part;
      const found = text.lastIndexOf(until);
      if (found >= 0 && text.includes('\n\n', found)) break;
    }
    const events = text.split('\n\n').filter((one) => one.startsWith('event: '));
    return events.map((one) => ({
      name: /^event: (.*)$/m.exec(one)?.[1] ?? '',
      data: JSON.parse(/^data: (.*)$/m.exec(one)?.[1] ?? '{}') as Heard['data'],
    }));
  };
}

describe('a page that is slower than the log', () => {
  let server: WatchServer;
  beforeEach(async () => {
    server = await startWatchServer({
      folder,
      port: 0,
      name: 'log',
      zone: 'UTC',
      keptBytes: 1_000_000,
    });
  });
  afterEach(() => server.close());

  it('gets each line once, and the number of bytes it missed', async () => {
    const events = await listen(server);
    // Write all this while the page reads nothing.
    let total = 0;
    for (let i = 0; i < 200; i++) {
      const lines = Array.from({ length: 200 }, (_, j) => `line ${i * 200 + j} ${'x'.repeat(80)}\n`).join('');
      server.lines(Buffer.from(lines), 1);
      total += lines.length;
    }
    server.ended('over');
    const heard = await events('"reason":"over"');
    const text = heard.map(({ name, data }) => (name === 'lines' ? (data.text ?? '') : '')).join('');
    const lost = heard.reduce((sum, { name, data }) => sum + (name === 'hello' ? (data.lost ?? 0) : 0), 0);
    expect(lost).toBeGreaterThan(0);
    expect(text.length + lost).toBe(total);
    const numbers = text
      .trimEnd()
      .split('\n')
      .map((line) => Number(/^line (\d+) x{80}$/.exec(line)?.[1]));
    expect(numbers.every((number, i) => i === 0 || number > (numbers[i - 1] ?? 0))).toBe(true);
    expect(numbers.at(-1)).toBe(39_999);
  });

  it('gets only the newest snapshot of the queue', async () => {
    const events = await listen(server);
    for (let i = 0; i < 50; i++) server.queue(`snapshot ${i} ${'x'.repeat(200_000)}`, '');
    const snapshots = (await events('snapshot 49'))
      .filter(({ name }) => name === 'queue')
      .map(({ data }) => data.text ?? '');
    expect(snapshots.map((text) => text.slice(0, 11))).toEqual(['snapshot 0 ', 'snapshot 49']);
  });

  it('hears of changes of the file where they happened in the log', async () => {
    server.lines(Buffer.from('one\n'), 1);
    server.changed('renamed');
    server.lines(Buffer.from('two\n'), 1);
    server.changed('gone');
    server.ended('over');
    const told = (await (await listen(server))('"over"')).map(({ name, data }) =>
      `${name} ${data.text ?? data.what ?? ''}`.trim(),
    );
    expect(told).toEqual(['hello', 'lines one', 'changed renamed', 'lines two', 'changed gone', 'ended']);
  });
});

describe('a named pipe that is followed', () => {
  let following: Following | null = null;
  let text = '';
  const changes: string[] = [];
  const path = (): string => join(folder, 'mail.log');
  const follow = (): void => {
    text = '';
    changes.length = 0;
    following = followFile(path(), 1_000_000, {
      lines: (bytes) => (text += Buffer.from(bytes).toString()),
      changed: (what) => changes.push(what),
      ended() {},
    });
  };
  const makePipe = (): unknown => execFileSync('mkfifo', [path()]);
  afterEach(() => following?.stop());
  const checkText = (wanted: string) => expect.poll(() => text, { interval: 10 }).toBe(wanted);
  const write = (...parts: string[]): void => {
    const writer = openSync(path(), 'w');
    for (const part of parts) writeSync(writer, part);
    closeSync(writer);
  };

  it('waits for writers, one after the other', async () => {
    makePipe();
    follow();
    write('one\nt', 'wo\n');
    await checkText('one\ntwo\n');
    write('three\nfour');
    // When a writer closes the pipe, its last line is complete.
    await checkText('one\ntwo\nthree\nfour\n');
    expect(changes).toEqual([]);
  });

  it('can replace the log, and the log can replace the pipe', async () => {
    writeFileSync(path(), 'one\n');
    follow();
    await checkText('one\n');
    renameSync(path(), `${path()}.1`);
    makePipe();
    await expect.poll(() => changes.includes('renamed'), { interval: 10 }).toBe(true);
    write('two\n');
    await checkText('one\ntwo\n');
    rmSync(path());
    writeFileSync(path(), 'three\n');
    await checkText('one\ntwo\nthree\n');
  });

  it('is not opened to see whether it can be followed', () => {
    makePipe();
    expect(() => checkLog(path())).not.toThrow();
    expect(() => checkLog('/dev/null')).toThrow('/dev/null is a device; accepted: a file, a named pipe or -');
    expect(() => checkLog(folder)).toThrow('is a folder');
  });
});

it('hands over standard input without newlines in parts', async () => {
  const stream = new PassThrough();
  const lengths: number[] = [];
  followStream(
    stream,
    { lines: (bytes) => lengths.push(bytes.length), changed() {}, ended: () => lengths.push(-1) },
    'standard input',
  );
  for (let i = 0; i < 48; i++) stream.write(Buffer.alloc(65_536, 'x'));
  await expect.poll(() => lengths.length, { interval: 10 }).toBe(2);
  stream.end('y');
  await expect.poll(() => lengths.at(-1), { interval: 10 }).toBe(-1);
  // The long line is sent in parts, and each part counts as a line.
  expect(lengths.reduce((sum, length) => sum + length, 1)).toBe(48 * 65_536 + 1 + 3);
  expect(Math.max(...lengths)).toBeLessThan(1_200_000);
});

const ROOT = join(import.meta.dirname, '../..');

function isThere(printed: Buffer): boolean {
  try {
    return process.kill(Number(printed), 0);
  } catch {
    return false;
  }
}

describe('a killed process leaves none behind', () => {
  it.each([
    ['waits', 'setInterval(() => {}, 1000);'],
    ['computes', 'for (;;);'],
  ])('npm, whose shell was not killed: the command %s', async (_, work) => {
    const module = pathToFileURL(join(ROOT, 'src/cli/end-with-npm.mjs')).href;
    const script = join(folder, 'server.mjs');
    writeFileSync(
      script,
      `import { writeSync } from 'node:fs';
      import { endWithNpm } from ${JSON.stringify(module)};
      endWithNpm();
      writeSync(1, String(process.pid));
      ${work}`,
    );
    // `; true` keeps the shell running, because the shell would otherwise become the command.
    const command = `${JSON.stringify(process.execPath)} ${JSON.stringify(script)}; true`;
    const npm = spawn(
      process.execPath,
      [
        '--eval',
        `require('node:child_process').spawn('sh', ['-c', ${JSON.stringify(command)}], { stdio: 'inherit' })`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, npm_lifecycle_event: 'watch' } },
    );
    const [printed] = (await once(npm.stdout, 'data')) as [Buffer];
    expect(isThere(printed)).toBe(true);
    npm.kill('SIGKILL');
    await expect.poll(() => isThere(printed), { timeout: 10_000 }).toBe(false);
  });

  it('the command that runs TypeScript', async () => {
    const script = join(folder, 'server.ts');
    writeFileSync(
      script,
      'const pid: number = process.pid;\nconsole.log(pid);\nsetInterval(() => {}, 1000);\n',
    );
    const command = spawn(process.execPath, [join(ROOT, 'src/cli/tsx.mjs'), script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [printed] = (await once(command.stdout, 'data')) as [Buffer];
    expect(isThere(printed)).toBe(true);
    command.kill('SIGKILL');
    await expect.poll(() => isThere(printed), { timeout: 5000 }).toBe(false);
  });
});
