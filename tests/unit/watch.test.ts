import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Change, type Following, followFile } from '../../src/record/cli/watching/follow.ts';
import { RecentBytes } from '../../src/record/cli/watching/recent-bytes.ts';
import { askJournal, followJournal } from '../../src/record/cli/watching/journal.ts';
import { startWatchServer, type WatchServer } from '../../src/record/cli/watching/server.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'qmgrscope-watch-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a file that is followed', () => {
  let following: Following | null = null;
  let text = '';
  let changes: Change[] = [];
  const path = (): string => join(folder, 'mail.log');
  const follow = (backlog = 1_000_000): void => {
    text = '';
    changes = [];
    following = followFile(path(), backlog, {
      lines: (bytes) => (text += Buffer.from(bytes).toString()),
      changed: (what) => changes.push(what),
      ended() {},
    });
  };
  afterEach(() => following?.stop());
  const checkText = (wanted: string) => expect.poll(() => text, { interval: 10 }).toBe(wanted);

  it('gives whole lines, existing ones first', async () => {
    writeFileSync(path(), 'one\ntwo\nthr');
    follow();
    await checkText('one\ntwo\n');
    appendFileSync(path(), 'ee\nfour');
    await checkText('one\ntwo\nthree\n');
  });

  it('begins at a line where only the end of the file is read', async () => {
    writeFileSync(path(), 'the first\nthe second\nthe third\n');
    follow(15);
    await checkText('the third\n');
  });

  it('continues in the new file after a rotation, with late lines of the old one', async () => {
    writeFileSync(path(), 'a\n');
    follow();
    await checkText('a\n');
    renameSync(path(), `${path()}.1`);
    appendFileSync(`${path()}.1`, 'b\n');
    await checkText('a\nb\n');
    writeFileSync(path(), 'c\n');
    await checkText('a\nb\nc\n');
    // The writer still writes to the old file until it reopens its log.
    appendFileSync(`${path()}.1`, 'd\n');
    await checkText('a\nb\nc\nd\n');
    appendFileSync(path(), 'e\n');
    await checkText('a\nb\nc\nd\ne\n');
    expect(changes.filter((what) => what === 'renamed')).toHaveLength(1);
  });

  it('begins again where the file was truncated, even if it has grown beyond that', async () => {
    writeFileSync(path(), 'first line of the log\n');
    follow();
    await checkText('first line of the log\n');
    truncateSync(path());
    await expect.poll(() => changes, { interval: 10 }).toEqual(['truncated']);
    appendFileSync(path(), 'x\n');
    await checkText('first line of the log\nx\n');
    writeFileSync(path(), 'other, and much longer than the line before\n');
    await checkText('first line of the log\nx\nother, and much longer than the line before\n');
    expect(changes).toEqual(['truncated', 'truncated']);
  });

  it('says that it is gone and that it is back', async () => {
    writeFileSync(path(), 'a\n');
    follow();
    await checkText('a\n');
    rmSync(path());
    await expect.poll(() => changes, { interval: 10 }).toEqual(['gone']);
    writeFileSync(path(), 'b\n');
    await checkText('a\nb\n');
    expect(changes).toEqual(['gone', 'renamed']);
  });

  it('refuses a folder and a name that leads nowhere', () => {
    expect(() => followFile(folder, 0, { lines() {}, changed() {}, ended() {} })).toThrow('is a folder');
    expect(() => followFile(path(), 0, { lines() {}, changed() {}, ended() {} })).toThrow('ENOENT');
  });
});

describe('the journal', () => {
  /** Writes a script that replaces journalctl: it prints its arguments as an entry, and then `more`. */
  const standIn = (more: string): string => {
    const path = join(folder, 'journalctl');
    writeFileSync(
      path,
      `#!${process.execPath}\nconsole.log(JSON.stringify({ MESSAGE: process.argv.slice(2).join(' ') }));\n${more}\n`,
      { mode: 0o755 },
    );
    return path;
  };
  const heard = { text: '', ended: '' };
  const listener = {
    lines: (bytes: Uint8Array) => void (heard.text += Buffer.from(bytes).toString()),
    changed() {},
    ended: (reason: string) => void (heard.ended = reason),
  };
  beforeEach(() => Object.assign(heard, { text: '', ended: '' }));

  it('is followed as JSON entries: what logs as mail, or one unit', async () => {
    const mail = followJournal(null, listener, standIn('setInterval(() => {}, 1000);'));
    await expect.poll(() => heard.text, { interval: 10 }).toContain('SYSLOG_FACILITY=2');
    expect(heard.text).toContain('--follow --output=json --lines 20000 --no-pager');
    mail.stop();
    heard.text = '';
    const unit = followJournal('postfix@-.service', listener, standIn('setInterval(() => {}, 1000);'));
    await expect.poll(() => heard.text, { interval: 10 }).toContain('--unit postfix@-.service');
    unit.stop();
    expect(heard.ended).toBe('');
  });

  it('says why it ends: journalctl’s message, or that there is none', async () => {
    followJournal(null, listener, standIn("console.error('No permission.'); process.exitCode = 1;"));
    await expect.poll(() => heard.ended, { interval: 10 }).toContain('ended: No permission.');
    heard.ended = '';
    followJournal(null, listener, join(folder, 'not-there'));
    await expect.poll(() => heard.ended, { interval: 10 }).toContain('ENOENT');
  });
});

