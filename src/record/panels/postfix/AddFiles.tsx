import { type ChangeEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { RecordFile } from '../../protocol/record.ts';
import type { Records } from '../../store/record.ts';
import { useRuntime } from '../../../store/hooks.ts';
import { pageIdle } from '../../../store/idle.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { CopyCommand } from '../kit/CopyCommand.tsx';
import { exampleFiles } from './example/files.ts';
import { chosenFiles, droppedFiles, pastedFile, withParts } from './given-files.ts';
import css from './postfix.module.css';

const COMMANDS = 'postconf -n > postconf.txt 2>&1\npostconf -M > master.txt\npostqueue -j > postqueue.jsonl';

/** The ways to give files: drop, choose, paste, or the example. */
export function AddFiles({ records }: { records: Records }) {
  const [pasting, setPasting] = useState(false);
  const [fault, setFault] = useState('');
  const openExample = (): void => {
    const end = pageIdle.begin();
    exampleFiles()
      .then((files) => {
        setFault('');
        records.clear();
        records.add(files);
      })
      .catch((error: unknown) =>
        setFault(
          `The example could not be opened: ${String(error instanceof Error ? error.message : error)}.`,
        ),
      )
      .finally(end);
  };
  return (
    <>
      <h1>Drop your log. It stays on this computer.</h1>
      <p className="lead">
        The page reads the files itself; nothing is sent, and the page can work without a network.
      </p>
      <div className={css.postfixDrop}>
        <Icon name="download" />
        <b>Drop files or a folder here</b>
        <p className="sub">
          maillog, also .gz and rotated; <code>postconf -n</code>, <code>postconf -M</code>,{' '}
          <code>postqueue -j</code>
        </p>
        <div className={css.postfixWays}>
          <Choose records={records} />
          <button
            type="button"
            className="btn outlined"
            aria-expanded={pasting}
            onClick={() => setPasting(!pasting)}
          >
            Paste text
          </button>
        </div>
      </div>
      {pasting && <Paste records={records} onDone={() => setPasting(false)} />}
      <p className={`row ${css.postfixExample}`}>
        <button type="button" className="link big-link" onClick={openExample}>
          Try an example afternoon
        </button>
        <span className="grow" />
        <span className="dim">5.5 min, 168 messages</span>
      </p>
      {fault !== '' && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
      <h2>On the server</h2>
      <CopyCommand className={css.postfixCommands} text={COMMANDS} />
    </>
  );
}

function Choose({ records }: { records: Records }) {
  const addGiven = useAddGiven(records);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // React has no name for this property.
    if (folder.current !== null) folder.current.webkitdirectory = true;
  }, []);
  const take = (event: ChangeEvent<HTMLInputElement>): void => {
    const chosen = chosenFiles(event.target.files);
    // The same file, grown, can be chosen again.
    event.target.value = '';
    if (chosen.length > 0) addGiven(chosen);
  };
  return (
    <>
      <button type="button" className="btn primary" onClick={() => files.current?.click()}>
        Choose files
      </button>
      <button type="button" className="btn outlined" onClick={() => folder.current?.click()}>
        Folder
      </button>
      <input ref={files} type="file" multiple hidden aria-label="Logs and settings" onChange={take} />
      <input ref={folder} type="file" hidden aria-label="A folder of logs" onChange={take} />
    </>
  );
}

function Paste({ records, onDone }: { records: Records; onDone: () => void }) {
  const addGiven = useAddGiven(records);
  const [text, setText] = useState('');
  return (
    <form
      className={css.postfixPaste}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === '') return;
        addGiven([pastedFile(text, records.store.getState().files.length + 1)]);
        onDone();
      }}
    >
      <label htmlFor="pasted">Lines of a log, postconf, postqueue -j, or journalctl -o export</label>
      <textarea
        id="pasted"
        className="field mono"
        rows={8}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="btn primary" disabled={text.trim() === ''}>
        Read it
      </button>
    </form>
  );
}

/** Adds what the reader drops on the page, or pastes outside of a field. */
export function useDropAndPaste(records: Records): void {
  const addGiven = useAddGiven(records);
  useEffect(() => {
    // Capturing: the page's own drop handler, which opens scenarios, must not get these files.
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const drop = (event: DragEvent): void => {
      const { dataTransfer } = event;
      if (dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      event.stopPropagation();
      addGiven(droppedFiles(dataTransfer));
    };
    const paste = (event: ClipboardEvent): void => {
      if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement) return;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (text.trim() !== '') addGiven([pastedFile(text, records.store.getState().files.length + 1)]);
    };
    addEventListener('dragover', over, true);
    addEventListener('drop', drop, true);
    addEventListener('paste', paste);
    return () => {
      removeEventListener('dragover', over, true);
      removeEventListener('drop', drop, true);
      removeEventListener('paste', paste);
    };
  }, [addGiven, records]);
}

type Given = readonly RecordFile[] | Promise<readonly RecordFile[]>;

/** Adds files to the record; of a shared record its parts. */
function useAddGiven(records: Records): (given: Given) => void {
  const { reader } = useRuntime();
  return useCallback(
    (given) => {
      const end = pageIdle.begin();
      void Promise.resolve(given)
        .then((files) => withParts(reader, files))
        .then((parts) => records.add(parts))
        .finally(end);
    },
    [reader, records],
  );
}
