/** Result codes of finished lessons, many at once: what each says, and which are bad. Source: `completion.ts` makes them. */
import { type Completion, completionCode } from '../lessons/completion.ts';
import { csvLine } from '../../explain/csv.ts';
import { EN, type Words } from '../words/en/index.ts';

/** One line of what was pasted. */
export interface Result {
  /** Who it is of, as the line says; "" = it names no student. */
  name: string;
  /** As it was pasted. */
  code: string;
  completion: Completion | null;
  /** Why it does not count; "" = it does. */
  fault: ResultFault | '';
  /** With the fault `same`: who handed in the same code. */
  as: string;
}

/** In a line: no code, one that is not whole, one that does not fit its check, or that cannot be; one that came before. */
type ResultFault = 'none' | 'cut' | 'damaged' | 'too-many' | 'before' | 'same';

/** Why a code does not count, in a few words; "" = it does. */
export function faultWords(
  { fault, as }: Pick<Result, 'fault' | 'as'>,
  { faults }: Words['results'] = EN.results,
): string {
  if (fault === '') return '';
  return fault === 'same' ? faults.same(as) : faults[fault];
}

/** Codes of more than this are not those of classes. */
const LINES_MAX = 5000;
// Each begins where a word begins, not in the middle of one: a long word is then read once.
const CODE = /(?<![a-z0-9-])-*([a-z0-9][a-z0-9-]*-\d{1,3}of\d{1,3}-\d{1,9}s-[0-9a-z]{7})/i;
/** What looks like one, with something missing or wrong. */
const NEARLY = /(?<!\S)\S*\d\s*of\s*\d\S*/i;

/**
 * Reads lines such as `Ann: blockers-5of6-412s-1x8k2fm`: a name before or after the code, or none, with whatever stands
 * between them.
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

/** What a result code says; null when its check does not fit. */
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

/** The table of a batch, for a table program. */
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
