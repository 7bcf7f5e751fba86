import { useEffect, useState } from 'react';
import { LESSONS, readLesson } from '../../lessons/catalogue.ts';
import { describeFault } from '../../lessons/lesson-file.ts';
import { parseLessonHash, unpackLesson } from '../../lessons/lesson-link.ts';
import type { Lesson } from '../../lessons/lesson.ts';
import { pageIdle } from '../../store/idle.ts';

/** A lesson that an address names, with the stop; or what is wrong with the address or the file in it. */
export type FoundLesson =
  | { state: 'opening' }
  | { state: 'wrong'; faults: string[] }
  | { state: 'found'; lesson: Lesson; place: number; stop: number; packed: string };

/** Finds the lesson of a hash: one of the page's, or the one inside the link. */
export function useLesson(hash: string): FoundLesson {
  const address = parseLessonHash(hash);
  const packed = address?.packed ?? '';
  const [own, setOwn] = useState<{ packed: string; found: Lesson | string[] } | null>(null);
  useEffect(() => {
    if (packed === '') return;
    let wanted = true;
    const end = pageIdle.begin();
    void open(packed)
      .then((found) => wanted && setOwn({ packed, found }))
      .finally(end);
    return () => {
      wanted = false;
    };
  }, [packed]);
  if (address === null) return { state: 'wrong', faults: ['This address names no lesson.'] };
  if (packed === '') {
    const place = LESSONS.findIndex(({ id }) => id === address.id);
    const lesson = LESSONS[place];
    if (lesson === undefined) return { state: 'wrong', faults: [`There is no lesson called ${address.id}.`] };
    return found(lesson, place + 1, address.stop, '');
  }
  if (own?.packed !== packed) return { state: 'opening' };
  if (Array.isArray(own.found)) return { state: 'wrong', faults: own.found };
  return found(own.found, 0, address.stop, packed);
}

function found(lesson: Lesson, place: number, stop: number, packed: string): FoundLesson {
  return { state: 'found', lesson, place, stop: Math.min(stop, lesson.stops.length), packed };
}

async function open(packed: string): Promise<Lesson | string[]> {
  const unpacked = await unpackLesson(packed);
  if (!unpacked.ok) return [unpacked.detail];
  const parsed = readLesson(unpacked.file);
  return parsed.ok ? parsed.lesson : parsed.faults.map(describeFault);
}
