import { formatSeconds } from '../../../explain/format.ts';
import { Chip } from '../../../charts/Chip.tsx';
import { useApp } from '../../../store/hooks.ts';
import { selectDeliveries, selectMessages } from '../../../store/selectors.ts';
import { useWords } from '../kit/useWords.ts';
import { DROPS, type Drop } from './steps.ts';
import { DROPPED } from './useFilm.ts';
import css from './first.module.css';

/** Who is next: two answers, by their letters too. */
export function Ask({ onChoose, waiting }: { onChoose: (letter: string) => void; waiting: boolean }) {
  const { question2, questionLabel, choices } = useWords().first;
  return (
    <section className={css.firstAsk} aria-label={questionLabel} data-waiting={waiting || undefined}>
      <h2>{question2}</h2>
      <div className={css.firstAnswers}>
        {choices.map(({ title, why }, i) => (
          <button key={title} type="button" className={css.firstAnswer} onClick={() => onChoose(letterOf(i))}>
            <kbd>{letterOf(i)}</kbd>
            <Chip number={i + 1} />
            <span>
              {title} <small>{why}</small>
            </span>
          </button>
        ))}
      </div>
    </section>
  );
}

function letterOf(place: number): string {
  return 'ABC'.charAt(place);
}

interface DropsProps {
  dropped: Drop | '';
  /** What was dropped in has come to its end. */
  done: boolean;
  onDrop: (what: Drop) => void;
}

/** What the reader may drop in, and what became of it. */
export function Drops({ dropped, done, onDrop }: DropsProps) {
  const { drops } = useWords().first;
  return (
    <div className={`${css.firstAnswers} ${css.firstDrops}`}>
      {DROPS.map((name, i) => (
        <button
          key={name}
          type="button"
          className={css.firstAnswer}
          aria-pressed={dropped === name}
          onClick={() => onDrop(name)}
        >
          <kbd>{letterOf(i)}</kbd>
          <span>
            {drops[name].title} <small>{drops[name].watch}</small>
          </span>
        </button>
      ))}
      {done && dropped !== '' && <Tried />}
    </div>
  );
}

/** What became of the mail that was dropped in. */
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
