/**
 * `npm run results -- FILE… [--csv]` checks the result codes of homework as class mode does. Each line has one code,
 * with a name before or after the code. `-` is standard input. Exit status: 0 when every line counts, 1 when one does
 * not.
 */
import { parseArgs } from 'node:util';
import { faultWords, readResults, type Result, resultsCsv } from '../class/results.ts';
import { runCommand, usageStatus } from '../../cli/command.ts';
import { builtInLessons } from './lesson-files.ts';
import { readText } from '../../cli/read-file.ts';
import { print, printText } from '../../cli/terminal.ts';

const USAGE = `usage: npm run results -- FILE... [--csv]
  FILE    lines such as "Ann: windows-2of3-412s-1x8k2fm"; - is standard input
  --csv   print all lines as CSV instead of a list
`;

function titleOf(lesson: string): string {
  return builtInLessons().find(({ id }) => id === lesson)?.title ?? lesson;
}

/** Formats one result: student, lesson and score, or why the code does not count. */
function lineOf(result: Result): string {
  const { name, code, completion } = result;
  const said = faultWords(result);
  const who = name === '' ? 'no name' : name;
  if (said !== '') return `✕ ${who}: ${said}${code === '' ? '' : ` (${code})`}`;
  const { lesson = '', right = 0, questions = 0, seconds = 0 } = completion ?? {};
  const time = `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `✓ ${who}: ${lesson}, ${right} of ${questions} right on the first try, ${time}`;
}

/** Runs the command; returns the exit status. */
export function resultsCommand(args: readonly string[]): number {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { csv: { type: 'boolean' }, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  const status = usageStatus(USAGE, values.help, positionals);
  if (status !== null) return status;
  const texts = positionals.map((path) => readText('FILE', path));
  // All files are checked together, so that a code that occurs in two files is found.
  const results = readResults(texts.join('\n'));
  const bad = results.filter(({ fault }) => fault !== '').length;
  if (values.csv === true) printText(resultsCsv(results, titleOf));
  else {
    for (const result of results) print(lineOf(result));
    print(`${results.length - bad} valid, ${bad} not.`);
  }
  return bad === 0 && results.length > 0 ? 0 : 1;
}

await runCommand(import.meta.url, resultsCommand);
