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
import { StepDots } from '../kit/StepDots.tsx';
import { useWords } from '../kit/useWords.ts';
import type { FirstWords } from '../../words/en/first.ts';
import { balanceOf } from '../../../charts/coins.ts';
import { selectCurrentJob, selectJobsInOrder } from '../../../store/selectors.ts';
import { Ask, Drops } from './Ask.tsx';
import { DROPS, type Drop, STEPS } from './steps.ts';
import { keepUnderWay, underWay } from './under-way.ts';
import { type Film, useFilm } from './useFilm.ts';
import css from './first.module.css';
import { Button } from '../../../ui/Button.tsx';

// These components are loaded after the first picture, because only later steps show them.
const price = () => import('./Price.tsx');
const said = () => import('./Said.tsx');
const PricePicture = lazyAfterFirstPaint(price, (module) => module.PricePicture);
const PriceTable = lazyAfterFirstPaint(price, (module) => module.PriceTable);
const TurnSaid = lazyAfterFirstPaint(said, (module) => module.TurnSaid);
const FirstHeadline = lazyAfterFirstPaint(said, (module) => module.FirstHeadline);
const Refusals = lazyAfterFirstPaint(
  () => import('./Refusals.tsx'),
  (module) => module.Refusals,
);

const ASKS = 2;
const ANSWER = 3;
const PRICE = 4;
const TURN = 5;
const BREAKS = 6;
/** Element id of the step's text. The heading refers to it with `aria-describedby`. */
const TEXT = 'first-text';
const FIRST_LESSON = '#lesson=what-is-a-job';
const ALL: readonly number[] = [];
const NEWSLETTER: readonly number[] = [1];

/** What the reader has chosen to inject at the last step. */
interface Tries {
  count: number;
  dropped: Drop | '';
  /** The branch that was shown before the reader's message was injected. */
  before: BranchId;
}
const NO_TRY: Tries = { count: 0, dropped: '', before: 0 };

/** The current step and the actions that it offers. */
interface Minute {
  step: number;
  /** The letter of the chosen answer; '' = none. */
  answer: string;
  film: Film;
  tries: Tries;
  go: (to: number) => void;
  /** Goes to the next step. If the film is still moving, the film first jumps to its end. */
  next: () => void;
  choose: (letter: string) => void;
  drop: (what: Drop) => void;
  /** Ends the first minute; `true` starts the tour. */
  leave: (tour: boolean) => void;
}

function useMinute(onWorkspace: () => void): Minute {
  const { store } = useRuntime();
  const [{ step, answer }, setPlace] = useState(() => {
    const kept = underWay();
    return { step: Math.min(kept?.step ?? 0, STEPS.length - 1), answer: kept?.answer ?? '' };
  });
  const [tries, setTries] = useState(NO_TRY);
  const film = useFilm(step);
  useEffect(() => {
    keepUnderWay({ step, answer });
    return () => keepUnderWay(null);
  }, [step, answer]);
  const go = (to: number): void => {
    setTries(NO_TRY);
    setPlace({ step: Math.max(0, Math.min(STEPS.length - 1, to)), answer: to <= ASKS ? '' : answer });
  };
  return {
    step,
    answer,
    film,
    tries,
    go,
    next: () => (film.moving ? void film.finish() : go(step + 1)),
    choose: (letter) => setPlace({ step: ANSWER, answer: letter }),
    drop: (what) => {
      // Without the next step the run would end with an empty stage. The next step stops where the destination dies,
      // and says why.
      if (what === 'break') return go(BREAKS);
      setTries({ count: tries.count + 1, dropped: what, before: store.getState().session.branch });
      void film.drop(what);
    },
    leave: useLeave(onWorkspace),
  };
}

interface FirstMinuteProps {
  /** Opens the main screen. The run stays at its present instant. */
  onWorkspace: () => void;
}

/** The first minute: a question, a film of three pictures that stops and asks, the answer, and the reader's turn. */
export default function FirstMinute({ onWorkspace }: FirstMinuteProps) {
  const minute = useMinute(onWorkspace);
  const { step } = minute;
  const heading = useRef<HTMLHeadingElement>(null);
  const { language, first } = useWords();
  useNamesPage(first.name);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [step]);
  useFirstKeys(minute);
  return (
    <main className={css.first} id="stage" tabIndex={-1} lang={language}>
      <div className={css.firstWords}>
        <nav className="row wrap gap-12" aria-label={first.stepsLabel}>
          <StepDots
            names={first.steps.map(({ name }, i) => first.step(i + 1, name))}
            at={step}
            onGo={minute.go}
          />
          <span className="dim">{first.where(step + 1, STEPS.length)}</span>
          {step === 0 && <LanguagePick />}
        </nav>
        {/* At the step that asks, this question would give its answer away. */}
        {step > 0 && step !== ASKS && <p className={`sub ${css.firstQuestion}`}>{first.question}</p>}
        {/* A new element for each step: screen readers do not announce a focused title whose words change. */}
        <h1 key={step} ref={heading} tabIndex={-1} aria-describedby={TEXT}>
          {first.steps[step]?.title}
        </h1>
        <Words {...minute} />
        {step !== PRICE && <PictureWords />}
        {step === TURN ? (
          <Drops dropped={minute.tries.dropped} done={!minute.film.moving} onDrop={minute.drop} />
        ) : (
          <span className="grow" />
        )}
        <Ways {...minute} />
      </div>
      <div className={css.firstPicture} data-step={STEPS[step]?.differs}>
        <Picture {...minute} />
      </div>
    </main>
  );
}

