/** `panelId`: element id of the panel to save as a picture; null = the reader chooses. */
type Listener = (panelId: string | null) => void;

const listeners = new Set<Listener>();

/** Asks the app frame to open the export sheet, which is loaded on demand. */
export function askForExport(panelId: string | null): void {
  for (const listener of listeners) listener(panelId);
}

/** Registers the frame's listener. Returns the unsubscribe function. */
export function onExportAsked(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
