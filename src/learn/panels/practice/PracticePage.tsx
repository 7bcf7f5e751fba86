import { classHash } from '../../lessons/lesson-link.ts';
import { LEVELS, TOPICS } from '../../questions/practice.ts';
import { useRuntime } from '../../../store/hooks.ts';
import { Segmented } from '../../../ui/Segmented.tsx';
import { useMedia } from '../../../ui/useMedia.ts';
import { LessonAsk } from '../lesson/LessonAsk.tsx';
import { StagePlace } from '../lesson/LessonStage.tsx';
import { useWords } from '../kit/useWords.ts';
import lessonCss from '../lesson/lesson.module.css';
import { openInFull } from '../lesson/open-in-full.ts';
import { exerciseHash, practiceStop } from './exercise.ts';
import { Rules } from './Rules.tsx';
import { type Practice, usePractice } from './usePractice.ts';
import { Button } from '../../../ui/Button.tsx';

/** `#practice&topic=timers&level=2&seed=17` asks endless questions. The address identifies the current question. */
export default function PracticePage({ hash }: { hash: string }) {
  const practice = usePractice(hash);
  const { language, lesson: frame, practice: words } = useWords();
  const { exercise, round, answer, next, choose } = practice;
  const runtime = useRuntime();
  const phone = useMedia('(max-width: 40rem)');
  const question = round?.question ?? null;
  const stop = practiceStop(exercise.topic, question);
  return (
    <main className={lessonCss.lesson} id="stage" tabIndex={-1} lang={language} data-asks>
      <div className={lessonCss.lessonWords}>
        <PracticeHead practice={practice} />
        <Rules scenario={round?.scenario ?? null} />
        <div className={`row wrap ${lessonCss.lessonWays}`}>
          <Button
            size="big"
            disabled={round === null}
            onClick={() => void openInFull(runtime, stop, false, 'practice')}
          >
            {words.open}
          </Button>
          <a className="btn big" href={classHash(exerciseHash(exercise))}>
            {frame.forClass}
          </a>
          <span className="grow" />
          <button
            type="button"
            className={`btn big ${answer.revealed ? 'primary' : 'outlined'}`}
            disabled={round === null}
            onClick={next}
          >
            {answer.revealed ? words.next : frame.showMe}
          </button>
        </div>
      </div>
      <StagePlace stop={round === null ? null : stop} phone={phone} />
      {question !== null && (
        <LessonAsk question={question} answer={answer} onChoose={choose} language={language} />
      )}
    </main>
  );
}

/** Shows the tally, and lets the reader choose topic and difficulty. */
function PracticeHead({ practice: { exercise, tally, go } }: { practice: Practice }) {
  const { practice: words } = useWords();
  return (
    <>
      <p className="dim">{words.tally(exercise.seed, tally.right, tally.asked)}</p>
      <h1>{words.title}</h1>
      <div className="row wrap gap-12">
        <Segmented
          label={words.topic}
          value={exercise.topic}
          options={TOPICS.map((value) => ({ value, text: words.topics[value] }))}
          onChange={(topic) => go({ ...exercise, topic, seed: 1 })}
        />
        <Segmented
          label={words.difficulty}
          value={exercise.level}
          options={LEVELS.map((value) => ({ value, text: words.levels[value] }))}
          onChange={(level) => go({ ...exercise, level, seed: 1 })}
        />
      </div>
    </>
  );
}
