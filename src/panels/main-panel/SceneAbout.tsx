import { useSession } from '../../store/hooks.ts';
import './hero.css';

/** What to watch in the scene that is open; nothing when its author wrote nothing. */
export function SceneAbout() {
  const about = useSession((session) => session.scenario?.about ?? '');
  return about === '' ? null : <p className="scene-about">{about}</p>;
}
