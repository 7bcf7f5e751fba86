/**
 * `npm start`: installs what is missing, builds, and serves the build on http://localhost:4173 until it is stopped.
 * Further arguments go to the server: `npm start -- --host 0.0.0.0` makes it reachable from outside a container.
 */
import { spawn, spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ROOT, setupPackages } from './setup.mjs';

const PORT = 4173;
// Started directly, not through npx: ending npx would leave the server running.
const VITE = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');

/** True when something answers on the port of this machine. */
function answers(host) {
  return new Promise((resolve) => {
    const socket = connect({ port: PORT, host });
    const end = (result) => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(1000, () => end(false));
    socket.on('connect', () => end(true));
    socket.on('error', () => end(false));
  });
}

const anyone = async () => (await answers('127.0.0.1')) || (await answers('::1'));

if (await anyone()) {
  console.error(`Port ${PORT} is taken. Is qmgrscope running already? Look at http://localhost:${PORT},`);
  console.error('or end the program that uses the port and try again.');
  process.exit(1);
}

setupPackages();
const build = spawnSync(process.execPath, [VITE, 'build', '--logLevel', 'warn'], {
  cwd: ROOT,
  stdio: 'inherit',
});
if (build.status !== 0) process.exit(build.status ?? 1);

const extra = process.argv.slice(2);
const host = extra.includes('--host') ? [] : ['--host', '127.0.0.1'];
const server = spawn(
  process.execPath,
  [VITE, 'preview', '--port', String(PORT), '--strictPort', '--logLevel', 'warn', ...host, ...extra],
  { cwd: ROOT, stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 0));

for (let tries = 0; tries < 100; tries++) {
  if (await anyone()) {
    console.log(`qmgrscope is at http://localhost:${PORT} (Ctrl+C ends it)`);
    break;
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
}
