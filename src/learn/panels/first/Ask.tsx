import type { ReactNode } from 'react';
import { formatSeconds } from '../../../explain/format.ts';
import { Chip } from '../../../charts/Chip.tsx';
import { useApp } from '../../../store/hooks.ts';
import { selectDeliveries, selectMessages } from '../../../store/selectors.ts';
import { useWords } from '../kit/useWords.ts';
import { DROPS, type Drop } from './steps.ts';
import { DROPPED } from './useFilm.ts';
import lessonCss from '../lesson/lesson.module.css';
import css from './first.module.css';

/** Asks which of two messages is next. Each answer shows the letter key that chooses it. */
export function Ask({ onChoose, waiting }: { onChoose: (letter: string) => void; waiting: boolean }) {
  const { question2, questionLabel, choices } = useWords().first;
  return (
    <section
      className={`stack ${css.firstAsk}`}
      aria-label={questionLabel}
      data-waiting={waiting || undefined}
    >
      <h2>{question2}</h2>
      <div className={css.firstAnswers}>
        {choices.map(({ title, why }, i) => (
          <Answer
            key={title}
            letter={letterOf(i)}
            title={title}
            about={why}
            onClick={() => onChoose(letterOf(i))}
          >
            <Chip number={i + 1} />
          </Answer>
        ))}
      </div>
    </section>
  );
}

function letterOf(place: number): string {
  return 'ABC'.charAt(place);
}

interface AnswerProps {
  letter: string;
  title: string;
  about: string;
  pressed?: boolean;
  onClick: () => void;
  children?: ReactNode;
}

function Answer({ letter, title, about, pressed, onClick, children }: AnswerProps) {
  return (
    <button type="button" className={lessonCss.answer} aria-pressed={pressed} onClick={onClick}>
      <kbd>{letter}</kbd>
      {children}
      <span className="stack gap-2">
        <span className="strong">{title}</span> <span className="side-note">{about}</span>
      </span>
    </button>
  );
}

interface DropsProps {
  dropped: Drop | '';
  /** True when the run has stopped playing, so that the result can be shown. */
  done: boolean;
  onDrop: (what: Drop) => void;
}

/** Lists the messages that the reader may inject, and shows the result. */
export function Drops({ dropped, done, onDrop }: DropsProps) {
  const { drops } = useWords().first;
  return (
    <div className={`stack grow ${css.firstDrops}`}>
      {DROPS.map((name, i) => (
        <Answer
          key={name}
          letter={letterOf(i)}
          title={drops[name].title}
          about={drops[name].watch}
          pressed={dropped === name}
          onClick={() => onDrop(name)}
        />
      ))}
      {done && dropped !== '' && <Tried />}
    </div>
  );
}

/** The result of the injected message: its first attempt, its last delivery and its delivery slots. */
function Tried() {
  const deliveries = useApp(selectDeliveries).filter(({ number }) => number === DROPPED);
  const message = useApp(selectMessages).find(({ number }) => number === DROPPED);
  const { tried, coins } = useWords().first;
  const [earliest] = deliveries;
  if (earliest === undefined || message === undefined || message.doneAt < 0) return null;
  const after = (at: number): string => formatSeconds(at - message.injected);
  return (
    <p className={css.firstTried} role="status">
      {tried.message} <Chip number={DROPPED} size="small" /> {tried.had} <b>{after(earliest.start)}</b>
      {tried.last} <b>{after(message.doneAt)}</b>
      {tried.paid} <b>{coins(deliveries.length)}</b>.
    </p>
  );
}
