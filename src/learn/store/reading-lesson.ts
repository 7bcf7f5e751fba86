import type { Reader } from '../../store/reading.ts';

/**
 * Reads the lesson in an address, with more time where the first was not enough: thirty phones of a class are not all quick, and
 * what reads is no part of the page.
 */
export async function readLesson(reader: Reader, packed: string): ReturnType<Reader['read']> {
  const read = await reader.read('lesson', packed);
  return !read.ok && read.reason === 'too-slow' ? reader.read('lesson-again', packed) : read;
}
