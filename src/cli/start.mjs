/**
 * `npm start`: installs what is missing, builds, and serves the build on http://localhost:4173 until it is stopped.
 * `npm start -- --help` prints the options.
 */
import { connect } from 'node:net';
import { parseArgs } from 'node:util';
import { endWithNpm } from './end-with-npm.mjs';
import { setupPackages } from './setup.mjs';

const HELP = `npm start -- [--port NUMBER] [--host [ADDRESS]]

  --port NUMBER     listens there instead of on 4173; 1 to 65535
  --host [ADDRESS]  lets other machines reach it: on this address, or on all that this machine has
  --help            prints this
`;
const LOOPBACK = '127.0.0.1';

/** Ends the process with a message that says what to do. */
function refuse(...lines) {
  for (const line of lines) console.error(line);
  process.exit(1);
}

/** The options among `words`. Throws what node says about those that there are not. */
function readWords(words) {
  // Alone it means every interface, and parseArgs has no option whose value may be left out.
  const args = words.flatMap((word, i) =>
    word === '--host' && /^(-|$)/.test(words[i + 1] ?? '') ? ['--host='] : [word],
  );
  return parseArgs({
    args,
    options: { port: { type: 'string' }, host: { type: 'string' }, help: { type: 'boolean' } },
  }).values;
}

/** What the words after `npm start --` ask for; `host` "" is every interface. Ends the process for what it cannot read. */
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

/** True when something answers on the port of this machine. */
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
// As the first process of a container nothing would end it that it does not listen to.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));
endWithNpm();

// Asked before the build, which takes a while; a program on ::1 alone would answer browsers instead of this one.
if ((await answers(LOOPBACK, port)) || (await answers('::1', port))) {
  refuse(
    `Port ${port} is taken. Is qmgrscope running already? Look at http://localhost:${port},`,
    'end the program that uses the port, or take another port: npm start -- --port 4174',
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
    EADDRINUSE: `Port ${port} is taken on ${host}: take another one, npm start -- --port 4174`,
    EACCES: `Port ${port} is not for everybody on this machine: take one above 1023`,
  };
  refuse(why[error.code] ?? `--host ${host}: it takes an address of this machine (${error.message})`);
}
const [nearest, ...further] = addresses(host, port);
console.log(`qmgrscope is at ${nearest} (Ctrl+C ends it)`);
if (further.length > 0) console.log(`for other machines: ${further.join('  ')}`);
