import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

interface Package {
  name: string;
  version: string;
  /** SPDX identifier that the package's author declares. */
  licence: string;
  text: string;
}

/** Matches the folder of a package. Names with a leading dot are excluded: they are build caches. */
const ROOT = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/.][^/]*)\//;

/**
 * Writes `licences.json`, which the page lists, and `licences.txt` with the texts that must accompany a copy, for
 * every package in the build, fonts included. `page`: plugin for the build of the page. `worker`: plugin for the build
 * of the workers.
 */
export function licences(): { page: Plugin; worker: () => Plugin } {
  const roots = new Set<string>();
  const note = (path: string): void => {
    const root = ROOT.exec(path.replaceAll('\\', '/'))?.[1];
    if (root !== undefined && !path.startsWith('\0')) roots.add(root);
  };
  return {
    worker: () => ({
      name: 'qmgrscope-licences-of-workers',
      apply: 'build',
      generateBundle(_options, bundle) {
        for (const file of Object.values(bundle)) if (file.type === 'chunk') file.moduleIds.forEach(note);
      },
    }),
    page: {
      name: 'qmgrscope-licences',
      apply: 'build',
      generateBundle(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') file.moduleIds.forEach(note);
          else for (const path of file.originalFileNames) note(join(process.cwd(), path));
        }
        const packages = [...roots].map(read).toSorted((a, b) => (a.name < b.name ? -1 : 1));
        const list = packages.map(({ name, version, licence }) => ({ name, version, licence }));
        this.emitFile({ type: 'asset', fileName: 'licences.json', source: JSON.stringify(list) });
        const own = readFileSync(new URL('../../../LICENSE', import.meta.url), 'utf8');
        const texts = packages.map(
          ({ name, version, licence, text }) => `${name} ${version} (${licence})\n\n${text}`,
        );
        const source = [`qmgrscope\n\n${own}`, ...texts].join(`\n${'─'.repeat(80)}\n\n`);
        this.emitFile({ type: 'asset', fileName: 'licences.txt', source });
      },
    },
  };
}

/** Throws for a package without a licence, because such a package may not be redistributed. */
function read(root: string): Package {
  const about = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, unknown>;
  const [name, version, licence] = [about['name'], about['version'], about['license']].map(String);
  const file = readdirSync(root).find((entry) => /^(licen[cs]e|copying)(\.|-|$)/i.test(entry));
  if (name === undefined || version === undefined || licence === undefined || about['license'] === undefined)
    throw new Error(`${root} names no licence`);
  return {
    name,
    version,
    licence,
    // Some packages have no licence file.
    text: file === undefined ? `Licence: ${licence}` : readFileSync(join(root, file), 'utf8').trim(),
  };
}
