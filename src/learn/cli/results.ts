/**
 * `npm run results -- FILE… [--csv]`
 *
 * Checks the result codes of homework in a batch, as class mode does: one code a line, with a name before or after it. `-` = standard
 * input. Ends with 0 when every line counts, with 1 when one does not.
 */
import { parseArgs } from 'node:util';
import { faultWords, readResults, type Result, resultsCsv } from '../class/results.ts';
import { runCommand, usageStatus } from '../../cli/command.ts';
import { builtInLessons } from './lesson-files.ts';
import { readText } from '../../cli/read-file.ts';
import { print, printText } from '../../cli/terminal.ts';

const USAGE = `usage: npm run results -- FILE... [--csv]
  FILE    lines such as "Ann: windows-2of3-412s-1x8k2fm"; - is standard input
  --csv   the table of all lines for a table program, in the place of the list
`;

function titleOf(lesson: string): string {
  return builtInLessons().find(({ id }) => id === lesson)?.title ?? lesson;
}

/** A line of the list: who, which lesson, how it went, or why it does not count. */
function lineOf(result: Result): string {
  const { name, code, completion } = result;
  const said = faultWords(result);
  const who = name === '' ? 'no name' : name;
  if (said !== '') return `✕ ${who}: ${said}${code === '' ? '' : ` (${code})`}`;
  const { lesson = '', right = 0, questions = 0, seconds = 0 } = completion ?? {};
  const time = `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `✓ ${who}: ${lesson}, ${right} of ${questions} right at the first choice, ${time}`;
}

/** The command. Takes its arguments and returns its exit status. */
export function resultsCommand(args: readonly string[]): number {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { csv: { type: 'boolean' }, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  const status = usageStatus(USAGE, values.help, positionals);
  if (status !== null) return status;
  const texts = positionals.map((path) => readText('FILE', path));
  // Together: the same code in two files is the same code.
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
