/** Copies a text to the clipboard. Returns false if the browser refuses, as on plain http from another machine. */
export async function copyText(text: string): Promise<boolean> {
  // oxlint-disable-next-line no-restricted-properties -- a missing clipboard is caught below
  return copied(async () => navigator.clipboard.writeText(text));
}

/** Copies a text that is still being computed. Safari requires that the click handler itself passes the promise. */
export async function copyLater(text: Promise<string>): Promise<boolean> {
  const made = text.then(
    () => true,
    () => false,
  );
  const done = await copied(async () =>
    // oxlint-disable-next-line no-restricted-properties -- a missing clipboard is caught below
    navigator.clipboard.write([
      new ClipboardItem({ 'text/plain': text.then((known) => new Blob([known], { type: 'text/plain' })) }),
    ]),
  );
  return done && (await made);
}

async function copied(copy: () => Promise<void>): Promise<boolean> {
  try {
    await copy();
    return true;
  } catch {
    return false;
  }
}

/** The address of this page with another hash. `hash` begins with `#`, or is empty. */
export function pageAddress(hash: string): string {
  return (location.href.split('#', 1)[0] ?? '') + hash;
}
