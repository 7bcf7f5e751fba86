import { WORKER_ENTRY } from './workers.ts';

interface Modules {
  getModuleInfo(
    id: string,
  ): { isEntry: boolean; importers: readonly string[]; dynamicImporters: readonly string[] } | null;
}

/** The module with the main program, which the page's first script loads. */
export const PROGRAM = /src\/main\.tsx$/;
/** Packages that the program needs partly at its start and partly later. The bundler splits them itself. */
const TAKEN_APART = /node_modules\/d3-/;
/** The bundler's helper module, which files with dynamic imports use. */
const HELPER = 'vite/preload-helper';

/** Finds a wanted module that imports `id` statically, directly or indirectly; undefined when there is none. */
function neededBy(id: string, modules: Modules, wanted: (id: string) => boolean): string | undefined {
  const seen = new Set([id]);
  for (const at of seen) {
    if (wanted(at)) return at;
    for (const importer of modules.getModuleInfo(at)?.importers ?? []) seen.add(importer);
  }
  return undefined;
}

/**
 * Output file of a module that an entry needs at its start: `start` for the page, `NAME-host` for a worker, whose own
 * file only imports that file (see `workers.ts`). Null = no entry needs the module at its start.
 */
function startFile(id: string, modules: Modules): string | null {
  if (WORKER_ENTRY.test(id)) return null;
  if (id.includes(HELPER)) return 'start';
  const entry = neededBy(id, modules, (at) => modules.getModuleInfo(at)?.isEntry === true);
  if (entry === undefined) return null;
  return WORKER_ENTRY.test(entry) ? entry.replace(WORKER_ENTRY, '$1-host') : 'start';
}

/** Modules that are loaded after the first picture, and the names of their output files. */
const AFTER_PICTURE: readonly [RegExp, string][] = [
  [/src\/app\/mail-panels\.ts$/, 'beside'],
  [/src\/app\/input-layer\.tsx$/, 'hands'],
];
/**
 * The Explain panel. It is used beside the picture of mail, in the first minute and in embedded views, so all share one file.
 */
const EXPLAIN = /src\/panels\/explain\/ExplainPanel\.tsx$/;
/** Scenes have separate files, because the first picture waits only for its own scene. */
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
 * Texts of lesson pages, the choice of their language and the parser of their marks are always needed together, so they are
 * one file. Texts for teachers and for the editor are excluded, so that students do not download them.
 */
const WORDS =
  /src\/learn\/(?:words\/en\/(?!(?:teach|write)\.)|store\/language\.ts|lessons\/markup\.ts|panels\/kit\/(?:useWords|LanguagePick|language-pick))/;

/**
 * Pages of learners and teachers, and pictures of lessons. Modules that only these pages and pictures use go into one
 * file.
 */
const LEARNING = /src\/(?:app\/(?:Learning|Teaching)Page|learn\/panels\/lesson\/Lesson[A-Z]\w+)\.tsx$/;

/** The parts of charts. They share one file, because the program contains the name of every file. */
const PLOT = /src\/plot\//;

/** Output file of a module that is loaded after the first picture; null = the bundler decides. */
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
 * Assigns modules to output files. Everything that a page or worker needs at its start is one file and so one request.
 * The main program is another file. Parts that are loaded after the first picture are combined into few files. The
 * bundler splits all other modules.
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
  // Without this, a later part that needs one of these modules would have to load the whole file.
  { priority: 0, debugName: 'after the picture', name: afterPicture, includeDependenciesRecursively: false },
];
