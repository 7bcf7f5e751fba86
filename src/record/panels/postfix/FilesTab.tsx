import { useEffect } from 'react';
import { chosenMember, type Records, useRecords } from '../../store/record.ts';
import { AddFiles } from './AddFiles.tsx';
import { Answers } from './Answers.tsx';
import { droppedFiles, pastedFile } from './dropped.ts';
import { useAddGiven } from './given.ts';
import { ShareRecord } from './ShareRecord.tsx';
import { FileRows } from './FileRows.tsx';
import { KeepRecord, KeptList } from './Kept.tsx';
import { Members } from './Members.tsx';
import { Reading } from './Reading.tsx';
import { cancelledAt, count, missing } from './words.ts';
import './postfix.css';

/** Takes what is dropped on the page, or pasted outside of a field. */
function useGiven(records: Records): void {
  const addGiven = useAddGiven(records);
  useEffect(() => {
    // Before the page's own drop, which takes scenarios: it listens behind this.
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

/** What has been given, what it is, what is missing. */
export default function FilesTab() {
  const { records, state } = useRecords();
  const { view, files, progress, fault } = state;
  useGiven(records);
  const empty = files.length === 0 && view === null;
  return (
    <div className="postfix-files" data-empty={empty}>
      <section className="postfix-give" aria-label="Files">
        <AddFiles records={records} />
        <KeptList records={records} state={state} />
        {empty && fault !== '' && (
          <p className="field-error" role="alert">
            {fault}
          </p>
        )}
        {view !== null && <Missing rows={missing(view)} />}
      </section>
      {!empty && (
        <section className="postfix-found" aria-label="Recognized">
          <header className="row postfix-found-head">
            <h2>
              Recognized <span className="dim">{count(view?.files.length ?? files.length, 'file')}</span>
            </h2>
            <span className="grow" />
            <button type="button" className="link" onClick={records.clear}>
              Remove all
            </button>
          </header>
          {fault !== '' && (
            <p className="field-error" role="alert">
              {fault}
            </p>
          )}
          {progress !== null && (
            <Reading progress={progress} cancelling={state.cancelling} onCancel={records.cancel} />
          )}
          {view !== null && progress === null && (
            <>
              {view.cancelled && (
                <p className="postfix-note" role="status">
                  {cancelledAt(view)}
                </p>
              )}
              <FileRows view={view} options={state.options} records={records} kept={state.open !== null} />
              <Members view={view} chosen={chosenMember(state)} onChoose={records.choose} />
              <KeepRecord key={view.zone + view.files.length} records={records} state={state} />
              <ShareRecord key={`share ${view.zone}${view.files.length}`} records={records} state={state} />
            </>
          )}
        </section>
      )}
      {view !== null && progress === null && <Answers view={view} />}
    </div>
  );
}

function Missing({ rows }: { rows: readonly { what: string; adds: string }[] }) {
  if (rows.length === 0) return null;
  return (
    <div className="postfix-missing">
      <h2>Still missing</h2>
      <dl>
        {rows.map(({ what, adds }) => (
          <div key={what}>
            <dt className="mono">{what}</dt>
            <dd>{adds}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
