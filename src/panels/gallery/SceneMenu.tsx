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

/** The scenes as a list under the title: one click opens. Arrows move along it, like in a menu. */
export default function SceneMenu({ onOpen, ...files }: SceneMenuProps) {
  const current = useSession((session) => session.baseScenarioId);
  const about = useSession((session) => session.scenario?.about ?? '');
  const scenes = useScenes();
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={css.scenes} onKeyDown={(event) => moveAlong(event, `.${css.sceneLine}`)}>
      {about !== '' && <p className={css.scenesAbout}>{about}</p>}
      <ul>
        {scenes.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              className={css.sceneLine}
              aria-current={item.id === current ? 'true' : undefined}
              onClick={() => onOpen(item.id)}
            >
              {item.title}
            </button>
          </li>
        ))}
      </ul>
      <FileLines {...files} />
      <a className="link" href="#library">
        My library: runs kept on this machine
      </a>
      <a className="link" href="#gallery">
        All scenes, with pictures
      </a>
      <a className="link" href="#lab">
        Timer laboratory: one wheel, three designs
      </a>
      <a className="link" href="#threads">
        Concurrency groups: one over the limit
      </a>
      <a className="link" href="#policies">
        Policy laboratory: threads under three policies
      </a>
      <a className="link" href="#experiments">
        Experiments
      </a>
      <a className="link" href="#tables">
        The document’s tables, simulated
      </a>
      <a className="link" href="#exact">
        {ALL_EXACT}
      </a>
      <a className="link" href="#glossary">
        Glossary
      </a>
    </div>
  );
}

interface FileLinesProps {
  /** A scenario file that the reader chose; the answer says what is wrong with it. */
  onFile: (text: string) => Promise<string | null>;
  onScript: () => void;
  /** Something was done: the menu closes. */
  onDone: () => void;
}

/** What can be done with the scenario as a whole: its script, its file. */
function FileLines({ onFile, onScript, onDone }: FileLinesProps) {
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
    <div className={css.fileLines}>
      <button type="button" className={css.sceneLine} onClick={then(onScript)}>
        Edit the script…
      </button>
      <button type="button" className={css.sceneLine} onClick={then(() => void saveRunFile(runtime))}>
        {SAVE_FILE}
      </button>
      <button type="button" className={css.sceneLine} onClick={() => input.current?.click()}>
        Open a file…
      </button>
      <button type="button" className={css.sceneLine} onClick={then(() => askForExport(null))}>
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
        <p className={css.fileWrong} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
