import { useState } from 'react';
import { counts, nextRound } from '../../lessons/class/collection.ts';
import { questionTag } from '../../lessons/class/answer-code.ts';
import { useNamesPage } from '../kit/page-title.ts';
import { Sentence } from '../kit/Sentence.tsx';
import { useMedia } from '../kit/useMedia.ts';
import { StagePlace } from '../lesson/LessonStage.tsx';
import '../lesson/lesson.css';
import { useLessonKeys } from '../lesson/useLessonKeys.ts';
import { Rules } from '../practice/Rules.tsx';
import type { AskedOfClass } from './ClassQuestion.tsx';
import { Bars, Tiles } from './Bars.tsx';
import { Desk } from './Desk.tsx';
import { type Collecting, useCollecting } from './kept.ts';
import './classroom.css';

/** How much the class sees: the question alone, how the answers are spread, and which of them is right. */
type Phase = 'asked' | 'spread' | 'revealed';
const PHASES: readonly Phase[] = ['asked', 'spread', 'revealed'];
const ON: Readonly<Record<Phase, string>> = {
  asked: 'Show the answers',
  spread: 'Reveal',
  revealed: 'Ask again after talking',
};

/** One question in front of a class: the wall for all, and beside it what the teacher needs. */
export function ClassWall({ asked }: { asked: AskedOfClass }) {
  const { question, part } = asked;
  const [phase, setPhase] = useState<Phase>('asked');
  const [large, setLarge] = useState(false);
  const collecting = useCollecting(part);
  const choices = question?.choices.length ?? 0;
  useNamesPage('Class mode');
  const on = (): void => {
    if (question === null) return;
    if (phase === 'revealed') collecting.set(nextRound(collecting.collection, choices));
    setPhase(PHASES[(PHASES.indexOf(phase) + 1) % PHASES.length] ?? 'asked');
  };
  const back = (): void => setPhase(PHASES[Math.max(0, PHASES.indexOf(phase) - 1)] ?? 'asked');
  useLessonKeys({
    // A clicker ends with the answer: another round is the teacher's own decision.
    next: () => (phase === 'revealed' ? undefined : on()),
    back,
    choose: () => false,
    leave: () => (location.hash = asked.own),
    present: () => setLarge(true),
  });
  return (
    <main className="classroom" id="stage" tabIndex={-1}>
      <section className="wall" aria-label="For the class">
        <header className="wall-head">
          <p className="wall-where">
            {asked.where}
            <Count collecting={collecting} choices={choices} />
          </p>
          <h1>{question === null ? asked.title : <Sentence tokens={question.text} size="large" />}</h1>
        </header>
        {asked.fault !== '' && <p className="field-error wall-fault">{asked.fault}</p>}
        <WallPicture asked={asked} phase={phase} collecting={collecting} />
        <footer className="wall-foot">
          {phase !== 'asked' && (
            <button type="button" className="btn outlined big" onClick={back}>
              {phase === 'revealed' ? 'Hide the answer' : 'Back to the question'}
            </button>
          )}
          <button type="button" className="btn primary big" disabled={question === null} onClick={on}>
            {ON[phase]}
          </button>
          <p className="wall-says">{saysOf(phase, collecting, asked)}</p>
        </footer>
      </section>
      <Desk asked={asked} tag={questionTag(part)} collecting={collecting} large={large} onLarge={setLarge} />
    </main>
  );
}

function Count({ collecting, choices }: { collecting: Collecting; choices: number }) {
  const n = counts(collecting.collection, choices).reduce((sum, count) => sum + count, 0);
  return (
    <>
      {', '}
      <b>{n === 1 ? '1 answer' : `${n} answers`}</b>
      {collecting.collection.before !== null && ', second round'}
    </>
  );
}

interface WallPictureProps {
  asked: AskedOfClass;
  phase: Phase;
  collecting: Collecting;
}

function WallPicture({ asked, phase, collecting }: WallPictureProps) {
  const narrow = useMedia('(max-width: 640px)');
  const { question } = asked;
  if (question !== null && phase !== 'asked')
    return <Bars question={question} collection={collecting.collection} revealed={phase === 'revealed'} />;
  return (
    <>
      <div
        className="wall-picture"
        data-rules={asked.settings !== null || undefined}
        data-asks-for={question?.kind}
      >
        <StagePlace stop={asked.ready ? asked.stop : null} phone={narrow} />
        {asked.settings !== null && <Rules scenario={asked.settings} />}
      </div>
      {question !== null && <Tiles question={question} />}
    </>
  );
}

/** What the teacher reads beside the buttons, and the class may. */
function saysOf(phase: Phase, { collection }: Collecting, { question }: AskedOfClass): string {
  if (question === null || phase === 'asked') return '';
  if (phase === 'spread') return 'The bars say nothing about which is right.';
  const by = counts(collection, question.choices.length);
  const all = by.reduce((sum, n) => sum + n, 0);
  const right = by[question.choices.findIndex(({ key }) => key === question.right)] ?? 0;
  return `${right} of ${all} had it.`;
}
