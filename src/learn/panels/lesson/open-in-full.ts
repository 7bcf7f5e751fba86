import type { LessonStop } from '../../lessons/lesson.ts';
import { encodeLink } from '../../../scenario/link.ts';
import { entityOf } from '../../../store/entity.ts';
import type { Runtime } from '../../../store/runtime.ts';
import { goWithWayBack } from '../../../store/way-back.ts';
import { stopMainPanel } from './usePrepared.ts';

/**
 * Opens the run of a stop on the main screen through its link, so that the browser's Back returns to the lesson and the
 * link can be shared. `playing`: start playing; `from`: title of this page for the way back.
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
