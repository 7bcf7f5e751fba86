import { type Box, px, coordinate, visibleColour, tag } from './paint.ts';

/** What the browser draws of its own accord: sliders, check boxes and radio buttons. Empty for any other field. */
export function paintControl(field: HTMLInputElement, style: CSSStyleDeclaration, box: Box): string {
  if (field.type === 'range') return slider(field, style, box);
  if (field.type === 'checkbox' || field.type === 'radio') return tick(field, style, box);
  return '';
}

const THUMB = 16;
const TRACK = 6;

/** Greys that browsers give to what is not chosen, by colour scheme. */
function greys(style: CSSStyleDeclaration): { ground: string; edge: string } {
  const dark = style.colorScheme === 'dark';
  return dark ? { ground: '#3b3b3b', edge: '#858585' } : { ground: '#efefef', edge: '#8f8f8f' };
}

const accent = (style: CSSStyleDeclaration): string => visibleColour(style.accentColor) ?? style.color;

function slider(field: HTMLInputElement, style: CSSStyleDeclaration, box: Box): string {
  const [low, high] = [Number(field.min || 0), Number(field.max || 100)];
  const share = high > low ? (field.valueAsNumber - low) / (high - low) : 0;
  const left = box.x + px(style.paddingLeft);
  const width = box.width - px(style.paddingLeft) - px(style.paddingRight);
  const middle = box.y + box.height / 2;
  const at = left + THUMB / 2 + share * Math.max(0, width - THUMB);
  const { ground, edge } = greys(style);
  const bar = { x: left, y: middle - TRACK / 2, height: TRACK, rx: TRACK / 2 };
  return (
    tag('rect', { ...bar, width, fill: ground, stroke: edge, 'stroke-width': 0.5 }) +
    tag('rect', { ...bar, width: Math.max(0, at - left), fill: accent(style) }) +
    tag('circle', { cx: coordinate(at), cy: coordinate(middle), r: THUMB / 2, fill: accent(style) })
  );
}

function tick(field: HTMLInputElement, style: CSSStyleDeclaration, box: Box): string {
  const { ground, edge } = greys(style);
  const size = Math.min(box.width, box.height);
  const frame = { x: box.x + 0.5, y: box.y + 0.5, width: size - 1, height: size - 1 };
  const rx = field.type === 'radio' ? size / 2 : 2.5;
  if (!field.checked) return tag('rect', { ...frame, rx, fill: ground, stroke: edge });
  const [x, y, u] = [box.x, box.y, size / 13];
  const path = `M${coordinate(x + 3 * u)} ${coordinate(y + 6.5 * u)}l${coordinate(2.5 * u)} ${coordinate(2.75 * u)} ${coordinate(4.5 * u)}-${coordinate(5.5 * u)}`;
  const sign =
    field.type === 'radio'
      ? tag('circle', { cx: x + size / 2, cy: y + size / 2, r: size / 5, fill: ground })
      : tag('path', { d: path, fill: 'none', stroke: ground, 'stroke-width': 2 });
  return tag('rect', { ...frame, rx, fill: accent(style) }) + sign;
}
