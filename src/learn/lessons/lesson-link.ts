/**
 * Addresses of lessons. The address of a built-in lesson contains its name: `#lesson=blockers&stop=4`. The address of
 * any other lesson contains the whole file: `#lesson&t=<base64url(deflate-raw(file))>&c=<checksum>&stop=4`. The stop
 * comes last because it changes. A learning platform passes earlier answers as `&answers=t412.2ay` (`answers.ts`).
 * `&lang=de` requests a language, and `&student` shows the lesson alone (`isForStudents` of `app/routes.ts`).
 */
import { checksum, deflate, fromBase64Url, inflate, toBase64Url } from '../../scenario/bytes.ts';
import { type GivenAnswers, parseAnswers } from './answers.ts';
import { describeExcess, excessOf, LESSON_LIMITS } from './lesson-schema.ts';

export interface LessonAddress {
  /** Id of a built-in lesson; "" when `packed` is set. */
  id: string;
  /** The packed lesson file of the link with its checksum; "" = none. */
  packed: string;
  /** Stop number, from 1. */
  stop: number;
  /** Requested language, `&lang=de`; "" or absent = none. */
  lang?: string;
  /** True to add `&student`. Not read from an address. */
  student?: boolean;
  /** Earlier answers, `&answers=`; absent = not given. */
  answers?: GivenAnswers;
}

/** Parses `#lesson=…`, `#present=…`, `#notes=…` or `#print=…`; null if it names no lesson. */
export function parseLessonHash(hash: string): LessonAddress | null {
  const text = hash.replace(/^#/, '');
  const stop = Math.max(1, Number(/&stop=(\d{1,3})(?=&|$)/.exec(text)?.[1] ?? 1));
  const answers = parseAnswers(/&answers=([a-z0-9.]*)(?=&|$)/.exec(text)?.[1] ?? '');
  const lang = /&lang=([a-z]{2,3})(?=&|$)/.exec(text)?.[1];
  const known = {
    stop,
    ...(lang === undefined ? {} : { lang }),
    ...(answers === null ? {} : { answers }),
  };
  const id = /^[a-z]+=([a-z0-9][a-z0-9-]{0,59})(?=&|$)/.exec(text)?.[1];
  if (id !== undefined) return { id, packed: '', ...known };
  const packed = /^[a-z]+&t=([A-Za-z0-9_-]+&c=[0-9a-z]{7})(?=&|$)/.exec(text)?.[1];
  return packed === undefined ? null : { id: '', packed, ...known };
}

/** Returns the address of a stop. `page`: the page that shows the stop. */
export function lessonHash(
  { id, packed, stop, lang = '', student = false }: LessonAddress,
  page: 'lesson' | 'present' = 'lesson',
): string {
  const which = packed === '' ? `${page}=${id}` : `${page}&t=${packed}`;
  const what = `${which}${lang === '' ? '' : `&lang=${lang}`}${student ? '&student' : ''}`;
  return stop > 1 ? `#${what}&stop=${stop}` : `#${what}`;
}

/** Returns the class-mode address of a question, from its lesson, practice or exercise link. */
export function classHash(own: string): string {
  return `#class${own.replace(/^#(lesson|present|practice)?/, own.startsWith('#s=') ? '&' : '')}`;
}

/** Packs a lesson file for a link. */
export async function packLesson(file: string): Promise<string> {
  const packed = toBase64Url(await deflate(file.replaceAll('\r\n', '\n')));
  return `${packed}&c=${checksum(packed)}`;
}

/** Unpacks the file in a link, or returns a sentence that says why it cannot be read. Never throws. */
export async function unpackLesson(
  packed: string,
): Promise<{ ok: true; file: string } | { ok: false; detail: string }> {
  const [payload = '', sum] = packed.split('&c=');
  if (checksum(payload) !== sum) {
    return {
      ok: false,
      detail: 'The link is incomplete or was changed: its checksum does not match.',
    };
  }
  const bytes = fromBase64Url(payload);
  const text = bytes === null ? null : await inflate(bytes, LESSON_LIMITS.file * 4);
  if (text?.state === 'too-large') return { ok: false, detail: 'The lesson in this link is too large.' };
  if (text?.state !== 'whole') return { ok: false, detail: 'The lesson in this link cannot be read.' };
  const excess = excessOf(text.text);
  if (excess !== null) return { ok: false, detail: describeExcess('link', excess) };
  return { ok: true, file: text.text };
}
