import { useMemo } from 'react';
import { LESSONS } from '../../lessons/catalogue.ts';
import { type Lesson, lessonIn } from '../../lessons/lesson.ts';
import type { Exercise } from '../../questions/practice.ts';
import { teach as english } from '../../words/en/teach.ts';
import type { Words } from '../../words/en/index.ts';
import { ownWords, useWords } from '../kit/useWords.ts';

export interface Teach {
  words: Words;
  teach: typeof english;
  /** The lesson in the wanted language; undefined = no such id. */
  lessonOf(id: string): Lesson | undefined;
  /** Returns the topic, difficulty and number of an exercise in words. */
  exerciseName(exercise: Exercise): string;
}

/** Words of the teachers' pages in the wanted language. The object stays the same until the language changes. */
export function useTeach(): Teach {
  const words = useWords();
  return useMemo(() => teachIn(words), [words]);
}

function teachIn(words: Words): Teach {
  const teach = ownWords(words, 'teach', english);
  return {
    words,
    teach,
    lessonOf: (id) => {
      const lesson = LESSONS.find((one) => one.id === id);
      return lesson === undefined ? undefined : lessonIn(lesson, words.language);
    },
    exerciseName: ({ topic, level, seed }) =>
      teach.exerciseName(words.practice.topics[topic], words.practice.levels[level], seed),
  };
}
