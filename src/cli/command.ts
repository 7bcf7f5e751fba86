import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describeError } from '../scenario/schema-errors.ts';
import { reasonOf } from './reason.ts';
import { complain, printReport } from './terminal.ts';

/** Exit statuses of every command, as README.md of this folder documents them. */
export const STATUS = { done: 0, findings: 1, usage: 2, input: 3 } as const;

/**
 * Error about a file or other input that a valid argument names but that cannot be read or used. The command ends with
 * `STATUS.input`.
 */
export class InputFault extends Error {}

/** Throws an error about an argument: the field, its value and what is accepted. */
export function fail(field: string, value: string, accepted: string): never {
  throw new Error(describeError({ field, value, accepted }));
}

/** Throws an error about the content of a file, or about a file that does not exist. */
export function failInput(field: string, value: string, accepted: string): never {
  throw new InputFault(describeError({ field, value, accepted }));
}

/** Noun phrases for errors: what the path in an argument must refer to. */
export const PATH_KINDS = {
  any: 'an existing file or folder',
  folder: 'an existing folder',
  log: 'a log in which a message becomes active',
  logFolder: 'a folder with a log in which a message becomes active',
} as const;

/** With `--help`, prints the usage to standard output and returns true. */
export function helped(usage: string, args: readonly string[]): boolean {
  if (!args.includes('--help')) return false;
  printUsage(usage);
  return true;
}

/** Returns a command's exit status if it has printed its usage: 0 on `--help`, 2 without a path. Null = run the command. */
export function usageStatus(
  usage: string,
  help: boolean | undefined,
  paths: readonly string[],
): number | null {
  if (help === true) printUsage(usage);
  else if (paths.length === 0) complain(usage.trimEnd());
  else return null;
  return help === true ? STATUS.done : STATUS.usage;
}

export function printUsage(usage: string): void {
  printReport(usage.trimEnd());
}

export type Command = (args: readonly string[]) => number | Promise<number>;

/** Runs a command and returns its exit status. If the command throws, prints the reason on standard error. */
export async function statusOf(command: Command, args: readonly string[]): Promise<number> {
  try {
    return await command(args);
  } catch (error) {
    complain(reasonOf(error));
    return statusOfError(error);
  }
}

/** An error of the system that has a path is an error of the input, too. */
function statusOfError(error: unknown): number {
  const ofPath = error instanceof Error && 'syscall' in error && 'path' in error;
  return error instanceof InputFault || ofPath ? STATUS.input : STATUS.usage;
}

/**
 * Runs a command and sets the exit status. `file`: the command's `import.meta.url`. Does nothing when the file was only
 * imported.
 */
export async function runCommand(file: string, command: Command): Promise<void> {
  const [, started = '', ...args] = process.argv;
  if (started === '' || realpathSync(started) !== fileURLToPath(file)) return;
  process.on('uncaughtException', (error) => {
    complain(reasonOf(error));
    process.exit(statusOfError(error));
  });
  process.exitCode = await statusOf(command, args);
}
