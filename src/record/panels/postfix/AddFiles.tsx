import { useCallback, useEffect, useState } from 'react';
import { useRuntime } from '../../../store/hooks.ts';
import { pageIdle, whileBusy } from '../../../store/idle.ts';
import { Icon } from '../../../ui/Icon.tsx';
import type { RecordFile } from '../../protocol/record.ts';
import type { Records } from '../../store/record.ts';
import { CopyCommand, Fault, FileButton } from '../kit/parts.tsx';
import { openIncident } from '../incidents/incident-files.ts';
import { chosenFiles, droppedFiles, pastedFile, withParts } from './given-files.ts';
import css from './postfix.module.css';
import { Button } from '../../../ui/Button.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';

/** The incident that serves as the example, because the What if tab can predict changes from its record. */
const EXAMPLE = 'newsletter';

const COMMANDS = 'postconf -n > postconf.txt 2>&1\npostconf -M > master.txt\npostqueue -j > postqueue.jsonl';

/** Offers the ways to add files to a record: drop, choose, paste, or take the example. */
export function AddFiles({ records }: { records: Records }) {
  const addGiven = useAddGiven(records);
  const [pasting, setPasting] = useState(false);
  const choose = (list: FileList | null): void => {
    const files = chosenFiles(list);
    if (files.length > 0) addGiven(files);
  };
  const [fault, setFault] = useState('');
  const openExample = async (): Promise<void> => {
    try {
      await openIncident(records, EXAMPLE);
      setFault('');
      location.hash = '#postfix';
    } catch (error) {
      setFault(`The example could not be opened: ${String(error instanceof Error ? error.message : error)}`);
    }
  };
  return (
    <>
      <div className={`stack ${css.postfixDrop}`}>
        <Icon name="download" />
        <b>Drop files or a folder here</b>
        <p className="sub">
          maillog (also rotated or .gz), <code>postconf -n</code>, <code>postconf -M</code>,{' '}
          <code className="nowrap">postqueue -j</code>
        </p>
        <p>
          <FileButton text="Choose files" label="Logs and settings" className="primary" onChoose={choose} />{' '}
          <FileButton text="Folder" label="A folder of logs" className="outlined" folder onChoose={choose} />{' '}
          <Button look="outlined" aria-expanded={pasting} onClick={() => setPasting(!pasting)}>
            Paste text
          </Button>
        </p>
      </div>
      {pasting && <Paste records={records} onDone={() => setPasting(false)} />}
      <p className="row wrap between">
        <Button look="outlined" onClick={() => void whileBusy(openExample())}>
          Try an example: a newsletter before password resets
        </Button>
        <span className="dim">a real Postfix in a laboratory, 90 messages</span>
      </p>
      <Fault text={fault} />
      <h2>On the server</h2>
      <CopyCommand text={COMMANDS} />
    </>
  );
}

function Paste({ records, onDone }: { records: Records; onDone: () => void }) {
  const addGiven = useAddGiven(records);
  const [text, setText] = useState('');
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === '') return;
        addGiven([pastedFile(text, records.store.getState().files.length + 1)]);
        onDone();
      }}
    >
      <label className="strong text-2" htmlFor="pasted">
        Lines of a log, postconf, postqueue -j, or journalctl -o export
      </label>
      <TextArea id="pasted" kind="code" rows={8} value={text} onChange={setText} />
      <p>
        <button type="submit" className="btn primary" disabled={text.trim() === ''}>
          Read it
        </button>
      </p>
    </form>
  );
}

/** Adds files that the reader drops on the page, and text pasted outside of a field. */
export function useDropAndPaste(records: Records): void {
  const addGiven = useAddGiven(records);
  useEffect(() => {
    // Listens in the capture phase, before the page's own drop handler, which would open the file as a scenario.
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

/** Adds files to the record. A shared record is added as its parts. */
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
