import type { Plugin } from 'vite';

/** The module that a worker is started from. */
export const WORKER_ENTRY = /^.*\/([\w-]+)\.worker\.ts$/;
/** The file that it is built to. */
const WORKER_FILE = /(?:^|\/)[\w-]+\.worker-[\w-]+\.js$/;
/** All that may be in it. */
const ONE_IMPORT = /^import\s*["'`]\.\/[\w.-]+["'`];?\s*$/;

/**
 * Refuses a build in which a worker's own file is imported by another. WebKit evaluates it a second time then, where
 * other engines share it: two sessions in one thread answer every message, and the empty one may be first. So that
 * nothing can be shared with it, such a file holds one import and nothing else.
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

/** What is wrong with a built file: a sentence each. */
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
