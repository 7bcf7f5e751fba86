import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { BranchId } from '../../../protocol/ids.ts';
import { useActions, useRuntime, useApp } from '../../../store/hooks.ts';
import { focusStage } from '../../../panels/kit/focus-stage.ts';
import { lazyAfterFirstPaint } from '../../../panels/kit/lazy.tsx';
import { useNamesPage } from '../../../panels/kit/page-title.ts';
import { askForTour } from '../../../panels/kit/asked-tour.ts';
import { Markup } from '../lesson/Markup.tsx';
import { ReducedForest } from '../lesson/ReducedForest.tsx';
import { StripPanel } from '../../../panels/strip/StripPanel.tsx';
import { LanguagePick } from '../kit/LanguagePick.tsx';
import { useWords } from '../kit/useWords.ts';
import type { FirstWords } from '../../words/en/first.ts';
import { balanceOf } from '../../../charts/coins.ts';
import { selectCurrentJob, selectJobsInOrder } from '../../../store/selectors.ts';
import { Ask, Drops } from './Ask.tsx';
import { DROPS, type Drop, STEPS } from './steps.ts';
import { keepUnderWay, underWay } from './under-way.ts';
import { type Film, useFilm } from './useFilm.ts';
import css from './first.module.css';

/** The reader's tries: their number, the last message dropped, and the branch that was shown before it. */
const NO_TRY: { count: number; dropped: Drop | ''; before: BranchId } = { count: 0, dropped: '', before: 0 };

// Only later steps show these, or only the ear needs them: they come after the first picture.
const TurnSaid = lazyAfterFirstPaint(
  () => import('./Said.tsx'),
  (module) => module.TurnSaid,
);
const FirstHeadline = lazyAfterFirstPaint(
  () => import('./Said.tsx'),
  (module) => module.FirstHeadline,
);
const LessonDestination = lazyAfterFirstPaint(
  () => import('../lesson/LessonDestination.tsx'),
  (module) => module.default,
);

const PricePicture = lazyAfterFirstPaint(
  () => import('./Price.tsx'),
  (module) => module.PricePicture,
);
const PriceTable = lazyAfterFirstPaint(
  () => import('./Price.tsx'),
  (module) => module.PriceTable,
);

const ASKS = 2;
const ANSWER = 3;
const PRICE = 4;
const TURN = 5;
const BREAKS = 6;
/** The words of a step, which its title is described by. */
const TEXT = 'first-text';
const ALL: readonly number[] = [];
const NEWSLETTER: readonly number[] = [1];

interface FirstMinuteProps {
  /** Leads to the whole instrument, with the run as it stands. */
  onWorkspace: () => void;
}

/** The first minute: a question, a film of three pictures that stops and asks, the answer, and the reader's turn. */
export default function FirstMinute({ onWorkspace }: FirstMinuteProps) {
  const [step, setStep] = useState(() => Math.min(underWay()?.step ?? 0, STEPS.length - 1));
  const [answer, setAnswer] = useState(() => underWay()?.answer ?? '');
  const { store } = useRuntime();
  const [{ count, dropped, before }, setTries] = useState(NO_TRY);
  const film = useFilm(step);
  const heading = useRef<HTMLHeadingElement>(null);
  const { language, first } = useWords();
  useNamesPage(first.name);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [step]);
  useEffect(() => keepUnderWay({ step, answer }), [step, answer]);
  useEffect(() => () => keepUnderWay(null), []);
  const go = useCallback((to: number): void => {
    setTries(NO_TRY);
    if (to <= ASKS) setAnswer('');
    setStep(Math.max(0, Math.min(STEPS.length - 1, to)));
  }, []);
  const choose = (letter: string): void => {
    setAnswer(letter);
    setStep(ANSWER);
  };
  const drop = (what: Drop): void => {
    // Left to itself the run goes on to an empty stage; the next picture stops where the destination dies, and says why.
    if (what === 'break') return go(BREAKS);
    setTries({ count: count + 1, dropped: what, before: store.getState().session.branch });
    void film.drop(what);
  };
  const leave = useLeave(onWorkspace);
  useFirstKeys({ step, film, go, choose, drop, leave: () => leave(false) });
  const current = first.steps[step];
  if (current === undefined) return null;
  return (
    <main className={css.first} id="stage" tabIndex={-1} lang={language}>
      <div className={css.firstWords}>
        <Dots step={step} go={go} />
        {/* Who is asked for the next agent is not told above it that the small message does not wait. */}
        {step > 0 && step !== ASKS && <p className={css.firstQuestion}>{first.question}</p>}
        {/* One of its own for each step: a title that has the focus already would not be said when its words change. */}
        <h1 key={step} ref={heading} tabIndex={-1} aria-describedby={TEXT}>
          {current.title}
        </h1>
        <Words step={step} current={current} answer={answer} film={film} />
        {step !== PRICE && <PictureWords />}
        {step === TURN && <Drops dropped={dropped} done={!film.moving} onDrop={drop} />}
        <Ways step={step} film={film} go={go} leave={leave} />
      </div>
      <div className={css.firstPicture} data-step={STEPS[step]?.differs}>
        {step === PRICE ? (
          <PricePicture other={film.other} />
        ) : (
          <>
            {step === BREAKS && (
              <div>
                <FirstHeadline />
              </div>
            )}
            <ReducedForest jobs={step === BREAKS ? NEWSLETTER : ALL} awaited={first.picture} />
            {step === TURN && dropped !== '' && <TurnSaid key={count} before={before} />}
            <Below
              step={step}
              items={step === TURN && dropped === 'ten' ? [...current.key, ...first.droppedKey] : current.key}
            />
            {step === ASKS && <Ask onChoose={choose} waiting={film.moving} />}
          </>
        )}
      </div>
    </main>
  );
}

