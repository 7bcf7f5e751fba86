import type { Runtime } from '../../store/runtime.ts';
import { fileName, saveBlob } from '../kit/files.ts';
import { readLog } from './run-log.ts';
import type { RunFormat } from './writers.ts';

/** Writes the run as a file and hands it to the browser. The file's name, or null when it was stopped. */
export async function saveRun(
  { actions, store }: Runtime,
  format: RunFormat,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<string | null> {
  const { head, scenario } = store.getState().session;
  const writer = format.create();
  // Blobs keep their parts outside of the heap: the text of a long run never is one string.
  const parts: Blob[] = [new Blob([writer.start(await actions.save())])];
  for await (const chunk of readLog(actions, head, format.decisions, signal)) {
    parts.push(new Blob([writer.chunk(chunk)]));
    onProgress(chunk.done);
  }
  if (signal.aborted) return null;
  parts.push(new Blob([writer.end(head.at)]));
  const name = `${fileName(scenario?.title ?? 'run')}.${format.extension}`;
  saveBlob(name, new Blob(parts, { type: format.type }));
  return name;
}
