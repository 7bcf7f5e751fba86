import type { Plugin } from 'vite';

/** Matches the entry module of a worker. */
export const WORKER_ENTRY = /^.*\/([\w-]+)\.worker\.ts$/;
const WORKER_FILE = /(?:^|\/)[\w-]+\.worker-[\w-]+\.js$/;
/** The only permitted content of a worker's own file. */
const ONE_IMPORT = /^import\s*["'`]\.\/[\w.-]+["'`];?\s*$/;

/**
 * Rejects a build in which another file imports a worker's own file. WebKit would then evaluate that file twice, while
 * other engines share it. Two sessions in one thread would answer every message, and the empty one may be first. A worker's
 * file must therefore consist of a single import, so that nothing in it can be shared.
 */
export function workers(): Plugin {
  return {
    name: 'qmgrscope-workers',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const faults = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? faultsOf(file) : []));
        if (faults.length > 0) this.error(faults.join('\n'));
      },
    },
  };
}

/** Returns the faults of an output file, one sentence each. */
function faultsOf(file: {
  fileName: string;
  code: string;
  imports: readonly string[];
  dynamicImports: readonly string[];
}): string[] {
  const { fileName } = file;
  const imported = [...file.imports, ...file.dynamicImports].filter((name) => WORKER_FILE.test(name));
  const faults = imported.map((name) => `${fileName} imports ${name}, which WebKit would evaluate twice`);
  if (WORKER_FILE.test(fileName) && !ONE_IMPORT.test(file.code))
    faults.push(`${fileName} must be one import, so that nothing of it can be imported from elsewhere`);
  return faults;
}
