/** Largest file read, in bytes. A scenario of ten thousand commands has 1 MB, a full library a few. */
export const FILE_MOST = 32 * 1024 * 1024;

/**
 * Reads a chosen or dropped file and passes its text to `open`. Returns the error (too large, unreadable, or the result
 * of `open`), or null. A file above the limit is not read.
 */
export async function openTextFile(
  file: Blob,
  open: (text: string) => Promise<string | null>,
): Promise<string | null> {
  if (file.size > FILE_MOST) {
    const held = Math.ceil(file.size / 1024 / 1024);
    return `It holds ${held} MB: at most ${FILE_MOST / 1024 / 1024} MB are accepted.`;
  }
  let text: string;
  try {
    text = await file.text();
  } catch {
    // The file was moved, deleted or locked after it was chosen.
    return 'The browser could not read it.';
  }
  return open(text);
}
