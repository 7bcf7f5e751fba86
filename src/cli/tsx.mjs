/**
 * Runs a TypeScript file: `node src/cli/tsx.mjs FILE [ARGUMENT …]`. Installs packages first when needed; arguments,
 * output and exit code are those of the file.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { endWithNpm, ROOT, setupPackages } from './setup.mjs';

const [file, ...args] = process.argv.slice(2);
if (file === undefined) {
  console.error('usage: node src/cli/tsx.mjs FILE [ARGUMENT …]');
  process.exit(2);
}
setupPackages();
const tsx = join(ROOT, 'node_modules', 'tsx', 'dist', 'cli.mjs');
const child = spawn(process.execPath, [tsx, file, ...args], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
endWithNpm(() => child.kill('SIGTERM'));
child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal ?? ''] ?? 0)));
