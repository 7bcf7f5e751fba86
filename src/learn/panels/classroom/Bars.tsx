import type { CSSProperties, ReactNode } from 'react';
import { useIdentity } from '../../../charts/colours.ts';
import { type Collection, counts, withCount } from '../../class/collection.ts';
import type { Choice, Question } from '../../questions/question.ts';
import { Field } from '../../../ui/Field.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Sentence } from '../../../panels/kit/Sentence.tsx';
import { useWords } from '../kit/useWords.ts';
import css from './classroom.module.css';

export function letterOf(place: number): string {
  return String.fromCharCode(65 + place);
}

/** Lists the answers with their letters. The class answers on its phones. */
export function Tiles({ question, language }: { question: Question; language: string }) {
  return (
    <ol className={css.wallTiles} lang={language}>
      {question.choices.map((choice, i) => (
        <li key={choice.key} className="row gap-12">
          <span className={css.wallLetter}>{letterOf(i)}</span>
          <span>
            <b>
              <Sentence tokens={choice.label} size="large" />
            </b>{' '}
            {choice.hint !== '' && <span className="sub text-2">{choice.hint}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

interface BarsProps {
  question: Question;
  collection: Collection;
  /** Language of the question. */
  language: string;
  /** Whether to mark the right answer and to explain each answer. */
  revealed: boolean;
  onCollection: (next: Collection) => void;
}

/** Share of the track that the longest bar fills. */
const LONGEST = 0.92;

/**
 * Draws a bar for each choice behind its text, with the previous round as an outline, and a field in which the teacher
 * counts raised hands.
 */
export function Bars({ question, collection, language, revealed, onCollection }: BarsProps) {
  const { wall: words } = useWords();
  const { choices } = question;
  const now = counts(collection, choices.length);
  const phones = counts({ ...collection, hands: [] }, choices.length);
  const { before } = collection;
  const most = Math.max(1, ...now, ...(before ?? []));
  const wide = (n: number): CSSProperties => ({ width: `${(n / most) * LONGEST * 100}%` });
  return (
    <ol className={css.bars} lang={language} data-revealed={revealed || undefined}>
      {choices.map((choice, i) => {
        const right = revealed && choice.key === question.right;
        const stood = before?.[i];
        return (
          <li key={choice.key} data-right={right || undefined}>
            <span className={css.wallLetter}>{letterOf(i)}</span>
            <Track choice={choice} revealed={revealed} right={right}>
              <span className={css.barFill} style={wide(now[i] ?? 0)} />
              {stood !== undefined && <span className={css.barBefore} style={wide(stood)} />}
            </Track>
            <span className={css.barCount}>
              <Count
                letter={letterOf(i)}
                count={now[i] ?? 0}
                phones={phones[i] ?? 0}
                onCount={(count) => onCollection(withCount(collection, choices.length, i, count))}
              />
              {stood !== undefined && <p className="side-note">{words.before(stood)}</p>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

interface TrackProps {
  choice: Choice;
  revealed: boolean;
  right: boolean;
  /** The bar of this round, and the outline of the previous one. */
  children: ReactNode;
}

/** A choice in the colour of its message, with its hint or, once revealed, its reason. */
function Track({ choice, revealed, right, children }: TrackProps) {
  const { wall: words } = useWords();
  const message = choice.label.find((token) => 'chip' in token);
  // A label that consists only of a message number says too little in large type, so its hint is shown, too.
  const hint = choice.label.length === 1 && message !== undefined ? choice.hint : '';
  const identity = useIdentity(message?.chip ?? 0);
  return (
    <div className={css.barTrack} {...(message === undefined ? {} : identity)}>
      <span aria-hidden="true">{children}</span>
      <p className={css.barText}>
        <b className={css.barLabel}>
          <Sentence tokens={choice.label} size="large" /> {hint}
        </b>
        {revealed ? (
          <span className={css.barWhy}>
            {right && <b className="strong">{words.right} </b>}
            <Sentence tokens={choice.why} />
          </span>
        ) : (
          choice.hint !== hint && <span className={css.barWhy}>{choice.hint}</span>
        )}
      </p>
      {right && <Icon name="check" />}
    </div>
  );
}

interface CountProps {
  letter: string;
  count: number;
  /** Answers from phones. The count cannot go below them. */
  phones: number;
  onCount: (count: number) => void;
}

/** The number of answers, which the teacher changes by counting hands. */
function Count({ letter, count, phones, onCount }: CountProps) {
  const { wall: words } = useWords();
  return (
    <span className={css.stepper}>
      <button
        type="button"
        aria-label={words.fewer(letter)}
        disabled={count <= phones}
        onClick={() => onCount(count - 1)}
      >
        −
      </button>
      <Field
        kind="figure"
        label={words.count(letter)}
        maxLength={4}
        value={String(count)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(text) => onCount(Number(text.replaceAll(/\D/g, '')))}
      />
      <button type="button" aria-label={words.more(letter)} onClick={() => onCount(count + 1)}>
        +
      </button>
    </span>
  );
}
