import type { Runtime } from '../../store/runtime.ts';

/** Saves the run as a file: the scenario with live changes, or the scenario alone when the worker does not answer. */
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

/** Labels of `saveRunFile` and of the link button. */
export const SAVE_RUN = 'Save the scenario as a file';
export const LINK_HERE = 'Link to this moment';

/** A title as a file name. Keeps only words and hyphens, because the title may be foreign input. */
export function fileName(title: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return ['qmgrscope', ...words.slice(0, 8)].join('-');
}

export function saveText(name: string, text: string, type: string): void {
  saveBlob(name, new Blob([text], { type }));
}

export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Revoke the URL later, because the browser reads it after the click handler returns.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
