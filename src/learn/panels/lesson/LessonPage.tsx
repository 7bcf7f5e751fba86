import { useCallback } from 'react';
import { useWords } from '../kit/useWords.ts';
import type { GivenAnswers } from '../../lessons/answers.ts';
import { classHash, lessonHash } from '../../lessons/lesson-link.ts';
import { asksSomething, type Lesson, type LessonStop } from '../../lessons/lesson.ts';
import { useRuntime } from '../../../store/hooks.ts';
import { languageToSay } from '../../store/language.ts';
import { EN } from '../../words/en/index.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { LanguagePick } from '../kit/LanguagePick.tsx';
import { StepDots } from '../kit/StepDots.tsx';
import { useNamesPage } from '../../../panels/kit/page-title.ts';
import { useMedia } from '../../../ui/useMedia.ts';
import { TimelinePanel } from '../../../panels/timeline/TimelinePanel.tsx';
import { useLesson } from './useLesson.ts';
import { FinishCard, nextLesson } from './FinishCard.tsx';
import { LessonAsk } from './LessonAsk.tsx';
import { LessonRule, OtherRun, StopTitle } from './StopText.tsx';
import { StagePlace } from './LessonStage.tsx';
import { SlowMotion, useMotion } from './SlowMotion.tsx';
import { Markup } from './Markup.tsx';
import { openInFull } from './open-in-full.ts';
import { useLessonKeys } from './useLessonKeys.ts';
import { type Prepared, usePrepared, useShownStop } from './usePrepared.ts';
import { type Play, useStopPlay } from './useStopPlay.ts';
import { useScore, useVisit } from './useScore.ts';
import kitCss from '../kit/kit.module.css';
import css from './lesson.module.css';
import { Button } from '../../../ui/Button.tsx';

interface LessonPageProps {
  hash: string;
  /** True to show the lesson alone, without tools of authors and teachers. */
  student: boolean;
}

/** `#lesson=id&stop=n` shows a stop of a lesson. */
export default function LessonPage({ hash, student }: LessonPageProps) {
  const found = useLesson(hash);
  if (found.state === 'opening') return <main className="page" id="stage" tabIndex={-1} />;
  if (found.state === 'wrong') return <WrongLesson faults={found.faults} />;
  const { state: _state, ...rest } = found;
  return <LessonPlayer key={rest.packed + rest.lesson.id} student={student} {...rest} />;
}

/** Lists the errors of a lesson file. */
export function WrongLesson({ faults }: { faults: readonly string[] }) {
  const { language, lesson: words } = useWords();
  return (
    <main className="page" id="stage" tabIndex={-1} lang={language}>
      <div className={kitCss.pageColumn} data-narrow>
        <h1>{words.cannotOpen}</h1>
        <ul className="stack">
          {faults.map((text) => (
            <li key={text} className="field-error text-2">
              {text}
            </li>
          ))}
        </ul>
        <div className="row">
          <a className="btn primary big" href="#lessons">
            {words.all}
          </a>
          <a className="btn outlined big" href="lessons.html">
            {words.howWritten}
          </a>
        </div>
      </div>
    </main>
  );
}

interface LessonPlayerProps extends Pick<LessonPageProps, 'student'> {
  lesson: Lesson;
  /** Index among the built-in lessons; −1 = a lesson of another author. */
  place: number;
  /** Stop number, from 1. */
  stop: number;
  packed: string;
  /** Earlier answers that the address contains; null = none. */
  answers: GivenAnswers | null;
}

