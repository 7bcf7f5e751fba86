/** A panel that can be saved as a picture, by the id of its element; null = the reader chooses. */
type Listener = (panelId: string | null) => void;

const listeners = new Set<Listener>();

/** Asks the frame to open the export sheet. Panels need not know what it looks like, nor that it is loaded late. */
export function askForExport(panelId: string | null): void {
  for (const listener of listeners) listener(panelId);
}

/** The frame listens; the returned function ends that. */
export function onExportAsked(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
