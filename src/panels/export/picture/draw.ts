import { grown, paintBox } from './boxes.ts';
import { embeddedFonts } from './fonts.ts';
import { paintSvg } from './graphics.ts';
import { boxOnPaper, px, coordinate, type Sheet, visibleColour, tag, type Box } from './paint.ts';
import { paintText, textAt } from './text.ts';

/** Part of the page as SVG text. Sizes in page pixels. */
export interface Picture {
  svg: string;
  width: number;
  height: number;
}

/**
 * Draws the visible content of an element as SVG: boxes, text, SVG and canvases, in paint order, clipped as on the
 * page, with embedded fonts. Plain shapes and text, so that every drawing program opens it. `asShapes`: glyphs as
 * paths, for programs that ignore embedded fonts.
 */
export async function drawPicture(element: Element, asShapes = false): Promise<Picture> {
  // Loaded on demand, because it is larger than the rest of the export.
  const outline = asShapes ? await (await import('./outlines.ts')).loadOutlines() : null;
  const rect = element.getBoundingClientRect();
  const sheet: Sheet = {
    origin: { x: rect.x, y: rect.y },
    parts: [],
    clips: 0,
    fonts: new Set(),
    outline,
  };
  const ground = tag('rect', { width: rect.width, height: rect.height, fill: groundOf(element) });
  paint(element, sheet);
  const size = { width: rect.width, height: rect.height, viewBox: `0 0 ${rect.width} ${rect.height}` };
  const style = `<style>${await embeddedFonts(sheet.fonts)}</style>`;
  const frame = tag('clipPath', { id: 'frame' }, tag('rect', { width: rect.width, height: rect.height }));
  const body = tag('g', { 'clip-path': 'url(#frame)' }, ground + sheet.parts.join(''));
  const svg = tag('svg', { xmlns: 'http://www.w3.org/2000/svg', ...size }, style + frame + body);
  return { svg, width: rect.width, height: rect.height };
}

/** Background behind an element that paints none itself. */
function groundOf(element: Element): string {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const colour = visibleColour(getComputedStyle(at).backgroundColor);
    if (colour !== undefined) return colour;
  }
  return 'white';
}

function paint(element: Element, sheet: Sheet): void {
  const style = getComputedStyle(element);
  if (style.display === 'none' || style.opacity === '0' || style.clipPath.startsWith('inset')) return;
  // Skip the content of a collapsed `<details>`, because Firefox gives it a box anyway.
  if (element.matches('details:not([open]) > :not(summary)')) return;
  // Skip sheets and menus: they lie above the page, and one of them is the export sheet.
  if (element.matches('dialog, [popover]')) return;
  const rect = element.getBoundingClientRect();
  const mark = sheet.parts.length;
  const visible = style.visibility === 'visible';
  sheet.parts.push(visible && style.display !== 'contents' ? paintBox(boxOnPaper(sheet, rect), style) : '');
  if (element instanceof SVGSVGElement) {
    if (visible) sheet.parts.push(paintSvg(element, sheet));
  } else if (element instanceof HTMLCanvasElement) {
    if (visible && rect.width > 0)
      sheet.parts.push(
        tag('image', { ...boxOnPaper(sheet, rect), href: element.toDataURL(), preserveAspectRatio: 'none' }),
      );
  } else if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) {
    if (visible) sheet.parts.push(paintField(element, style, rect, sheet));
  } else {
    paintInside(element, style, sheet);
  }
  wrap(sheet, mark, style, rect);
}

/** Clips the content of boxes that scroll or hide overflow; applies group opacity. */
function wrap(sheet: Sheet, mark: number, style: CSSStyleDeclaration, rect: DOMRect): void {
  const cuts = style.overflowX !== 'visible' || style.overflowY !== 'visible';
  if (!cuts && style.opacity === '1') return;
  const [own = '', ...inside] = sheet.parts.splice(mark);
  if (own === '' && inside.length === 0) return;
  let body = inside.join('');
  if (cuts && body !== '') {
    const id = `c${(sheet.clips += 1)}`;
    const frame = tag('rect', { ...grown(boxOnPaper(sheet, rect), clipMargin(style)) });
    body = tag('clipPath', { id }, frame) + tag('g', { 'clip-path': `url(#${id})` }, body);
  }
  const opacity = style.opacity === '1' ? undefined : style.opacity;
  sheet.parts.push(opacity === undefined ? own + body : tag('g', { opacity }, own + body));
}

/** Distance beyond its edge at which a box clips its content. */
function clipMargin(style: CSSStyleDeclaration): number {
  if (style.overflowX !== 'clip') return 0;
  return px(/[\d.]+px/.exec(style.getPropertyValue('overflow-clip-margin'))?.[0] ?? '');
}

