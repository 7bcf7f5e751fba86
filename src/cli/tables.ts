/**
 * `npm run tables [-- --json] [--seeds N]`
 *
 * Prints the result tables of SCHEDULER_README, simulated and measured: as tables for people, or as one JSON object per line.
 */
import { firstPassRun } from '../core/experiments/first-pass.ts';
import { TABLE_SEEDS, type TableRow } from '../scenes/tables/model.ts';
import { type RowSummary, type Spread, summarize, tableLine } from '../scenes/tables/summary.ts';
import { RESULT_TABLES } from '../scenes/tables/tables.ts';
import { describeError } from '../scenario/schema-errors.ts';
import { helped, runCommand } from './command.ts';
import { complain, print } from './terminal.ts';
import { wordsOf } from './command-words.ts';

const USAGE = `usage: npm run tables [-- --json] [--seeds N]
  --json     one object per line: table, rule, feedback, deferredPercent, meanWindow, sdWindow, published
  --seeds N  runs per row, 1 to 100 (default ${TABLE_SEEDS.length}); figures are means
`;

/** Line width of paragraphs, in characters. */
const WIDTH = 96;

interface Options {
  json: boolean;
  seeds: readonly number[];
}

function parseOptions(args: readonly string[]): Options | string {
  const options: Options = { json: false, seeds: TABLE_SEEDS };
  for (const { name, value } of wordsOf(args, { json: false, seeds: true })) {
    if (name === '--json') options.json = true;
    else if (name === '--seeds') {
      const count = /^\d{1,3}$/.test(value ?? '') ? Number(value) : 0;
      if (count < 1 || count > 100)
        return describeError({
          field: name,
          value: value ?? 'nothing',
          accepted: 'a whole number from 1 to 100',
        });
      options.seeds = Array.from({ length: count }, (_, at) => at + 1);
    } else
      return describeError({
        field: 'option',
        value: name || (value ?? ''),
        accepted: '--json or --seeds N',
      });
  }
  return options;
}

function measure(row: TableRow, seeds: readonly number[]): RowSummary {
  return summarize(seeds.map((seed) => firstPassRun(row.scenario(seed))));
}

function printJson(seeds: readonly number[]): void {
  for (const table of RESULT_TABLES) {
    for (const row of table.rows) print(JSON.stringify(tableLine(table, row, measure(row, seeds))));
  }
}

function printTables(seeds: readonly number[]): void {
  for (const table of RESULT_TABLES) {
    print(`${table.title}\n${wrapped(table.setting)}\n`);
    print(line(['', '', 'deferred %', '', 'window mean / sd', '']));
    print(line(['rule', 'feedback', 'simulated', 'measured', 'simulated', 'measured']));
    for (const row of table.rows) print(line(cells(row, measure(row, seeds))));
    print(`\n${wrapped(`Measured: ${table.source}. Simulated: mean ± spread of ${seeds.length} seeds.`)}`);
    print(`\n${wrapped(table.reasons)}\n`);
  }
}

function cells({ rule, feedback, published }: TableRow, summary: RowSummary): string[] {
  const { deferredPercent, meanWindow, sdWindow } = published;
  return [
    rule,
    feedback,
    withSpread(summary.deferredPercent),
    String(deferredPercent),
    `${withSpread(summary.meanWindow)} / ${summary.sdWindow.mean.toFixed(2)}`,
    `${meanWindow} / ${sdWindow}`,
  ];
}

function withSpread({ mean, spread }: Spread): string {
  return `${mean.toFixed(2)} ± ${spread.toFixed(2)}`;
}

const COLUMNS = [12, 11, 15, 11, 22, 0];

function line(words: readonly string[]): string {
  return `  ${words.map((word, i) => word.padEnd(COLUMNS[i] ?? 0)).join('')}`.trimEnd();
}

function wrapped(text: string): string {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length >= WIDTH) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.join('\n');
}

export function tablesCommand(args: readonly string[]): number {
  if (helped(USAGE, args)) return 0;
  const options = parseOptions(args);
  if (typeof options === 'string') {
    complain(options);
    return 2;
  }
  if (options.json) printJson(options.seeds);
  else printTables(options.seeds);
  return 0;
}

await runCommand(import.meta.url, tablesCommand);
