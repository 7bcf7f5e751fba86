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

/** Whether a module is needed by another, with everything between, from its start. */
function neededBy(id: string, modules: Modules, wanted: (id: string) => boolean): boolean {
  const seen = new Set([id]);
  for (const at of seen) {
    if (wanted(at)) return true;
    for (const importer of modules.getModuleInfo(at)?.importers ?? []) seen.add(importer);
  }
  return false;
}

/**
 * Which file a module goes to: what a page or a worker needs from its start is one file and one request, and so is what
 * the program of the page needs. The bundler decides about the rest: parts that are fetched later share what they share.
 */
export const START_FILES = [
  {
    priority: 2,
    name: (id: string, modules: Modules) =>
      id.includes(HELPER) || neededBy(id, modules, (at) => modules.getModuleInfo(at)?.isEntry === true)
        ? 'start'
        : null,
  },
  {
    priority: 1,
    name: (id: string, modules: Modules) =>
      !TAKEN_APART.test(id) && neededBy(id, modules, (at) => PROGRAM.test(at)) ? 'program' : null,
  },
];
