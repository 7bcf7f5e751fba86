import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { BenchRow } from './types.ts';
import { middleOf } from './yardstick.ts';

/**
 * Compares two versions by measuring them alternately. If all runs of one version came first, other programs might slow only
 * that version. With alternating order they slow both. The spread of the ratios shows how reliable the median is.
 */

export interface ComparedRow {
  readonly name: string;
  readonly unit: string;
  /** Median of the base version over all turns. `here`: median of this version. */
  readonly base: number;
  readonly here: number;
  /** This version ÷ base: median, lowest and highest ratio of the turns. Below 1 = this version needs less. */
  readonly ratio: number;
  readonly lowest: number;
  readonly highest: number;
}

export interface Turn {
  readonly base: readonly BenchRow[];
  readonly here: readonly BenchRow[];
}

/**
 * The value in units of the yardstick, which removes the influence of other programs. Without a yardstick: the measured
 * value.
 */
function comparable(row: BenchRow): number {
  return row.yardstickRatio > 0 ? row.yardstickRatio : row.value;
}

/** Ratios of the cases that both versions have, in the order of this version. All turns must have the same benches. */
export function compareTurns(turns: readonly Turn[]): ComparedRow[] {
  const compared: ComparedRow[] = [];
  for (const { bench, case: name, unit } of turns[0]?.here ?? []) {
    const of = (rows: readonly BenchRow[]): BenchRow | undefined =>
      rows.find((row) => row.bench === bench && row.case === name);
    const pairs = turns.flatMap((turn) => {
      const base = of(turn.base);
      const here = of(turn.here);
      return base === undefined || here === undefined ? [] : [{ base, here }];
    });
    if (pairs.length === 0) continue;
    const ratios = pairs.map(({ base, here }) => comparable(here) / comparable(base));
    compared.push({
      name: `${bench}: ${name}`,
      unit,
      base: middleOf(pairs.map((pair) => pair.base.value)),
      here: middleOf(pairs.map((pair) => pair.here.value)),
      ratio: middleOf(ratios),
      lowest: Math.min(...ratios),
      highest: Math.max(...ratios),
    });
  }
  return compared;
}

interface Base {
  readonly folder: string;
  remove(): void;
}

/** Path of the bench command in this version, and in earlier versions. */
const COMMANDS = ['tests/bench/bench.ts', 'src/cli/bench.ts'];

function commandOf(folder: string): string | undefined {
  return COMMANDS.find((file) => existsSync(join(folder, file)));
}

/**
 * Finds the version that `name` means: a folder, or a revision of git, which is unpacked and uses this version's packages.
 * Returns a sentence when it is neither.
 */
function findBase(root: string, name: string): Base | string {
  const folder = resolve(name);
  if (existsSync(folder) && statSync(folder).isDirectory()) {
    if (commandOf(folder) === undefined) return `--compare ${name}: no tests/bench/bench.ts in that folder`;
    return { folder, remove: () => undefined };
  }
  const revision = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], {
    cwd: root,
    encoding: 'utf8',
  });
  if (revision.status !== 0) return `--compare ${name} is neither a folder nor a revision of git`;
  const unpacked = mkdtempSync(join(tmpdir(), 'qmgrscope-base-'));
  const remove = (): void => rmSync(unpacked, { recursive: true, force: true });
  const archive = join(unpacked, '..', `${unpacked.split('/').at(-1)}.tar`);
  const packed = spawnSync('git', ['archive', '-o', archive, revision.stdout.trim()], { cwd: root });
  const done = packed.status === 0 && spawnSync('tar', ['-xf', archive, '-C', unpacked]).status === 0;
  rmSync(archive, { force: true });
  if (!done) {
    remove();
    return `--compare ${name}: that revision could not be unpacked (git archive, tar)`;
  }
  symlinkSync(join(root, 'node_modules'), join(unpacked, 'node_modules'));
  return { folder: unpacked, remove };
}

/** Runs the benches `names` of the version in `folder` and returns all rows. Throws when a bench fails. */
function measure(folder: string, names: readonly string[]): BenchRow[] {
  const tsx = join(folder, 'node_modules', 'tsx', 'dist', 'cli.mjs');
  const run = spawnSync(process.execPath, [tsx, commandOf(folder) ?? '', ...names, '--json'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (run.status !== 0) throw new Error(`the bench in ${folder} ended with ${run.status ?? run.signal}`);
  return run.stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as BenchRow);
}

/**
 * Measures `names` in `base` and here alternately, `count` times, and reports each turn. Returns a sentence when `base` is
 * not found.
 */
export function compareWith(
  root: string,
  base: string,
  names: readonly string[],
  count: number,
  told: (turn: number) => void,
): ComparedRow[] | string {
  const found = findBase(root, base);
  if (typeof found === 'string') return found;
  try {
    const turns: Turn[] = [];
    for (let i = 0; i < count; i++) {
      told(i + 1);
      // The order alternates, because the version that is measured second finds a warmer machine.
      const first = i % 2 === 0 ? measure(found.folder, names) : measure(root, names);
      const second = i % 2 === 0 ? measure(root, names) : measure(found.folder, names);
      turns.push(i % 2 === 0 ? { base: first, here: second } : { base: second, here: first });
    }
    return compareTurns(turns);
  } finally {
    found.remove();
  }
}
