import { useEffect, useRef, useState } from 'react';
import { toText } from '../../../explain/tokens.ts';
import { classHash, type LessonAddress, lessonHash } from '../../lessons/lesson-link.ts';
import type { Lesson, LessonStop } from '../../lessons/lesson.ts';
import { solutionOf } from '../../questions/question.ts';
import { useApp } from '../../../store/hooks.ts';
import { languageToSay } from '../../store/language.ts';
import { selectJobsInOrder } from '../../../store/selectors.ts';
import { pageAddress } from '../../../ui/copy-text.ts';
import { LanguagePick } from '../kit/LanguagePick.tsx';
import { useNamesPage } from '../../../panels/kit/page-title.ts';
import { useMedia } from '../../../ui/useMedia.ts';
import { WrongLesson } from '../lesson/LessonPage.tsx';
import { LessonAsk } from '../lesson/LessonAsk.tsx';
import { LessonRule, OtherRun, StopTitle } from '../lesson/StopText.tsx';
import { LessonStage } from '../lesson/LessonStage.tsx';
import { useWords } from '../kit/useWords.ts';
import { Markup } from '../lesson/Markup.tsx';
import { useLesson } from '../lesson/useLesson.ts';
import { useLessonKeys } from '../lesson/useLessonKeys.ts';
import { type Play, useStopPlay } from '../lesson/useStopPlay.ts';
import { usePrepared, useShownStop } from '../lesson/usePrepared.ts';
import { useScore } from '../lesson/useScore.ts';
import { qrCode } from '../../../panels/share/qr.ts';
import { QrPicture } from '../../../panels/share/QrPicture.tsx';
import { openChannel, type PresentChannel, type PresentState } from './channel.ts';
import lessonCss from '../lesson/lesson.module.css';
import css from './presenter.module.css';
import { Button } from '../../../ui/Button.tsx';

/** `#present=id&stop=n` shows a lesson to a class, one stop at a time. A clicker controls the page. */
export default function PresentPage({ hash }: { hash: string }) {
  const found = useLesson(hash);
  useLargeType();
  if (found.state === 'opening') return <main className="page" id="stage" tabIndex={-1} />;
  if (found.state === 'wrong') return <WrongLesson faults={found.faults} />;
  const { lesson, stop, packed } = found;
  return <Presentation key={packed + lesson.id} lesson={lesson} stop={stop} packed={packed} />;
}

/** Sets high contrast while the page is open, because a projector loses grey text first. */
function useLargeType(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset['presenter'] = 'true';
    return () => {
      delete dataset['presenter'];
    };
  }, []);
}

/** Number of jobs above which a picture gets the whole width. */
const NARROW_MAX = 5;

interface PresentationProps {
  lesson: Lesson;
  stop: number;
  packed: string;
}

function Presentation({ lesson, stop: at, packed }: PresentationProps) {
  const words = useWords();
  const stop = lesson.stops[at - 1];
  const prepared = usePrepared(lesson, at - 1);
  const shown = useShownStop(stop, prepared);
  const score = useScore(lesson, at);
  const phone = useMedia('(max-width: 40rem)');
  useNamesPage(lesson.title);
  const id = packed === '' ? lesson.id : '';
  const key = lessonHash({ id, packed, stop: 1 }, 'present');
  const lang = languageToSay(lesson.languages[0]);
  const go = (to: number): void => {
    history.replaceState(null, '', lessonHash({ id, packed, stop: to, lang }, 'present'));
    dispatchEvent(new HashChangeEvent('hashchange'));
  };
  const { marks, ...play } = useMarks(stop, useStopPlay({ lesson, at, prepared, score, go }));
  const [blank, setBlank] = useState(false);
  const leave = (): void => {
    location.hash = lessonHash({ id, packed, stop: at, lang });
  };
  useLessonKeys({ ...play, leave, present: leave, blank: () => setBlank(!blank) });
  const { question = null, language } = prepared ?? {};
  const answer = score.answerOf(at);
  useTold(key, play.next, play.back, {
    key,
    stop: at,
    question: question === null ? '' : toText(question.text),
    answer: question === null ? '' : solutionOf(question),
    revealed: answer.revealed,
  });
  const all = useApp(selectJobsInOrder).length;
  const asks = question !== null && !answer.revealed;
  if (stop === undefined) return null;
  const wide = stop.view === 'stage' && (stop.jobs.length === 0 ? all : stop.jobs.length) > NARROW_MAX;
  return (
    <main
      className={css.present}
      id="stage"
      tabIndex={-1}
      lang={words.language}
      data-blank={blank || undefined}
      data-wide={wide || undefined}
    >
      <Head lesson={lesson} at={at} />
      <Words
        lesson={lesson}
        index={at - 1}
        text={stop.text}
        able={at === lesson.stops.length && question === null ? lesson.able : []}
      />
      <div className={css.presentStage}>
        {shown !== null && <LessonStage stop={shown} phone={phone} marks={marks} />}
        {stop.rule !== null && prepared !== null && (question === null || answer.revealed) && (
          <LessonRule rule={stop.rule} />
        )}
      </div>
      {question !== null && (
        <LessonAsk {...{ question, answer, language }} className={css.presentAsk} onChoose={play.enter} />
      )}
      <PresentFoot
        {...{ id, packed, lang, at, play, asks }}
        languages={lesson.languages}
        stopAsks={question !== null}
      />
    </main>
  );
}

