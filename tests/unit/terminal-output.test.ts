import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { hasColours, painted, type Row } from '../../src/cli/terminal.ts';
import { wrap, wrapLines } from '../../src/cli/wrap.ts';
import { progressText } from '../../src/record/cli/records/progress.ts';

const ESC = '\u001b';

describe('rows for a terminal', () => {
  const rows: Row[] = ['plain', { style: 'title', text: `a ${ESC}[2J title` }];

  test('have colours only where the terminal shows them', () => {
    expect(painted(rows, false)).toBe('plain\na \\u001b[2J title\n');
    expect(painted(rows, true)).toBe(`plain\n${ESC}[1ma \\u001b[2J title${ESC}[0m\n`);
  });

  test.each([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ TERM: 'dumb' }, true, false],
  ])('with %j on a terminal (%s): %s', (env, terminal, colours) => {
    expect(hasColours(env, terminal)).toBe(colours);
  });
});

describe('wrapped text', () => {
  test('fits the width, and only a longer word does not', () => {
    expect(wrap('one two three', 9, '- ', '  ')).toEqual(['- one two', '  three']);
    expect(wrap('1234567890 1', 5)).toEqual(['1234567890', '1']);
    expect(wrap('', 5, '- ')).toEqual(['- ']);
  });

  test('of a usage goes below the explanation of its option', () => {
    expect(wrapLines('usage: x\n  --zone NAME  the zone of time stamps without one', 32)).toBe(
      'usage: x\n  --zone NAME  the zone of time\n               stamps without\n               one',
    );
  });
});

describe('progress', () => {
  test('shows a bar, bytes and the time left', () => {
    const text = progressText({ bytes: 25e6, total: 100e6, lines: 1000 }, 2000, 100);
    expect(text).toBe('[#####               ] 25 MB of 100 MB, 6 s left');
  });

  test('shows bytes and lines where the size is unknown, and fits a narrow terminal', () => {
    expect(progressText({ bytes: 25e6, total: 0, lines: 1200 }, 2000, 100)).toBe(
      'Reading: 25 MB, 1\u202f200 lines',
    );
    expect(progressText({ bytes: 25e6, total: 1e9, lines: 9 }, 2000, 40)).toBe('25 MB of 1.0 GB, 78 s left');
  });
});

// `script` of util-linux runs a program on a terminal of its own.
const hasScript = spawnSync('script', ['--version']).status === 0;

describe.runIf(hasScript)('late on a real terminal', () => {
  const folder = mkdtempSync(join(tmpdir(), 'terminal-output-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const log = join(folder, 'mail.log');
  const program = `${process.execPath} src/cli/tsx.mjs src/record/cli/late.ts`;
  const onTerminal = (columns: number, env: Record<string, string> = {}): string =>
    spawnSync('script', ['-qec', `stty cols ${columns}; ${program} --no-local ${log}`, '/dev/null'], {
      encoding: 'utf8',
      env: { ...process.env, TERM: 'xterm', NO_COLOR: '', ...env },
    }).stdout;

  test('uses its width and colours, and shows escape sequences of a log as text', () => {
    const stamp = (second: number): string =>
      `2026-11-22T11:00:${String(second).padStart(2, '0')}+00:00 mail postfix`;
    writeFileSync(
      log,
      [
        `${stamp(0)}/qmgr[7]: 9DC89228180: from=<a${ESC}]0;PWNED\u0007@a.example>, size=310, nrcpt=1 (queue active)`,
        `${stamp(50)}/smtp[8]: 9DC89228180: to=<b@b.example>, relay=b${ESC}[31m.example[192.0.2.1]:25, delay=50, delays=0/40/5/5, dsn=2.0.0, status=sent (250 ok)`,
        `${stamp(50)}/qmgr[7]: 9DC89228180: removed`,
      ].join('\n'),
    );
    const shown = onTerminal(60);
    expect(shown).toContain(`${ESC}[1mmail postfix`);
    const bare = shown.replaceAll(new RegExp(`${ESC}\\[[\\d;]*m`, 'g'), '');
    expect(bare).not.toContain(ESC);
    expect(shown).not.toContain(`${ESC}[31m`);
    for (const row of bare.split('\r\n')) expect(row.length).toBeLessThanOrEqual(60);
    expect(onTerminal(60, { NO_COLOR: '1' })).not.toContain(ESC);
  });
});
