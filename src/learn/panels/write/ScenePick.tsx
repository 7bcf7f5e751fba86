import { galleryItem } from '../../../scenes/gallery.ts';
import { SHELVES } from '../../../scenes/shelves.ts';
import type { Lesson } from '../../lessons/lesson.ts';
import { useActions, useSession } from '../../../store/hooks.ts';
import { useWrite } from './useWrite.ts';
import './write.css';

/** Which run is on the stage; another one can be put there: one of the lesson, or of the gallery. */
export function ScenePick({ lesson }: { lesson: Lesson | null }) {
  const actions = useActions();
  const { instant } = useWrite();
  const title = useSession((session) => session.scenario?.title ?? '');
  const own = Object.entries(lesson?.scenes ?? {});
  const open = (value: string): void => {
    const [kind, name = ''] = value.split(' ');
    const scene = kind === 'own' ? lesson?.scenes[name] : undefined;
    const item = kind === 'gallery' ? galleryItem(name) : undefined;
    if (item !== undefined) actions.setHero(null);
    const run = scene ?? item?.scenario;
    if (run === undefined) return;
    const from = item === undefined ? {} : { id: item.id, own: true };
    // Behind everything that happens at once: an empty stage says nothing.
    void actions
      .openScenario(run, { ...from, step: 0, play: false })
      .then(() => actions.seek({ at: item?.opensAt ?? 0 }));
  };
  return (
    <select
      className="pick write-scene"
      aria-label={instant.run}
      value=""
      onChange={(event) => open(event.target.value)}
    >
      <option value="">{title === '' ? instant.chooseRun : instant.runIs(title)}</option>
      {own.length > 0 && (
        <optgroup label={instant.own}>
          {own.map(([name, scene]) => (
            <option key={name} value={`own ${name}`}>
              {scene.title}
            </option>
          ))}
        </optgroup>
      )}
      {SHELVES.map((shelf) => (
        <optgroup key={shelf.id} label={shelf.title}>
          {shelf.items.map((item) => (
            <option key={item.id} value={`gallery ${item.id}`}>
              {item.title}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}
