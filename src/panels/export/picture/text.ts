import { type Box, boxOnPaper, escapeXml, px, coordinate, type Sheet, visibleColour, tag } from './paint.ts';

/** Lines of a text node at their page positions, each as one text element. */
export function paintText(node: Text, style: CSSStyleDeclaration, sheet: Sheet): string {
  const clipped =
    style.textOverflow === 'ellipsis' && style.overflowX !== 'visible' ? node.parentElement : null;
  const edge = clipped === null ? Number.POSITIVE_INFINITY : clipped.getBoundingClientRect().right;
  return linesOf(node)
    .map(({ text, rect }) => {
      const box = boxOnPaper(sheet, rect);
      if (rect.right <= edge + 0.5) return textAt(text, box, style, sheet);
      return textAt(shorten(text, rect, edge), { ...box, width: edge - rect.left }, style, sheet);
    })
    .join('');
}

interface Line {
  text: string;
  rect: DOMRect;
}

/** Lines of a text node. Only wrapped text is measured letter by letter. */
function linesOf(node: Text): Line[] {
  const { data } = node;
  const range = document.createRange();
  /** The text between two offsets without spaces at its ends, because the line decides whether these are drawn. */
  const words = (from: number, to: number): Line[] => {
    const part = data.slice(from, to);
    const text = part.trim();
    if (text === '') return [];
    const start = from + part.indexOf(text);
    range.setStart(node, start);
    range.setEnd(node, start + text.length);
    const rect = range.getBoundingClientRect();
    return rect.width === 0 ? [] : [{ text: text.replace(/\s+/g, ' '), rect }];
  };
  range.selectNodeContents(node);
  if (range.getClientRects().length <= 1) return words(0, data.length);
  const lines: Line[] = [];
  let from = 0;
  let top = Number.NaN;
  for (let i = 0; i < data.length; i += 1) {
    range.setStart(node, i);
    range.setEnd(node, i + 1);
    const rect = range.getClientRects()[0];
    if (rect === undefined || rect.width === 0) continue;
    if (Math.abs(rect.top - top) > 1) {
      lines.push(...words(from, i));
      from = i;
    }
    top = rect.top;
  }
  return [...lines, ...words(from, data.length)];
}

/** Shortens a text to about what fits before `edge`, with an ellipsis. */
function shorten(text: string, rect: DOMRect, edge: number): string {
  const letters = Math.floor((text.length * (edge - rect.left)) / rect.width) - 1;
  return letters <= 0 ? '' : `${text.slice(0, letters).trimEnd()}…`;
}

/** A line of text in the content area `box`. */
export function textAt(text: string, box: Box, style: CSSStyleDeclaration, sheet: Sheet): string {
  if (text === '') return '';
  // Browsers place lines of HTML text at whole pixels.
  const y = Math.round(box.y + baseline(box.height, style));
  const words = lineAt(
    transformed(text, style.textTransform),
    { x: box.x, y, width: box.width },
    style,
    sheet,
  );
  return style.textDecorationLine === 'underline' ? underline(box, y, style) + words : words;
}

interface Place {
  x: number;
  y: number;
  width: number;
}

/** A line of text, as glyph outlines if requested. */
function lineAt(text: string, { x, y, width }: Place, style: CSSStyleDeclaration, sheet: Sheet): string {
  if (sheet.outline === null) return placedWords(text, { x, y, width }, style, sheet);
  return sheet
    .outline(text, style, width)
    .map((piece) =>
      piece.path === ''
        ? placedWords(piece.text, { x: x + piece.x, y, width: piece.width }, style, sheet)
        : tag('path', {
            transform: `translate(${coordinate(x)} ${coordinate(y)})`,
            d: piece.path,
            fill: style.color,
          }),
    )
    .join('');
}

