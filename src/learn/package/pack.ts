/** Builds a lesson package for a learning platform: a ZIP file with the whole built page, the lesson and a manifest. */
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { manifestOf, type PackagedLesson, type Standard } from './manifest.ts';

/** Files of the built page, by name relative to its folder. */
export interface PageFiles {
  names: readonly string[];
  /** Rejects when the file does not exist. */
  read(name: string): Promise<Uint8Array>;
}

export interface PackOptions {
  /** Called before each file with the number of files packed so far and the total number. */
  onProgress?: (done: number, all: number) => void;
  /** Aborts the packing. The promise then rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** File in which the wrapper finds the lesson, because an address in a manifest cannot be long enough. */
const LESSON_FILE = 'scorm/lesson.js';
/** Files that a lesson never loads: pictures of the README, pages about the project, and settings for web hosts. */
const LEFT_OUT = /^(examples\/|picture[\w-]*\.png$|scorm\/readme\.html$|files\.json$)/;
const PACKED = /\.(png|woff2)$/;
/** Bytes compressed at a time. They take a few milliseconds, so the page can draw in between. */
const PIECE = 64 * 1024;
/** Date of every file in the ZIP. A fixed date makes packages with equal content equal byte for byte. */
const DATE = new Date(2000, 0, 1);

/** Makes the package. `files` are the files of the built page. */
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
  // The manifest comes first, where platforms look for it.
  const order = [manifest.name, ...all];
  for (const [i, name] of order.entries()) {
    signal?.throwIfAborted();
    onProgress?.(i, order.length);
    const text = own.get(name);
    // Files are read one after the other, so that only one unpacked file is in memory.
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

/** Writes the content of `public/scorm/lesson.js` for a package: the lesson and the standard. */
function lessonScript({ id, title, hash }: PackagedLesson, standard: Standard): string {
  // Old JavaScript engines treat these two characters as line ends in a script.
  const json = JSON.stringify({ id, title, hash, standard })
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  return `globalThis.qmgrscopeLesson = ${json};\n`;
}
