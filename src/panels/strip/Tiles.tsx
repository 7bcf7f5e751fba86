import { memo, useCallback, useContext } from 'react';
import { Canvas, useTheme } from '../../charts/Canvas.tsx';
import { ColouredNumbers, identityAttributes, paintOf, shownIdentity } from '../../charts/colours.ts';
import type { BandMark, StripLayout, TileMark } from './strip-layout.ts';
import css from './strip.module.css';

interface TilesProps {
  layout: StripLayout;
  width: number;
  /** Height of a tile. */
  height: number;
  /** Message that is lit, 0 = none; others are dimmed. */
  hovered: number;
  selected: number;
  /** Delivery under the pointer, here or in the lanes. */
  twin: number;
}

/** The tiles. Hovering and clicking are handled by the panel. */
export const Tiles = memo(function Tiles({ layout, width, height, hovered, selected, twin }: TilesProps) {
  return (
    <div className={css.tiles} style={{ height }} data-mode={layout.mode}>
      {layout.mode === 'bands' && <Bands bands={layout.bands} width={width} height={height} lit={hovered} />}
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

interface BandsProps {
  bands: readonly BandMark[];
  width: number;
  height: number;
  lit: number;
}

/** Runs of one message as bands of colour, with the number where it fits. */
function Bands({ bands, width, height, lit }: BandsProps) {
  const theme = useTheme();
  const coloured = useContext(ColouredNumbers);
  const draw = useCallback(
    (context: CanvasRenderingContext2D) => {
      const worded: BandMark[] = [];
      let fill = '';
      for (const band of bands) {
        const paint = paintOf(shownIdentity(band.number, coloured), theme);
        context.globalAlpha = lit === 0 || lit === band.number ? 1 : 0.4;
        if (paint.fill !== fill) context.fillStyle = fill = paint.fill;
        context.fillRect(band.x, 0, Math.max(1, band.width - (band.width > 6 ? 1 : 0)), height);
        if (band.width >= 6 + String(band.number).length * 7) worded.push(band);
      }
      // Setting a font has the browser work out the styles of the page first: only where there is a word to write.
      if (worded.length === 0) return;
      context.font = '600 11px Inter, sans-serif';
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      for (const band of worded) {
        context.globalAlpha = lit === 0 || lit === band.number ? 1 : 0.4;
        context.fillStyle = paintOf(shownIdentity(band.number, coloured), theme).label;
        context.fillText(String(band.number), band.x + band.width / 2, height / 2 + 0.5);
      }
    },
    [bands, height, lit, theme, coloured],
  );
  return <Canvas width={width} height={height} draw={draw} className={css.bands} />;
}
