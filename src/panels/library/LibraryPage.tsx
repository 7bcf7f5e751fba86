import { formatCounted } from '../../explain/format.ts';
import { useCallback, useEffect, useState } from 'react';
import { Chip } from '../../charts/Chip.tsx';
import { type KeptRun, NAME_MAX } from '../../protocol/library.ts';
import { randomId } from '../../scenario/bytes.ts';
import { useRuntime } from '../../store/hooks.ts';
import { pageIdle } from '../../store/idle.ts';
import type { BadRow } from '../../store/library-rows.ts';
import { readLibrary } from '../../store/reading.ts';
import { dropRun, exportLibrary, keepRun, listRuns } from '../../store/library.ts';
import { Field } from '../../ui/Field.tsx';
import galleryCss from '../gallery/gallery.module.css';
import { saveText } from '../kit/files.ts';
import { OpenFile } from '../kit/OpenFile.tsx';
import { SAVE_FILE, KEEP_HERE } from '../../explain/labels.ts';
import { Button } from '../../ui/Button.tsx';

const DENIED = 'This browser stores nothing for this page: a private window, or storage is off.';

/** Page `#library`: the runs that the reader keeps on this machine. */
export default function LibraryPage() {
  const { reader } = useRuntime();
  const { runs, bad, refresh, said, say } = useRuns();
  const change = (work: Promise<unknown>): void => {
    void work.then(refresh, () => say(DENIED));
  };
  const take = async (text: string): Promise<void> => {
    const read = await readLibrary(reader, text);
    if (!read.ok) return say(read.detail);
    for (const run of read.runs) {
      // oxlint-disable-next-line no-await-in-loop
      await keepRun({ ...run, id: randomId() });
    }
    await refresh();
    say([`${formatCounted(read.runs.length, 'run')} imported.`, ...read.left].join(' '));
  };
  return (
    <main className="page" id="stage" tabIndex={-1}>
      <div className={galleryCss.gallery}>
        <div className="stack">
          <h1>My library</h1>
          <p className="lead">
            Runs that you keep in this browser. They exist only here; export them to use them elsewhere.
          </p>
          <LibraryFiles runs={runs ?? []} onTake={take} />
          <p role="status" className="sub breaks">
            {said}
          </p>
        </div>
        {runs?.length === 0 && bad.length === 0 && (
          <p className="sub">
            No runs yet. Open a scene, then choose <b>Share</b> and <b>{KEEP_HERE}</b>.
          </p>
        )}
        <ul className={galleryCss.cards}>
          {(runs ?? []).map((run) => (
            <li key={run.id}>
              <Card
                run={run}
                onRename={(name) => change(keepRun({ ...run, name }))}
                onDrop={() => change(dropRun(run.id))}
              />
            </li>
          ))}
        </ul>
        <BadRows rows={bad} onDrop={(row) => change(dropRun(row.key))} />
      </div>
    </main>
  );
}

/** Lists rows of the database that are not valid runs: what is wrong, and buttons to save or delete each row. */
function BadRows({ rows, onDrop }: { rows: readonly BadRow[]; onDrop: (row: BadRow) => void }) {
  if (rows.length === 0) return null;
  return (
    <section className="stack" aria-label="Damaged rows">
      <h2>Damaged</h2>
      <p className="sub">
        These entries are not runs, or another program wrote them. All other runs are intact.
      </p>
      <ul className="stack">
        {rows.map((row) => (
          <li key={row.text} className="row panel">
            <span className="grow breaks">{row.reason}</span>
            <Button
              look="outlined"
              onClick={() => saveText('qmgrscope-damaged-run.json', row.text, 'application/json')}
            >
              {SAVE_FILE}
            </Button>
            <Button onClick={() => onDrop(row)}>Delete</Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface LibraryFilesProps {
  runs: readonly KeptRun[];
  /** Adds the runs of a library file to the library. */
  onTake: (text: string) => Promise<void>;
}

function LibraryFiles({ runs, onTake }: LibraryFilesProps) {
  return (
    <div className="row wrap">
      <Button
        look="outlined"
        disabled={runs.length === 0}
        onClick={() => saveText('qmgrscope-library.json', exportLibrary(runs), 'application/json')}
      >
        Export all
      </Button>
      <OpenFile
        text="Import a library"
        name="library file"
        accept=".json,application/json"
        onFile={(text) =>
          onTake(text).then(
            () => null,
            () => DENIED,
          )
        }
      />
    </div>
  );
}

/** The runs of the library; null until the browser's database has answered. */
function useRuns() {
  const [runs, setRuns] = useState<readonly KeptRun[] | null>(null);
  const [bad, setBad] = useState<readonly BadRow[]>([]);
  const [said, say] = useState('');
  const refresh = useCallback(async (): Promise<void> => {
    const end = pageIdle.begin();
    try {
      const rows = await listRuns();
      setRuns(rows.runs);
      setBad(rows.bad);
    } catch {
      setRuns([]);
      say(DENIED);
    }
    pageIdle.frameIngested();
    end();
  }, []);
  useEffect(() => {
    // The database is outside of React and answers later, so an effect has to set this state.
    // oxlint-disable-next-line react/set-state-in-effect
    void refresh();
  }, [refresh]);
  return { runs, bad, refresh, said, say };
}

interface CardProps {
  run: KeptRun;
  onRename: (name: string) => void;
  onDrop: () => void;
}

function Card({ run, onRename, onDrop }: CardProps) {
  const [name, setName] = useState(run.name);
  const [sure, setSure] = useState(false);
  const rename = (): void => {
    const next = name.trim();
    if (next === '') setName(run.name);
    else if (next !== run.name) onRename(next);
  };
  return (
    <div className={galleryCss.sceneCard}>
      <a className={galleryCss.cardPicture} href={run.hash} aria-label={`Open ${run.name}`}>
        {run.tiles.length === 0 ? (
          <span className="dim">not run yet</span>
        ) : (
          <span className="row wrap gap-2" aria-hidden="true">
            {run.tiles.map((number, i) => (
              // The tiles never change places, so the index is a stable key.
              // oxlint-disable-next-line react/no-array-index-key
              <span className={galleryCss.pictureTile} key={i}>
                <Chip number={number} />
              </span>
            ))}
          </span>
        )}
      </a>
      <div className={galleryCss.cardWords}>
        <Field
          label="Name"
          value={name}
          maxLength={NAME_MAX}
          onChange={setName}
          onBlur={rename}
          onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        />
        <span className={`dim text-1 ${galleryCss.cardFacts}`}>
          kept on {new Date(run.kept).toLocaleDateString()}, {run.hash.length} characters
        </span>
        <div className="row">
          <a className="btn outlined" href={run.hash}>
            Open
          </a>
          <span className="grow" />
          <Button onClick={() => (sure ? onDrop() : setSure(true))}>
            {sure ? 'Really delete' : 'Delete'}
          </Button>
        </div>
      </div>
    </div>
  );
}
