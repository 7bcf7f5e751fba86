import { autoUpdate, computePosition, flip, offset, type Placement, shift } from '@floating-ui/dom';

export interface WindowPoint {
  x: number;
  y: number;
}

const EDGE_PX = 8;

/**
 * Keeps a fixed element beside another element or a point, and inside the window, even when sizes change. Tries
 * `placements` in order. Returns a function that stops positioning.
 */
export function keepBeside(
  element: HTMLElement,
  anchor: Element | WindowPoint,
  [placement = 'bottom-start', ...others]: readonly Placement[] = [],
  gap = 4,
): () => void {
  const reference = anchor instanceof Element ? anchor : { getBoundingClientRect: () => pointBox(anchor) };
  const place = async (): Promise<void> => {
    const { x, y } = await computePosition(reference, element, {
      placement,
      strategy: 'fixed',
      middleware: [
        offset(gap),
        flip({ fallbackPlacements: [...others] }),
        shift({ crossAxis: true, padding: EDGE_PX }),
      ],
    });
    Object.assign(element.style, { left: `${x}px`, top: `${y}px` });
  };
  return autoUpdate(reference, element, () => void place());
}

function pointBox({ x, y }: WindowPoint): DOMRect {
  return new DOMRect(x, y, 0, 0);
}
