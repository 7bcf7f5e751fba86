import { closeSync, constants, fchmodSync, fstatSync, ftruncateSync, openSync, writeFileSync } from 'node:fs';
import { fail } from '../../../cli/command.ts';

/**
 * Writes a text that only its owner may read (0600). The mode given to `open` applies to new files only, so it is set again for an existing
 * file, before the text is written.
 *
 * @param field names the option in the error.
 */
export function writeSecret(field: string, path: string, text: string): void {
  const file = attempt(() => openSync(path, constants.O_WRONLY | constants.O_CREAT, 0o600));
  if (file === null) fail(field, path, 'a file that can be written');
  try {
    // A pipe or a terminal keeps its mode and has no old text, so only a regular file is prepared.
    if (fstatSync(file).isFile()) {
      if (attempt(() => fchmodSync(file, 0o600)) === null) fail(field, path, 'a file that belongs to you');
      ftruncateSync(file);
    }
    writeFileSync(file, text);
  } finally {
    closeSync(file);
  }
}

/** Calls a function of the system. Null where the system refuses the call. */
function attempt<T>(call: () => T): T | null {
  try {
    return call();
  } catch {
    return null;
  }
}
