import { Chip } from '../../charts/Chip.tsx';
import { useIdentity } from '../../charts/colours.ts';
import { galleryItem } from '../../scenes/gallery.ts';
import type { GalleryItem } from '../../scenes/item.ts';
import { cardOf } from '../kinds/cards.tsx';
import { shapePicture, type StoredShape } from './shape.ts';
import { SHAPES } from './shapes.ts';
import { STRIPS, type StoredStrip } from './strips.ts';
import css from './gallery.module.css';

/** Draws the subject of the scene: a window, runnable threads, timers, or the order of its delivery slots. */
export function ScenePicture({ item }: { item: GalleryItem }) {
  const shape = SHAPES[item.id];
  if (shape !== undefined) return <ShapeView shape={shape} />;
  const { picture } = cardOf(item);
  if (picture !== undefined) return picture(item.id);
  return <Picture rows={scenePicture(item.id)} />;
}

function Picture({ rows }: { rows: readonly PictureTile[][] }) {
  return rows.map((row) => (
    <span className="row gap-2" key={row[0]?.place ?? 0}>
      {row.map((tile) => (
        <Tile key={tile.place} tile={tile} />
      ))}
    </span>
  ));
}

function Tile({ tile }: { tile: PictureTile }) {
  const identity = useIdentity(tile.number);
  return (
    <span
      className={css.pictureTile}
      data-future={tile.future || undefined}
      data-preempts={tile.preempts || undefined}
      {...identity}
    >
      <Chip number={tile.number} />
    </span>
  );
}

function ShapeView({ shape }: { shape: StoredShape }) {
  const { lines, crosses } = shapePicture(shape);
  return (
    <svg className={css.shape} viewBox="-2 -4 104 60" preserveAspectRatio="none">
      {lines.map(({ d, look }, i) => (
        // Lines of a picture never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <path key={i} d={d} data-look={look} vectorEffect="non-scaling-stroke" />
      ))}
      {crosses.map(([x, y]) => (
        <path
          key={x}
          d={`M${x - 1.2} ${y - 2.2}l2.4 4.4m0 -4.4l-2.4 4.4`}
          data-look="cross"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}

/** Number of delivery slots in one row of a picture, and in a whole picture. */
const TILES_PER_ROW = 8;
const TILES_MAX = 24;

interface PictureTile {
  place: number;
  number: number;
  /** True for a slot after the instant at which the scene opens. */
  future: boolean;
  /** True if a preemption took place just before this slot. */
  preempts: boolean;
}

/**
 * The tiny picture of a scene: its delivery slots around the instant at which the scene opens. The picture of a long
 * run shows the part with the most preemptions.
 */
export function scenePicture(id: string): PictureTile[][] {
  const strip = STRIPS[id];
  if (strip === undefined) return [];
  const from = bestWindow(strip);
  const tiles = strip.deliverySlots.slice(from, from + TILES_MAX).map((number, i) => ({
    place: from + i,
    number,
    future: strip.opens > 0 && from + i >= strip.opens,
    preempts: strip.preemptions.includes(from + i),
  }));
  const count = Math.ceil(tiles.length / TILES_PER_ROW);
  const perRow = Math.ceil(tiles.length / Math.max(1, count));
  return Array.from({ length: count }, (_, row) => tiles.slice(row * perRow, (row + 1) * perRow));
}

/**
 * First tile of the part to show: preferably a part with the opening instant, then one with the most preemptions, then
 * one whose preemptions are nearest to its middle.
 */
function bestWindow({ deliverySlots, preemptions, opens }: StoredStrip): number {
  const last = Math.max(0, deliverySlots.length - TILES_MAX);
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let from = 0; from <= last; from += 1) {
    const held = preemptions.filter((at) => at >= from && at < from + TILES_MAX);
    const off =
      held.reduce((sum, at) => sum + Math.abs(at - from - TILES_MAX / 2), 0) / Math.max(1, held.length);
    const seesOpening = opens === 0 || (opens >= from && opens <= from + TILES_MAX) ? 1 : 0;
    const worth = seesOpening * 1000 + held.length * 100 - off;
    if (worth > most) {
      most = worth;
      best = from;
    }
  }
  return best;
}

/** The picture of a scene without its numbers, small enough for the side of a card. */
export function SceneThumb({ id }: { id: string }) {
  const item = galleryItem(id);
  return (
    <span className={css.sceneThumb} aria-hidden="true">
      {item !== undefined && <ScenePicture item={item} />}
    </span>
  );
}
