import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sweepCommand } from '../../src/cli/sweep.ts';
import { runHere } from '../../src/cli/sweeps/here.ts';
import { resultsInFile } from '../../src/cli/sweeps/out-file.ts';
import { linesOf, readSpec } from '../../src/cli/sweeps/parts.ts';
import { galleryItem } from '../../src/scenes/gallery.ts';

const folder = mkdtempSync(join(tmpdir(), 'sweep-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SPEC = readSpec(
  JSON.stringify({
    kind: 'sweep',
    version: 1,
    seeds: 3,
    points: ['1', '2'].map((x) => ({ key: `${x} `, x, y: '', scenario: galleryItem('fifo')?.scenario })),
  }),
);
const HEAD = `${JSON.stringify(SPEC)}\n`;
const specPath = join(folder, 'spec.json');
writeFileSync(specPath, HEAD);

const line = (run: number): string =>
  JSON.stringify({ kind: 'run', run, point: run % 2 === 0 ? '1 ' : '2 ', seed: 1 });

/** Writes a program that replaces a part of a sweep: it prints lines and does `work`, but simulates nothing. */
function program(name: string, work: string): string {
  const path = join(folder, `${name}.mjs`);
  const lines = Array.from({ length: 6 }, (_, run) => line(run));
  writeFileSync(
    path,
    `const [part, of] = process.argv[4].split('/').map(Number);
const lines = ${JSON.stringify(lines)}.filter((_, run) => run % of === part - 1);
const say = (text) => process.stdout.write(text + '\\n');
${work}`,
  );
  return path;
}

function results() {
  const all: string[] = [];
  return {
    all,
    done: new Set<number>(),
    add: (lines: string) => void all.push(...lines.split('\n').filter(Boolean)),
  };
}

const job = (path: string, to: ReturnType<typeof results>) => ({
  program: [path],
  path: '--part-of-a-test',
  spec: SPEC,
  results: to,
  words: [],
});

describe('a sweep on this machine', () => {
  test('returns results in the order of their runs, whichever part is first', async () => {
    const to = results();
    const path = program('eager', 'lines.forEach(say);');
    expect(await runHere(job(path, to))).toBe(0);
    expect(to.all).toEqual([0, 1, 2, 3, 4, 5].map(line));
  });

  test('exits with 1 when a part dies, and returns what the others had', async () => {
    const to = results();
    const path = program(
      'dying',
      "say(lines[0]); if (part === 1) process.kill(process.pid, 'SIGKILL'); else setTimeout(() => {}, 60_000);",
    );
    expect(await runHere(job(path, to))).toBe(1);
    expect(to.all).toContain(line(0));
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('returns what there is when %s comes', async (signal, expected) => {
    const to = results();
    const path = program('endless', 'say(lines[0]); setTimeout(() => {}, 60_000);');
    const ended = runHere({
      ...job(path, to),
      results: {
        ...to,
        add(lines: string) {
          to.add(lines);
          process.listeners(signal).at(-1)?.(signal);
        },
      },
    });
    expect(await ended).toBe(expected);
    expect(to.all[0]).toBe(line(0));
  });
});

describe('a sweep with --out', () => {
  test('continues after the results in its file, and gives the same bytes', async () => {
    const path = join(folder, 'out.jsonl');
    const run = (): Promise<number> => sweepCommand([specPath, '--part', '1/1', '--out', path]);
    expect(await run()).toBe(0);
    const whole = readFileSync(path, 'utf8');
    expect(linesOf(SPEC, [whole]).size).toBe(6);
    writeFileSync(path, whole.slice(0, Math.floor(whole.length / 2)));
    expect(await run()).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(whole);
  });

  test('begins with the spec, and refuses a file of something else', () => {
    const fresh = join(folder, 'fresh.jsonl');
    const { done, add } = resultsInFile(fresh, SPEC, HEAD);
    add(`${line(0)}\n`);
    expect([done.size, readFileSync(fresh, 'utf8')]).toEqual([0, `${HEAD}${line(0)}\n`]);
    const other = join(folder, 'other.txt');
    writeFileSync(other, 'a letter\nof mine\n');
    expect(() => resultsInFile(other, SPEC, HEAD)).toThrow('run: a letter is not accepted');
    expect(readFileSync(other, 'utf8')).toBe('a letter\nof mine\n');
  });
});

test('a sweep of more runs than fit is refused by its number of runs', () => {
  const points = Array.from({ length: 20_000 }, () => SPEC.points[0]);
  expect(() => readSpec(JSON.stringify({ ...SPEC, seeds: 100_000, points }))).toThrow(
    'points × seeds: 2000000000 runs is not accepted; it takes at most 1000000 runs in one sweep',
  );
});

test('leaves out a truncated line of results, and names an invalid one', () => {
  expect([...linesOf(SPEC, [`${line(1)}\n{"kind":"run","ru`]).keys()]).toEqual([1]);
  expect(() => linesOf(SPEC, [`{"kind":"ru\n${line(1)}\n`])).toThrow('a run of this sweep, 0 to 5');
});
