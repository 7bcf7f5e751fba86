import { WORKER_ENTRY } from './workers.ts';

/** The part of the bundler's API that is used. */
interface Modules {
  getModuleInfo(
    id: string,
  ): { isEntry: boolean; importers: readonly string[]; dynamicImporters: readonly string[] } | null;
}

/** Module of the main program, which the page's first script loads. */
export const PROGRAM = /src\/main\.tsx$/;
/** Packages that are used partly by the program and partly later. The bundler splits them itself. */
const TAKEN_APART = /node_modules\/d3-/;
/** Module of the bundler's helper, which files with dynamic imports use. */
const HELPER = 'vite/preload-helper';

/** The wanted module that imports `id` statically, directly or indirectly; undefined when there is none. */
function neededBy(id: string, modules: Modules, wanted: (id: string) => boolean): string | undefined {
  const seen = new Set([id]);
  for (const at of seen) {
    if (wanted(at)) return at;
    for (const importer of modules.getModuleInfo(at)?.importers ?? []) seen.add(importer);
  }
  return undefined;
}

/**
 * Output file of modules that an entry needs statically: `start` for the page. A worker's own file is one line that imports
 * `NAME-host` (see `workers.ts`), which has everything else.
 */
function startFile(id: string, modules: Modules): string | null {
  if (WORKER_ENTRY.test(id)) return null;
  if (id.includes(HELPER)) return 'start';
  const entry = neededBy(id, modules, (at) => modules.getModuleInfo(at)?.isEntry === true);
  if (entry === undefined) return null;
  return WORKER_ENTRY.test(entry) ? entry.replace(WORKER_ENTRY, '$1-host') : 'start';
}

/** Modules that are loaded after the first picture, with the names of their output files. */
const AFTER_PICTURE: readonly [RegExp, string][] = [
  [/src\/app\/mail-panels\.ts$/, 'beside'],
  [/src\/app\/input-layer\.tsx$/, 'hands'],
];
/** Used beside the picture of mail, in the first minute and in embedded views: one file for all. */
const EXPLAIN = /src\/panels\/explain\/ExplainPanel\.tsx$/;
/** Files of scenes stay separate from the rest, because the first picture waits for its scene. */
const SCENES = /src\/scenes\/(?:mail-)?gallery\.ts$/;

/** Returns the entries and dynamic imports that need a module. */
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
 * Texts of lesson pages, the choice of their language and the parser of their marks are always needed together. Texts of
 * teachers and of the editor are excluded, so that students do not download them.
 */
const WORDS =
  /src\/learn\/(?:words\/en\/(?!(?:teach|write)\.)|store\/language\.ts|lessons\/markup\.ts|panels\/kit\/(?:useWords|LanguagePick|language-pick))/;

/** Pages of learners and teachers, and pictures of lessons. Modules that only these share go into one file. */
const LEARNING = /src\/(?:app\/(?:Learning|Teaching)Page|learn\/panels\/lesson\/Lesson[A-Z]\w+)\.tsx$/;

/** The parts of charts share one file, because the program has to contain the name of each file. */
const PLOT = /src\/plot\//;

/** `words`, `explain`, `beside`, `hands`, `plot`, or the file for modules that the last two share with later parts. */
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
 * Assigns modules to output files. Everything that a page or worker needs at its start is one file and one request, and so
 * is the main program; parts loaded after the first picture are few files. The bundler splits the rest.
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
  // Other parts that need such a module must not load this whole file.
  { priority: 0, debugName: 'after the picture', name: afterPicture, includeDependenciesRecursively: false },
];
