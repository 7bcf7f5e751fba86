import { WORKER_ENTRY } from './workers.ts';

/** What the bundler tells about a module. */
interface Modules {
  getModuleInfo(id: string): { isEntry: boolean; importers: readonly string[] } | null;
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

/**
 * Which file a module goes to: what a page or a worker needs from its start is one file and one request, and so is what
 * the program of the page needs. The bundler decides about the rest: parts that are fetched later share what they share.
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
];
