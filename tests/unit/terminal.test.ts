import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FUZZ_KINDS } from '../fuzz/kinds.ts';
import { reasonOf } from '../../src/cli/reason.ts';
import { harmless } from '../../src/cli/terminal.ts';

const CLI = 'src/cli';
const HOSTILE = 'tests/fixtures/hostile';
const SIM = ['node_modules/tsx/dist/cli.mjs', 'src/cli/run.ts', 'gallery:ten-two-two', '--events'];

describe('the writer for terminals', () => {
  test('escapes terminal control characters, and keeps lines, tabs and letters', () => {
    expect(harmless('a\u001b]0;x\u0007b\u009b2J\u007f\u202e\u2066\u200f\u2028')).toBe(
      'a\\u001b]0;x\\u0007b\\u009b2J\\u007f\\u202e\\u2066\\u200f\\u2028',
    );
    expect(harmless('over\rwritten')).toBe('over\\u000dwritten');
    const plain = 'Grüße\t→ 日本 👩‍🔬\r\nnext\n';
    expect(harmless(plain)).toBe(plain);
  });

  test('keeps JSON unchanged', () => {
    const value = { '\u009b': '\u202eabc\u0085', b: ['\u001b[31m\\'] };
    expect(JSON.parse(harmless(JSON.stringify(value)))).toEqual(value);
  });

  test('is the only way in which commands write', () => {
    const files = readdirSync(CLI, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    const others = files.filter((name) => !['terminal.ts', 'fuzz/terminals.ts'].includes(name));
    const writing = others.filter((name) =>
      /\bconsole\.|process\.std(?:out|err)\b|\bwriteSync\(/.test(readFileSync(join(CLI, name), 'utf8')),
    );
    expect(writing).toEqual([]);
  });
});

describe('a hostile file', () => {
  const logs = readdirSync(join(HOSTILE, 'terminal'));
  const words = (['', '--json'] as const).flatMap((word) =>
    ['record', 'late', 'share', 'predict'].map((name) => [name, name === 'share' ? '' : word] as const),
  );

  test.each(logs)('%s sends the terminal no control sequence', async (log) => {
    const text = readFileSync(join(HOSTILE, 'terminal', log), 'latin1');
    // oxlint-disable-next-line no-await-in-loop
    for (const [name, word] of words)
      expect(await FUZZ_KINDS['terminals']!.check(`${JSON.stringify([name, word, log])}\n${text}`)).toBe(
        name,
      );
  });

  test.each(readdirSync(join(HOSTILE, 'json')))('%s sends the terminal no control sequence', async (file) => {
    const text = readFileSync(join(HOSTILE, 'json', file), 'utf8');
    // oxlint-disable-next-line no-await-in-loop
    for (const word of ['', '--json', '--events'])
      expect(await FUZZ_KINDS['terminals']!.check(`${JSON.stringify(['sim', word, 'a'])}\n${text}`)).toBe(
        'sim',
      );
  });

  test('sends none through names of homework, files and options either', async () => {
    // oxlint-disable-next-line no-await-in-loop
    for (const input of [
      '["results","","a\\u001b[31mb"]\nAnn\u001b[2J: windows-2of3-412s-1x8k2fm',
      '["results","--\\u009b2J","a"]\nx',
      '["conformance","","\\u202ea"]\n{"format":"\\u001b[31m"}',
    ])
      expect(await FUZZ_KINDS['terminals']!.check(input)).toMatch(/results|conformance/);
  });
});

describe('an output that accepts nothing more', () => {
  test('exits with 2 and one sentence on a full device', () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, SIM, {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr:
        'Standard output cannot be written (no space is left on the device), so the results are not complete.\n',
    });
  });

  test('exits with 0 and no word when its reader has enough', async () => {
    const child = spawn(process.execPath, SIM, { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    let said = '';
    child.stderr.on('data', (piece: Buffer) => {
      said += piece.toString();
    });
    const status = await new Promise((resolve) => child.on('close', resolve));
    expect({ status, said }).toEqual({ status: 0, said: '' });
  });
});

describe('the reason of an error', () => {
  const caught = (work: () => unknown): unknown => {
    try {
      return work();
    } catch (error) {
      return error;
    }
  };

  test('names the path in place of the system’s message', () => {
    expect(reasonOf(caught(() => readFileSync('/none.log')))).toBe('/none.log does not exist.');
    expect(reasonOf(caught(() => readFileSync('/none/\u001b')))).toBe('/none/\u001b does not exist.');
    expect(reasonOf(caught(() => openSync('/', 'w')))).toBe('/ is a folder; a file is needed.');
  });

  test('of a program fault is no message of the engine', () => {
    const fault = caught(() => (undefined as unknown as { a: number }).a);
    expect(reasonOf(fault)).toMatch(/^A fault of qmgrscope ended this command \(TypeError\)\./);
    expect(reasonOf(new Error('size: 5x is not accepted'))).toBe('size: 5x is not accepted');
  });
});
