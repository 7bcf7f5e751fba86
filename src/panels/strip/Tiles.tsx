import { memo, Suspense, useContext } from 'react';
import { ColouredNumbers, identityAttributes } from '../../charts/colours.ts';
import { lazyWithRetry } from '../kit/lazy.tsx';
import type { Lit } from './lanes-layout.ts';
import type { StripLayout, TileMark } from './strip-layout.ts';
import css from './strip.module.css';

/** Loaded when there are too many turns for separate tiles. */
const Bands = lazyWithRetry(async () => ({ default: (await import('./Painted.tsx')).Bands }));

interface TilesProps {
  layout: StripLayout;
  width: number;
  height: number;
  lit: Lit;
}

/** The tiles. The panel handles hover and clicks. */
export const Tiles = memo(function Tiles({ layout, width, height, lit }: TilesProps) {
  const { hovered, selected, twin } = lit;
  return (
    <div className={css.tiles} style={{ height }} data-mode={layout.mode}>
      {layout.mode === 'bands' && (
        <Suspense>
          <Bands bands={layout.bands} width={width} height={height} lit={hovered} />
        </Suspense>
      )}
      {layout.tiles.map((tile) => (
        <Tile
          key={tile.id}
          tile={tile}
          numbered={layout.mode === 'numbers'}
          hit={tile.number === hovered || tile.number === selected}
          dim={hovered !== 0 && tile.number !== hovered}
          twin={tile.id === twin}
        />
      ))}
      {layout.next !== null && (
        <span
          className={`${css.tile} ${css.next}`}
          style={{ transform: `translateX(${layout.next.x}px)`, width: layout.next.width }}
        >
          ?
        </span>
      )}
    </div>
  );
});

interface TileProps {
  tile: TileMark;
  numbered: boolean;
  hit: boolean;
  dim: boolean;
  twin: boolean;
}

const Tile = memo(
  function Tile({ tile, numbered, hit, dim, twin }: TileProps) {
    const coloured = useContext(ColouredNumbers);
    return (
      <span
        className={`${css.tile} collar`}
        {...identityAttributes(tile.number, coloured)}
        data-delivery={tile.id}
        data-hit={hit || undefined}
        data-dim={dim || undefined}
        data-twin={twin || undefined}
        style={{ transform: `translateX(${tile.x}px)`, width: tile.width }}
      >
        {numbered && tile.number}
      </span>
    );
  },
  (a, b) =>
    a.tile.id === b.tile.id &&
    a.tile.number === b.tile.number &&
    a.tile.x === b.tile.x &&
    a.tile.width === b.tile.width &&
    a.numbered === b.numbered &&
    a.hit === b.hit &&
    a.dim === b.dim &&
    a.twin === b.twin,
);
