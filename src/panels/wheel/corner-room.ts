/** Keeps the rings out of the text in the corners of the picture. */
import type { Point } from './geometry.ts';

/** The part of the drawing that is shown, in units of the drawing. */
export interface ViewBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Size {
  width: number;
  height: number;
}

/** Text in a corner, in pixels of the picture. */
type Corner = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

/** Distance between the outermost ring and the text, in pixels. */
const AIR = 6;
/** Smallest size of the rings, as a share of the picture. If there is less room, they extend under the text. */
const LEAST = 0.7;

/** Enlarges the view box until a circle of this radius around its centre touches no corner. */
export function clearOfCorners(
  box: ViewBox,
  radius: number,
  size: Size | null,
  corners: readonly Corner[],
): ViewBox {
  if (size === null || size.width === 0 || size.height === 0) return box;
  const drawn = Math.min(size.width / box.width, size.height / box.height);
  const [x, y] = [size.width / 2, size.height / 2];
  const distances = corners.map(({ left, right, top, bottom }) =>
    Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)),
  );
  const room = Math.min(...distances) - AIR;
  const share = Math.max(LEAST, Math.min(1, room / (radius * drawn)));
  const [width, height] = [box.width / share, box.height / share];
  return { x: box.x - (width - box.width) / 2, y: box.y - (height - box.height) / 2, width, height };
}

/** Half the size of a label on an edge, in pixels. */
const LABEL = { width: 20, height: 7 };

/** True if text in a corner covers a label at this place of the drawing. */
export function isCovered(
  place: Point,
  box: ViewBox,
  size: Size | null,
  corners: readonly Corner[],
): boolean {
  const { width, height } = size ?? box;
  const drawn = Math.min(width / box.width, height / box.height);
  const x = width / 2 + (place.x - box.x - box.width / 2) * drawn;
  const y = height / 2 + (place.y - box.y - box.height / 2) * drawn;
  return corners.some(
    (corner) =>
      x + LABEL.width > corner.left &&
      x - LABEL.width < corner.right &&
      y + LABEL.height > corner.top &&
      y - LABEL.height < corner.bottom,
  );
}