/** Positions each word as on the page. If a fallback font makes a word wider, the next words stay in place. */
function placedWords(text: string, { x, y, width }: Place, style: CSSStyleDeclaration, sheet: Sheet): string {
  sheet.fonts.add(style.fontFamily);
  const measured = ruler(style);
  const unit = width / (measured(text) || 1);
  const words = [...text.matchAll(/\S+/g)].map((match, at) => {
    const from = measured(text.slice(0, match.index));
    const to = measured(text.slice(0, match.index + match[0].length));
    const place = { x: x + from * unit, textLength: (to - from) * unit, lengthAdjust: 'spacingAndGlyphs' };
    // WebKit includes a space without its own position in the length of the word before it.
    const space =
      at === 0 ? '' : tag('tspan', { x: x + measured(text.slice(0, match.index - 1)) * unit }, ' ');
    return space + tag('tspan', place, escapeXml(match[0]));
  });
  const decoration = style.textDecorationLine === 'underline' ? { 'text-decoration': undefined } : {};
  return tag('text', { x, y, fill: style.color, ...fontAttributes(style), ...decoration }, words.join(''));
}

/** Underline as a separate line, because SVG text has no underline colour, dots or offset. */
function underline({ x, width }: Box, baseline: number, style: CSSStyleDeclaration): string {
  const thick = Math.max(1, Math.round(px(style.fontSize) / 16));
  const y =
    baseline + px(style.textUnderlineOffset) + thick / 2 + (style.textUnderlineOffset === 'auto' ? 1 : 0);
  return tag('line', {
    x1: x,
    y1: y,
    x2: x + width,
    y2: y,
    stroke: visibleColour(style.textDecorationColor),
    'stroke-width': thick,
    'stroke-dasharray': style.textDecorationStyle === 'dotted' ? `${thick} ${thick}` : undefined,
  });
}

/** Font family with fallbacks of similar width, for programs that ignore embedded fonts. */
function familyWithOthers(family: string): string {
  const [own = '', ...others] = family.split(',');
  const near = /mono/i.test(own) ? 'Liberation Mono, Menlo, Consolas' : 'Liberation Sans, Helvetica, Arial';
  return [own, ...near.split(', ').map((name) => `"${name}"`), ...others].join(', ');
}

/** Font attributes for HTML and SVG text. */
export function fontAttributes(style: CSSStyleDeclaration): Record<string, string | undefined> {
  const extra = [
    style.fontFeatureSettings === 'normal' ? '' : `font-feature-settings:${style.fontFeatureSettings}`,
    style.fontVariantNumeric === 'normal' ? '' : `font-variant-numeric:${style.fontVariantNumeric}`,
    'white-space:pre',
  ];
  return {
    'font-family': familyWithOthers(style.fontFamily),
    'font-size': `${coordinate(px(style.fontSize))}px`,
    'font-weight': style.fontWeight,
    'font-style': style.fontStyle === 'normal' ? undefined : style.fontStyle,
    // Firefox does not support `textLength` on a part of a line.
    'letter-spacing':
      style.letterSpacing === 'normal' ? undefined : `${coordinate(px(style.letterSpacing))}px`,
    'text-decoration': style.textDecorationLine === 'none' ? undefined : style.textDecorationLine,
    style: extra.filter((part) => part !== '').join(';'),
  };
}

let measure: CanvasRenderingContext2D | null = null;

function context(style: CSSStyleDeclaration): CanvasRenderingContext2D | null {
  measure ??= document.createElement('canvas').getContext('2d');
  if (measure === null) return null;
  measure.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  if ('letterSpacing' in measure)
    measure.letterSpacing = style.letterSpacing === 'normal' ? '0px' : style.letterSpacing;
  return measure;
}

/** Measures text width in a font, in pixels; without a canvas each character counts 1. */
function ruler(style: CSSStyleDeclaration): (text: string) => number {
  const drawn = context(style);
  return (text) => drawn?.measureText(text).width ?? text.length;
}

/** Distance from the top of a content area to the baseline, from the font's ascent as the browser uses it. */
function baseline(height: number, style: CSSStyleDeclaration): number {
  const drawn = context(style);
  if (drawn === null) return height * 0.8;
  const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = drawn.measureText('x');
  return up + (height - up - down) / 2;
}

function transformed(text: string, transform: string): string {
  if (transform === 'uppercase') return text.toUpperCase();
  if (transform === 'lowercase') return text.toLowerCase();
  return transform === 'capitalize' ? text.replace(/\b\w/g, (letter) => letter.toUpperCase()) : text;
}
