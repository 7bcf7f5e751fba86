import { useCallback, useContext } from 'react';
import { Canvas, useTheme } from '../../charts/Canvas.tsx';
import { ColouredNumbers, paintOf, shownIdentity, type Theme } from '../../charts/colours.ts';
import type { BarMark, LanesLayout, LanesProps, Lit } from './lanes-layout.ts';
import type { BandMark } from './strip-layout.ts';
import css from './strip.module.css';

/* Paints long strips on canvases; the code is fetched with the first long strip. */

interface BandsProps {
  bands: readonly BandMark[];
  width: number;
  height: number;
  lit: number;
}

/** Draws consecutive turns of one message as a band of colour, with the message's number where it fits. */
export function Bands({ bands, width, height, lit }: BandsProps) {
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
      // Set a font only where there is text, because setting it makes the browser recalculate styles.
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

/** Draws the bars of many lanes in one canvas. */
export function PaintedLanes({ layout, width, lit: { hovered, selected, twin } }: LanesProps) {
  const theme = useTheme();
  const coloured = useContext(ColouredNumbers);
  const draw = useCallback(
    (context: CanvasRenderingContext2D) => {
      let colour = '';
      // Read the colour only when needed: reading makes the browser recalculate styles in the middle of an update.
      const ink = (): string => (colour ||= getComputedStyle(context.canvas).color);
      paintLanes(context, layout, { coloured, theme, hovered, selected, twin, ink });
    },
    [layout, coloured, theme, hovered, selected, twin],
  );
  return <Canvas width={width} height={layout.height} draw={draw} className={css.lanesCanvas} />;
}

/** Smallest height of a lane, in pixels, at which bars have an outline. */
const OUTLINED = 8;

/** Smallest height of a lane, in pixels, at which bars have an edge. Lower bars would consist of their edge. */
const EDGED = 2;

interface LanesLook extends Lit {
  coloured: ReadonlySet<number>;
  theme: Theme;
  /** Colour of text. Read only when something is written or outlined. */
  ink: () => string;
}

/** Draws all bars, with the look of the elements. */
function paintLanes(context: CanvasRenderingContext2D, layout: LanesLayout, look: LanesLook): void {
  // Setting a font makes the browser recalculate styles, as reading a colour does.
  if (layout.lanes.some(({ bars }) => bars.some(({ text }) => text !== ''))) {
    context.font = '600 11px Inter, sans-serif';
    context.textBaseline = 'middle';
  }
  for (const lane of layout.lanes) {
    for (const bar of lane.bars) paintBar(context, bar, lane.y, layout.laneHeight, look);
  }
  context.globalAlpha = 1;
}

function paintBar(
  context: CanvasRenderingContext2D,
  bar: BarMark,
  y: number,
  height: number,
  { coloured, theme, hovered, selected, twin, ink }: LanesLook,
): void {
  const paint = paintOf(shownIdentity(bar.number, coloured), theme);
  const hit = bar.number === hovered || bar.number === selected || bar.id === twin;
  context.globalAlpha = hovered !== 0 && bar.number !== hovered ? 0.4 : 1;
  context.fillStyle = bar.open ? paint.fill : paint.tint;
  context.fillRect(bar.x, y, bar.width, height);
  // An outline would cover a bar of three pixels, so the bar gets only a line at its left.
  context.fillStyle = hit ? ink() : paint.edge;
  // Low bars have no room for an outline, and stroking hundreds of bars costs a third of a frame.
  if (hit || (bar.width > 5 && height >= OUTLINED)) {
    context.strokeStyle = hit ? ink() : paint.edge;
    context.lineWidth = hit ? 1.5 : 1;
    context.strokeRect(bar.x + 0.5, y + 0.5, bar.width - 1, height - 1);
  } else if (height >= EDGED) context.fillRect(bar.x, y, 1, height);
  if (bar.text === '') return;
  context.fillStyle = bar.open ? paint.label : ink();
  context.fillText(bar.text, bar.x + 4, y + height / 2 + 0.5);
}
