import { useEffect, useRef, useState } from 'react';
import { toText } from '../../../explain/tokens.ts';
import type { Lesson, LessonStop } from '../../lessons/lesson.ts';
import { prepareStop } from '../../questions/ask.ts';
import type { Question } from '../../questions/question.ts';
import { useRuntime } from '../../../store/hooks.ts';
import type { BackgroundRun } from '../../store/background-run.ts';
import { LanguagePick } from '../kit/LanguagePick.tsx';
import { Sentence } from '../../../panels/kit/Sentence.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { WrongLesson } from '../lesson/LessonPage.tsx';
import { LessonStage } from '../lesson/LessonStage.tsx';
import { OtherRun } from '../lesson/StopText.tsx';
import { loadWords, useWords } from '../kit/useWords.ts';
import { Markup } from '../lesson/Markup.tsx';
import { useLesson } from '../lesson/useLesson.ts';
import { showAt, useBackgroundRun } from '../lesson/usePrepared.ts';
import '../kit/paper.module.css';
import css from './presenter.module.css';
import { Button } from '../../../ui/Button.tsx';

/** `#print=id` lays out a lesson on A4 paper: picture and text of each stop, then the answers. */
export default function PrintPage({ hash }: { hash: string }) {
  const found = useLesson(hash);
  if (found.state === 'opening') return <main className="page" id="stage" tabIndex={-1} />;
  if (found.state === 'wrong') return <WrongLesson faults={found.faults} />;
  // The new key makes React draw the sheets again after a change of language.
  return <Sheets key={found.lesson.language} lesson={found.lesson} />;
}

/** A printed stop. Its picture is a copy of what the page drew. */
interface Sheet {
  picture: HTMLElement;
  question: Question | null;
}

function Sheets({ lesson }: { lesson: Lesson }) {
  usePaper();
  const { language, print: words, lesson: frame } = useWords();
  const { sheets, drawing, holder } = useSheets(lesson);
  const done = sheets.length === lesson.stops.length;
  return (
    <main className={`page ${css.print}`} id="stage" tabIndex={-1} lang={language}>
      <div className={`row gap-12 ${css.printBar}`}>
        <span className="grow" role="status">
          {done ? words.ready : words.drawing(lesson.stops.length)}
        </span>
        {!done && <Progress name={words.drawn} max={lesson.stops.length} value={sheets.length} />}
        <Button look="primary" size="big" disabled={!done} onClick={() => print()}>
          {words.print}
        </Button>
        <Button size="big" onClick={() => history.back()}>
          {frame.back}
        </Button>
        <LanguagePick languages={lesson.languages} />
      </div>
      <h1 lang={lesson.language}>{lesson.title}</h1>
      <p className="lead" lang={lesson.language}>
        {lesson.about}
      </p>
      <div className={css.sheetStops} lang={lesson.language}>
        {lesson.stops.slice(0, sheets.length).map((stop, i) => (
          <section
            className={`${isWide(stop) ? 'row wrap start' : 'stack gap-6'} ${css.sheetStop}`}
            key={stop.title}
            data-wide={isWide(stop) || undefined}
          >
            <div className="stack gap-6 grow">
              <h2>
                {i + 1}. {stop.title}
              </h2>
              <OtherRun lesson={lesson} index={i} />
              {stop.text.map((paragraph) => (
                <p key={paragraph}>
                  <Markup text={paragraph} />
                </p>
              ))}
              {isWide(stop) && <Asked question={sheets[i]?.question ?? null} />}
            </div>
            <Picture element={sheets[i]?.picture ?? null} />
            {!isWide(stop) && <Asked question={sheets[i]?.question ?? null} />}
          </section>
        ))}
      </div>
      <Answers lesson={lesson} sheets={sheets} />
      {drawing !== null && (
        <div
          className={css.printDrawing}
          data-wide={isWide(lesson.stops[drawing]!) || undefined}
          data-view={lesson.stops[drawing]!.view}
          data-drawn-for={lesson.stops[drawing]?.ask?.kind}
          aria-hidden="true"
          inert
          ref={holder}
        >
          <LessonStage key={drawing} stop={lesson.stops[drawing]!} phone={false} />
        </div>
      )}
    </main>
  );
}

/** Number of stops on a page of paper: wide stops, and narrow stops in two columns. */
const WIDE_A_PAGE = 3;
const NARROW_A_PAGE = 6;

/** True if the stops need several pages. The answers then follow on the next page, below a line to cut along. */
function fillsMore({ stops }: Lesson): boolean {
  const wide = stops.filter(isWide).length;
  return wide / WIDE_A_PAGE + (stops.length - wide) / NARROW_A_PAGE > 1;
}

/** Jobs stay legible at half the width of the paper. The text of other pictures would become too small. */
function isWide({ view }: LessonStop): boolean {
  return view !== 'stage';
}

