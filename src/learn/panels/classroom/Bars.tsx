import type { CSSProperties } from 'react';
import { type Collection, counts } from '../../class/collection.ts';
import type { Question } from '../../questions/question.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Sentence } from '../../../panels/kit/Sentence.tsx';
import { useWords } from '../kit/useWords.ts';
import './classroom.css';

/** The letter of a choice. */
export function letterOf(place: number): string {
  return String.fromCharCode(65 + place);
}

/** What can be answered, with its letters; the class answers on its phones. */
export function Tiles({ question, language }: { question: Question; language: string }) {
  return (
    <ol className="wall-tiles" lang={language}>
      {question.choices.map((choice, i) => (
        <li key={choice.key}>
          <span className="wall-letter">{letterOf(i)}</span>
          <span>
            <b>
              <Sentence tokens={choice.label} size="large" />
            </b>{' '}
            {choice.hint !== '' && <span className="wall-hint">{choice.hint}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

interface BarsProps {
  question: Question;
  collection: Collection;
  /** That of the question. */
  language: string;
  /** The right one is marked, and each says what is behind it. */
  revealed: boolean;
}

/** How the answers are spread: a bar a choice, the round before as an outline. All grey until the answer is revealed. */
export function Bars({ question, collection, language, revealed }: BarsProps) {
  const { wall: words } = useWords();
  const now = counts(collection, question.choices.length);
  const { before } = collection;
  const most = Math.max(1, ...now, ...(before ?? []));
  const wide = (n: number): CSSProperties => ({ width: `${(n / most) * 100}%` });
  return (
    <ol className="bars" lang={language} data-revealed={revealed || undefined}>
      {question.choices.map((choice, i) => {
        const right = revealed && choice.key === question.right;
        const stood = before?.[i];
        return (
          <li key={choice.key} data-right={right || undefined}>
            <span className="wall-letter">{letterOf(i)}</span>
            <b className="bar-label">
              <Sentence tokens={choice.label} size="large" />
            </b>
            <span className="bar-track" aria-hidden="true">
              <span className="bar-now" style={wide(now[i] ?? 0)} />
              {stood !== undefined && <span className="bar-before" style={wide(stood)} />}
            </span>
            <span className="bar-count">
              <b>{now[i] ?? 0}</b>
              {stood !== undefined && <small>{words.before(stood)}</small>}
            </span>
            {revealed && (
              <p className="bar-why">
                {right && (
                  <>
                    <Icon name="check" /> <b>{words.right}</b>{' '}
                  </>
                )}
                <Sentence tokens={choice.why} />
              </p>
            )}
          </li>
        );
      })}
    </ol>
  );
}