interface WordsProps {
  step: number;
  current: FirstWords;
  answer: string;
  film: Film;
}

/** What a step says. For the ear it describes the title, which has the focus: a live region would be told piece by piece, in no order. */
function Words({ step, current, answer, film }: WordsProps) {
  const { first } = useWords();
  return (
    <div className={css.firstText} id={TEXT}>
      {step === ANSWER && <Verdict answer={answer} />}
      {current.text.map((text) => (
        <p key={text}>
          <Markup text={text} />
        </p>
      ))}
      {step === PRICE && <PriceTable other={film.other} />}
      {current.watch !== '' && (
        <p className={css.firstWatch}>
          <Markup text={current.watch} />
        </p>
      )}
      <p className="sr-only" role="status">
        {step === ASKS && !film.moving && `${first.question2} ${first.twoButtons}`}
      </p>
    </div>
  );
}

/** Ends the first minute where it stands; the tour, when it is asked for, begins at this very instant. */
function useLeave(onWorkspace: () => void): (tour: boolean) => void {
  const actions = useActions();
  return useCallback(
    (tour) => {
      void actions.pause().then(() => {
        // Firefox draws before React does: what had the focus would still be there when the focus is looked for.
        flushSync(onWorkspace);
        focusStage();
        // The bench has to stand before something can point at its parts.
        if (tour) requestAnimationFrame(() => requestAnimationFrame(askForTour));
      });
    },
    [actions, onWorkspace],
  );
}

function Dots({ step, go }: { step: number; go: (to: number) => void }) {
  const { first } = useWords();
  return (
    <nav className={css.firstSteps} aria-label={first.stepsLabel}>
      <ol>
        {first.steps.map(({ name }, i) => (
          <li key={name}>
            <button
              type="button"
              aria-label={first.step(i + 1, name)}
              aria-current={i === step ? 'step' : undefined}
              onClick={() => go(i)}
            />
          </li>
        ))}
      </ol>
      <span className="dim">{first.where(step + 1, STEPS.length)}</span>
      {step === 0 && <LanguagePick />}
    </nav>
  );
}

function Verdict({ answer }: { answer: string }) {
  const { byArrival, yes, shown } = useWords().first;
  if (answer === 'A')
    return (
      <p>
        <b>{byArrival.verdict}</b> {byArrival.why}
      </p>
    );
  return (
    <p>
      <b>{answer === 'B' ? yes : shown}</b>
    </p>
  );
}

/** What stands under the jobs: who got the agents, or how the destination broke; with the key to all of it. */
function Below({ step, items }: { step: number; items: readonly string[] }) {
  const { strip } = useWords().first;
  if (step === BREAKS)
    return (
      <div className={css.firstChart}>
        <LessonDestination name="list.example" />
        <Key items={items} />
      </div>
    );
  return (
    <>
      <Key items={items} />
      <StripPanel plain words={strip} />
    </>
  );
}

/** What the marks of the picture say, beside it. */
function Key({ items }: { items: readonly string[] }) {
  const { keyLabel } = useWords().first;
  return (
    <ul className={css.firstLegend} aria-label={keyLabel}>
      {items.map((text) => (
        <li key={text}>
          <Markup text={text} />
        </li>
      ))}
    </ul>
  );
}

