import { WORKER_ENTRY } from './workers.ts';

/** What the bundler tells about a module. */
interface Modules {
  getModuleInfo(
    id: string,
  ): { isEntry: boolean; importers: readonly string[]; dynamicImporters: readonly string[] } | null;
}

/** The program of the page, which its first script fetches. */
export const PROGRAM = /src\/main\.tsx$/;
/** Packages of which the program uses a corner and later parts the rest: the bundler takes them apart itself. */
const TAKEN_APART = /node_modules\/d3-/;
/** What the bundler adds to files that fetch others. */
const HELPER = 'vite/preload-helper';

/** The module by which another one is needed, with everything between, from its start; undefined when there is none. */
function neededBy(id: string, modules: Modules, wanted: (id: string) => boolean): string | undefined {
  const seen = new Set([id]);
  for (const at of seen) {
    if (wanted(at)) return at;
    for (const importer of modules.getModuleInfo(at)?.importers ?? []) seen.add(importer);
  }
  return undefined;
}

/**
 * The file of what an entry needs from its start: `start` of the page. A worker's own file is one line that imports
 * `NAME-host` (see `workers.ts`), and everything else is in that one.
 */
function startFile(id: string, modules: Modules): string | null {
  if (WORKER_ENTRY.test(id)) return null;
  if (id.includes(HELPER)) return 'start';
  const entry = neededBy(id, modules, (at) => modules.getModuleInfo(at)?.isEntry === true);
  if (entry === undefined) return null;
  return WORKER_ENTRY.test(entry) ? entry.replace(WORKER_ENTRY, '$1-host') : 'start';
}

/** What is asked for when the first picture is on the screen; each is one file, apart from what others need as well. */
const AFTER_PICTURE: readonly [RegExp, string][] = [
  [/src\/app\/mail-panels\.ts$/, 'beside'],
  [/src\/app\/input-layer\.tsx$/, 'hands'],
];
/** Beside the picture of mail, in the first minute and in embedded views: one file for all of them. */
const EXPLAIN = /src\/panels\/explain\/ExplainPanel\.tsx$/;
/** A picture waits for the scene that it shows, which must not wait for anything else. */
const SCENES = /src\/scenes\/(?:mail-)?gallery\.ts$/;

/** Everything that has a module fetched: what is asked for by itself and needs it. */
function fetchedFor(id: string, modules: Modules): string[] {
  const seen = new Set([id]);
  const found: string[] = [];
  for (const at of seen) {
    const info = modules.getModuleInfo(at);
    if (info === null) continue;
    if (info.isEntry || info.dynamicImporters.length > 0) found.push(at);
    for (const importer of info.importers) seen.add(importer);
  }
  return found;
}

/**
 * Words of pages of lessons, what chooses their language, and what reads their marks: where one is needed the others are, too.
 * Words of teachers and of the editor are not: a class would fetch them for nothing.
 */
const WORDS =
  /src\/learn\/(?:words\/en\/(?!(?:teach|write)\.)|store\/language\.ts|lessons\/markup\.ts|panels\/kit\/(?:useWords|LanguagePick|language-pick))/;

/** Pages of learners and teachers, and pictures of lessons: what only they share is one file. */
const LEARNING = /src\/(?:app\/(?:Learning|Teaching)Page|learn\/panels\/lesson\/Lesson[A-Z]\w+)\.tsx$/;

/** Parts of charts: one small file, because each file of its own would add its name to the program. */
const PLOT = /src\/plot\//;

/** `words`, `explain`, `beside`, `hands`, `plot`, or the file of what one of the last two shares with parts that are opened later. */
function afterPicture(id: string, modules: Modules): string | null {
  if (TAKEN_APART.test(id)) return null;
  if (WORDS.test(id)) return 'words';
  const by = fetchedFor(id, modules);
  if (by.length > 1 && by.every((at) => LEARNING.test(at))) return 'learning';
  const file = AFTER_PICTURE.find(([root]) => by.some((at) => root.test(at)))?.[1];
  if (file === undefined && PLOT.test(id)) return 'plot';
  if (file === undefined || by.some((at) => SCENES.test(at))) return null;
  if (neededBy(id, modules, (at) => EXPLAIN.test(at)) !== undefined) return 'explain';
  return by.length === 1 ? file : 'shared';
}

/**
 * Which file a module goes to: what a page or a worker needs from its start is one file and one request, and so is what
 * the program of the page needs; what comes after the first picture is few files. The bundler decides about the rest: parts that are fetched later share what they share.
 */
export const START_FILES = [
  { priority: 2, debugName: 'start', name: startFile },
  {
    priority: 1,
    debugName: 'program',
    name: (id: string, modules: Modules) =>
      !TAKEN_APART.test(id) && neededBy(id, modules, (at) => PROGRAM.test(at)) !== undefined
        ? 'program'
        : null,
  },
  // What others need as well must not have this file fetched with it.
  { priority: 0, debugName: 'after the picture', name: afterPicture, includeDependenciesRecursively: false },
];
