import { type FormEvent, useId, useState } from 'react';
import { toText } from '../../../explain/tokens.ts';
import type { GivenAnswer } from '../../lessons/answers.ts';
import type { Question, NumberEntry } from '../../questions/question.ts';
import { Field } from '../../../ui/Field.tsx';
import { useMedia } from '../../../ui/useMedia.ts';
import { numberOf } from '../../lessons/own-question.ts';
import { placeOfNumber } from '../../questions/own.ts';
import { Sentence } from '../../../panels/kit/Sentence.tsx';
import { useWords } from '../kit/useWords.ts';
import { AskStrip, WaitersStrip } from './LessonStage.tsx';
import { QuestionCards, verdictText, Said } from './QuestionCards.tsx';
import css from './lesson.module.css';
import { Button } from '../../../ui/Button.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';

interface LessonAskProps {
  question: Question;
  answer: GivenAnswer;
  /** Gets the index of the choice. */
  onChoose: (place: number) => void;
  className?: string | undefined;
  /** Language of the question; absent = English. */
  language?: string | undefined;
}

export function LessonAsk({
  question,
  answer,
  onChoose,
  className = 'lesson-ask',
  language = 'en',
}: LessonAskProps) {
  const phone = useMedia('(max-width: 40rem)');
  return (
    <div className={className} lang={language}>
      {question.kind === 'next-job' && <AskStrip asked={!answer.revealed} />}
      {question.kind === 'who-wakes' && phone && <WaitersStrip />}
      {question.entry !== undefined ? (
        <AnswerEntry
          key={toText(question.text)}
          question={question}
          entry={question.entry}
          answer={answer}
          onGive={onChoose}
        />
      ) : (
        <QuestionCards
          question={question}
          chosen={answer.chosen.map((place) => question.choices[place]?.key ?? '')}
          revealed={answer.revealed}
          onChoose={(key) => onChoose(question.choices.findIndex((choice) => choice.key === key))}
        />
      )}
    </div>
  );
}

interface AnswerEntryProps {
  question: Question;
  entry: NonNullable<Question['entry']>;
  answer: GivenAnswer;
  /** Gets the index of the choice that matches the answer. */
  onGive: (place: number) => void;
}

/** Asks a question that the reader answers with a number or in words instead of a card. */
function AnswerEntry({ question, entry, answer, onGive }: AnswerEntryProps) {
  const { verdict: words } = useWords();
  return (
    <div className={`stack ${css.question}`} data-revealed={answer.revealed || undefined}>
      <h2>
        <Sentence tokens={question.text} size="large" />
      </h2>
      {entry.kind === 'number' ? (
        <NumberField entry={entry} revealed={answer.revealed} onGive={onGive} />
      ) : (
        <WordsField question={question} answer={answer} onGive={onGive} />
      )}
      <p className={css.answerWhy} role="status">
        {entry.kind === 'number' ? (
          <NumberWhy question={question} answer={answer} />
        ) : (
          answer.revealed && <Said>{answer.found ? words.sameAsModel : words.compareModel}</Said>
        )}
      </p>
    </div>
  );
}

interface NumberFieldProps {
  entry: NumberEntry;
  revealed: boolean;
  onGive: (place: number) => void;
}

function NumberField({ entry, revealed, onGive }: NumberFieldProps) {
  const { language, verdict: words } = useWords();
  const [text, setText] = useState('');
  const [fault, setFault] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const value = numberOf(text);
    setFault(Number.isNaN(value));
    if (!Number.isNaN(value)) onGive(placeOfNumber(entry, value));
  };
  return (
    <form className={css.answerForm} onSubmit={submit} lang={language}>
      <Field
        text={words.yourAnswer}
        line="row"
        kind="figure"
        inputMode="decimal"
        maxLength={18}
        value={text}
        readOnly={revealed}
        invalid={fault}
        unit={entry.unit === '' ? undefined : entry.unit}
        onChange={setText}
      />
      {!revealed && (
        <button type="submit" className="btn primary">
          {words.answer}
        </button>
      )}
      {fault && (
        <span className="field-error" role="alert">
          {words.aNumber}
        </span>
      )}
    </form>
  );
}

/** Explains the misconception behind a wrong number, and shows the solution after the last try. */
function NumberWhy({ question, answer }: Pick<AnswerEntryProps, 'question' | 'answer'>) {
  const words = useWords();
  const last = question.choices[answer.chosen.at(-1) ?? -1];
  const right = question.choices.find(({ key }) => key === question.right);
  const tries = !answer.found ? 'none' : answer.right ? 'first' : 'later';
  const said = verdictText(words, tries, toText(right?.label ?? []));
  return (
    <>
      {last !== undefined && last !== right && (
        <>
          <Said>{words.verdict.wrong}</Said> <Sentence tokens={last.why} />{' '}
          {!answer.revealed && <span lang={words.language}>{words.verdict.again}</span>}
        </>
      )}
      {answer.revealed && right !== undefined && (
        <>
          {' '}
          <Said>{said}</Said> <Sentence tokens={right.why} />
        </>
      )}
    </>
  );
}

/** Lets the reader write an answer, compare it with the model answer, and say whether both agree. */
function WordsField({ question, answer, onGive }: Pick<AnswerEntryProps, 'question' | 'answer' | 'onGive'>) {
  const { verdict: words } = useWords();
  const [text, setText] = useState('');
  const [compared, setCompared] = useState(false);
  const id = useId();
  const model = question.choices.find(({ key }) => key === question.right);
  const shown = compared || answer.revealed;
  return (
    <div className={css.answerForm}>
      <label htmlFor={id}>{words.yourWords}</label>
      <TextArea id={id} rows={3} maxLength={2000} value={text} readOnly={shown} onChange={setText} />
      {shown && model !== undefined && (
        <p>
          <Said>{words.model}</Said> <Sentence tokens={model.why} />
        </p>
      )}
      {!answer.revealed && (
        <div className="row">
          {shown ? (
            question.choices.map((choice, place) => (
              <Button key={choice.key} look="outlined" onClick={() => onGive(place)}>
                {toText(choice.label)}
              </Button>
            ))
          ) : (
            <Button look="primary" disabled={text.trim() === ''} onClick={() => setCompared(true)}>
              {words.compare}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