interface WaysProps {
  step: number;
  film: Film;
  go: (to: number) => void;
  leave: (tour: boolean) => void;
}

function Ways({ step, film, go, leave }: WaysProps) {
  const { first } = useWords();
  return (
    <div className={css.firstWays}>
      {step > 0 && (
        <button
          type="button"
          className="btn outlined big"
          aria-keyshortcuts="ArrowLeft"
          onClick={() => go(step - 1)}
        >
          {first.back} <KeyHint sign="←" />
        </button>
      )}
      {step === BREAKS ? (
        <a className="btn primary big first-on" aria-keyshortcuts="Enter" href="#lesson=what-is-a-job">
          {first.lesson} <KeyHint sign="Enter" />
        </a>
      ) : (
        <button
          type="button"
          className="btn primary big first-on"
          aria-keyshortcuts="ArrowRight Enter"
          onClick={() => next(step, film, go)}
        >
          {step === ASKS ? first.showMe : first.next} <KeyHint sign="→" />
        </button>
      )}
      {step >= TURN && (
        <button type="button" className="btn outlined big" onClick={() => leave(true)}>
          {first.around}
        </button>
      )}
      {step < TURN && (
        <button type="button" className="btn big" onClick={film.replay}>
          {first.replay} <kbd className={css.firstKey}>R</kbd>
        </button>
      )}
      <span className="grow" />
      <button type="button" className="btn big" onClick={() => leave(false)}>
        {step >= TURN ? first.alone : first.skip} <kbd className={css.firstKey}>Esc</kbd>
      </button>
    </div>
  );
}

/** A key that does what its button does: for the eye, the button itself says it to the ear. */
function KeyHint({ sign }: { sign: string }) {
  return (
    <kbd className={css.firstKey} aria-hidden="true">
      {sign}
    </kbd>
  );
}

/** A film that goes on is first shown to its end: no reader loses what they were about to see. */
function next(step: number, film: Film, go: (to: number) => void): void {
  if (film.moving) void film.finish();
  else go(step + 1);
}

interface Keys {
  step: number;
  film: Film;
  go: (to: number) => void;
  choose: (letter: string) => void;
  drop: (what: Drop) => void;
  leave: () => void;
}

function useFirstKeys(keys: Keys): void {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]') !== null)
      return;
    if (!press(event, keys)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    addEventListener('keydown', onKey, true);
    return () => {
      removeEventListener('keydown', onKey, true);
    };
  }, []);
}

/**
 * True when the key meant something. A focused button keeps Space for itself, a list of choices all of them. Enter where nothing
 * has the focus that it could press, such as the title, which has it after each step, goes on as the black button does.
 */
function press(event: KeyboardEvent, { step, film, go, choose, drop, leave }: Keys): boolean {
  const { target } = event;
  if (target instanceof HTMLSelectElement) return false;
  const letter = event.key.toUpperCase();
  const onButton = target instanceof HTMLElement && target.closest('button, a') !== null;
  if (event.key === 'Escape') leave();
  else if (event.key === 'ArrowRight' || (event.key === ' ' && !onButton)) {
    if (step < BREAKS) next(step, film, go);
  } else if (event.key === 'Enter' && target instanceof Element && target.matches('h1, main, body')) {
    document.querySelector<HTMLElement>('.first-on')?.click();
  } else if (event.key === 'ArrowLeft') go(step - 1);
  else if (letter === 'R') film.replay();
  else if (step === ASKS && (letter === 'A' || letter === 'B')) choose(letter);
  else if (step === TURN && 'ABC'.includes(letter) && letter.length === 1) {
    const what = DROPS['ABC'.indexOf(letter)];
    if (what !== undefined) drop(what);
  } else return false;
  return true;
}

/** The picture for those who hear the page, in the words of the first minute: the stage's own are not met yet. */
function PictureWords() {
  const jobs = useApp(selectJobsInOrder);
  const current = useApp(selectCurrentJob);
  const { first } = useWords();
  if (jobs.length === 0) return null;
  const told = jobs.map((job) => ({
    number: job.number,
    handed: job.selected,
    of: job.read,
    busy: job.counts.b,
    failed: job.counts.f,
    paid: job.spends,
    coins: balanceOf(job),
    turn: job === current,
  }));
  return <p className="sr-only">{first.told(told)}</p>;
}
