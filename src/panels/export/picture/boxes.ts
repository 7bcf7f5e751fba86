import { type Box, px, coordinate, visibleColour, tag } from './paint.ts';

/** Draws background, rings, shadows and borders of an element, or of a pseudo-element, as SVG. */
export function paintBox(box: Box, style: CSSStyleDeclaration): string {
  if (box.width <= 0 || box.height <= 0) return '';
  const radius = corners(box, style);
  return (
    shadows(box, style, radius, false) +
    fill(box, style, radius) +
    shadows(box, style, radius, true) +
    borders(box, style, radius) +
    outline(box, style, radius)
  );
}

function fill(box: Box, style: CSSStyleDeclaration, radius: Corners): string {
  const colour = visibleColour(style.backgroundColor);
  const flat = colour === undefined ? '' : shape(box, radius, { fill: colour });
  return flat + gradient(box, style.backgroundImage);
}

type Corners = readonly [number, number, number, number];

/** Corner radii in pixels, clockwise from the top left, each at most half the box. */
function corners({ width, height }: Box, style: CSSStyleDeclaration): Corners {
  const most = Math.min(width, height) / 2;
  const read = (value: string): number =>
    Math.min(most, value.includes('%') ? (px(value) / 100) * Math.min(width, height) : px(value));
  return [
    read(style.borderTopLeftRadius),
    read(style.borderTopRightRadius),
    read(style.borderBottomRightRadius),
    read(style.borderBottomLeftRadius),
  ];
}

function shape(box: Box, radius: Corners, paint: Record<string, string | number | undefined>): string {
  const [a, b, c, d] = radius;
  if (a === b && b === c && c === d) return tag('rect', { ...box, rx: a === 0 ? undefined : a, ...paint });
  const { x, y, width, height } = box;
  const arc = (r: number, dx: number, dy: number): string =>
    r === 0 ? '' : `a${coordinate(r)} ${coordinate(r)} 0 0 1 ${coordinate(dx)} ${coordinate(dy)}`;
  const path =
    `M${coordinate(x + a)} ${coordinate(y)}H${coordinate(x + width - b)}${arc(b, b, b)}V${coordinate(y + height - c)}${arc(c, -c, c)}` +
    `H${coordinate(x + d)}${arc(d, -d, -d)}V${coordinate(y + a)}${arc(a, a, -a)}Z`;
  return tag('path', { d: path, ...paint });
}

/** A box enlarged by `by` on each side. */
export function grown({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: Math.max(0, width + 2 * by), height: Math.max(0, height + 2 * by) };
}

const grownCorners = ([a, b, c, d]: Corners, by: number): Corners => {
  const grow = (r: number): number => (r === 0 ? 0 : Math.max(0, r + by));
  return [grow(a), grow(b), grow(c), grow(d)];
};

