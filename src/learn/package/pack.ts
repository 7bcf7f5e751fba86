/** A package of a lesson for a learning platform: the whole built page, the lesson's name and a manifest, as a ZIP file. */
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { manifestOf, type PackagedLesson, type Standard } from './manifest.ts';

/** Names of files, relative to the folder of the page, and a way to their bytes. */
export interface PageFiles {
  names: readonly string[];
  /** Rejects when it is not there. */
  read(name: string): Promise<Uint8Array>;
}

export interface PackOptions {
  /** Told before each file: how many are in it, of how many. */
  onProgress?: (done: number, all: number) => void;
  /** Ends the work; the promise rejects with its reason. */
  signal?: AbortSignal;
}

/** The wrapper reads its lesson from there: an address in a manifest may not be as long as a lesson. */
const LESSON_FILE = 'scorm/lesson.js';
/** Files that a lesson never asks for: pictures of README, pages about the page, what only a host reads. */
const LEFT_OUT = /^(examples\/|picture[\w-]*\.png$|scorm\/readme\.html$|files\.json$)/;
/** Compressed already. */
const PACKED = /\.(png|woff2)$/;
/** Bytes that are compressed in one go, so that a page that does it goes on drawing: some milliseconds. */
const PIECE = 64 * 1024;
/** Equal packages are equal files. */
const DATE = new Date(2000, 0, 1);

/** Makes the package. `files` are those of the built page, at their place; the lesson is the only one it opens. */
export async function packLessonFiles(
  lesson: PackagedLesson,
  standard: Standard,
  files: PageFiles,
  { onProgress, signal }: PackOptions = {},
): Promise<Uint8Array<ArrayBuffer>[]> {
  const names = files.names.filter((name) => !LEFT_OUT.test(name) && name !== LESSON_FILE);
  const all = [...names, LESSON_FILE].toSorted();
  const manifest = manifestOf(lesson, standard, all);
  const own = new Map([
    [manifest.name, manifest.text],
    [LESSON_FILE, lessonScript(lesson, standard)],
  ]);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    chunks.push(chunk as Uint8Array<ArrayBuffer>);
  });
  // The manifest stands first: platforms look for it.
  const order = [manifest.name, ...all];
  for (const [i, name] of order.entries()) {
    signal?.throwIfAborted();
    onProgress?.(i, order.length);
    const text = own.get(name);
    // One after the other, so that no more than one is held unpacked.
    // oxlint-disable-next-line no-await-in-loop
    const bytes = text === undefined ? await files.read(name) : new TextEncoder().encode(text);
    // oxlint-disable-next-line no-await-in-loop
    await add(zip, name, bytes);
  }
  zip.end();
  signal?.throwIfAborted();
  return chunks;
}

async function add(zip: Zip, name: string, bytes: Uint8Array): Promise<void> {
  const file = PACKED.test(name) ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
  file.mtime = DATE;
  zip.add(file);
  for (let at = 0; at < bytes.length; at += PIECE) {
    const end = at + PIECE;
    file.push(bytes.subarray(at, end), end >= bytes.length);
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
  }
  if (bytes.length === 0) file.push(bytes, true);
}

/** What `public/scorm/lesson.js` is in a package: which lesson, and whom it is for. */
function lessonScript({ id, title, hash }: PackagedLesson, standard: Standard): string {
  // JSON in a script of its own: the two characters that end lines in old engines are the only ones to care for.
  const json = JSON.stringify({ id, title, hash, standard })
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  return `globalThis.qmgrscopeLesson = ${json};\n`;
}
