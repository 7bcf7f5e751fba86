import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describeError } from '../scenario/schema-errors.ts';
import { reasonOf } from './reason.ts';
import { complain, print } from './terminal.ts';

/** Ends the command with what is wrong, what it held and what is accepted. */
export function fail(field: string, value: string, accepted: string): never {
  throw new Error(describeError({ field, value, accepted }));
}

/** What paths have to lead to. */
export const PATH_KINDS = {
  any: 'a file or a folder that is there',
  folder: 'a folder that is there',
  log: 'a log in which a message becomes active',
  logFolder: 'a folder with a log in which a message becomes active',
} as const;

/** Prints how the command is used when its words have `--help`: on standard output, since it was asked for. Whether it did. */
export function helped(usage: string, args: readonly string[]): boolean {
  if (!args.includes('--help')) return false;
  print(usage.trimEnd());
  return true;
}

/** Prints how the command is used, where that is asked for (0) or no path is given (2); null = it goes on. */
export function usageStatus(
  usage: string,
  help: boolean | undefined,
  paths: readonly string[],
): number | null {
  if (help === true) print(usage.trimEnd());
  else if (paths.length === 0) complain(usage.trimEnd());
  else return null;
  return help === true ? 0 : 2;
}

/** A command: takes its arguments and returns its exit status. */
export type Command = (args: readonly string[]) => number | Promise<number>;

/** The exit status of a command; 2 when it throws, with the reason on standard error. */
export async function statusOf(command: Command, args: readonly string[]): Promise<number> {
  try {
    return await command(args);
  } catch (error) {
    complain(reasonOf(error));
    return 2;
  }
}

/**
 * Runs a command and leaves with its exit status. `file` = `import.meta.url` of the command: where another file imports it, it is not
 * run.
 */
export async function runCommand(file: string, command: Command): Promise<void> {
  const [, started = '', ...args] = process.argv;
  if (started === '' || realpathSync(started) !== fileURLToPath(file)) return;
  process.on('uncaughtException', (error) => {
    complain(reasonOf(error));
    process.exit(2);
  });
  process.exitCode = await statusOf(command, args);
}
