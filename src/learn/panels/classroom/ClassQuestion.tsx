import { useQuestion } from '../../../panels/kit/useQuestion.ts';
import type { ReactNode } from 'react';
import { asksSomething, type LessonStop } from '../../lessons/lesson.ts';
import type { Exercise } from '../../questions/practice.ts';
import type { Question } from '../../questions/question.ts';
import type { Scenario } from '../../../protocol/scenario.ts';
import { WrongLesson } from '../lesson/LessonPage.tsx';
import { type FoundLesson, useLesson } from '../lesson/useLesson.ts';
import { usePrepared, useBackgroundRun } from '../lesson/usePrepared.ts';
import { practiceStop } from '../practice/exercise.ts';
import { useRound } from '../practice/usePractice.ts';
import { type ClassAddress, ownPage, questionPart } from './address.ts';
import { useWords } from '../kit/useWords.ts';
import { useRuntime } from '../../../store/hooks.ts';
import { readLink } from '../../../store/reading.ts';
import type { Runtime } from '../../../store/runtime.ts';
import type { BackgroundRun } from '../../store/background-run.ts';
import { askNextTurn } from '../exercise/next-turn.ts';
import { mayOpen } from '../../../panels/kit/asked-heavy.ts';

/** A question that a class is asked. */
export interface AskedOfClass {
  /** The part of an address that names the question. */
  part: string;
  /** Address of the page that asks the question to a single reader. */
  own: string;
  /** Source of the question, such as "Lesson 6, stop 4". */
  where: string;
  title: string;
  text: readonly string[];
  /** `language`: of title and text. `languages`: all languages in which both exist. */
  language: string;
  languages: readonly string[];
  /** Language of the question. */
  askedIn: string;
  /** The picture shown with the question. */
  stop: LessonStop;
  /** Scenario of its run; set when its settings must be shown with the question. */
  settings: Scenario | null;
  /** null until the question is known, and when nothing can be asked. */
  question: Question | null;
  /** True when the run of the question is open and the search for the question has ended. */
  ready: boolean;
  /** Why the question cannot be asked; "" = it can be asked. */
  fault: string;
}

type Draw = (asked: AskedOfClass) => ReactNode;

export function ClassQuestion({ address, hash, draw }: { address: ClassAddress; hash: string; draw: Draw }) {
  const common = { part: questionPart(address), own: ownPage(address) };
  switch (address.kind) {
    case 'lesson':
      return <OfLesson hash={hash} common={common} draw={draw} />;
    case 'practice':
      return <OfPractice exercise={address.exercise} common={common} draw={draw} />;
    default:
      return <OfLink link={address.link} common={common} draw={draw} />;
  }
}

interface OfProps {
  common: Pick<AskedOfClass, 'part' | 'own'>;
  draw: Draw;
}

function OfLesson({ hash, ...rest }: OfProps & { hash: string }) {
  const found = useLesson(hash);
  if (found.state === 'opening') return <main className="page" id="stage" tabIndex={-1} />;
  if (found.state === 'wrong') return <WrongLesson faults={found.faults} />;
  return <OfStop found={found} {...rest} />;
}

function OfStop({ found, common, draw }: OfProps & { found: Extract<FoundLesson, { state: 'found' }> }) {
  const words = useWords();
  const { lesson, place, stop: at } = found;
  const prepared = usePrepared(lesson, at - 1);
  const stop = lesson.stops[at - 1];
  if (stop === undefined) return null;
  const made = prepared?.question ?? null;
  // A written answer has no code, because a code names a choice.
  const written = made?.entry !== undefined;
  const none = !asksSomething(stop) ? words.wall.asksNothing : written ? words.wall.written : '';
  return draw({
    ...common,
    where: words.wall.stop(place >= 0 ? words.lesson.name(place) : lesson.title, at),
    title: stop.title,
    text: stop.text,
    language: lesson.language,
    languages: lesson.languages,
    askedIn: prepared?.language ?? lesson.language,
    stop,
    settings: null,
    question: written ? null : made,
    ready: prepared !== null,
    fault: none === '' ? (prepared?.fault ?? '') : none,
  });
}

function OfPractice({ exercise, common, draw }: OfProps & { exercise: Exercise }) {
  const { language, wall, practice } = useWords();
  const round = useRound(exercise);
  const question = round?.question ?? null;
  return draw({
    ...common,
    where: wall.practice(practice.topics[exercise.topic], exercise.seed),
    title: practice.title,
    text: [],
    language,
    languages: [],
    askedIn: language,
    stop: practiceStop(exercise.topic, question),
    settings: round?.scenario ?? null,
    question,
    ready: round !== null,
    fault: '',
  });
}

function OfLink({ link, common, draw }: OfProps & { link: string }) {
  const { wall } = useWords();
  const found = useLinkQuestion(link);
  return draw({
    ...common,
    where: wall.link,
    title: found?.scenario?.title ?? '',
    text: [],
    language: 'en',
    languages: [],
    askedIn: 'en',
    stop: practiceStop('scheduler', found?.question ?? null),
    settings: found?.scenario ?? null,
    question: found?.question ?? null,
    ready: found !== null,
    fault: found?.fault ?? '',
  });
}

interface LinkQuestion {
  scenario: Scenario | null;
  question: Question | null;
  fault: string;
}

/** Opens the run of a link at its event, and asks which job gets the next turn; null until the answer is known. */
function useLinkQuestion(link: string): LinkQuestion | null {
  const runtime = useRuntime();
  const probe = useBackgroundRun();
  return useQuestion(link, () =>
    probe((run) => open(runtime, run, link)).finally(() => runtime.idle.frameIngested()),
  );
}

async function open({ actions, reader }: Runtime, probe: BackgroundRun, hash: string): Promise<LinkQuestion> {
  const none = (fault: string): LinkQuestion => ({ scenario: null, question: null, fault });
  const link = await readLink(reader, hash);
  if (!link.ok) return none(link.detail);
  const { scenario, live, tree, event } = link;
  if (!(await mayOpen(scenario, live))) return none('You did not open this run.');
  const opened = await actions.openScenario(scenario, {
    live,
    ...(tree === undefined ? {} : { tree }),
    event,
    play: false,
  });
  if (!opened.ok) return none('The run in this link is not valid.');
  const question = await askNextTurn(probe, await actions.save(), event);
  const fault = question === null ? 'Nothing to predict: only one job could get the next turn.' : '';
  return { scenario, question, fault };
}
