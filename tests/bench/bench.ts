import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { BenchRow } from './parts/types.ts';
import { type ComparedRow, compareWith } from './parts/compare.ts';
import { helped, runCommand } from '../../src/cli/command.ts';
import { complain, print } from '../../src/cli/terminal.ts';

/**
 * `npm run bench -- [NAME …] [--json] [--compare BASE [--turns N]]`: runs the named benches, or all of them.
 *
 * A bench is a file `NAME.ts` of this folder that exports `run`. It is loaded only when it is requested. `parts/` has what
 * several benches need. With `--json`, each row is a JSON object on a separate line. `--compare` measures this version and
 * BASE (a folder or a revision of git) alternately, N times (default 3), and prints the ratio of their figures with its
 * spread. Exit status 1 for an unknown name.
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
    complain(`--turns ${turns} is not accepted. Use a whole number, 1 or more.`);
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
  --json          print one JSON object per line
  --compare BASE  measure this version and BASE in turns; print their ratio and its spread
                  (BASE = a folder or a git revision)
  --turns N       number of turns (default: 3)`;

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
    complain(`There is no bench ${unknown}. Choose from: ${files.join(', ')}`);
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
