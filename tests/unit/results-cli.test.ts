import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { completionCode } from '../../src/learn/lessons/completion.ts';
import { command } from '../fixtures/command.ts';

const folder = mkdtempSync(join(tmpdir(), 'results-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function run(...args: string[]) {
  const { code, out, err } = await command('results', ...args);
  return { status: code, lines: out.trimEnd().split(/\r?\n/), stderr: err };
}

/** Runs the command as a process, because it reads standard input. */
function piped(args: string[], input: string) {
  const words = ['src/cli/tsx.mjs', 'src/learn/cli/results.ts', ...args];
  const { status, stdout } = spawnSync(process.execPath, words, { encoding: 'utf8', input });
  return { status, lines: stdout.trimEnd().split(/\r?\n/) };
}

const ann = completionCode({ lesson: 'windows', right: 2, questions: 3, seconds: 412 });
const ben = completionCode({ lesson: 'earning', right: 5, questions: 5, seconds: 61 });

describe('npm run results', () => {
  test('says for every line who, what and how long, and why one does not count', async () => {
    const path = join(folder, 'class.txt');
    const slip = ben.replace('61s', '16s');
    writeFileSync(path, `Ann: ${ann}\n\n${ben} Ben\nCleo ${slip}\nDora: ${ann}\nEve: I forgot\n`);
    expect(await run(path)).toEqual({
      status: 1,
      lines: [
        '✓ Ann: windows, 2 of 3 right on the first try, 6 min 52 s',
        '✓ Ben: earning, 5 of 5 right on the first try, 1 min 1 s',
        `✕ Cleo: damaged: the check does not match (${slip})`,
        `✕ Dora: the same code as Ann (${ann})`,
        '✕ Eve: I forgot: no result code in this line',
        '2 valid, 3 not.',
      ],
      stderr: '',
    });
  });

  test('reads several files and standard input, and exits with 0 when all count', async () => {
    const path = join(folder, 'one.txt');
    writeFileSync(path, `Ann: ${ann}`);
    expect(piped([path, '-'], `Ben ${ben}\n`)).toMatchObject({
      status: 0,
      lines: expect.arrayContaining(['2 valid, 0 not.']),
    });
    const other = join(folder, 'other.txt');
    writeFileSync(other, `Ben ${ann}\n`);
    expect((await run(path, other)).lines.at(-1)).toBe('1 valid, 1 not.');
    writeFileSync(path, '');
    expect((await run(path)).status).toBe(1);
  });

  test('writes the table that class mode saves', async () => {
    const path = join(folder, 'formula.txt');
    writeFileSync(path, `=HYPERLINK(x) ${ann}\n`);
    const { status, lines } = await run(path, '--csv');
    expect(status).toBe(0);
    expect(lines[0]).toBe('name,lesson,title,right,questions,seconds,state,code');
    expect(lines[1]).toMatch(/^'?'?=?.*windows,.*,2,3,412,valid,windows-2of3-412s-/);
    // A name that a spreadsheet would take for a formula must stay text.
    expect(lines[1]?.startsWith('=')).toBe(false);
  });

  test('prints its usage, and names a missing file', async () => {
    expect(await run()).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('usage: npm run results'),
    });
    expect(await run(join(folder, 'none.txt'))).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('none.txt'),
    });
  });
});
