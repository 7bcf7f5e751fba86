import { GALLERY } from '../../scenes/gallery.ts';
import type { GalleryItem } from '../../scenes/item.ts';
import { TIMER_SCENES } from '../../scenes/timers/scenes.ts';
import { type ByKind, ofKind } from '../../scenario/kinds/by-kind.ts';
import { useSession } from '../../store/hooks.ts';

/** Who is in the laboratory looks for its scenes; the mail is a link away. */
const SCENES: ByKind<readonly GalleryItem[]> = {
  mail: () => GALLERY,
  'timer-lab': () => TIMER_SCENES,
  'threads-alone': () => GALLERY,
};

/** The scenes that the run which is open is one of. */
export function useScenes(): readonly GalleryItem[] {
  return useSession(({ scenario }) => (scenario === null ? GALLERY : ofKind(SCENES, scenario)));
}
