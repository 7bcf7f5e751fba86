import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import type { Micros } from '../../protocol/units.ts';
import { useActions } from '../../store/hooks.ts';
import { atOf, type TrackScale } from './layout.ts';

interface Scrub {
  /** Where the finger is while it drags, null otherwise: the cursor follows it, the picture follows the cursor. */
  dragged: Micros | null;
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
}

/** Dragging along the track = seeking. One request is in flight; of those that came meanwhile only the newest is made. */
export function useScrub(ref: RefObject<HTMLElement | null>, scale: TrackScale): Scrub {
  const actions = useActions();
  const [dragged, setDragged] = useState<Micros | null>(null);
  const flight = useRef<{ busy: boolean; next: Micros | null }>({ busy: false, next: null });
  const dragging = useRef(false);

  const rest = (): void => {
    setDragged(null);
    actions.setScrubbing(false);
  };
  useEffect(() => () => actions.setScrubbing(false), [actions]);

  const seek = async (at: Micros): Promise<void> => {
    const state = flight.current;
    state.next = at;
    if (state.busy) return;
    state.busy = true;
    while (state.next !== null) {
      const target: Micros = state.next;
      state.next = null;
      // One after the other on purpose: the worker would queue them all and the picture would trail behind.
      // oxlint-disable-next-line no-await-in-loop
      await actions.seek({ at: target }).catch(() => undefined);
    }
    state.busy = false;
    if (!dragging.current) rest();
  };

  const move = (event: PointerEvent<HTMLElement>): void => {
    const left = ref.current?.getBoundingClientRect().left ?? 0;
    const at = atOf(scale, event.clientX - left);
    setDragged(at);
    void seek(at);
  };

  const end = (): void => {
    dragging.current = false;
    if (!flight.current.busy) rest();
  };

  return {
    dragged,
    onPointerDown(event) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      dragging.current = true;
      actions.setScrubbing(true);
      void actions.pause();
      move(event);
    },
    onPointerMove(event) {
      if (dragging.current) move(event);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
