import { useState, type MouseEvent, type PointerEvent } from 'react';
import { useActions } from '../../store/hooks.ts';
import { coinAt, type CoinFound } from './coin-hover.ts';
import type { StageLayout } from './marks.ts';
import { numberAt } from './number-at.ts';

/** What the pointer does in the forest. */
export interface ForestPointer {
  /** The coin under the pointer. */
  coin: CoinFound | null;
  /** For the element that holds the marks. */
  pointer: {
    onPointerOver: (event: PointerEvent) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerLeave: () => void;
    onClick: (event: MouseEvent) => void;
  };
}

/** Lights up the message under the pointer, or the one that the coin under it was spent on; a click selects. */
export function useForestPointer(layout: StageLayout): ForestPointer {
  const actions = useActions();
  const [coin, setCoin] = useState<CoinFound | null>(null);
  return {
    coin,
    pointer: {
      onPointerOver(event) {
        if (event.pointerType !== 'touch' && coin === null) actions.hover(numberAt(event.target));
      },
      onPointerMove(event) {
        if (event.pointerType === 'touch') return;
        const box = event.currentTarget.getBoundingClientRect();
        // A lesson draws the picture larger than its geometry.
        const zoom = box.width / layout.width;
        const found = coinAt(layout, (event.clientX - box.left) / zoom, (event.clientY - box.top) / zoom);
        if (found?.words === coin?.words && found?.number === coin?.number) return;
        setCoin(found);
        // A coin that was spent lights up whom it was spent on: its entries and their delivery slots.
        actions.hover(found !== null && found.number > 0 ? found.number : numberAt(event.target));
      },
      onPointerLeave() {
        setCoin(null);
        actions.hover(0);
      },
      onClick(event) {
        actions.select(numberAt(event.target));
      },
    },
  };
}
