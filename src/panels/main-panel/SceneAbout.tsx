import { useSession } from '../../store/hooks.ts';
import css from './hero.module.css';

/** The author's hint on what to watch in the open scene; empty without one. */
export function SceneAbout() {
  const about = useSession((session) => session.scenario?.about ?? '');
  return about === '' ? null : <p className={css.sceneAbout}>{about}</p>;
}
