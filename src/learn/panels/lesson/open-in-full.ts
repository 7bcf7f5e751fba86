import type { LessonStop } from '../../lessons/lesson.ts';
import { encodeLink } from '../../../scenario/link.ts';
import { entityOf } from '../../../store/entity.ts';
import type { Runtime } from '../../../store/runtime.ts';
import { goWithWayBack } from '../../../store/way-back.ts';
import { stopMainPanel } from './usePrepared.ts';

/**
 * Opens what a stop shows as an ordinary run, by way of its link: Back then returns to the lesson, and the run can be
 * passed on. `playing` = it runs at once; `from` = what the page is called that it is opened from.
 */
export async function openInFull(
  { actions, store }: Runtime,
  stop: LessonStop,
  playing: boolean,
  from: string,
): Promise<void> {
  const { session, view } = store.getState();
  const look = { ...view, mainPanel: stopMainPanel(stop), selected: 0, pinned: [] };
  const link = await encodeLink(await actions.save(), entityOf(look, session.queues, session.transports), {
    play: playing,
  });
  goWithWayBack(link, { hash: location.hash, title: from });
}
