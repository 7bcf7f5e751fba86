import { useState, type MouseEvent, type PointerEvent } from 'react';
import { useActions } from '../../store/hooks.ts';
import type { CoinFound } from './coin-hover.ts';
import { createResting } from '../kit/resting.ts';
import { whileBusy } from '../../store/idle.ts';
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

/** There is no coin to point at before there is a picture: what finds one is fetched when the pointer first moves. */
let coins: typeof import('./coin-hover.ts') | undefined;
async function fetchCoins(): Promise<void> {
  coins = await import('./coin-hover.ts').catch(() => undefined);
}

/** Lights up the message under the pointer, or the one that the coin under it was spent on; a click selects. */
export function useForestPointer(layout: StageLayout): ForestPointer {
  const actions = useActions();
  const [coin, setCoin] = useState<CoinFound | null>(null);
  const [resting] = useState(createResting);
  return {
    coin,
    pointer: {
      onPointerOver(event) {
        if (event.pointerType === 'touch' || coin !== null || resting.came(event)) return;
        actions.hover(numberAt(event.target));
      },
      onPointerMove({ pointerType, currentTarget, target, clientX, clientY }) {
        if (pointerType === 'touch') return;
        if (resting.moved() && coin === null) actions.hover(numberAt(target));
        const look = (): void => {
          const box = currentTarget.getBoundingClientRect();
          // A lesson draws the picture larger than its geometry.
          const zoom = box.width / layout.width;
          const x = (clientX - box.left) / zoom;
          const found = coins?.coinAt(layout, x, (clientY - box.top) / zoom) ?? null;
          if (found?.words === coin?.words && found?.number === coin?.number) return;
          setCoin(found);
          // A coin that was spent lights up whom it was spent on: its entries and their delivery slots.
          actions.hover(found !== null && found.number > 0 ? found.number : numberAt(target));
        };
        if (coins === undefined) void whileBusy(fetchCoins().then(look));
        else look();
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
