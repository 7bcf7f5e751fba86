/** Runs `qmgrscope SUBCOMMAND …`, the command of the npm package, for `start.cjs`. */
import './older-node.ts';
import { existsSync } from 'node:fs';
import { printUsage, STATUS, statusOf } from '../command.ts';
import { complain, print } from '../terminal.ts';
import { SUBCOMMANDS } from './commands.ts';

declare const PACKAGE_VERSION: string;

const WIDTH = Math.max(...SUBCOMMANDS.map(({ name }) => name.length));
const USAGE = `usage: qmgrscope [SUBCOMMAND] [ARGUMENT …]

${SUBCOMMANDS.map(({ name, about }) => `  ${name.padEnd(WIDTH)}  ${about}`).join('\n')}

  qmgrscope SUBCOMMAND --help  explains one of them
  qmgrscope --version          prints the version
Exit status: 0 = done; 1 = findings, or no answer; 2 = wrong arguments; 3 = input that cannot be read.
Colours appear only on a terminal, and not with NO_COLOR=1.`;

async function main([name = 'serve', ...args]: readonly string[]): Promise<number> {
  if (name === 'help' && args[0] !== undefined) return main([args[0], '--help']);
  if (['help', '--help', '-h'].includes(name)) {
    printUsage(USAGE);
    return STATUS.done;
  }
  if (['version', '--version', '-v', '-V'].includes(name)) {
    print(PACKAGE_VERSION);
    return STATUS.done;
  }
  // Without a subcommand, `serve` is meant: `qmgrscope --port 8080` is `qmgrscope serve --port 8080`.
  const [called, words] = name.startsWith('-') ? ['serve', [name, ...args]] : [name, args];
  const found = SUBCOMMANDS.find((one) => one.name === called || one.alias === called);
  if (found === undefined) {
    const meant = existsSync(name) ? ` For a log: qmgrscope late ${name}` : '';
    complain(`There is no subcommand ${name}.${meant}\n\n${USAGE}`);
    return STATUS.usage;
  }
  return statusOf(await found.load(), words);
}

process.exitCode = await main(process.argv.slice(2));