/** Uses the light theme, because paper is white, whatever theme the reader has chosen. */
function usePaper(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    const before = dataset['theme'];
    // Runs after the page's own effect, which sets the reader's theme.
    const frame = requestAnimationFrame(() => (dataset['theme'] = 'light'));
    return () => {
      cancelAnimationFrame(frame);
      if (before !== undefined) dataset['theme'] = before;
    };
  }, []);
}

/** Draws the stops one after the other and copies each picture once the page is idle. */
function useSheets(lesson: Lesson) {
  const runtime = useRuntime();
  const withProbe = useBackgroundRun();
  const [sheets, setSheets] = useState<readonly Sheet[]>([]);
  const [drawing, setDrawing] = useState<number | null>(null);
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let wanted = true;
    const draw = async (probe: BackgroundRun): Promise<void> => {
      const words = await loadWords(lesson.language);
      const made: Sheet[] = [];
      for (const [i, stop] of lesson.stops.entries()) {
        const scenario = lesson.scenes[stop.scene];
        if (scenario === undefined || !wanted) return;
        // oxlint-disable-next-line no-await-in-loop
        const ready = await prepareStop(probe, stop, scenario, `${lesson.id} ${i}`, words.ask);
        if (!ready.ok || !wanted) return;
        // oxlint-disable-next-line no-await-in-loop
        await showAt(runtime, scenario, ready.value.cursor.step);
        setDrawing(i);
        // oxlint-disable-next-line no-await-in-loop
        await rest(() => runtime.idle.idle);
        const element = holder.current;
        if (element === null || !wanted) return;
        made.push({ picture: copyOf(element), question: ready.value.question });
        setSheets([...made]);
      }
      setDrawing(null);
    };
    const end = runtime.idle.beginSeries();
    void withProbe(draw).finally(end);
    return () => {
      wanted = false;
    };
  }, [lesson, runtime, withProbe]);
  return { sheets, drawing, holder };
}

/** Waits until the page is idle several times in a row, because parts of a picture load later. */
async function rest(idle: () => boolean): Promise<void> {
  for (let calm = 0, i = 0; calm < 5 && i < 100; i += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, 60));
    calm = idle() ? calm + 1 : 0;
  }
}

/** Makes a static copy of a picture, with the contents of its canvases. */
function copyOf(element: HTMLElement): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement;
  copy.className = css.printPicture ?? '';
  const painted = element.querySelectorAll('canvas');
  copy.querySelectorAll('canvas').forEach((canvas, i) => {
    const source = painted[i];
    if (source !== undefined && source.width > 0) canvas.getContext('2d')?.drawImage(source, 0, 0);
  });
  for (const named of copy.querySelectorAll('[id]')) named.removeAttribute('id');
  for (const part of copy.querySelectorAll('button, a, input, [tabindex]'))
    part.setAttribute('tabindex', '-1');
  return copy;
}

function Picture({ element }: { element: HTMLElement | null }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (element !== null) box.current?.replaceChildren(element);
  }, [element]);
  return <div className={css.printFrame} ref={box} aria-hidden="true" />;
}

function Asked({ question }: { question: Question | null }) {
  if (question === null) return null;
  return (
    <div className={css.printQuestion}>
      <p>
        <b>
          <Sentence tokens={question.text} />
        </b>
      </p>
      {question.entry === undefined ? (
        <Choices question={question} />
      ) : (
        <WrittenAnswer entry={question.entry} />
      )}
    </div>
  );
}

function WrittenAnswer({ entry }: { entry: NonNullable<Question['entry']> }) {
  const number = entry.kind === 'number';
  return (
    <p className={css.printAnswer} data-lines={number ? undefined : true}>
      {number && <span>{entry.unit}</span>}
    </p>
  );
}

function Choices({ question }: { question: Question }) {
  return (
    <ol type="A">
      {question.choices.map((choice) => (
        <li key={choice.key}>
          <Sentence tokens={choice.label} /> {choice.hint}
        </li>
      ))}
    </ol>
  );
}

function Answers({ lesson, sheets }: { lesson: Lesson; sheets: readonly Sheet[] }) {
  const { print: words } = useWords();
  if (sheets.every(({ question }) => question === null)) return null;
  return (
    <section className={`stack gap-6 ${css.sheetAnswers}`} data-follows={fillsMore(lesson) || undefined}>
      <h2>{words.answers}</h2>
      <ol lang={lesson.language}>
        {sheets.map(({ question }, i) => {
          const right = question?.choices.findIndex(({ key }) => key === question.right) ?? -1;
          const choice = question?.choices[right];
          if (choice === undefined) return null;
          return (
            <li key={lesson.stops[i]?.title ?? i} value={i + 1}>
              {question?.entry === undefined && <b>{'ABCD'[right]}, </b>}
              {question?.entry?.kind !== 'words' && `${toText(choice.label)}. `}
              <Sentence tokens={choice.why} />
            </li>
          );
        })}
      </ol>
    </section>
  );
}
