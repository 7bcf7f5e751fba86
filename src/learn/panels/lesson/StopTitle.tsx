import { useEffect, useRef } from 'react';
import type { Lesson } from '../../lessons/lesson.ts';
import './lesson.css';

/** The title of a stop, from 1. A new stop is read out from it; charts do not take the keys. */
export function StopTitle({ lesson, at }: { lesson: Lesson; at: number }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [at]);
  return (
    <h1 ref={heading} tabIndex={-1} lang={lesson.language}>
      {lesson.stops[at - 1]?.title}
    </h1>
  );
}