function LessonPlayer({ lesson, place, stop: at, packed, answers, student }: LessonPlayerProps) {
  const { language: own } = useWords();
  const stop = lesson.stops[at - 1];
  const prepared = usePrepared(lesson, at - 1);
  const shown = useShownStop(stop, prepared);
  const visit = useVisit(packed + lesson.id, answers, at, at === lesson.stops.length);
  const score = useScore(lesson, at, visit.before, visit.keep);
  const phone = useMedia('(max-width: 40rem)');
  const small = useMedia('(max-width: 73.75rem), (max-height: 51.25rem)');
  useNamesPage(lesson.title);
  const go = useGo(lesson, packed, student);
  const play = useStopPlay({ lesson, at, prepared, score, go });
  const id = packed === '' ? lesson.id : '';
  const lang = languageToSay(lesson.languages[0]);
  const presentHref = lessonHash({ id, packed, stop: at, lang }, 'present');
  useLessonKeys({
    ...play,
    leave: () => student || (location.hash = '#lessons'),
    present: () => student || (location.hash = presentHref),
  });
  const { question = null, language = 'en', fault = '' } = prepared ?? {};
  const answered = prepared?.question === null || score.answerOf(at).revealed;
  const motion = useMotion(prepared, answered);
  if (stop === undefined) return null;
  const last = at === lesson.stops.length;
  // The rule, the slow motion and the result are below the text. On a small screen they need the room of the text.
  const folds = last || stop.rule !== null || stop.slow !== null;
  const finished = last && prepared !== null && answered;
  // On the last stop, the result takes the place of a question if the stop has none.
  const below = !phone && question === null;
  return (
    <>
      <main
        className={css.lesson}
        id="stage"
        tabIndex={-1}
        lang={own}
        data-asks={asksSomething(stop) || undefined}
      >
        <div className={css.lessonWords}>
          <Steps {...{ lesson, place, packed, at, presentHref, go, phone, student }} />
          <StopTitle lesson={lesson} at={at} />
          <div className={css.lessonText}>
            <Words
              {...{ lesson, at, text: stop.text }}
              folded={folds && small && !phone && question !== null && answered}
            />
            {fault !== '' && <p className="field-error text-2">{fault}</p>}
            {stop.rule !== null && prepared !== null && answered && <LessonRule rule={stop.rule} />}
            {motion.shown && <SlowMotion {...motion} language={language} />}
            {finished && !below && <FinishCard {...{ lesson, score, go, student }} />}
          </div>
          <Ways
            {...{ stop, at, last, play, prepared, answered, student }}
            from={`${EN.lesson.name(place).toLowerCase()}, step ${at}`}
            next={finished && !below && !student ? nextLesson(lesson) : undefined}
          />
        </div>
        <StagePlace stop={shown} phone={phone} part={motion.part} />
        {question !== null && (
          <LessonAsk {...{ question, language }} answer={score.answerOf(at)} onChoose={play.enter} />
        )}
        {finished && below && <FinishCard {...{ lesson, score, go, student }} below />}
      </main>
      {!phone && !small && !student && <Time />}
    </>
  );
}

function Time() {
  const { lesson: words } = useWords();
  return (
    <section className="time-area" aria-label={words.timeline} data-area="timeline">
      <TimelinePanel />
    </section>
  );
}

/** Goes to another stop without a new entry in the history, so that Back leaves the lesson. */
function useGo(lesson: Lesson, packed: string, student: boolean): (to: number) => void {
  return useCallback(
    (to) => {
      const lang = languageToSay(lesson.languages[0]);
      const hash = lessonHash({ id: packed === '' ? lesson.id : '', packed, stop: to, lang, student });
      history.replaceState(null, '', hash);
      dispatchEvent(new HashChangeEvent('hashchange'));
    },
    [lesson, packed, student],
  );
}

interface WordsProps {
  lesson: Lesson;
  /** Stop number, from 1. */
  at: number;
  text: readonly string[];
  folded: boolean;
}

/** Shows the text of a stop. On a small screen the text is collapsed when something below needs the room. */
function Words({ lesson, at, text, folded }: WordsProps) {
  const words = useWords();
  const all = (
    <>
      <OtherRun lesson={lesson} index={at - 1} />
      {text.map((paragraph) => (
        <p key={paragraph} lang={lesson.language}>
          <Markup text={paragraph} />
        </p>
      ))}
    </>
  );
  if (!folded) return all;
  return (
    <details>
      <summary>{words.lesson.textOfStop}</summary>
      {all}
    </details>
  );
}

