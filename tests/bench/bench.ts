import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { BenchRow } from './parts/types.ts';
import { type ComparedRow, compareWith } from './parts/compare.ts';
import { helped, runCommand } from '../../src/cli/command.ts';
import { complain, print } from '../../src/cli/terminal.ts';

/**
 * `npm run bench -- [NAME …] [--json] [--compare BASE [--turns N]]`: measures the benches named, or all. A bench is a file
 * `NAME.ts` of this folder that exports `run`, loaded only when asked for; what several of them need is in `parts/`. With
 * `--json` each row is an object on a line of its own. With `--compare` this version and BASE, a folder or a revision of
 * git, are measured in turns (3, or `--turns`), and what is printed is their ratio with its spread. Exit status 1 for a
 * name that is not there.
 */
interface BenchModule {
  run: () => BenchRow[] | Promise<BenchRow[]>;
}

const folder = new URL('./', import.meta.url);

const files = readdirSync(fileURLToPath(folder))
  .filter((file) => file.endsWith('.ts') && file !== 'bench.ts')
  .map((file) => file.slice(0, -'.ts'.length))
  .sort();

async function measure(name: string): Promise<BenchRow[]> {
  const { run } = (await import(new URL(`${name}.ts`, folder).href)) as BenchModule;
  return run();
}

function short(value: number): string {
  if (!Number.isFinite(value)) return '-';
  if (value === 0) return '0';
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

function line(cells: readonly string[]): string {
  const [first = '', ...others] = cells;
  return [first.padEnd(46), ...others.map((cell) => cell.padStart(14))].join(' ');
}

function printTable(rows: readonly BenchRow[]): void {
  print(`\n${rows[0]?.bench ?? ''}`);
  print(line(['case', 'value', 'unit', 'yardsticks', 'reference', 'ratio']));
  for (const { case: name, value, unit, yardstickRatio, reference } of rows) {
    const beside = reference === null ? '-' : short(reference);
    const ratio = reference === null ? '-' : short(value / reference);
    const yardsticks = yardstickRatio > 0 ? short(yardstickRatio) : '-';
    print(line([name, short(value), unit, yardsticks, beside, ratio]));
  }
}

function printComparison(rows: readonly ComparedRow[]): void {
  print(line(['case', 'base', 'here', 'unit', 'here ÷ base', 'spread']));
  for (const { name, base, here, unit, ratio, lowest, highest } of rows) {
    const spread = `${lowest.toFixed(2)}–${highest.toFixed(2)}`;
    print(line([name, short(base), short(here), unit, ratio.toFixed(2), spread]));
  }
}

function compare(base: string, names: readonly string[], turns: string, json: boolean): number {
  const count = Number(turns);
  if (!Number.isInteger(count) || count < 1) {
    complain(`--turns ${turns} is not accepted: a whole number from 1 on`);
    return 1;
  }
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const rows = compareWith(root, base, names, count, (turn) => complain(`turn ${turn} of ${count}`));
  if (typeof rows === 'string') {
    complain(rows);
    return 1;
  }
  if (json) for (const row of rows) print(JSON.stringify(row));
  else printComparison(rows);
  return 0;
}

const USAGE = `usage: npm run bench -- [NAME …] [--json] [--compare BASE [--turns N]]
  NAME            ${files.join(', ')} (default: all)
  --json          an object a line
  --compare BASE  this version and BASE, a folder or a revision of git, in turns, and their ratio with its spread
  --turns N       so many turns (default: 3)`;

async function main(args: readonly string[]): Promise<number> {
  if (helped(USAGE, args)) return 0;
  const { positionals: names, values } = parseArgs({
    args: [...args],
    options: {
      json: { type: 'boolean', default: false },
      compare: { type: 'string' },
      turns: { type: 'string', default: '3' },
    },
    allowPositionals: true,
  });
  const { json } = values;
  const unknown = names.find((name) => !files.includes(name));
  if (unknown !== undefined) {
    complain(`no bench ${unknown}; there are: ${files.join(', ')}`);
    return 1;
  }
  if (values.compare !== undefined) return compare(values.compare, names, values.turns, json);
  for (const name of names.length > 0 ? names : files) {
    const rows = await measure(name);
    if (json) for (const row of rows) print(JSON.stringify(row));
    else printTable(rows);
  }
  return 0;
}

await runCommand(import.meta.url, main);