describe('a unit of the journal, asked before it is followed', () => {
  const entry = (unit: string, identifier: string, facility: string): object => ({
    _SYSTEMD_UNIT: unit,
    SYSLOG_IDENTIFIER: identifier,
    SYSLOG_FACILITY: facility,
  });
  /** Writes a script that replaces journalctl and prints these entries. */
  const journal = (entries: readonly object[], said = '', status = 0): string => {
    const path = join(folder, 'journalctl');
    writeFileSync(
      path,
      `#!${process.execPath}
const at = process.argv.indexOf('--unit');
const unit = at < 0 ? null : process.argv[at + 1].replace(/^(?!.*[.]service$).*/, '$&.service');
for (const one of ${JSON.stringify(entries)})
  if (unit === null ? one.SYSLOG_FACILITY === '2' : one._SYSTEMD_UNIT === unit) console.log(JSON.stringify(one));
console.error(${JSON.stringify(said)});
process.exitCode = ${status};
`,
      { mode: 0o755 },
    );
    return path;
  };
  const debian = [
    entry('postfix.service', 'systemd', '3'),
    entry('postfix@-.service', 'postfix/smtp', '2'),
    entry('postfix@out.service', 'postfix-out/smtp', '2'),
  ];

  it('is followed when it logs mail, in any facility', async () => {
    expect(await askJournal('postfix@-.service', journal(debian))).toBe('');
    expect(await askJournal('postfix@out', journal(debian))).toBe('');
    const local = [entry('postfix@-.service', 'postfix/smtp', '16')];
    expect(await askJournal('postfix@-', journal(local))).toBe('');
    expect(await askJournal(null, journal(debian))).toBe('');
  });

  it('is refused if it is missing or only starts Postfix, naming units that log mail', async () => {
    const units = "postfix@-.service and postfix@out.service. Use --journal 'postfix@-.service'";
    await expect(askJournal('nosuch', journal(debian))).rejects.toThrow(
      `nothing from the unit nosuch. Mail comes from ${units}`,
    );
    await expect(askJournal('postfix', journal(debian))).rejects.toThrow(
      `no mail from the unit postfix. Mail comes from ${units}`,
    );
    const container = [{ SYSLOG_IDENTIFIER: 'postfix/smtp', SYSLOG_FACILITY: '2' }];
    await expect(askJournal('postfix', journal(container))).rejects.toThrow('No unit of systemd logs mail');
  });

  it('is awaited while no mail was logged, with what journalctl says beside it', async () => {
    expect(await askJournal('postfix', journal([]))).toBe('The journal has no mail yet.');
    const hint = 'Hint: You are currently not seeing messages from other users and the system.';
    expect(await askJournal(null, journal([], hint))).toContain(hint);
  });

  it('says why there is none: what journalctl says, or that it is not there', async () => {
    const said = 'Failed to add filter for units: No data available';
    await expect(askJournal('nos*', journal([], said, 1))).rejects.toThrow(said);
    await expect(askJournal(null, join(folder, 'not-there'))).rejects.toThrow('ENOENT');
  });
});

it('keeps the last bytes, each at its place', () => {
  const kept = new RecentBytes(10);
  for (const word of ['alpha\n', 'beta\n', 'gamma\n']) kept.add(Buffer.from(word));
  expect([kept.start, kept.end]).toEqual([6, 17]);
  const from = (place: number, most: number): string => Buffer.from(kept.from(place, most)).toString();
  expect(from(6, 100)).toBe('beta\ngamma\n');
  expect(from(8, 100)).toBe('ta\ngamma\n');
  // An answer contains only whole lines, even if a single line exceeds the limit.
  expect(from(6, 10)).toBe('beta\n');
  expect(from(6, 2)).toBe('beta\n');
  expect(from(17, 100)).toBe('');
});

