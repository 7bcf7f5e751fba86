/**
 * Builds the page into a folder of this process, because `npm test`, `npm run build` and other servers replace their build
 * folders while this process is still serving.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, isWritable, MODULES, ROOT } from './setup.mjs';

/** Folders in node_modules that a build writes to. */
const WRITTEN = ['.cache', '.cache/fonts', '.vite-temp'];

/**
 * Builds the page and returns its folder, which is removed when the process ends. If this user may not write into the
 * checkout, builds a copy of the checkout.
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

/** Creates a folder that is removed when this process ends. Also removes folders that killed processes have left. */
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
    // The folder belongs to another user. Nothing depends on its removal.
  }
}

/** Copies the checkout, but links to packages, tests and public files: the build writes caches beside them, not into them. */
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
