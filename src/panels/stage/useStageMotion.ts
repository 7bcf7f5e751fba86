import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useApp, useSession, useView } from '../../store/hooks.ts';
import { selectMotion } from '../../store/selectors.ts';
import { whileBusy } from '../../store/idle.ts';
import type { StageLayout } from './stage-marks.ts';
import type { Player } from './motion.ts';

type Moving = typeof import('./motion.ts');

/** Loaded after the first picture. */
let moving: Moving | null = null;

/**
 * Moves elements from their places in the last picture to the new ones. With reduced motion nothing moves, and it
 * returns a sentence ("6 moved before 3"), else "".
 */
export function useStageMotion(
  content: RefObject<HTMLElement | null>,
  overlay: RefObject<HTMLElement | null>,
  layout: StageLayout,
): string {
  const motion = useApp(selectMotion);
  const reduced = useView((view) => view.reducedMotion);
  const order = useView((view) => view.order);
  const transport = useView((view) => view.transport);
  const seq = useSession((session) => session.seq);
  const run = useSession((session) => session.run);
  const shown = useRef<{
    layout: StageLayout;
    order: string;
    transport: string;
    seq: number;
    run: number;
  } | null>(null);
  const player = useRef<Player | null>(null);
  const [told, setTold] = useState('');

  useEffect(() => {
    // Until this code is loaded nothing is animated; the picture is still correct.
    if (moving === null) void whileBusy(fetchMoving()).catch(() => undefined);
  }, []);

  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { layout, order, transport, seq, run };
    const root = content.current;
    const top = overlay.current;
    if (root === null || top === null || moving === null) return;
    const { changesOf, comparable, createPlayer } = moving;
    player.current ??= createPlayer(root, top);
    const same = before !== null && before.transport === transport && before.run === run;
    if (before === null || before.layout === layout) {
      player.current.remember();
      return;
    }
    // The next picture came before the animation ended; continue from its end state.
    player.current.finish();
    const toggled = before.order !== order;
    const stepped = before.seq !== seq;
    if (same && comparable(before.layout, layout) && (toggled || stepped)) {
      const changes = changesOf(before.layout, layout);
      const kind = toggled && !stepped ? (reduced ? 'none' : 'travel') : motion;
      setTold(reduced ? changes.told : '');
      if (reduced && motion !== 'none') player.current.mark(changes.changed);
      else if (kind === 'outline') player.current.outline(changes.changed);
      else if (kind !== 'none')
        player.current.play(changes, kind === 'reverse' ? 0.5 : 1, toggled ? 360 : 320);
    } else if (!same) setTold('');
    player.current.remember();
  }, [content, overlay, layout, motion, reduced, order, transport, seq, run]);

  useLayoutEffect(
    () => () => {
      player.current?.finish();
      player.current = null;
    },
    [],
  );
  return told;
}

async function fetchMoving(): Promise<void> {
  moving = await import('./motion.ts');
}