interface Answer {
  status: number;
  text: string;
}

/** Requests a path. If the response is a stream, reads it until it contains `until`. */
function ask(port: string, path: string, headers: Record<string, string>, until = '\0'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, headers }, (answer) => {
      let text = '';
      const done = (): void => resolve({ status: answer.statusCode ?? 0, text });
      answer.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (!text.includes(until)) return;
        done();
        asked.destroy();
      });
      answer.on('end', done);
      answer.on('error', () => {});
    });
    asked.on('error', reject);
    asked.end();
  });
}

describe('the server of a watch', () => {
  let server: WatchServer;
  let port = '';
  let stream = '';
  beforeEach(async () => {
    writeFileSync(join(folder, 'index.html'), 'the page');
    server = await startWatchServer({ folder, port: 0, name: 'mail.log', zone: 'UTC' });
    const { port: at, hash } = new URL(server.address);
    port = at;
    stream = `/live/${hash.replace('#live=', '')}`;
  });
  afterEach(() => server.close());
  const lines = (text: string): void => server.lines(Buffer.from(text, 'latin1'), 1);

  it('serves the page, and lines to a reader who knows the token', async () => {
    expect(await ask(port, '/', {})).toEqual({ status: 200, text: 'the page' });
    expect((await ask(port, '/live/guess', {})).status).toBe(404);
    lines('one\n');
    const answer = ask(port, stream, {}, 'two');
    setTimeout(() => lines('two \xff\n'), 20);
    const { text } = await answer;
    expect(text).toContain('event: hello');
    expect(text).toContain('"text":"one\\n"');
    expect(text).toContain('id: 10');
    expect(text).toContain('two \xff\\n');
  });

  it('resumes where a page was, and says what is no longer kept', async () => {
    lines('one\n');
    lines('two\n');
    const { text } = await ask(port, stream, { 'Last-Event-ID': '4' }, 'two');
    expect(text).not.toContain('one\\n');
    expect(text).toContain('two\\n');
    expect(text).toContain('"lost":0');
  });

  it('refuses other host names and other sites', async () => {
    expect((await ask(port, '/', { Host: 'evil.example' })).status).toBe(403);
    expect((await ask(port, stream, { Host: `evil.example:${port}` })).status).toBe(403);
    expect((await ask(port, stream, { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await ask(port, stream, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    lines('one\n');
    const own = { Origin: `http://127.0.0.1:${port}`, 'Sec-Fetch-Site': 'same-origin' };
    expect((await ask(port, stream, own, 'one')).status).toBe(200);
  });
});

describe('npm run watch', () => {
  let child: ChildProcess | null = null;
  afterEach(() => child?.kill('SIGKILL'));
  const run = (...words: string[]): { output: () => string; ended: Promise<number | null> } => {
    const started = spawn(process.execPath, ['src/cli/tsx.mjs', 'src/record/cli/watch.ts', ...words], {
      cwd: fileURLToPath(new URL('../../', import.meta.url)),
    });
    child = started;
    let output = '';
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    return { output: () => output, ended: new Promise((resolve) => started.on('exit', resolve)) };
  };

  it('follows standard input at an address of this machine, and ends on SIGTERM', async () => {
    writeFileSync(join(folder, 'index.html'), 'the page');
    const { output, ended } = run('-', '--page', folder, '--port', '0');
    await expect.poll(output, { timeout: 30_000 }).toContain('The page is at http://127.0.0.1:');
    const { port, hash } = new URL(/http:\S+/.exec(output())?.[0] ?? '');
    child?.stdin?.write('a line\n');
    const { text } = await ask(port, `/live/${hash.replace('#live=', '')}`, {}, 'a line');
    expect(text).toContain('standard input');
    child?.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('says where else the log may be when a file is missing', async () => {
    const { output, ended } = run(join(folder, 'none'));
    expect(await ended).toBe(3);
    expect(output()).toContain('does not exist');
    expect(output()).toContain('--journal');
  });

  it('says what it accepts', async () => {
    const { output, ended } = run('--postqueue', '0', join(folder, 'none'));
    expect(await ended).toBe(2);
    expect(output()).toContain('--postqueue');
    expect(output()).toContain('a whole number from 1 to 86400');
  });
});
