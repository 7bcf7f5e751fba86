import { useQuestion } from '../../../panels/kit/useQuestion.ts';
import { LESSONS } from '../../lessons/catalogue.ts';
import { describeFault } from '../../lessons/lesson-file.ts';
import type { GivenAnswers } from '../../lessons/answers.ts';
import { type LessonAddress, parseLessonHash } from '../../lessons/lesson-link.ts';
import { type Lesson, lessonIn } from '../../lessons/lesson.ts';
import { askFaults } from '../../questions/check-asks.ts';
import { useRuntime } from '../../../store/hooks.ts';
import { useWantedLanguage } from '../../store/language.ts';
import type { Reader } from '../../../store/reading.ts';
import { readLesson } from '../../store/reading-lesson.ts';
import { createBackgroundRun } from '../../store/background-run.ts';
import { useWords } from '../kit/useWords.ts';

/** The lesson and stop that an address names, or the errors of the address or of the lesson file in it. */
export type FoundLesson =
  | { state: 'opening' }
  | { state: 'wrong'; faults: string[] }
  | {
      state: 'found';
      lesson: Lesson;
      place: number;
      stop: number;
      packed: string;
      answers: GivenAnswers | null;
    };

/** Finds the lesson of an address, built-in or packed in the link, in the language that the reader wants. */
export function useLesson(hash: string): FoundLesson {
  const found = useFoundLesson(hash);
  const language = useWantedLanguage();
  return found.state === 'found' ? { ...found, lesson: lessonIn(found.lesson, language) } : found;
}

function useFoundLesson(hash: string): FoundLesson {
  const { reader } = useRuntime();
  const { lesson: words } = useWords();
  const address = parseLessonHash(hash);
  const packed = address?.packed ?? '';
  const own = useQuestion(packed === '' ? null : packed, () => open(reader, packed));
  if (address === null) return { state: 'wrong', faults: [words.noLesson] };
  if (packed === '') {
    const place = LESSONS.findIndex(({ id }) => id === address.id);
    const lesson = LESSONS[place];
    if (lesson === undefined) return { state: 'wrong', faults: [words.noneOfName(address.id)] };
    return found(lesson, place, address);
  }
  if (own === null) return { state: 'opening' };
  if (Array.isArray(own)) return { state: 'wrong', faults: own };
  return found(own, -1, address);
}

function found(lesson: Lesson, place: number, { stop, packed, answers }: LessonAddress): FoundLesson {
  const within = Math.min(stop, lesson.stops.length);
  return { state: 'found', lesson, place, stop: within, packed, answers: answers ?? null };
}

async function open(reader: Reader, packed: string): Promise<Lesson | string[]> {
  const read = await readLesson(reader, packed);
  if (!read.ok) return [read.detail];
  const found = read.value as Lesson | string[];
  return Array.isArray(found) ? found : withAnswers(found);
}

/** Checks in a separate worker that every question of a lesson has an answer. Returns the lesson or its errors. */
async function withAnswers(lesson: Lesson): Promise<Lesson | string[]> {
  if (lesson.stops.every(({ ask, rule }) => ask === null && rule === null)) return lesson;
  const run = createBackgroundRun();
  try {
    const faults = await askFaults(run, lesson);
    return faults.length === 0 ? lesson : faults.map(describeFault);
  } finally {
    run.close();
  }
}
