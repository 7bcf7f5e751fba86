import { useRef, useState, type ChangeEvent } from 'react';
import { useRuntime } from '../../store/hooks.ts';
import { askForExport } from '../kit/asked-export.ts';
import { saveRunFile } from '../kit/files.ts';
import { openTextFile } from '../kit/read-file.ts';
import { SAVE_FILE } from '../../explain/labels.ts';
import './gallery.css';

interface FileLinesProps {
  /** A scenario file that the reader chose; the answer says what is wrong with it. */
  onFile: (text: string) => Promise<string | null>;
  onScript: () => void;
  /** Something was done: the menu closes. */
  onDone: () => void;
}

/** What can be done with the scenario as a whole: its script, its file. */
export function FileLines({ onFile, onScript, onDone }: FileLinesProps) {
  const runtime = useRuntime();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const read = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = event.target.files?.[0];
    // The same file, mended, can be chosen again.
    event.target.value = '';
    if (file === undefined) return;
    const wrong = await openTextFile(file, onFile);
    setProblem(wrong ?? '');
    if (wrong === null) onDone();
  };
  const then = (act: () => void) => () => {
    onDone();
    act();
  };
  return (
    <div className="file-lines">
      <button type="button" className="scene-line" onClick={then(onScript)}>
        Edit the script…
      </button>
      <button type="button" className="scene-line" onClick={then(() => void saveRunFile(runtime))}>
        {SAVE_FILE}
      </button>
      <button type="button" className="scene-line" onClick={() => input.current?.click()}>
        Open a file…
      </button>
      <button type="button" className="scene-line" onClick={then(() => askForExport(null))}>
        Export pictures, data, settings…
      </button>
      <input
        ref={input}
        hidden
        type="file"
        accept=".json,application/json"
        aria-label="Scenario file"
        onChange={(event) => void read(event)}
      />
      {problem !== '' && (
        <p className="file-wrong" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
