import { closeSync, constants, fchmodSync, fstatSync, ftruncateSync, openSync, writeFileSync } from 'node:fs';
import { fail } from '../../../cli/command.ts';

/**
 * Writes a text that only its owner may read (0600), also into an existing file: the mode given to `open` counts for new files only.
 * The mode is set before the text is written, so that no other user reads it meanwhile.
 *
 * @param field names the option in the error.
 */
export function writeSecret(field: string, path: string, text: string): void {
  const file = attempt(() => openSync(path, constants.O_WRONLY | constants.O_CREAT, 0o600));
  if (file === null) fail(field, path, 'a file that can be written');
  try {
    // A pipe or a terminal keeps its mode and has no old text.
    if (fstatSync(file).isFile()) {
      if (attempt(() => fchmodSync(file, 0o600)) === null) fail(field, path, 'a file that belongs to you');
      ftruncateSync(file);
    }
    writeFileSync(file, text);
  } finally {
    closeSync(file);
  }
}

/** The result of a call; null where the system refuses it. */
function attempt<T>(call: () => T): T | null {
  try {
    return call();
  } catch {
    return null;
  }
}
