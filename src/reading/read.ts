import { READING_BUDGET_MS, type ReadingKind } from '../protocol/reading.ts';
import type { Work, Works } from '../protocol/serve-jobs.ts';
import { type DecodedLink, decodeLink } from '../scenario/link.ts';
import { importLibrary } from './library-file.ts';
import { fileToLink, type OpenedFile, scenarioToLink } from './scenario-file.ts';

/** Loads the parser of lessons. The reading thread passes it in, because the main page must not contain it. */
export type LessonReader = () => Promise<{
  /** Returns the lesson in a link, or what is wrong with it. */
  readPackedLesson(packed: string): Promise<unknown>;
  /** Parses the text of a lesson that is still being written. */
  readDraft(text: string): unknown;
  /** Makes the link for the text of a lesson file. */
  lessonToLink(text: string): Promise<OpenedFile>;
}>;

export type Progress = (share: number) => void;

/** Returns a function that reads one input of any kind. For invalid input the answer says what is wrong. */
export function createReading(
  lessons: LessonReader,
): (kind: ReadingKind, input: unknown, progress: Progress) => Promise<unknown> {
  // The page opens a file through the file's link. The decoded link is kept, so that it is not decoded twice.
  let last: { hash: string; link: Promise<DecodedLink> } | null = null;
  const decoded = (hash: string): Promise<DecodedLink> => {
    if (last?.hash !== hash) last = { hash, link: decodeLink(hash) };
    return last.link;
  };
  const opened = async (file: Promise<OpenedFile>): Promise<OpenedFile> => {
    const answer = await file;
    if (answer.ok && answer.hash.startsWith('#s=')) await decoded(answer.hash);
    return answer;
  };
  return async (kind, input, progress) => {
    switch (kind) {
      case 'link':
      case 'link-again':
        return decoded(textOf(input));
      case 'lesson':
      case 'lesson-again':
        return readLesson(lessons, input);
      case 'record':
        return (await import('../scenario/record/bundle.ts')).readRecordLink(textOf(input));
      case 'record-file':
        return (await import('./record-file.ts')).readRecordFile(input);
      case 'file':
        return opened(readFile(lessons, textOf(input), progress));
      case 'scenario':
        return opened(scenarioToLink(input, progress));
      case 'library':
        return importLibrary(textOf(input), decodeLink, progress);
    }
  };
}

/** Returns the jobs of the reading thread. Each job reports when it begins, because its time limit starts then. */
export function readingWorks(lessons: LessonReader): Works {
  const read = createReading(lessons);
  const workOf =
    (kind: ReadingKind): Work<ReadingKind> =>
    async (input, desk) => {
      // Loading the code does not count against the time limit.
      await fetchPart(lessons, kind, input);
      desk.say('begun');
      return read(kind, input, (share) => desk.say(share));
    };
  const kinds = Object.keys(READING_BUDGET_MS) as ReadingKind[];
  return Object.fromEntries(kinds.map((kind) => [kind, () => workOf(kind)]));
}

function fetchPart(lessons: LessonReader, kind: ReadingKind, input: unknown): Promise<unknown> {
  switch (kind) {
    case 'lesson':
    case 'lesson-again':
      return lessons();
    case 'record':
      return import('../scenario/record/bundle.ts');
    case 'record-file':
      return import('./record-file.ts');
    case 'file':
      return isLesson(textOf(input)) ? lessons() : Promise.resolve();
    default:
      return Promise.resolve();
  }
}

async function readLesson(lessons: LessonReader, input: unknown): Promise<unknown> {
  const { readDraft, readPackedLesson } = await lessons();
  return typeof input === 'object' && input !== null && 'text' in input
    ? readDraft(textOf(input.text))
    : readPackedLesson(textOf(input));
}

/** True for the text of a lesson, which begins with a title line. All other files are JSON. */
function isLesson(text: string): boolean {
  return text.trimStart().startsWith('# ');
}

async function readFile(lessons: LessonReader, text: string, progress: Progress): Promise<OpenedFile> {
  if (!isLesson(text)) return fileToLink(text, progress);
  return (await lessons()).lessonToLink(text);
}

function textOf(input: unknown): string {
  if (typeof input !== 'string') throw new TypeError('what is read must be a text');
  return input;
}
