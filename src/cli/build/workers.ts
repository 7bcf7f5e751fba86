import type { Plugin } from 'vite';

export const WORKER_ENTRY = /^.*\/([\w-]+)\.worker\.ts$/;
const WORKER_FILE = /(?:^|\/)[\w-]+\.worker-[\w-]+\.js$/;
/** The only content that a worker's own file may have. */
const ONE_IMPORT = /^import\s*["'`]\.\/[\w.-]+["'`];?\s*$/;

/**
 * Rejects a build in which another file imports a worker's own file. WebKit would evaluate that file twice (other engines do
 * so only once), and two sessions in one thread would answer every message; the session without a run may answer first. A
 * worker's file must therefore consist of a single import, so that no other file needs anything from it.
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
