import type { ComponentProps, KeyboardEvent } from 'react';
import { useSession } from '../../store/hooks.ts';
import { useScenes } from '../kinds/scenes.ts';
import { FileLines } from './FileLines.tsx';
import { ALL_EXACT } from '../../explain/labels.ts';
import './gallery.css';

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
    <div className="scenes" onKeyDown={moveFocus}>
      {about !== '' && <p className="scenes-about">{about}</p>}
      <ul>
        {scenes.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              className="scene-line"
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

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (by === 0) return;
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('.scene-line')];
  const here = lines.indexOf(document.activeElement as HTMLElement);
  lines[(here + by + lines.length) % lines.length]?.focus();
  event.preventDefault();
  event.stopPropagation();
}
