import {
  boxOnPaper,
  escapeXml,
  type Outliner,
  px,
  coordinate,
  type Sheet,
  visibleColour,
  tag,
} from './paint.ts';
import { fontAttributes } from './text.ts';

/** Geometry attributes that are copied; everything else comes from the computed style. */
const GEOMETRY = [
  'd',
  'x',
  'y',
  'x1',
  'y1',
  'x2',
  'y2',
  'cx',
  'cy',
  'r',
  'rx',
  'ry',
  'width',
  'height',
  'points',
  'pathLength',
  'dx',
  'dy',
] as const;

/** Copies an SVG of the page with inlined styles and absolute positions. */
export function paintSvg(svg: SVGSVGElement, sheet: Sheet): string {
  const parts: string[] = [];
  for (const child of svg.children) paintShape(child, sheet, parts, 1);
  return clipped(svg, sheet, parts.join(''));
}

/** Clips to the frame as SVG does, unless the page overrides it. */
function clipped(svg: SVGSVGElement, sheet: Sheet, inside: string): string {
  if (inside === '' || getComputedStyle(svg).overflow === 'visible') return inside;
  const id = `c${(sheet.clips += 1)}`;
  const frame = tag('clipPath', { id }, tag('rect', { ...boxOnPaper(sheet, svg.getBoundingClientRect()) }));
  return frame + tag('g', { 'clip-path': `url(#${id})` }, inside);
}

function paintShape(element: Element, sheet: Sheet, parts: string[], opacity: number): void {
  if (!(element instanceof SVGGraphicsElement)) return;
  const style = getComputedStyle(element);
  if (style.display === 'none' || style.visibility === 'hidden') return;
  const alpha = opacity * Number(style.opacity);
  if (alpha === 0) return;
  if (element instanceof SVGGElement || element instanceof SVGSVGElement || element instanceof SVGAElement) {
    for (const child of element.children) paintShape(child, sheet, parts, alpha);
    return;
  }
  const place = { transform: matrixOf(element, sheet), opacity: alpha === 1 ? undefined : alpha };
  if (element instanceof SVGTextContentElement) {
    const shapes = sheet.outline === null ? null : outlined(element, sheet.outline);
    if (shapes !== null) {
      parts.push(tag('g', place, shapes));
      return;
    }
    sheet.fonts.add(style.fontFamily);
    parts.push(
      tag(
        'text',
        {
          ...geometryOf(element),
          ...strokeOf(style, false),
          ...fontAttributes(style),
          'text-anchor': style.textAnchor === 'start' ? undefined : style.textAnchor,
          'dominant-baseline': style.dominantBaseline === 'auto' ? undefined : style.dominantBaseline,
          ...place,
        },
        inner(element),
      ),
    );
    return;
  }
  parts.push(tag(element.tagName, { ...geometryOf(element), ...strokeOf(style, true), ...place }));
}

/** Text as glyph outlines; null if the browser gives no glyph positions or the fonts lack a glyph. */
function outlined(element: SVGTextContentElement, outline: Outliner): string | null {
  const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const parts: string[] = [];
  let first = 0;
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    const text = node.nodeValue ?? '';
    const host = node.parentElement;
    if (text === '' || host === null) continue;
    // The browser counts rendered characters: where it collapses spaces, positions do not match the text.
    if (first + text.length > element.getNumberOfChars()) return null;
    const style = getComputedStyle(host);
    const start = element.getStartPositionOfChar(first);
    const end = element.getEndPositionOfChar(first + text.length - 1);
    first += text.length;
    const pieces = outline(text, style, end.x - start.x);
    if (pieces.some(({ path }) => path === '')) return null;
    const transform = `translate(${coordinate(start.x)} ${coordinate(start.y)})`;
    for (const { path } of pieces) parts.push(tag('path', { transform, d: path, ...strokeOf(style, true) }));
  }
  return parts.join('');
}

/** Text with its spans; a span keeps its shift, colour and weight. */
function inner(element: Element): string {
  return [...element.childNodes]
    .map((node) => {
      if (node instanceof Text) return escapeXml(node.data);
      if (!(node instanceof SVGTSpanElement)) return '';
      const style = getComputedStyle(node);
      return tag(
        'tspan',
        {
          ...geometryOf(node),
          fill: style.fill,
          'font-weight': style.fontWeight,
          'font-family': style.fontFamily,
        },
        inner(node),
      );
    })
    .join('');
}

function geometryOf(element: Element): Record<string, string> {
  return Object.fromEntries(
    GEOMETRY.flatMap((name) => {
      const value = element.getAttribute(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

function strokeOf(style: CSSStyleDeclaration, shape: boolean): Record<string, string | number | undefined> {
  const stroke = style.stroke === 'none' ? undefined : visibleColour(style.stroke);
  const base = {
    fill: style.fill === 'none' ? 'none' : (visibleColour(style.fill) ?? 'none'),
    'fill-opacity': style.fillOpacity === '1' ? undefined : style.fillOpacity,
    'fill-rule': style.fillRule === 'nonzero' ? undefined : style.fillRule,
  };
  if (stroke === undefined) return base;
  return {
    ...base,
    stroke,
    'stroke-width': px(style.strokeWidth),
    'stroke-opacity': style.strokeOpacity === '1' ? undefined : style.strokeOpacity,
    'stroke-dasharray': style.strokeDasharray === 'none' ? undefined : style.strokeDasharray,
    'stroke-dashoffset': px(style.strokeDashoffset) === 0 ? undefined : style.strokeDashoffset,
    'stroke-linecap': style.strokeLinecap === 'butt' ? undefined : style.strokeLinecap,
    'stroke-linejoin': style.strokeLinejoin === 'miter' ? undefined : style.strokeLinejoin,
    'paint-order': style.paintOrder === 'normal' ? undefined : style.paintOrder,
    // Lets a stroke keep its width when the picture is scaled.
    'vector-effect': shape && style.vectorEffect !== 'none' ? style.vectorEffect : undefined,
  };
}

function matrixOf(element: SVGGraphicsElement, sheet: Sheet): string | undefined {
  const matrix = element.getScreenCTM();
  if (matrix === null) return undefined;
  const { a, b, c, d } = matrix;
  const [e, f] = [matrix.e - sheet.origin.x, matrix.f - sheet.origin.y];
  if (a === 1 && b === 0 && c === 0 && d === 1) return `translate(${coordinate(e)} ${coordinate(f)})`;
  return `matrix(${[a, b, c, d].map((n) => Math.round(n * 1e6) / 1e6).join(' ')} ${coordinate(e)} ${coordinate(f)})`;
}