/** Draws the children in paint order: those behind the element, in flow, positioned, in front. */
function paintInside(element: Element, style: CSSStyleDeclaration, sheet: Sheet): void {
  const layers: { z: number; act: () => void }[] = [];
  const add = (z: number, act: () => void): void => {
    layers.push({ z, act });
  };
  addPseudo(element, '::before', sheet, add);
  for (const node of element.childNodes) {
    if (node instanceof Text) {
      if (style.visibility === 'visible' && node.data.trim() !== '')
        add(0, () => void sheet.parts.push(paintText(node, style, sheet)));
    } else if (node instanceof Element) {
      add(layerOf(getComputedStyle(node)), () => paint(node, sheet));
    }
  }
  addPseudo(element, '::after', sheet, add);
  for (const { act } of layers.toSorted((a, b) => a.z - b.z)) act();
}

function layerOf(style: CSSStyleDeclaration): number {
  const z = Number.parseInt(style.zIndex, 10);
  if (Number.isFinite(z)) return z < 0 ? z : z + 0.5;
  return style.position === 'static' && style.transform === 'none' ? 0 : 0.5;
}

/** A pseudo-element has no rectangle; an absolutely positioned one has its position in its style. */
function addPseudo(
  element: Element,
  which: '::before' | '::after',
  sheet: Sheet,
  add: (z: number, act: () => void) => void,
): void {
  const style = getComputedStyle(element, which);
  if (style.content === 'none' || style.content === 'normal' || style.display === 'none') return;
  if (style.opacity === '0' || style.visibility !== 'visible') return;
  const host = getComputedStyle(element);
  const frame = element.getBoundingClientRect();
  const placed = style.position === 'absolute';
  if (placed && host.position === 'static' && host.transform === 'none') return;
  const [width, height] = [px(style.width), px(style.height)];
  const inset = placed
    ? { x: px(host.borderLeftWidth), y: px(host.borderTopWidth) }
    : { x: px(host.paddingLeft), y: 0 };
  const shift = style.transform === 'none' ? new DOMMatrix() : new DOMMatrix(style.transform);
  const x = frame.x + inset.x + (placed ? px(style.left) : 0) + shift.e;
  const y = frame.y + inset.y + (placed ? px(style.top) : (frame.height - height) / 2) + shift.f;
  add(layerOf(style), () => {
    const box = boxOnPaper(sheet, new DOMRect(x, y, width, height));
    const text = /^"(.*)"$/.exec(style.content)?.[1] ?? '';
    sheet.parts.push(paintBox(box, style) + (width > 0 ? textAt(text, box, style, sheet) : ''));
  });
}

function paintField(
  field: HTMLInputElement | HTMLSelectElement,
  style: CSSStyleDeclaration,
  rect: DOMRect,
  sheet: Sheet,
): string {
  if (field instanceof HTMLInputElement && /^(checkbox|radio|range|file|color)$/.test(field.type))
    return paintControl(field, style, boxOnPaper(sheet, rect));
  const text =
    field instanceof HTMLSelectElement
      ? (field.selectedOptions[0]?.text ?? '')
      : field.value || field.placeholder;
  if (text === '') return '';
  const height = px(style.fontSize) * 1.2;
  const left = rect.x + px(style.paddingLeft) + px(style.borderLeftWidth);
  const room = rect.right - px(style.paddingRight) - left;
  const context = document.createElement('canvas').getContext('2d');
  if (context !== null) context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const width = Math.min(room, context?.measureText(text).width ?? room);
  const box = boxOnPaper(sheet, new DOMRect(left, rect.y + (rect.height - height) / 2, width, height));
  const words = textAt(text, box, style, sheet);
  if (field instanceof HTMLInputElement) return words;
  const tip = boxOnPaper(sheet, new DOMRect(rect.right - 15, rect.y + rect.height / 2 - 2, 0, 0));
  return words + tag('path', { d: `M${coordinate(tip.x)} ${coordinate(tip.y)}h8l-4 4z`, fill: style.color });
}

/** Draws native controls: sliders, check boxes and radio buttons. Empty for other fields. */
function paintControl(field: HTMLInputElement, style: CSSStyleDeclaration, box: Box): string {
  if (field.type === 'range') return slider(field, style, box);
  if (field.type === 'checkbox' || field.type === 'radio') return tick(field, style, box);
  return '';
}

const THUMB = 16;
const TRACK = 6;

/** Browser greys of unchecked controls, by colour scheme. */
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
