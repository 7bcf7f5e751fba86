import { GALLERY } from '../../scenes/gallery.ts';
import type { GalleryItem } from '../../scenes/item.ts';
import { TIMER_SCENES } from '../../scenes/timers/scenes.ts';
import { type ByKind, ofKind } from '../../scenario/kinds/by-kind.ts';
import { useSession } from '../../store/hooks.ts';

/** Scenes to offer, by kind of run. A laboratory offers its own scenes and a link to those of mail. */
const SCENES: ByKind<readonly GalleryItem[]> = {
  mail: () => GALLERY,
  'timer-lab': () => TIMER_SCENES,
  'threads-alone': () => GALLERY,
};

/** Scenes of the open run's kind. */
export function useScenes(): readonly GalleryItem[] {
  return useSession(({ scenario }) => (scenario === null ? GALLERY : ofKind(SCENES, scenario)));
}
