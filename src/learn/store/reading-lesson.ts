import type { Reader } from '../../store/reading.ts';

/**
 * Reads the lesson in an address, with more time on a second attempt: some phones of a class are slow, and the reader is
 * loaded on demand.
 */
export async function readLesson(reader: Reader, packed: string): ReturnType<Reader['read']> {
  const read = await reader.read('lesson', packed);
  return !read.ok && read.reason === 'too-slow' ? reader.read('lesson-again', packed) : read;
}
