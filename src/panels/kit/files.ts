import type { Runtime } from '../../store/runtime.ts';

/**
 * Saves the run as a file: the scenario with what was done live or, when the worker does not answer, the scenario alone.
 */
export async function saveRunFile({ actions, store }: Runtime): Promise<void> {
  const { scenario } = store.getState().session;
  const run: unknown = await Promise.race([
    actions.save().catch(() => null),
    new Promise((resolve) => {
      setTimeout(() => resolve(null), 2000);
    }),
  ]);
  const content = run ?? { scenario };
  saveText(
    `${fileName(scenario?.title ?? 'run')}.json`,
    JSON.stringify(content, null, 2),
    'application/json',
  );
}

/** Ways out of the page, as they are called: `saveRunFile`, and a link. */
export const SAVE_RUN = 'Save the scenario as a file';
export const LINK_HERE = 'Link to this moment';

/** A title as a file name: words and hyphens only, because the title may come from outside. */
export function fileName(title: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return ['qmgrscope', ...words.slice(0, 8)].join('-');
}

/** Hands a text to the reader as a file. */
export function saveText(name: string, text: string, type: string): void {
  saveBlob(name, new Blob([text], { type }));
}

/** Hands a file to the browser, which saves it or asks where. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the address after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
