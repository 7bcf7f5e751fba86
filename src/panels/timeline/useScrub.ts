import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import type { Micros } from '../../protocol/units.ts';
import { useRuntime } from '../../store/hooks.ts';
import { createFlight, type Flight } from './flight.ts';
import { trackInstant, type TrackScale } from './layout.ts';

interface Scrub {
  /** Where the finger is while it drags, null otherwise: the cursor follows it, the picture follows the cursor. */
  dragged: Micros | null;
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
}

/** Dragging along the track = seeking. The session works on the next place while the page draws the last one. */
export function useScrub(ref: RefObject<HTMLElement | null>, scale: TrackScale): Scrub {
  const { actions, store } = useRuntime();
  const [dragged, setDragged] = useState<Micros | null>(null);
  const flight = useRef<Flight | null>(null);
  // Asked for once a drag: the answer has the browser work out the layout, in the middle of a change.
  const left = useRef(0);

  useEffect(() => {
    const rest = (): void => {
      setDragged(null);
      actions.setScrubbing(false);
    };
    const mine = createFlight((at) => actions.seek({ at }), rest);
    flight.current = mine;
    // Heard before what reads the store is rendered.
    const stop = store.subscribe((now, before) => {
      if (now.session.seq !== before.session.seq) mine.pictureCame();
    });
    return () => {
      stop();
      actions.setScrubbing(false);
    };
  }, [actions, store]);

  const move = (event: PointerEvent<HTMLElement>): void => {
    const at = trackInstant(scale, event.clientX - left.current);
    setDragged(at);
    flight.current?.to(at);
  };
  const end = (): void => flight.current?.end();

  return {
    dragged,
    onPointerDown(event) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      left.current = ref.current?.getBoundingClientRect().left ?? 0;
      flight.current?.begin();
      actions.setScrubbing(true);
      void actions.pause();
      move(event);
    },
    onPointerMove(event) {
      if (flight.current?.held === true) move(event);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