/** `box-shadow` as SVG: rings become strokes, blurred shadows become a few fading rings. */
function shadows(box: Box, style: CSSStyleDeclaration, radius: Corners, inset: boolean): string {
  if (style.boxShadow === 'none' || style.boxShadow === '') return '';
  return split(style.boxShadow)
    .reverse()
    .map((text) => {
      if (text.includes('inset') !== inset) return '';
      const colour = visibleColour(/^(?:inset )?([a-z-]+\([^)]*\)|#\w+|\w+)/.exec(text)?.[1] ?? '');
      const [dx = 0, dy = 0, blur = 0, spread = 0] = [...text.matchAll(/(-?[\d.]+)px/g)].map((m) =>
        Number(m[1]),
      );
      if (colour === undefined) return '';
      const place = { ...box, x: box.x + dx, y: box.y + dy };
      if (blur === 0 && dx === 0 && dy === 0 && spread !== 0) {
        const by = inset ? -spread / 2 : spread / 2;
        const paint = { fill: 'none', stroke: colour, 'stroke-width': spread };
        return shape(grown(place, by), grownCorners(radius, by), paint);
      }
      if (inset) return '';
      return soft(place, radius, blur, spread, colour);
    })
    .join('');
}

const SOFT_STEPS = 4;

function soft(box: Box, radius: Corners, blur: number, spread: number, colour: string): string {
  const steps = blur === 0 ? 1 : SOFT_STEPS;
  return Array.from({ length: steps }, (_, i) => {
    const by = spread + (steps === 1 ? 0 : blur / 2 - (i * blur) / steps);
    return shape(grown(box, by), grownCorners(radius, by), { fill: colour, 'fill-opacity': 1 / steps });
  }).join('');
}

/** Splits a list at commas outside functions. */
function split(list: string): string[] {
  return list.split(/,(?![^(]*\))/).map((part) => part.trim());
}

const SIDES = ['Top', 'Right', 'Bottom', 'Left'] as const;

function borders(box: Box, style: CSSStyleDeclaration, radius: Corners): string {
  const sides = SIDES.map((side) => ({
    width: style[`border${side}Style`] === 'none' ? 0 : px(style[`border${side}Width`]),
    colour: visibleColour(style[`border${side}Color`]),
    style: style[`border${side}Style`],
  }));
  const [top] = sides;
  if (top === undefined || sides.every(({ width }) => width === 0)) return '';
  const same = sides.every((s) => s.width === top.width && s.colour === top.colour && s.style === top.style);
  if (same) {
    const by = -top.width / 2;
    return shape(grown(box, by), grownCorners(radius, by), {
      fill: 'none',
      stroke: top.colour ?? 'none',
      'stroke-width': top.width,
      'stroke-dasharray': dashes(top.style, top.width),
    });
  }
  const { x, y, width, height } = box;
  return sides
    .map(({ width: w, colour, style: kind }, i) => {
      if (w === 0 || colour === undefined) return '';
      const h = w / 2;
      const lines = [
        [x, y + h, x + width, y + h],
        [x + width - h, y, x + width - h, y + height],
        [x, y + height - h, x + width, y + height - h],
        [x + h, y, x + h, y + height],
      ];
      const [x1, y1, x2, y2] = lines[i] ?? [];
      return tag('line', {
        x1,
        y1,
        x2,
        y2,
        stroke: colour,
        'stroke-width': w,
        'stroke-dasharray': dashes(kind, w),
      });
    })
    .join('');
}

function outline(box: Box, style: CSSStyleDeclaration, radius: Corners): string {
  const width = px(style.outlineWidth);
  const colour = visibleColour(style.outlineColor);
  if (style.outlineStyle === 'none' || width === 0 || colour === undefined) return '';
  const by = px(style.outlineOffset) + width / 2;
  const dash = dashes(style.outlineStyle, width);
  return shape(grown(box, by), grownCorners(radius, by), {
    fill: 'none',
    stroke: colour,
    'stroke-width': width,
    'stroke-dasharray': dash,
  });
}

function dashes(style: string, width: number): string | undefined {
  if (style === 'dashed') return `${coordinate(width * 2.5)} ${coordinate(width * 2)}`;
  return style === 'dotted' ? `${coordinate(width)} ${coordinate(width)}` : undefined;
}

/** Draws slanted hatching as SVG. Other gradients only soften edges and are omitted. */
function gradient(box: Box, image: string): string {
  if (!image.startsWith('repeating-linear-gradient(135deg')) return '';
  const colour = visibleColour(
    /(rgba?\([^)]*\)|oklab\([^)]*\)|oklch\([^)]*\)|color\([^)]*\))/.exec(image)?.[1] ?? '',
  );
  const stops = [...image.matchAll(/([\d.]+)px/g)].map((m) => Number(m[1]));
  const [pitch, line] = [stops.at(-1) ?? 5, stops.find((stop) => stop > 0) ?? 1.25];
  if (colour === undefined || pitch <= 0) return '';
  const { x, y, width, height } = box;
  const gap = pitch * Math.SQRT2;
  let d = '';
  for (let at = gap / 4; at < width + height; at += gap) {
    const [x1, y1] = at < width ? [x + at, y] : [x + width, y + at - width];
    const [x2, y2] = at < height ? [x, y + at] : [x + at - height, y + height];
    d += `M${coordinate(x1)} ${coordinate(y1)}L${coordinate(x2)} ${coordinate(y2)}`;
  }
  return tag('path', { d, stroke: colour, 'stroke-width': line, fill: 'none' });
}
