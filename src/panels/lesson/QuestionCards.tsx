import type { Choice, Question } from '../../lessons/questions/question.ts';
import { Icon } from '../kit/Icon.tsx';
import { Sentence } from '../kit/Sentence.tsx';

interface QuestionCardsProps {
  question: Question;
  /** Keys that were chosen, in order. */
  chosen: readonly string[];
  /** The right answer is shown. */
  revealed: boolean;
  onChoose: (key: string) => void;
}

/** A question with its answers as cards; what is chosen is explained at once, also when it is wrong. */
export function QuestionCards({ question, chosen, revealed, onChoose }: QuestionCardsProps) {
  const last = question.choices.find(({ key }) => key === chosen.at(-1));
  const shown = revealed ? question.choices.find(({ key }) => key === question.right) : last;
  return (
    <div className="question" data-revealed={revealed || undefined}>
      <h2>
        <Sentence tokens={question.text} size="large" />
      </h2>
      <ul className="answers">
        {question.choices.map((choice, i) => (
          <li key={choice.key}>
            <Answer
              choice={choice}
              place={i + 1}
              state={stateOf(choice, question, chosen, revealed)}
              onChoose={revealed ? null : onChoose}
            />
          </li>
        ))}
      </ul>
      <p className="answer-why" role="status">
        {shown !== undefined && (
          <>
            <b>{verdict(shown.key === question.right, chosen)}</b> <Sentence tokens={shown.why} />
          </>
        )}
      </p>
    </div>
  );
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

function verdict(isRight: boolean, chosen: readonly string[]): string {
  if (!isRight) return 'Not so.';
  if (chosen.length === 0) return 'The answer.';
  return chosen.length === 1 ? 'Right.' : 'Right, in the end.';
}

interface AnswerProps {
  choice: Choice;
  place: number;
  state: AnswerState;
  onChoose: ((key: string) => void) | null;
}

function Answer({ choice, place, state, onChoose }: AnswerProps) {
  const over = onChoose === null || state === 'wrong';
  return (
    <button
      type="button"
      className="answer"
      data-state={state}
      // Not `disabled`: the answer just chosen would lose the focus.
      aria-disabled={over || undefined}
      onClick={() => {
        if (!over) onChoose(choice.key);
      }}
    >
      <span className="answer-label">
        <Sentence tokens={choice.label} size="large" />
      </span>
      {choice.hint !== '' && <span className="answer-hint">{choice.hint}</span>}
      <span className="answer-key">
        {state === 'right' ? (
          <Icon name="check" />
        ) : state === 'wrong' ? (
          <Icon name="close" />
        ) : (
          <kbd aria-hidden="true">{place}</kbd>
        )}
      </span>
      {state === 'right' && <span className="sr-only">right</span>}
      {state === 'wrong' && <span className="sr-only">wrong</span>}
    </button>
  );
}
