/**
 * Runs a TypeScript file in this process: `node src/cli/tsx.mjs FILE [ARGUMENT …]`. Installs missing packages first. Used
 * instead of tsx's own command, which starts two more processes that survive when this one is killed.
 */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { endWithNpm } from './end-with-npm.mjs';
import { MODULES, setupPackages } from './setup.mjs';

const [file, ...args] = process.argv.slice(2);
if (file === undefined) {
  console.error('usage: node src/cli/tsx.mjs FILE [ARGUMENT …]');
  process.exit(2);
}
setupPackages();
endWithNpm();
const path = resolve(file);
const loader = pathToFileURL(join(MODULES, 'tsx', 'dist', 'loader.mjs')).href;
process.argv = [process.execPath, path, ...args];
// Processes that the file starts, such as the parts of a sweep, get these arguments, too.
process.execArgv.push('--import', loader);
await import(loader);
await import(pathToFileURL(path).href);
