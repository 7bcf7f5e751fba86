import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Micros } from '../../protocol/units.ts';
import { useRuntime } from '../../store/hooks.ts';
import { trackInstant, type TrackScale } from './layout.ts';
import { createSeekQueue, type SeekQueue } from './seek-queue.ts';

interface Scrub {
  /** Instant under the pointer while dragging, else null. The cursor follows it, and the picture follows the cursor. */
  dragged: Micros | null;
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
}

/**
 * Seeks while the pointer drags along the track. The session works on the next position while the page draws the last
 * one. `inset`: distance from the left edge of the element to the scale, in pixels.
 */
export function useScrub(ref: RefObject<HTMLElement | null>, scale: TrackScale, inset = 0): Scrub {
  const { actions, store } = useRuntime();
  const [dragged, setDragged] = useState<Micros | null>(null);
  const seeks = useRef<SeekQueue | null>(null);
  // Measured once per drag, because measuring forces a layout.
  const left = useRef(0);

  useEffect(() => {
    const rest = (): void => {
      setDragged(null);
      actions.look({ scrubbing: false });
    };
    const queue = createSeekQueue((at) => actions.seek({ at }), rest);
    seeks.current = queue;
    // Subscribe before components that read the store, so that this listener runs before they render.
    const stop = store.subscribe((now, before) => {
      if (now.session.seq !== before.session.seq) queue.frameArrived();
    });
    return () => {
      stop();
      actions.look({ scrubbing: false });
    };
  }, [actions, store]);

  const move = (event: PointerEvent<HTMLElement>): void => {
    const at = trackInstant(scale, event.clientX - left.current);
    setDragged(at);
    seeks.current?.seek(at);
  };
  const end = (): void => seeks.current?.end();

  return {
    dragged,
    onPointerDown(event) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      left.current = (ref.current?.getBoundingClientRect().left ?? 0) + inset;
      seeks.current?.begin();
      actions.look({ scrubbing: true });
      void actions.pause();
      move(event);
    },
    onPointerMove(event) {
      if (seeks.current?.held === true) move(event);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
