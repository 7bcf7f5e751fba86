import { useEffect, useRef, useState } from 'react';
import { lessonHash } from '../../lessons/lesson-link.ts';
import { WrongLesson } from '../lesson/LessonPage.tsx';
import { useWords } from '../kit/useWords.ts';
import { Markup } from '../lesson/Markup.tsx';
import { useLesson } from '../lesson/useLesson.ts';
import { useLessonKeys } from '../lesson/useLessonKeys.ts';
import { openChannel, type PresentChannel, type PresentState } from './channel.ts';
import kitCss from '../kit/kit.module.css';
import './presenter.module.css';
import { Button } from '../../../ui/Button.tsx';

/** `#notes=id` shows the speaker notes, the answer, the next stop and the time, in step with the presentation. */
export default function NotesPage({ hash }: { hash: string }) {
  const found = useLesson(hash);
  if (found.state === 'opening') return <main className="page" id="stage" tabIndex={-1} />;
  if (found.state === 'wrong') return <WrongLesson faults={found.faults} />;
  return <Notes {...found} />;
}

function Notes({ lesson, stop: first, packed }: Extract<ReturnType<typeof useLesson>, { state: 'found' }>) {
  const { language, notes: words, lesson: frame } = useWords();
  const key = lessonHash({ id: packed === '' ? lesson.id : '', packed, stop: 1 }, 'present');
  const { state, turn } = usePresentation(key);
  const at = state?.stop ?? first;
  const stop = lesson.stops[at - 1];
  const next = lesson.stops[at];
  const minutes = useMinutes();
  useLessonKeys({
    next: () => turn(1),
    back: () => turn(-1),
    choose: () => false,
    leave: () => window.close(),
  });
  return (
    <main className="page" id="stage" tabIndex={-1} lang={language}>
      <div className={kitCss.pageColumn} data-narrow>
        <p className="dim">
          {words.where(lesson.title, at, lesson.stops.length, minutes)}
          {state === null && words.notOpen}
        </p>
        <h1 lang={lesson.language}>{stop?.title}</h1>
        {stop?.notes.length === 0 ? (
          <p className="dim">{words.none}</p>
        ) : (
          <div className="lead stack gap-12" lang={lesson.language}>
            {stop?.notes.map((paragraph) => (
              <p key={paragraph}>
                <Markup text={paragraph} />
              </p>
            ))}
          </div>
        )}
        {state !== null && state.question !== '' && (
          <section className="panel stack gap-6" aria-label={words.answer}>
            <h2>{state.question}</h2>
            <p>{state.answer}</p>
            <p className="dim">{state.revealed ? words.seen : words.notShown}</p>
          </section>
        )}
        <p className="dim">{next === undefined ? words.last : words.next(next.title)}</p>
        <div className="row">
          <Button look="outlined" size="big" disabled={state === null} onClick={() => turn(-1)}>
            {frame.back}
          </Button>
          <Button look="primary" size="big" disabled={state === null} onClick={() => turn(1)}>
            {frame.next}
          </Button>
        </div>
      </div>
    </main>
  );
}

/** Follows the state of the presentation; null until its window has answered. */
function usePresentation(key: string): { state: PresentState | null; turn: (by: 1 | -1) => void } {
  const [state, setState] = useState<PresentState | null>(null);
  const channel = useRef<PresentChannel | null>(null);
  useEffect(() => {
    channel.current = openChannel(key, (message) => {
      if (message.kind === 'state') setState(message);
    });
    channel.current.send({ kind: 'ask', key });
    return () => {
      channel.current?.close();
      channel.current = null;
    };
  }, [key]);
  return { state, turn: (by) => channel.current?.send({ kind: 'turn', key, by }) };
}

/** Returns the whole minutes since the notes were opened. */
function useMinutes(): number {
  const [minutes, setMinutes] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setMinutes((old) => old + 1), 60_000);
    return () => clearInterval(timer);
  }, []);
  return minutes;
}
