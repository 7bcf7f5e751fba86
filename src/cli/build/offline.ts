import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Files that the service worker does not cache, because they are for hosts, not for pages. */
const NOT_KEPT = /^(_headers|sw\.js|examples\/(?:nginx\.conf|github-pages\.yml|README\.md)|.*\.map)$/;

/** Name of the file that lists all files. A page reads it to pack itself into one file. */
const LIST = 'files.json';

/** Number of bytes in each checksum that the service worker compares. */
const SUM_BYTES = 8;

/**
 * Returns the checksums of files with hashed names. Other files, such as the page, have none, because a host may modify them.
 */
function sumsOf(files: ReadonlyMap<string, string | Uint8Array>): Record<string, string> {
  const named = [...files].filter(([name]) => name.startsWith('assets/') && !NOT_KEPT.test(name));
  return Object.fromEntries(
    named.map(([name, held]) => [
      `./${name}`,
      createHash('sha256')
        .update(held)
        .digest('hex')
        .slice(0, SUM_BYTES * 2),
    ]),
  );
}

/**
 * Writes the service worker `sw.js`, with the list of this build's files and a version that changes with every file. Also
 * writes the list as a file.
 */
export function offline(): Plugin {
  let publicDir = '';
  return {
    name: 'qmgrscope-offline',
    apply: 'build',
    configResolved(config) {
      ({ publicDir } = config);
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = new Map<string, string | Uint8Array>();
        for (const [name, file] of Object.entries(bundle))
          files.set(name, file.type === 'chunk' ? file.code : file.source);
        for (const name of readdirSync(publicDir, { recursive: true, withFileTypes: true })) {
          if (!name.isFile()) continue;
          const path = join(name.parentPath, name.name);
          files.set(path.slice(publicDir.length + 1).replaceAll('\\', '/'), readFileSync(path));
        }
        const kept = [...files.keys()].filter((name) => !NOT_KEPT.test(name)).toSorted();
        this.emitFile({ type: 'asset', fileName: LIST, source: JSON.stringify(kept) });
        const version = createHash('sha256');
        for (const name of kept) version.update(name).update(files.get(name) ?? '');
        // `./` is the page, too: most visitors request the folder, not `index.html`.
        const list = ['./', ...[...kept, LIST].map((name) => `./${name}`)];
        const source = readFileSync(new URL('./service-worker.js', import.meta.url), 'utf8')
          .replace('__VERSION__', version.digest('hex').slice(0, 12))
          .replace("['__FILES__']", JSON.stringify(list))
          .replace("{ __SUMS__: '' }", JSON.stringify(sumsOf(files)));
        this.emitFile({ type: 'asset', fileName: 'sw.js', source });
      },
    },
  };
}