function Head({ lesson, at }: { lesson: Lesson; at: number }) {
  return (
    <header className={`row baseline gap-24 ${css.presentHead}`}>
      <StopTitle lesson={lesson} at={at} />
      <span>
        {at} / {lesson.stops.length}
      </span>
    </header>
  );
}

/** `next` shows the marks of the picture one by one, before it goes to the next stop. */
function useMarks(stop: LessonStop | undefined, play: Play): Play & { marks: number } {
  const [come, setCome] = useState<{ stop: LessonStop | undefined; marks: number }>({ stop, marks: 0 });
  const marks = come.stop === stop ? come.marks : 0;
  const most = stop?.marks.length ?? 0;
  return {
    ...play,
    marks,
    next: () => (marks < most ? setCome({ stop, marks: marks + 1 }) : play.next()),
    back: () => (marks > 0 ? setCome({ stop, marks: marks - 1 }) : play.back()),
  };
}

interface WordsProps {
  lesson: Lesson;
  index: number;
  text: readonly string[];
  able: readonly string[];
}

function Words({ lesson, index, text, able }: WordsProps) {
  return (
    <div className={`stack gap-12 ${css.presentWords}`} lang={lesson.language}>
      <OtherRun lesson={lesson} index={index} />
      {text.map((paragraph) => (
        <p key={paragraph}>
          <Markup text={paragraph} />
        </p>
      ))}
      <Able clauses={able} />
    </div>
  );
}

function Able({ clauses }: { clauses: readonly string[] }) {
  const { finish } = useWords();
  if (clauses.length === 0) return null;
  return (
    <section>
      <h2>{finish.canNow}</h2>
      <ul className={lessonCss.lessonAble}>
        {clauses.map((clause) => (
          <li key={clause}>{clause}</li>
        ))}
      </ul>
    </section>
  );
}

interface PresentFootProps {
  id: string;
  packed: string;
  lang: string;
  languages: readonly string[];
  at: number;
  play: Play;
  /** True while a question waits for its answer. */
  asks: boolean;
  /** True if the stop has a question, answered or not. */
  stopAsks: boolean;
}

function PresentFoot({ id, packed, lang, languages, at, play, asks, stopAsks }: PresentFootProps) {
  const { lesson: frame, present: words } = useWords();
  const hash = lessonHash({ id, packed, stop: at, lang });
  const phone = useMedia('(max-width: 40rem)');
  return (
    <footer className={`row ${css.presentFoot}`}>
      <Button disabled={at === 1} onClick={play.back}>
        {frame.back}
      </Button>
      <Button onClick={play.next}>{asks ? words.showAnswer : frame.next}</Button>
      {!phone && (
        <>
          <Button onClick={() => openNotes({ id, packed, stop: at, lang })}>{words.notes}</Button>
          {stopAsks && (
            <a className="btn" href={classHash(hash)}>
              {frame.forClass}
            </a>
          )}
          <a className="btn" href={hash.replace('#lesson', '#print')}>
            {words.print}
          </a>
        </>
      )}
      <LanguagePick languages={languages} />
      <span className="grow" />
      <Address hash={hash} />
    </footer>
  );
}

/** Reports the state to the notes window, and goes to another stop when that window asks. */
function useTold(key: string, next: () => void, back: () => void, state: PresentState): void {
  const latest = useRef({ next, back, state });
  const channel = useRef<PresentChannel | null>(null);
  useEffect(() => {
    latest.current = { next, back, state };
  });
  useEffect(() => {
    const tell = (): void => channel.current?.send({ kind: 'state', ...latest.current.state });
    channel.current = openChannel(key, (message) => {
      if (message.kind === 'ask') tell();
      else if (message.kind === 'turn') latest.current[message.by > 0 ? 'next' : 'back']();
    });
    return () => {
      channel.current?.close();
      channel.current = null;
    };
  }, [key]);
  const { stop, question, answer, revealed } = state;
  useEffect(() => {
    channel.current?.send({ kind: 'state', key, stop, question, answer, revealed });
  }, [key, stop, question, answer, revealed]);
}

function openNotes(address: LessonAddress): void {
  const hash = lessonHash(address).replace('#lesson', '#notes');
  window.open(`${location.pathname}${location.search}${hash}`, 'qmgrscope-notes', 'width=560,height=720');
}

/** Shows the address of the stop and its QR code, for the audience. */
function Address({ hash }: { hash: string }) {
  const address = pageAddress(hash);
  const { present: words } = useWords();
  const code = address.length > 600 ? null : qrCode(address);
  const [large, setLarge] = useState(false);
  return (
    <>
      <span className="mono cut" title={address}>
        {address.replace(/^https?:\/\//, '').slice(0, 60)}
      </span>
      {code !== null && (
        <button
          type="button"
          className={css.presentQr}
          data-large={large || undefined}
          aria-label={large ? words.qrSmaller : words.qrLarger}
          onClick={() => setLarge(!large)}
        >
          <QrPicture code={code} label={words.qrOfStop} />
        </button>
      )}
    </>
  );
}
