/**
 * `npm start`: installs missing packages, builds the page, and serves it on http://localhost:4173 until stopped.
 * `npm start -- --help` prints the options.
 */
import { connect } from 'node:net';
import { parseArgs } from 'node:util';
import { endWithNpm } from './end-with-npm.mjs';
import { setupPackages } from './setup.mjs';

const HELP = `npm start -- [--port NUMBER] [--host [ADDRESS]]

  --port NUMBER     port to listen on, 1 to 65535 (default: 4173)
  --host [ADDRESS]  accept other machines: on this address, or on all addresses of this machine
  --help            print this help
`;
const LOOPBACK = '127.0.0.1';

function refuse(...lines) {
  for (const line of lines) console.error(line);
  process.exit(1);
}

function readWords(words) {
  // `--host` without a value means every interface, but parseArgs knows no optional values.
  const args = words.flatMap((word, i) =>
    word === '--host' && /^(-|$)/.test(words[i + 1] ?? '') ? ['--host='] : [word],
  );
  return parseArgs({
    args,
    options: { port: { type: 'string' }, host: { type: 'string' }, help: { type: 'boolean' } },
  }).values;
}

/** Reads the options; `host` "" = every interface. Ends the process on errors. */
function readOptions(words) {
  try {
    const { port = '4173', host = LOOPBACK, help = false } = readWords(words);
    if (help) {
      console.log(HELP);
      process.exit(0);
    }
    if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535)
      refuse(`--port ${port}: it takes a whole number from 1 to 65535`);
    return { port: Number(port), host };
  } catch (error) {
    return refuse(error.message, '', HELP);
  }
}

function answers(host, port) {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    const end = (result) => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(1000, () => end(false));
    socket.on('connect', () => end(true));
    socket.on('error', () => end(false));
  });
}

const { port, host } = readOptions(process.argv.slice(2));
// As process 1 of a container, this process would ignore signals for which it has no listener.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));
endWithNpm();

// Checked before the build, which takes a while. `::1` is checked too: a browser would prefer a program that listens
// only on `::1` to this server.
if ((await answers(LOOPBACK, port)) || (await answers('::1', port))) {
  refuse(
    `Port ${port} is in use. Is qmgrscope running already? Open http://localhost:${port},`,
    'end the program that uses the port, or choose another one: npm start -- --port 4174',
  );
}

setupPackages();
const { buildOwnPage } = await import('./own-page.mjs');
const folder = await buildOwnPage().catch((error) => refuse(error.message));

const { addresses, listen, serveFolder } = await import('./serve.mjs');
try {
  await listen(serveFolder(folder), { port, host: host === '' ? undefined : host });
} catch (error) {
  const why = {
    EADDRINUSE: `Port ${port} is in use on ${host}. Choose another one: npm start -- --port 4174`,
    EACCES: `Port ${port} needs special permissions. Choose one above 1023.`,
  };
  refuse(why[error.code] ?? `--host ${host}: it takes an address of this machine (${error.message})`);
}
const [nearest, ...further] = addresses(host, port);
console.log(`qmgrscope is at ${nearest} (Ctrl+C ends it)`);
if (further.length > 0) console.log(`for other machines: ${further.join('  ')}`);
