/**
 * A build of the page for one process: `npm test`, `npm run build` and other servers empty or replace the folders that they
 * build into while this one serves.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, isWritable, MODULES, ROOT } from './setup.mjs';

/** Folders in node_modules that a build writes to. */
const WRITTEN = ['.cache', '.cache/fonts', '.vite-temp'];

/**
 * Builds the page and returns its folder, which is removed when the process ends. Where this user may not write into the
 * checkout (it belongs to another user, or is read-only), a copy of it is built.
 *
 * @returns {Promise<string>}
 */
export async function buildOwnPage() {
  const here = WRITTEN.every((name) => isWritable(join(MODULES, name)));
  const folder = ownFolder(here ? join(MODULES, '.cache') : tmpdir());
  const root = here ? ROOT : copyInto(join(folder, 'copy'));
  const outDir = join(folder, 'page');
  const { build } = await import('vite');
  await build({ root, logLevel: 'error', build: { outDir, emptyOutDir: true } });
  if (!here) remove(root);
  return outDir;
}

/** A folder that is removed with this process. Those of processes that were killed are removed now. */
function ownFolder(parent) {
  const prefix = join(parent, `qmgrscope-page-${hostname()}-`);
  for (const path of readdirSync(parent).map((name) => join(parent, name))) {
    const pid = path.startsWith(prefix) ? Number.parseInt(path.slice(prefix.length), 10) : process.pid;
    if (!isAlive(pid)) remove(path);
  }
  const folder = mkdtempSync(`${prefix}${process.pid}-`);
  process.on('exit', () => remove(folder));
  return folder;
}

function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Another user owns it or a file in it. Nothing depends on its removal.
  }
}

/** The checkout with links to its packages, tests and public files: caches are written beside them, and beside `src`. */
function copyInto(copy) {
  mkdirSync(join(copy, 'node_modules', '.cache'), { recursive: true });
  for (const { name } of readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isFile()))
    cpSync(join(ROOT, name), join(copy, name));
  cpSync(join(ROOT, 'src'), join(copy, 'src'), { recursive: true });
  const packages = readdirSync(MODULES).filter((name) => !name.startsWith('.'));
  for (const name of ['public', 'tests', ...packages.map((one) => join('node_modules', one))])
    symlinkSync(join(ROOT, name), join(copy, name));
  return copy;
}
