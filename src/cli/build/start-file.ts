/** What the bundler tells about a module. */
interface Modules {
  getModuleInfo(id: string): { isEntry: boolean; importers: readonly string[] } | null;
}

/**
 * Which file a module of a worker goes to: `start` when the worker needs it from its start, so that all of that is one
 * file and one request. Otherwise null, and the bundler decides: parts that are fetched later share what they share.
 */
export function startFile(id: string, modules: Modules): string | null {
  const seen = new Set([id]);
  for (const at of seen) {
    const info = modules.getModuleInfo(at);
    if (info?.isEntry === true) return 'start';
    for (const importer of info?.importers ?? []) seen.add(importer);
  }
  return null;
}
