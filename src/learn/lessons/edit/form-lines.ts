/** How forms and buttons write the lines of a lesson file. */
import type { Scenario } from '../../../protocol/scenario.ts';
import { MICROS_PER_SECOND, type Micros } from '../../../protocol/units.ts';
import type { OwnQuestion } from '../lesson.ts';
import { type LessonFault, readLessonLines } from '../lesson-lines.ts';
import { readOwnQuestion } from '../own-question.ts';

/** An instant as `at:` says it. */
export function placeText(at: Micros): string {
  return at === 0 ? 'start' : `${at / MICROS_PER_SECOND} s`;
}

/** A title as an id or the name of a scene: small letters, digits and hyphens. */
export function slugOf(title: string, instead: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.slice(0, 6).join('-').slice(0, 40).replace(/-$/, '') || instead;
}

/** A scenario as a person can read it: a member a line, a command of the script a line. */
export function sceneJson(scenario: Scenario): string {
  const members = Object.entries(scenario).filter(([, value]) => value !== undefined);
  const lines = members.map(([name, value]: [string, unknown]) => {
    if (name !== 'script' || !Array.isArray(value) || value.length === 0)
      return `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`;
    return `  "script": [\n${value.map((each) => `    ${JSON.stringify(each)}`).join(',\n')}\n  ]`;
  });
  return `{\n${lines.join(',\n')}\n}`;
}

/** An answer as a form holds it: what is answered, and what is said of it. */
export interface AnswerDraft {
  answer: string;
  why: string;
}

/** A question of the author's own as a form holds it. */
export interface OwnDraft {
  kind: OwnQuestion['kind'];
  text: string;
  right: AnswerDraft;
  wrong: AnswerDraft[];
  model: string;
}

/** A line has no breaks, and a bar parts an answer from what is said of it. */
function flat(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function answerLine(word: string, { answer, why }: AnswerDraft): string {
  return `${word}: ${flat(answer).replaceAll('|', '/')} | ${flat(why)}`;
}

/** The lines of a question; wrong answers that are left empty are left out. */
export function ownLines({ kind, text, right, wrong, model }: OwnDraft): string[] {
  const first = `${kind}: ${flat(text)}`;
  if (kind === 'write') return [first, `model: ${flat(model)}`];
  const others = wrong.filter(({ answer, why }) => flat(answer + why) !== '');
  return [first, answerLine('right', right), ...others.map((each) => answerLine('wrong', each))];
}

/** What the reader of lesson files has to say of these lines; their lines count from 1. */
export function ownFaults(lines: readonly string[]): LessonFault[] {
  const head = '# t\n## t\n';
  const { raw } = readLessonLines(head + lines.join('\n'));
  const [stop] = raw.stops;
  const faults: LessonFault[] = [];
  if (stop !== undefined) readOwnQuestion(stop, faults);
  return faults.map((fault) => ({ ...fault, line: fault.line - 2 }));
}
