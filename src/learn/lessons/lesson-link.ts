/**
 * Addresses of lessons. One of the page's own is named: `#lesson=blockers&stop=4`. Another one is inside the link:
 * `#lesson&t=<base64url(deflate-raw(file))>&c=<checksum>&stop=4`; the stop comes last, because it moves. A learning platform
 * hands back what was answered before: `&answers=t412.2ay` (`answers.ts`); `&lang=de` asks for a language.
 */
import { checksum, deflate, fromBase64Url, inflate, toBase64Url } from '../../scenario/bytes.ts';
import { type GivenAnswers, parseAnswers } from './answers.ts';
import { describeExcess, excessOf, LESSON_LIMITS } from './lesson-schema.ts';

/** What an address asks for. */
export interface LessonAddress {
  /** Id of a lesson of the page, or "" with `packed`. */
  id: string;
  /** The file inside the link with its check number, "" = none. */
  packed: string;
  /** From 1. */
  stop: number;
  /** The language that it asks for, `&lang=de`; "" or absent = none. */
  lang?: string;
  /** What was answered before, `&answers=`; absent = the address does not say. */
  answers?: GivenAnswers;
}

/** Reads `#lesson=…`, `#present=…`, `#notes=…` or `#print=…`; null = it names no lesson. */
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

/** The address of a stop; `page` = how it is shown. */
export function lessonHash(
  { id, packed, stop, lang = '' }: LessonAddress,
  page: 'lesson' | 'present' = 'lesson',
): string {
  const which = packed === '' ? `${page}=${id}` : `${page}&t=${packed}`;
  const what = lang === '' ? which : `${which}&lang=${lang}`;
  return stop > 1 ? `#${what}&stop=${stop}` : `#${what}`;
}

/** The teacher's page of the question that is asked at an address of a lesson, of the practice, or in a link. */
export function classHash(own: string): string {
  return `#class${own.replace(/^#(lesson|present|practice)?/, own.startsWith('#s=') ? '&' : '')}`;
}

/** A lesson file as the part of a link that holds it. */
export async function packLesson(file: string): Promise<string> {
  const packed = toBase64Url(await deflate(file.replaceAll('\r\n', '\n')));
  return `${packed}&c=${checksum(packed)}`;
}

/** The file inside a link, or one sentence that says why it cannot be read. Never throws. */
export async function unpackLesson(
  packed: string,
): Promise<{ ok: true; file: string } | { ok: false; detail: string }> {
  const [payload = '', sum] = packed.split('&c=');
  if (checksum(payload) !== sum) {
    return {
      ok: false,
      detail: 'The link was cut off or changed on the way: its check number does not fit.',
    };
  }
  const bytes = fromBase64Url(payload);
  const text = bytes === null ? null : await inflate(bytes, LESSON_LIMITS.file * 4);
  if (text?.state === 'too-large') return { ok: false, detail: 'The lesson in this link is too large.' };
  if (text?.state !== 'whole') return { ok: false, detail: 'The lesson in this link is not readable.' };
  const excess = excessOf(text.text);
  if (excess !== null) return { ok: false, detail: describeExcess('link', excess) };
  return { ok: true, file: text.text };
}
