import { ALL_SCENES, SAVE_FILE } from '../../explain/labels.ts';
import { useRuntime, useSession } from '../../store/hooks.ts';
import { openCompare } from '../../store/open-compare.ts';
import { moveAlong } from '../../ui/Menu.tsx';
import { useKind } from '../kinds/views.ts';
import { askForExport } from '../kit/asked-export.ts';
import { saveRunFile } from '../kit/files.ts';
import css from './gallery.module.css';

interface SceneMenuProps {
  onScript: () => void;
  /** Closes the menu. */
  onDone: () => void;
}

/** The menu below the title of a run: what it is about, and what can be done with it. */
export default function SceneMenu({ onScript, onDone }: SceneMenuProps) {
  const runtime = useRuntime();
  const about = useSession((session) => session.scenario?.about ?? '');
  const { comparable } = useKind();
  const then = (act: () => void) => () => {
    onDone();
    act();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={`stack ${css.scenes}`} onKeyDown={(event) => moveAlong(event, 'button, a')}>
      {about !== '' && <p className="side-note">{about}</p>}
      <div className="menu">
        {comparable && (
          <button type="button" onClick={then(() => void openCompare(runtime))}>
            Compare two branches
            <kbd>Shift 5</kbd>
          </button>
        )}
        <button type="button" onClick={then(onScript)}>
          Edit the script…
        </button>
        <button type="button" onClick={then(() => void saveRunFile(runtime))}>
          {SAVE_FILE}
        </button>
        <button type="button" onClick={then(() => askForExport(null))}>
          Export pictures, data, settings…
          <kbd>Shift S</kbd>
        </button>
      </div>
      <div className="menu">
        <a href="#library">My library: runs kept on this machine</a>
        <a href="#gallery">{ALL_SCENES}</a>
      </div>
    </div>
  );
}
