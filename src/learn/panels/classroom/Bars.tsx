import type { CSSProperties } from 'react';
import { type Collection, counts } from '../../class/collection.ts';
import type { Question } from '../../questions/question.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Sentence } from '../../../panels/kit/Sentence.tsx';
import { useWords } from '../kit/useWords.ts';
import css from './classroom.module.css';

/** Shows the letter of a choice. */
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
}

/** Draws a bar for each choice, with the previous round as an outline. Bars are grey until the answer is revealed. */
export function Bars({ question, collection, language, revealed }: BarsProps) {
  const { wall: words } = useWords();
  const now = counts(collection, question.choices.length);
  const { before } = collection;
  const most = Math.max(1, ...now, ...(before ?? []));
  const wide = (n: number): CSSProperties => ({ width: `${(n / most) * 100}%` });
  return (
    <ol className={css.bars} lang={language} data-revealed={revealed || undefined}>
      {question.choices.map((choice, i) => {
        const right = revealed && choice.key === question.right;
        const stood = before?.[i];
        return (
          <li key={choice.key} data-right={right || undefined}>
            <span className={css.wallLetter}>{letterOf(i)}</span>
            <b className={css.barLabel}>
              <Sentence tokens={choice.label} size="large" />
            </b>
            <span className={css.barTrack} aria-hidden="true">
              <span style={wide(now[i] ?? 0)} />
              {stood !== undefined && <span className={css.barBefore} style={wide(stood)} />}
            </span>
            <span className={css.barCount}>
              <b>{now[i] ?? 0}</b>
              {stood !== undefined && <p className="side-note">{words.before(stood)}</p>}
            </span>
            {revealed && (
              <p className={css.barWhy}>
                {right && (
                  <>
                    <Icon name="check" /> <b className="strong">{words.right}</b>{' '}
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
