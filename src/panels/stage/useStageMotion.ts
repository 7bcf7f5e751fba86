import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useActions, useApp, useSession, useView } from '../../store/hooks.ts';
import { selectMotion } from '../../store/selectors.ts';
import { whileBusy } from '../../store/idle.ts';
import type { Drawn, FilmFrame, Told } from './film.ts';
import type { Moment, Players, Shown } from './way.ts';

type Moving = typeof import('./way.ts');

/** Loaded after the first picture. */
let moving: Moving | null = null;

export interface StageMotion {
  /** Frame of the film of a preemption, drawn instead of the layout; null = draw the layout. */
  frame: FilmFrame | null;
  /** Component that draws above the picture: marks of the frame, or words about a preemption. Null = not loaded yet. */
  Above: Moving['Above'] | null;
  told: Told | null;
}

function useMoment(): Moment {
  const motion = useApp(selectMotion);
  const reduced = useView((view) => view.reducedMotion);
  const order = useView((view) => view.order);
  const transport = useView((view) => view.transport);
  const scrubbing = useView((view) => view.scrubbing);
  const seq = useSession((session) => session.seq);
  const run = useSession((session) => session.run);
  const decision = useSession((session) => session.cursor.decision);
  const jumped = useSession((session) => session.motion === 'jump') && !scrubbing;
  const speed = useSession((session) => (session.playing ? session.speed : 0));
  return useMemo(
    () => ({ motion, reduced, order, transport, seq, run, decision, jumped, speed }),
    [motion, reduced, order, transport, seq, run, decision, jumped, speed],
  );
}

/**
 * Animates marks from their places in the last picture to their new places, and shows a preemption as a film. With
 * reduced motion nothing moves: a ring marks the preemption, and words describe it.
 */
export function useStageMotion(
  content: RefObject<HTMLElement | null>,
  overlay: RefObject<HTMLElement | null>,
  { input, layout }: Drawn,
): StageMotion {
  const actions = useActions();
  const moment = useMoment();
  const shown = useRef<Shown | null>(null);
  const players = useRef<Players | null>(null);
  const [frame, setFrame] = useState<FilmFrame | null>(null);
  const [told, setTold] = useState<Told | null>(null);

  useEffect(() => {
    // Until this code is loaded, nothing is animated, but the picture is correct.
    if (moving === null) void whileBusy(fetchMoving()).catch(() => undefined);
  }, []);

  useLayoutEffect(() => {
    const root = content.current;
    const top = overlay.current;
    const before = shown.current;
    const now = { input, layout, moment };
    if (root === null || top === null || moving === null) {
      shown.current = now;
      return;
    }
    players.current ??= moving.createPlayers(root, top, setFrame);
    const { marks, film } = players.current;
    // While the run plays, its clock stops during a film. Pictures that arrive during the film are shown after it.
    if (film.running && (moment.speed > 0 || before?.moment.seq === moment.seq)) return;
    film.end();
    shown.current = now;
    if (before !== null && before.layout !== layout) {
      // The next picture came before the animation ended; continue from its end state.
      marks.finish();
      const { ms, told: words } = moving.showWay(players.current, before, now);
      if (words !== undefined) setTold(words);
      if (ms > 0 && moment.speed > 0) void actions.holdClock(ms);
    }
    marks.remember();
  }, [content, overlay, actions, input, layout, moment, frame]);

  useLayoutEffect(
    () => () => {
      players.current?.film.end();
      players.current?.marks.finish();
      players.current = null;
    },
    [],
  );
  return { frame, Above: moving?.Above ?? null, told };
}

async function fetchMoving(): Promise<void> {
  moving = await import('./way.ts');
}
