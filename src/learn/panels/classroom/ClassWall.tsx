import { useState } from 'react';
import { counts, nextRound } from '../../class/collection.ts';
import { questionTag } from '../../class/answer-code.ts';
import type { Words } from '../../words/en/index.ts';
import { useNamesPage } from '../../../panels/kit/page-title.ts';
import { Sentence } from '../../../panels/kit/Sentence.tsx';
import { useMedia } from '../../../ui/useMedia.ts';
import { StagePlace } from '../lesson/LessonStage.tsx';
import { LanguagePick } from '../kit/LanguagePick.tsx';
import { useWords } from '../kit/useWords.ts';
import { useLessonKeys } from '../lesson/useLessonKeys.ts';
import { Rules } from '../practice/Rules.tsx';
import type { AskedOfClass } from './ClassQuestion.tsx';
import { Bars, Tiles } from './Bars.tsx';
import { Desk, Join } from './Desk.tsx';
import { type Collecting, useCollecting } from './class-kept.ts';
import '../lesson/lesson.module.css';
import css from './classroom.module.css';
import { Button } from '../../../ui/Button.tsx';

/** The class first sees the question, then how many chose each answer, then which answer is right. */
type Phase = 'asked' | 'spread' | 'revealed';
const PHASES: readonly Phase[] = ['asked', 'spread', 'revealed'];

/** Shows one question to a class: the wall for everyone, and the teacher's desk beside the wall. */
export function ClassWall({ asked }: { asked: AskedOfClass }) {
  const words = useWords();
  const { wall } = words;
  const { question, part } = asked;
  const [phase, setPhase] = useState<Phase>('asked');
  const [large, setLarge] = useState(false);
  const [entering, setEntering] = useState(false);
  const collecting = useCollecting(part);
  const choices = question?.choices.length ?? 0;
  useNamesPage(words.classIndex.title);
  const on = (): void => {
    if (question === null) return;
    if (phase === 'revealed') collecting.set(nextRound(collecting.collection, choices));
    setPhase(PHASES[(PHASES.indexOf(phase) + 1) % PHASES.length] ?? 'asked');
  };
  const back = (): void => setPhase(PHASES[Math.max(0, PHASES.indexOf(phase) - 1)] ?? 'asked');
  useLessonKeys({
    // A clicker does not go on after the right answer is shown, because the teacher decides on another round.
    next: () => (phase === 'revealed' ? undefined : on()),
    back,
    choose: () => false,
    leave: () => (location.hash = asked.own),
    present: () => setLarge(true),
  });
  return (
    <main
      className={css.classroom}
      data-phase={phase}
      data-entering={entering || undefined}
      id="stage"
      tabIndex={-1}
      lang={words.language}
    >
      <section className={css.wall} aria-label={wall.forClass}>
        <Head asked={asked} phase={phase} collecting={collecting} large={large} onLarge={setLarge} />
        <WallPicture asked={asked} phase={phase} collecting={collecting} />
        <footer className={`row wrap gap-10 ${css.wallFoot}`}>
          {phase !== 'asked' && (
            <Button look="outlined" size="big" onClick={back}>
              {phase === 'revealed' ? wall.hide : wall.back}
            </Button>
          )}
          <Button look="primary" size="big" disabled={question === null} onClick={on}>
            {wall.on[phase]}
          </Button>
          <Button
            look="outlined"
            size="big"
            aria-expanded={entering}
            disabled={question === null}
            onClick={() => setEntering(!entering)}
          >
            {entering ? wall.hideCodes : wall.enterCodes}
          </Button>
          <span className="grow" />
          <p className={css.wallSays}>{saysOf(wall, phase, collecting, asked)}</p>
        </footer>
      </section>
      {entering ? (
        <Desk asked={asked} tag={questionTag(part)} collecting={collecting} />
      ) : (
        phase === 'asked' && <Joining asked={asked} large={large} onLarge={setLarge} />
      )}
    </main>
  );
}

interface HeadProps extends JoiningProps {
  phase: Phase;
  collecting: Collecting;
}

/** The question, the number of answers and, once the answers are shown, the QR code in the corner. */
function Head({ asked, phase, collecting, large, onLarge }: HeadProps) {
  const { question } = asked;
  return (
    <header className={`stack gap-4 ${css.wallHead}`}>
      <p className={css.wallWhere}>
        {asked.where}
        <Count collecting={collecting} choices={question?.choices.length ?? 0} />
      </p>
      <h1 lang={question === null ? asked.language : asked.askedIn}>
        {question === null ? asked.title : <Sentence tokens={question.text} size="large" />}
      </h1>
      {asked.fault !== '' && <p className="field-error text-2">{asked.fault}</p>}
      {phase !== 'asked' && <Join small part={asked.part} large={large} onLarge={onLarge} />}
    </header>
  );
}

interface JoiningProps {
  asked: AskedOfClass;
  large: boolean;
  onLarge: (large: boolean) => void;
}

/** Shows how phones join, beside a question that nobody has answered yet. */
function Joining({ asked, large, onLarge }: JoiningProps) {
  const { desk, join } = useWords();
  return (
    <aside className={`stack gap-16 ${css.joining}`} aria-label={join.title}>
      <Join part={asked.part} large={large} onLarge={onLarge} />
      <p className="row wrap gap-16 text-2">
        <a href={asked.own}>{desk.toQuestion}</a> <a href="#class">{desk.allQuestions}</a>{' '}
        <LanguagePick languages={asked.languages} />
      </p>
    </aside>
  );
}

function Count({ collecting, choices }: { collecting: Collecting; choices: number }) {
  const { wall } = useWords();
  const n = counts(collecting.collection, choices).reduce((sum, count) => sum + count, 0);
  return (
    <>
      {', '}
      <b>{wall.answers(n)}</b>
      {collecting.collection.before !== null && wall.secondRound}
    </>
  );
}

interface WallPictureProps {
  asked: AskedOfClass;
  phase: Phase;
  collecting: Collecting;
}

function WallPicture({ asked, phase, collecting }: WallPictureProps) {
  const narrow = useMedia('(max-width: 40rem)');
  const { question } = asked;
  if (question !== null && phase !== 'asked')
    return (
      <Bars
        question={question}
        collection={collecting.collection}
        language={asked.askedIn}
        revealed={phase === 'revealed'}
        onCollection={collecting.set}
      />
    );
  return (
    <>
      <div
        className={css.wallPicture}
        data-rules={asked.settings !== null || undefined}
        data-asks-for={question?.kind}
      >
        <StagePlace stop={asked.ready ? asked.stop : null} phone={narrow} />
        {asked.settings !== null && <Rules scenario={asked.settings} />}
      </div>
      {question !== null && <Tiles question={question} language={asked.askedIn} />}
    </>
  );
}

/** Shows a sentence beside the buttons, for the teacher and the class. */
function saysOf(
  wall: Words['wall'],
  phase: Phase,
  { collection }: Collecting,
  { question }: AskedOfClass,
): string {
  if (question === null || phase === 'asked') return '';
  if (phase === 'spread') return wall.typeHands;
  const by = counts(collection, question.choices.length);
  const all = by.reduce((sum, n) => sum + n, 0);
  const right = by[question.choices.findIndex(({ key }) => key === question.right)] ?? 0;
  return wall.had(right, all);
}
