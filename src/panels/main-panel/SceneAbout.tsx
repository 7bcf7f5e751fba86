import { useSession } from '../../store/hooks.ts';
import css from './hero.module.css';

/** What to watch in the scene that is open; nothing when its author wrote nothing. */
export function SceneAbout() {
  const about = useSession((session) => session.scenario?.about ?? '');
  return about === '' ? null : <p className={css.sceneAbout}>{about}</p>;
}
