import { useEffect, useState } from 'react';
import {
  type Exercise,
  type Level,
  LEVELS,
  practiceRound,
  type PracticeRound,
  type Topic,
  TOPICS,
} from '../../lessons/questions/practice.ts';
import { useActions, useRuntime } from '../../store/hooks.ts';
import type { SecondRun } from '../../store/second-run.ts';
import { Segmented } from '../kit/Segmented.tsx';
import { useMedia } from '../kit/useMedia.ts';
import { AskStrip, LessonStage } from '../lesson/LessonStage.tsx';
import '../lesson/lesson.css';
import { openInFull } from '../lesson/open-in-full.ts';
import { QuestionCards } from '../lesson/QuestionCards.tsx';
import { useLessonKeys } from '../lesson/useLessonKeys.ts';
import { showAt, useSecondRun } from '../lesson/usePrepared.ts';
import { NOTHING, type StopAnswer } from '../lesson/useScore.ts';
import { exerciseHash, parseExercise, practiceStop } from './exercise.ts';

const TOPIC_NAMES: Record<Topic, string> = {
  scheduler: 'Whose turn',
  concurrency: 'Windows',
  timers: 'Timers',
  threads: 'Threads',
};
const LEVEL_NAMES: Record<Level, string> = { 1: 'easy', 2: 'medium', 3: 'hard' };

/** `#practice&topic=timers&level=2&seed=17`: endless questions; the address names the one that is asked. */
export default function PracticePage({ hash }: { hash: string }) {
  const exercise = parseExercise(hash);
  const round = useRound(exercise);
  const [tally, setTally] = useState({ right: 0, asked: 0 });
  const [given, setGiven] = useState<StopAnswer & { hash: string }>({ ...NOTHING, hash });
  const answer = given.hash === hash ? given : NOTHING;
  const runtime = useRuntime();
  const actions = useActions();
  const phone = useMedia('(max-width: 640px)');
  const go = (next: Exercise): void => {
    history.replaceState(null, '', exerciseHash(next));
    dispatchEvent(new HashChangeEvent('hashchange'));
  };
  const question = round?.question ?? null;
  const reveal = (chosen: readonly string[], right: boolean): void => {
    if (question === null) return;
    setGiven({ chosen, revealed: true, right, hash });
    setTally(({ right: r, asked }) => ({ right: r + (right ? 1 : 0), asked: asked + 1 }));
    void actions.seek({ step: question.after.step });
  };
  const choose = (key: string): void => {
    if (question === null || answer.revealed || answer.chosen.includes(key)) return;
    const chosen = [...answer.chosen, key];
    if (key === question.right) reveal(chosen, chosen.length === 1);
    else setGiven({ ...NOTHING, chosen, hash });
  };
  const next = (): void => {
    if (question === null) return;
    if (answer.revealed) go({ ...exercise, seed: exercise.seed + 1 });
    else reveal(answer.chosen, false);
  };
  useLessonKeys({
    next,
    back: () => exercise.seed > 1 && go({ ...exercise, seed: exercise.seed - 1 }),
    choose: (place) => choose(question?.choices[place]?.key ?? ''),
    leave: () => (location.hash = '#lessons'),
  });
  const stop = practiceStop(exercise.topic, question);
  return (
    <main className="lesson practice" id="stage" tabIndex={-1} data-asks>
      <div className="lesson-words">
        <p className="lesson-where">
          Question {exercise.seed}, {tally.right} of {tally.asked} right at the first choice
        </p>
        <h1>What happens next?</h1>
        <div className="practice-choice">
          <Segmented
            label="Topic"
            value={exercise.topic}
            options={TOPICS.map((value) => ({ value, text: TOPIC_NAMES[value] }))}
            onChange={(topic) => go({ ...exercise, topic, seed: 1 })}
          />
          <Segmented
            label="Difficulty"
            value={exercise.level}
            options={LEVELS.map((value) => ({ value, text: LEVEL_NAMES[value] }))}
            onChange={(level) => go({ ...exercise, level, seed: 1 })}
          />
        </div>
        <Rules round={round} />
        <div className="lesson-ways">
          <button
            type="button"
            className="btn big"
            disabled={round === null}
            onClick={() => void openInFull(runtime, stop, false)}
          >
            Open this run
          </button>
          <span className="grow" />
          <button
            type="button"
            className={`btn big ${answer.revealed ? 'primary' : 'outlined'}`}
            disabled={round === null}
            onClick={next}
          >
            {answer.revealed ? 'Next question' : 'Show me'}
          </button>
        </div>
      </div>
      <div className="lesson-stage">{round !== null && <LessonStage stop={stop} phone={phone} />}</div>
      {question !== null && (
        <div className="lesson-ask">
          {question.kind === 'next-job' && <AskStrip asked={!answer.revealed} />}
          <QuestionCards
            question={question}
            chosen={answer.chosen}
            revealed={answer.revealed}
            onChoose={choose}
          />
        </div>
      )}
    </main>
  );
}

/** What is set in this run: everything that decides is on the page. */
function Rules({ round }: { round: PracticeRound | null }) {
  if (round === null) return <div className="lesson-text" />;
  const { params, agents, wheel, lab, cmgroup } = round.scenario;
  const rows: [string, string][] =
    cmgroup?.kind === 'stream'
      ? [
          ['CPUs', String(cmgroup.cpus)],
          ['concurrency value', String(cmgroup.policy.cv ?? cmgroup.cpus)],
          ['workers', String(cmgroup.policy.workers)],
        ]
      : lab === undefined
        ? [
            ...Object.entries(params).map(([name, value]): [string, string] => [name, String(value)]),
            ...(agents['smtp'] === undefined
              ? []
              : ([['agents of smtp', String(agents['smtp'])]] as [string, string][])),
          ]
        : [
            ['tick', `${wheel.tickMs} ms`],
            ['buckets on a level', String(wheel.size)],
          ];
  return (
    <dl className="practice-rules">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt className="mono">{name.replace(/^default_/, '')}</dt>
          <dd className="mono">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The round of an exercise, open on the page; null until it is there. */
function useRound({ topic, level, seed }: Exercise): PracticeRound | null {
  const runtime = useRuntime();
  const probe = useSecondRun();
  const key = `${topic} ${level} ${seed}`;
  const [made, setMade] = useState<{ key: string; round: PracticeRound | null } | null>(null);
  useEffect(() => {
    let wanted = true;
    const end = runtime.idle.begin();
    const make = async (run: SecondRun): Promise<void> => {
      const round = wanted ? await practiceRound(run, { topic, level, seed }) : null;
      if (!wanted || round === null) return;
      await showAt(runtime, round.scenario, round.question.before.step);
      if (wanted) setMade({ key, round });
    };
    void probe(make).finally(() => {
      runtime.idle.frameIngested();
      end();
    });
    return () => {
      wanted = false;
    };
  }, [runtime, probe, topic, level, seed, key]);
  return made?.key === key ? made.round : null;
}