/** Shows the text of a step. The focused title refers to it: a live region would be read out in pieces. */
function Words({ step, answer, film }: Minute) {
  const { first } = useWords();
  const { text = [], watch = '' } = first.steps[step] ?? {};
  return (
    <div className={css.firstText} id={TEXT}>
      {step === ANSWER && <Verdict answer={answer} />}
      {text.map((paragraph) => (
        <p key={paragraph}>
          <Markup text={paragraph} />
        </p>
      ))}
      {step === PRICE && <PriceTable other={film.other} />}
      {watch !== '' && (
        <p className={css.firstWatch}>
          <Markup text={watch} />
        </p>
      )}
      <p className="sr-only" role="status">
        {step === ASKS && !film.moving && `${first.question2} ${first.twoButtons}`}
      </p>
    </div>
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

/**
 * Shows the jobs. Below the jobs it shows which messages got the agents, or how the destination broke, and the key of
 * the marks.
 */
function Picture({ step, film, tries: { count, dropped, before }, choose }: Minute) {
  const { first } = useWords();
  if (step === PRICE) return <PricePicture other={film.other} />;
  const { key = [] } = first.steps[step] ?? {};
  const legend = <Key items={step === TURN && dropped === 'ten' ? [...key, ...first.droppedKey] : key} />;
  if (step === BREAKS)
    return (
      <>
        <div>
          <FirstHeadline />
        </div>
        <ReducedForest jobs={NEWSLETTER} awaited={first.picture} />
        <div className={css.firstChart}>
          <Refusals />
          {legend}
        </div>
      </>
    );
  return (
    <>
      <ReducedForest jobs={ALL} awaited={first.picture} pays={first.pays} />
      {step === TURN && dropped !== '' && <TurnSaid key={count} before={before} />}
      {legend}
      <StripPanel plain words={first.strip} />
      {step === ASKS && <Ask onChoose={choose} waiting={film.moving} />}
    </>
  );
}

/** Explains the marks in the picture. */
function Key({ items }: { items: FirstWords['key'] }) {
  const { keyLabel } = useWords().first;
  if (items.length === 0) return null;
  return (
    <ul className={`row wrap text-2 sub ${css.firstLegend}`} aria-label={keyLabel}>
      {items.map((text) => (
        <li key={text}>
          <Markup text={text} />
        </li>
      ))}
    </ul>
  );
}

function Ways({ step, film, go, next, leave }: Minute) {
  const { first } = useWords();
  return (
    <div className={`row ${css.firstWays}`}>
      {step > 0 && (
        <Button look="outlined" size="big" aria-keyshortcuts="ArrowLeft" onClick={() => go(step - 1)}>
          {first.back}
        </Button>
      )}
      {step === BREAKS ? (
        <a className="btn primary big" aria-keyshortcuts="Enter" href={FIRST_LESSON}>
          {first.lesson} <kbd aria-hidden="true">Enter</kbd>
        </a>
      ) : (
        <Button look="primary" size="big" aria-keyshortcuts="ArrowRight Enter" onClick={next}>
          {step === ASKS ? first.showMe : first.next} <kbd aria-hidden="true">→</kbd>
        </Button>
      )}
      {step >= TURN ? (
        <Button look="outlined" size="big" onClick={() => leave(true)}>
          {first.around}
        </Button>
      ) : (
        <Button size="big" aria-keyshortcuts="R" onClick={film.replay}>
          {first.replay}
        </Button>
      )}
      <span className="grow" />
      <Button size="big" aria-keyshortcuts="Escape" onClick={() => leave(false)}>
        {step >= TURN ? first.alone : first.skip}
      </Button>
    </div>
  );
}

function useLeave(onWorkspace: () => void): (tour: boolean) => void {
  const actions = useActions();
  return useCallback(
    (tour) => {
      void actions.pause().then(() => {
        // Synchronous, because Firefox may otherwise draw a frame in which the focus is still on a button of this page.
        flushSync(onWorkspace);
        focusStage();
        // The tour points at panels, and these are drawn in the next frame.
        if (tour) requestAnimationFrame(() => requestAnimationFrame(askForTour));
      });
    },
    [actions, onWorkspace],
  );
}

function useFirstKeys(minute: Minute): void {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]') !== null)
      return;
    if (!press(event, minute)) return;
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
 * Handles a key. Returns true when the key was used. A focused button keeps Space for itself, and a focused select
 * keeps all keys. Enter presses the black button unless the focus is on another control.
 */
function press(event: KeyboardEvent, { step, film, go, next, choose, drop, leave }: Minute): boolean {
  const { target } = event;
  if (target instanceof HTMLSelectElement) return false;
  const letter = event.key.toUpperCase();
  const onButton = target instanceof HTMLElement && target.closest('button, a') !== null;
  if (event.key === 'Escape') leave(false);
  else if (event.key === 'ArrowRight' || (event.key === ' ' && !onButton)) {
    if (step < BREAKS) next();
  } else if (event.key === 'Enter' && target instanceof Element && target.matches('h1, main, body')) {
    if (step === BREAKS) location.hash = FIRST_LESSON;
    else next();
  } else if (event.key === 'ArrowLeft') go(step - 1);
  else if (letter === 'R') film.replay();
  else if (step === ASKS && (letter === 'A' || letter === 'B')) choose(letter);
  else if (step === TURN && 'ABC'.includes(letter) && letter.length === 1) {
    const what = DROPS['ABC'.indexOf(letter)];
    if (what !== undefined) drop(what);
  } else return false;
  return true;
}

/** Describes the picture for screen readers in the words of the first minute, without the stage's terms. */
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
