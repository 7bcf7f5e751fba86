import { useState, type MouseEvent, type PointerEvent, type RefObject } from 'react';
import type { DeliveryRow } from '../../protocol/rows.ts';
import { useActions } from '../../store/hooks.ts';
import { createResting } from '../kit/resting.ts';
import type { LanesLayout } from './lanes-layout.ts';
import { barAt } from './lanes-paint.ts';

/** What the strip shows, as far as the pointer needs it. */
interface Shown {
  deliveries: readonly DeliveryRow[];
  /** Width of one tile, px. */
  pitch: number;
  box: RefObject<HTMLElement | null>;
  /** What is painted in the lanes; null before the first time. */
  lanes: RefObject<LanesLayout | null>;
}

/** What the pointer does on the strip and its lanes. */
export interface StripPointer {
  /** Number of the delivery under the pointer, lit in both pictures; 0 = none. */
  twin: number;
  /** For the element that holds tiles and lanes. */
  pointer: {
    onPointerOver: (event: PointerEvent) => void;
    onPointerMove: (event: PointerEvent) => void;
    onPointerLeave: () => void;
    onClick: (event: MouseEvent) => void;
  };
}

/** A delivery and its message; 0 = none. */
interface Pointed {
  number: number;
  delivery: number;
}

/** Lights up the message under the pointer in the tiles and in the lanes; a click selects it. */
export function useStripPointer(shown: Shown): StripPointer {
  const actions = useActions();
  const [twin, setTwin] = useState(0);
  const [resting] = useState(createResting);
  const hover = ({ number, delivery }: Pointed): void => {
    setTwin(delivery);
    actions.hover(number);
  };
  return {
    twin,
    pointer: {
      onPointerOver(event) {
        if (event.pointerType !== 'touch' && !resting.came(event)) hover(pointedAt(event, shown));
      },
      onPointerMove(event) {
        // Canvases have no elements to enter.
        if (event.pointerType === 'touch') return;
        if (!resting.moved() && !(event.target instanceof HTMLCanvasElement)) return;
        const pointed = pointedAt(event, shown);
        if (pointed.delivery !== twin) hover(pointed);
      },
      onPointerLeave: () => hover({ number: 0, delivery: 0 }),
      onClick: (event) => actions.select(pointedAt(event, shown).number),
    },
  };
}

/** Tiles and bars are elements while they are few, a canvas when they are many. */
function pointedAt(event: MouseEvent, { deliveries, pitch, box, lanes }: Shown): Pointed {
  const target = event.target instanceof Element ? event.target : null;
  const mark = target?.closest<HTMLElement>('[data-number]') ?? null;
  if (mark !== null) {
    return { number: Number(mark.dataset['number']), delivery: Number(mark.dataset['delivery'] ?? 0) };
  }
  const painted = target?.closest('.lanes-canvas') ?? null;
  if (painted !== null && lanes.current !== null) {
    const { left, top } = painted.getBoundingClientRect();
    const bar = barAt(lanes.current, event.clientX - left, event.clientY - top);
    return { number: bar?.number ?? 0, delivery: bar?.id ?? 0 };
  }
  const inBands = target?.matches('.bands') ?? false;
  const left = box.current?.getBoundingClientRect().left ?? 0;
  const row = inBands ? deliveries[Math.floor((event.clientX - left) / pitch)] : undefined;
  return { number: row?.number ?? 0, delivery: row?.id ?? 0 };
}
