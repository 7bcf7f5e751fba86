/** Largest file that is read, in bytes: a scenario of ten thousand commands has one megabyte, a full library a few. */
export const FILE_MOST = 32 * 1024 * 1024;

/**
 * Reads a file that a person chose or dropped and hands its text on. The answer is what is wrong, null = nothing: that it
 * is too large (it is not read at all then), that it cannot be read, or what `open` says.
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
    // Moved, deleted or locked since it was chosen.
    return 'The browser could not read it.';
  }
  return open(text);
}
