import { paintOf, shownIdentity, type Theme } from '../../charts/colours.ts';
import type { BarMark, LanesLayout } from './lanes-layout.ts';

/** Lanes from this height on have outlined bars. */
const OUTLINED = 8;

/** Lower ones would be all edge where many begin at one instant. */
const EDGED = 2;

export interface LanesLook {
  coloured: ReadonlySet<number>;
  theme: Theme;
  /** Message and delivery that are lit, 0 = none. */
  hovered: number;
  selected: number;
  twin: number;
  /** Colour of words; asked for only where there is something to write or to outline in it. */
  ink: () => string;
}

/** Draws all bars of the lanes: what the elements show up to a hundred bars, for those beyond. */
export function paintLanes(context: CanvasRenderingContext2D, layout: LanesLayout, look: LanesLook): void {
  // Setting a font has the browser work out the styles of the page first, as asking for a colour has.
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
  // An outline would be all there is of a bar of three pixels: its edge is a line at the left then.
  context.fillStyle = hit ? ink() : paint.edge;
  // So low a bar has no room for an outline all around either, and stroking hundreds costs a third of a frame.
  if (hit || (bar.width > 5 && height >= OUTLINED)) {
    context.strokeStyle = hit ? ink() : paint.edge;
    context.lineWidth = hit ? 1.5 : 1;
    context.strokeRect(bar.x + 0.5, y + 0.5, bar.width - 1, height - 1);
  } else if (height >= EDGED) context.fillRect(bar.x, y, 1, height);
  if (bar.text === '') return;
  context.fillStyle = bar.open ? paint.label : ink();
  context.fillText(bar.text, bar.x + 4, y + height / 2 + 0.5);
}

/** The bar at a point of the lanes. */
export function barAt(layout: LanesLayout, x: number, y: number): BarMark | null {
  const lane = layout.lanes.find((l) => y >= l.y && y < l.y + layout.laneHeight);
  return lane?.bars.findLast((bar) => x >= bar.x && x < bar.x + Math.max(3, bar.width)) ?? null;
}
