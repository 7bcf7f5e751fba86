import type { LessonStop } from '../../lessons/lesson.ts';
import { encodeLink } from '../../scenario/link.ts';
import { entityOf } from '../../store/entity.ts';
import type { Runtime } from '../../store/runtime.ts';
import { stopHero } from './stop-view.ts';

/**
 * Opens what a stop shows as an ordinary run, by way of its link: Back then returns to the lesson, and the run can be
 * passed on. `playing` = it runs at once.
 */
export async function openInFull(
  { actions, store }: Runtime,
  stop: LessonStop,
  playing: boolean,
): Promise<void> {
  const { session, view } = store.getState();
  const look = { ...view, hero: stopHero(stop), selected: 0, pinned: [] };
  const link = await encodeLink(await actions.save(), entityOf(look, session.queues, session.transports), {
    play: playing,
  });
  location.hash = link;
}
