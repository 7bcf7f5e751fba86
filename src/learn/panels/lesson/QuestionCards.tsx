import { useEffect, useRef } from 'react';
import { toText } from '../../../explain/tokens.ts';
import type { Choice, Question } from '../../questions/question.ts';
import type { Words } from '../../words/en/index.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Sentence } from '../../../panels/kit/Sentence.tsx';
import { useWords } from '../kit/useWords.ts';
import css from './lesson.module.css';

interface QuestionCardsProps {
  question: Question;
  /** Keys of the chosen answers, in order. */
  chosen: readonly string[];
  revealed: boolean;
  onChoose: (key: string) => void;
}

/** Letters, because digits could be confused with figures in the answers. */
const LETTERS = ['A', 'B', 'C', 'D'];

/**
 * Shows a question as cards. After a first wrong answer, shows its misconception; after a second wrong answer, also
 * the solution.
 */
export function QuestionCards({ question, chosen, revealed, onChoose }: QuestionCardsProps) {
  const words = useWords();
  const last = question.choices.find(({ key }) => key === chosen.at(-1));
  const right = question.choices.find(({ key }) => key === question.right);
  const why = useRef<HTMLParagraphElement>(null);
  const told = chosen.length > 0 || revealed;
  // Scrolls to the explanation, which would start below the edge of a small screen.
  useEffect(() => {
    if (told) why.current?.scrollIntoView({ block: 'nearest' });
  }, [told, chosen.length, revealed]);
  return (
    <div
      className={`stack ${css.question}`}
      data-asks-for={question.kind}
      data-revealed={revealed || undefined}
    >
      <h2>
        <Sentence tokens={question.text} size="large" />
      </h2>
      <ul className={css.answers} data-short={areShort(question.choices) || undefined}>
        {question.choices.map((choice, i) => (
          <li key={choice.key}>
            <Answer
              choice={choice}
              letter={LETTERS[i] ?? ''}
              state={stateOf(choice, question, chosen, revealed)}
              onChoose={revealed ? null : onChoose}
            />
          </li>
        ))}
      </ul>
      <p ref={why} className={css.answerWhy} role="status">
        {last !== undefined && last !== right && (
          <>
            <Said>{words.verdict.wrong}</Said> <Sentence tokens={last.why} />{' '}
            {!revealed && <span lang={words.language}>{words.verdict.again}</span>}
          </>
        )}
        {revealed && right !== undefined && (
          <>
            {' '}
            <Said>{verdict(words, question, chosen)}</Said> <Sentence tokens={right.why} />
          </>
        )}
      </p>
    </div>
  );
}

export function Said({ children }: { children: string }) {
  const { language } = useWords();
  return (
    <b className="strong" lang={language}>
      {children}
    </b>
  );
}

/** True if every answer is short. Two short answers side by side need no more width than one long answer. */
function areShort(choices: readonly Choice[]): boolean {
  return choices.length > 2 && choices.every(({ label, hint }) => hint === '' && toText(label).length <= 12);
}

type AnswerState = 'open' | 'right' | 'wrong' | 'other';

function stateOf(
  { key }: Choice,
  { right }: Question,
  chosen: readonly string[],
  revealed: boolean,
): AnswerState {
  if (revealed && key === right) return 'right';
  if (chosen.includes(key)) return 'wrong';
  return revealed ? 'other' : 'open';
}

function verdict(words: Words, { choices, right }: Question, chosen: readonly string[]): string {
  const letter = LETTERS[choices.findIndex(({ key }) => key === right)] ?? '';
  const tries = chosen.at(-1) !== right ? 'none' : chosen.length === 1 ? 'first' : 'later';
  return verdictText(words, tries, letter);
}

interface AnswerProps {
  choice: Choice;
  letter: string;
  state: AnswerState;
  onChoose: ((key: string) => void) | null;
}

function Answer({ choice, letter, state, onChoose }: AnswerProps) {
  const { verdict: words } = useWords();
  const over = onChoose === null || state === 'wrong';
  return (
    <button
      type="button"
      className={css.answer}
      data-state={state}
      // Not `disabled`, because a disabled button would lose the focus.
      aria-disabled={over || undefined}
      onClick={() => {
        if (!over) onChoose(choice.key);
      }}
    >
      <span>
        <Sentence tokens={choice.label} size="large" />
      </span>
      {choice.hint !== '' && <span className={css.answerHint}>{choice.hint}</span>}
      <span className={css.answerKey}>
        {state === 'right' || state === 'wrong' ? (
          <>
            <Icon name={state === 'right' ? 'check' : 'close'} />
            <span className="sr-only">{state === 'right' ? words.rightShort : words.wrongShort}</span>
          </>
        ) : (
          <kbd aria-hidden="true">{letter}</kbd>
        )}
      </span>
    </button>
  );
}

/** Returns the words before the solution: found on the first try, found later, or shown. */
export function verdictText(
  { verdict }: Pick<Words, 'verdict'>,
  tries: 'first' | 'later' | 'none',
  solution: string,
): string {
  return tries === 'none' ? verdict.solution(solution) : verdict[tries];
}
