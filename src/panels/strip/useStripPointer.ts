import { type MouseEvent, type PointerEvent, type RefObject, useState } from 'react';
import type { DeliveryRow } from '../../protocol/rows.ts';
import { useActions } from '../../store/hooks.ts';
import { createResting } from '../kit/resting.ts';
import { barAt, type LanesLayout } from './lanes-layout.ts';
import css from './strip.module.css';

/** Layout data for finding tiles and bars under the pointer. */
interface Shown {
  deliveries: readonly DeliveryRow[];
  pitch: number;
  box: RefObject<HTMLElement | null>;
  /** Layout of the lanes; null before the first picture. */
  lanes: RefObject<LanesLayout | null>;
}

interface StripPointer {
  /** Hovered delivery, highlighted in tiles and lanes; 0 = none. */
  twin: number;
  /** Handlers for the element that contains tiles and lanes. */
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

/** Hovers the message under the pointer in tiles and lanes. A click selects it. */
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
        // A canvas has no elements that the pointer enters, so its bars are found by pointer moves.
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

/** The delivery under the pointer. Few tiles and bars are elements; many are a canvas, searched by position. */
function pointedAt(event: MouseEvent, { deliveries, pitch, box, lanes }: Shown): Pointed {
  const target = event.target instanceof Element ? event.target : null;
  const mark = target?.closest<HTMLElement>('[data-number]') ?? null;
  if (mark !== null) {
    return { number: Number(mark.dataset['number']), delivery: Number(mark.dataset['delivery'] ?? 0) };
  }
  const painted = target?.closest(`.${css.lanesCanvas}`) ?? null;
  if (painted !== null && lanes.current !== null) {
    const { left, top } = painted.getBoundingClientRect();
    const bar = barAt(lanes.current, event.clientX - left, event.clientY - top);
    return { number: bar?.number ?? 0, delivery: bar?.id ?? 0 };
  }
  const inBands = target?.matches(`.${css.bands}`) ?? false;
  const left = box.current?.getBoundingClientRect().left ?? 0;
  const row = inBands ? deliveries[Math.floor((event.clientX - left) / pitch)] : undefined;
  return { number: row?.number ?? 0, delivery: row?.id ?? 0 };
}
