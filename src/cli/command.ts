import { describeError } from '../scenario/schema-errors.ts';

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
export function helped(usage: string): boolean {
  if (!process.argv.includes('--help')) return false;
  console.log(usage.trimEnd());
  return true;
}

/** Prints how the command is used, where that is asked for (0) or no path is given (2); null = it goes on. */
export function usageStatus(
  usage: string,
  help: boolean | undefined,
  paths: readonly string[],
): number | null {
  if (help === true && helped(usage)) return 0;
  if (paths.length > 0) return null;
  console.error(usage.trimEnd());
  return 2;
}

/** Runs a command and leaves with its exit status; with 2 and the reason when it throws. */
export async function runCommand(main: () => Promise<number>): Promise<void> {
  process.exitCode = await main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    return 2;
  });
}
