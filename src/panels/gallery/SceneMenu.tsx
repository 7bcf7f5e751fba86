import { type ComponentProps, useRef, useState, type ChangeEvent } from 'react';
import { useSession, useRuntime } from '../../store/hooks.ts';
import { ALL_EXACT, SAVE_FILE } from '../../explain/labels.ts';
import { useScenes } from '../kinds/scenes.ts';
import { moveAlong } from '../../ui/Menu.tsx';
import css from './gallery.module.css';
import { askForExport } from '../kit/asked-export.ts';
import { saveRunFile } from '../kit/files.ts';
import { openTextFile } from '../kit/read-file.ts';

interface SceneMenuProps extends ComponentProps<typeof FileLines> {
  onOpen: (id: string) => void;
}

/** The list of scenes below the title. Arrow keys move the focus along the list, as in a menu. */
export default function SceneMenu({ onOpen, ...files }: SceneMenuProps) {
  const current = useSession((session) => session.baseScenarioId);
  const about = useSession((session) => session.scenario?.about ?? '');
  const scenes = useScenes();
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={`stack ${css.scenes}`} onKeyDown={(event) => moveAlong(event, 'button')}>
      {about !== '' && <p className="side-note">{about}</p>}
      <ul className="menu">
        {scenes.map((item) => (
          <li key={item.id} className="stack">
            <button
              type="button"
              aria-current={item.id === current ? 'true' : undefined}
              onClick={() => onOpen(item.id)}
            >
              {item.title}
            </button>
          </li>
        ))}
      </ul>
      <FileLines {...files} />
      <div className="stack">
        {PAGES.map(([hash, text]) => (
          <a key={hash} className="link" href={hash}>
            {text}
          </a>
        ))}
      </div>
    </div>
  );
}

const PAGES = [
  ['#library', 'My library: runs kept on this machine'],
  ['#gallery', 'All scenes, with pictures'],
  ['#lab', 'Timer laboratory: one wheel, three designs'],
  ['#threads', 'Concurrency groups: one over the limit'],
  ['#policies', 'Policy laboratory: threads under three policies'],
  ['#experiments', 'Experiments'],
  ['#tables', 'The document’s tables, simulated'],
  ['#exact', ALL_EXACT],
  ['#glossary', 'Glossary'],
] as const;

interface FileLinesProps {
  /** Opens a scenario file. The result is an error message, or null. */
  onFile: (text: string) => Promise<string | null>;
  onScript: () => void;
  /** Closes the menu. */
  onDone: () => void;
}

function FileLines({ onFile, onScript, onDone }: FileLinesProps) {
  const runtime = useRuntime();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const read = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = event.target.files?.[0];
    // Clearing the field lets the reader choose the same file again after correcting it.
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
    <div className="menu">
      <button type="button" onClick={then(onScript)}>
        Edit the script…
      </button>
      <button type="button" onClick={then(() => void saveRunFile(runtime))}>
        {SAVE_FILE}
      </button>
      <button type="button" onClick={() => input.current?.click()}>
        Open a file…
      </button>
      <button type="button" onClick={then(() => askForExport(null))}>
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
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
