/** Parses result codes of finished lessons (made by `completion.ts`) and finds invalid ones. */
import { type Completion, completionCode } from '../lessons/completion.ts';
import { csvLine } from '../../explain/csv.ts';
import { EN, type Words } from '../words/en/index.ts';

/** One pasted line. */
export interface Result {
  /** Student's name in the line; "" = none. */
  name: string;
  /** The code as pasted. */
  code: string;
  completion: Completion | null;
  /** Why the line does not count; "" = the line counts. */
  fault: ResultFault | '';
  /** For the fault `same`: name of the student who handed in this code before; otherwise "". */
  as: string;
}

/**
 * `none`: no code. `cut`: incomplete code. `damaged`: the check does not match. `too-many`: more right answers than
 * questions. `same`: handed in before under another name. `before`: handed in before without a name.
 */
type ResultFault = 'none' | 'cut' | 'damaged' | 'too-many' | 'before' | 'same';

/** Describes the fault in a few words; "" = no fault. */
export function faultWords(
  { fault, as }: Pick<Result, 'fault' | 'as'>,
  { faults }: Words['results'] = EN.results,
): string {
  if (fault === '') return '';
  return fault === 'same' ? faults.same(as) : faults[fault];
}

/** Maximum number of lines that are read. No class hands in more. */
const LINES_MAX = 5000;
// A match begins at a word boundary, so a long word is scanned only once.
const CODE = /(?<![a-z0-9-])-*([a-z0-9][a-z0-9-]*-\d{1,3}of\d{1,3}-\d{1,9}s-[0-9a-z]{7})/i;
/** Matches a word that looks like a code but has a missing or wrong part. */
const NEARLY = /(?<!\S)\S*\d\s*of\s*\d\S*/i;

/**
 * Parses lines such as `Ann: blockers-5of6-412s-1x8k2fm`: an optional name before or after the code, with any separator.
 */
export function readResults(text: string): Result[] {
  const seen = new Map<string, string>();
  return text
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, LINES_MAX)
    .map((line) => {
      const result = readLine(line.trim());
      const first = seen.get(result.code);
      if (result.fault === '' && first !== undefined && first !== result.name)
        return { ...result, fault: first === '' ? 'before' : 'same', as: first };
      if (result.fault === '') seen.set(result.code, result.name);
      return result;
    });
}

function readLine(line: string): Result {
  const found = CODE.exec(line)?.[1] ?? '';
  const code = found === '' ? (NEARLY.exec(line)?.[0] ?? '') : found.toLowerCase();
  const rest = line.replace(found === '' ? code : found, ' ');
  const name = rest.replaceAll(/^[\s:;,="'|-]+|(?<![\s:;,="'|-])[\s:;,="'|-]+$/g, '').slice(0, 120);
  if (found === '') {
    return { name, code, completion: null, fault: code === '' ? 'none' : 'cut', as: '' };
  }
  const completion = parseCompletion(code);
  if (completion === null) return { name, code, completion, fault: 'damaged', as: '' };
  const fault = completion.right > completion.questions ? 'too-many' : '';
  return { name, code, completion, fault, as: '' };
}

/** Decodes a result code; null when its check does not match. */
function parseCompletion(code: string): Completion | null {
  const [, lesson = '', right, questions, seconds] =
    /^(.+)-(\d{1,3})of(\d{1,3})-(\d{1,9})s-[0-9a-z]{7}$/.exec(code) ?? [];
  const completion = {
    lesson,
    right: Number(right),
    questions: Number(questions),
    seconds: Number(seconds),
  };
  return completionCode(completion) === code ? completion : null;
}

export function resultsCsv(results: readonly Result[], titleOf: (lesson: string) => string): string {
  const rows = results.map(({ name, code, completion, fault, as }) => [
    name,
    completion?.lesson ?? '',
    completion === null ? '' : titleOf(completion.lesson),
    completion === null ? '' : String(completion.right),
    completion === null ? '' : String(completion.questions),
    completion === null ? '' : String(completion.seconds),
    fault === '' ? 'valid' : faultWords({ fault, as }),
    code,
  ]);
  const head = ['name', 'lesson', 'title', 'right', 'questions', 'seconds', 'state', 'code'];
  return [head, ...rows].map(csvLine).join('');
}