interface StepsProps extends Pick<LessonPlayerProps, 'lesson' | 'place' | 'packed' | 'student'> {
  at: number;
  presentHref: string;
  go: (to: number) => void;
  phone: boolean;
}

function Steps({ lesson, place, packed, at, presentHref, go, phone, student }: StepsProps) {
  const { lesson: words } = useWords();
  return (
    <nav className={`row wrap ${css.lessonSteps}`} aria-label={words.stops}>
      {phone && !student && (
        <a
          className={`icon-btn ${css.lessonLeave}`}
          href="#lessons"
          aria-label={words.all}
          data-tip={words.allTip}
        >
          <Icon name="close" />
        </a>
      )}
      <StepDots
        names={lesson.stops.map(({ title }, i) => words.step(i + 1, title))}
        at={at - 1}
        onGo={(i) => go(i + 1)}
      />
      {student && !phone && <b lang={lesson.language}>{lesson.title}</b>}
      <span className={phone ? 'sr-only' : 'dim nowrap'} data-where>
        {student
          ? words.ofStops(at, lesson.stops.length)
          : words.where(words.name(place), at, lesson.stops.length)}
      </span>
      <LanguagePick languages={lesson.languages} />
      {!phone && !student && (
        <span className={css.lessonTools}>
          <a
            className="btn"
            href={packed === '' ? `#write&from=${lesson.id}` : `#write&t=${packed}`}
            data-tip={words.editTip}
            data-tip-at="below"
          >
            {words.edit}
          </a>
          {lesson.stops.slice(at - 1, at).some(asksSomething) && (
            <a className="btn" href={classHash(presentHref)} data-tip={words.forClassTip} data-tip-at="below">
              {words.forClass}
            </a>
          )}
          <a className="btn" href={presentHref} data-tip={words.presentTip} data-tip-at="below">
            {words.present}
          </a>
        </span>
      )}
    </nav>
  );
}

interface WaysProps extends Pick<LessonPageProps, 'student'> {
  stop: LessonStop;
  at: number;
  /** Title of this page, shown on the opened run as the way back. */
  from: string;
  last: boolean;
  play: Play;
  prepared: Prepared | null;
  answered: boolean;
  /** The lesson that is offered next; undefined = none. */
  next: Lesson | undefined;
}

function Ways({ stop, at, from, last, play, prepared, answered, next, student }: WaysProps) {
  const { lesson: words } = useWords();
  const runtime = useRuntime();
  const open = (playing: boolean) => () => void openInFull(runtime, stop, playing, from);
  const asks = prepared?.question !== null && prepared !== null && !answered;
  return (
    <div className={`row wrap ${css.lessonWays}`}>
      <Button look="outlined" size="big" disabled={at === 1} onClick={play.back}>
        {words.back}
      </Button>
      {student && play.replay !== undefined && (
        <Button size="big" data-tip={words.replayTip} onClick={play.replay}>
          <Icon name="repeat" />
          {words.replay}
        </Button>
      )}
      {!student && (
        <span className="row gap-4">
          <Button size="big" disabled={prepared === null} onClick={open(true)}>
            {words.letRun}
          </Button>
          <Button size="big" disabled={prepared === null} onClick={open(false)}>
            {words.change}
          </Button>
        </span>
      )}
      <span className="grow" />
      {next !== undefined && (
        <a className="btn big primary" href={`#lesson=${next.id}`} data-tip={next.title}>
          {words.nextLesson}
        </a>
      )}
      {(!last || asks) && (
        <button
          type="button"
          className={`btn big ${asks ? 'outlined' : 'primary'}`}
          disabled={prepared === null}
          data-tip={asks ? words.showMeTip : words.nextTip}
          onClick={play.next}
        >
          {asks ? words.showMe : words.next}
        </button>
      )}
    </div>
  );
}
