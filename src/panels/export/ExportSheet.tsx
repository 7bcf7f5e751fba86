import { useEffect, useRef, useState } from 'react';
import { useRuntime, useSession } from '../../store/hooks.ts';
import { formatCount } from '../../explain/format.ts';
import type { Runtime } from '../../store/runtime.ts';
import { Icon } from '../kit/Icon.tsx';
import { MainCf } from './MainCf.tsx';
import { PictureExport } from './PictureExport.tsx';
import { RUN_FORMATS, type RunFormat } from './writers.ts';
import './export.css';
import { fileName, saveBlob } from '../kit/files.ts';
import { readLog } from './run-log.ts';

interface ExportSheetProps {
  /** Id of the panel from which it was opened; null = none. */
  panelId: string | null;
  onClose: () => void;
}

/** Everything that can be taken away: pictures, the run as data, its settings. Loaded when first asked for. */
export default function ExportSheet({ panelId, onClose }: ExportSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} className="sheet export" aria-labelledby="export-title" onClose={onClose}>
      <header className="sheet-head">
        <h2 id="export-title">Export</h2>
        <button type="button" className="icon-btn" aria-label="Close" onClick={() => dialog.current?.close()}>
          <Icon name="close" />
        </button>
      </header>
      <PictureExport panelId={panelId} />
      <RunExport />
      <MainCf />
    </dialog>
  );
}

interface Progress {
  id: RunFormat['id'];
  done: number;
  abort: AbortController;
}

/** The log in four forms. Long ones are written in pieces, with a bar and a way to stop. */
function RunExport() {
  const runtime = useRuntime();
  const events = useSession((session) => session.head.event);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [said, setSaid] = useState('');
  useEffect(() => () => progress?.abort.abort(), [progress?.abort]);
  const save = async (format: RunFormat): Promise<void> => {
    const abort = new AbortController();
    const show = (done: number): void => setProgress({ id: format.id, done, abort });
    show(0);
    setSaid('');
    const name = await saveRun(runtime, format, show, abort.signal);
    setProgress(null);
    setSaid(name === null ? 'Stopped; nothing was saved.' : `Saved ${name}.`);
  };
  return (
    <section className="export-part" aria-labelledby="export-run">
      <h3 id="export-run">The run</h3>
      <p className="side-note">
        {formatCount(events)} events of this branch, from its start to the furthest point simulated.
      </p>
      <ul className="export-formats">
        {RUN_FORMATS.map((format) => (
          <li key={format.id}>
            <div>
              <b>{format.title}</b>
              <p className="dim">{format.about}</p>
            </div>
            {progress?.id === format.id ? (
              <span className="row">
                <progress aria-label={`Saving ${format.title}`} max={1} value={progress.done} />
                <button type="button" className="btn" onClick={() => progress.abort.abort()}>
                  Stop
                </button>
              </span>
            ) : (
              <button
                type="button"
                className="btn outlined"
                aria-label={`Save ${format.title} as .${format.extension}`}
                disabled={progress !== null || events === 0}
                onClick={() => void save(format)}
              >
                .{format.extension}
              </button>
            )}
          </li>
        ))}
      </ul>
      <p className="export-said" role="status">
        {said}
      </p>
    </section>
  );
}

/** Writes the run as a file and hands it to the browser. The file's name, or null when it was stopped. */
async function saveRun(
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
