import { type Box, boxOnPaper, escapeXml, px, coordinate, type Sheet, visibleColour, tag } from './paint.ts';

/** Lines of a text node where the page has them, each as a text element of its own. */
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

/** One line as a rule; only a text that was broken is measured letter by letter. */
function linesOf(node: Text): Line[] {
  const { data } = node;
  const range = document.createRange();
  /** The words between two places, without the spaces around them: whether those are drawn depends on the line. */
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

/** As much of a text as fits before `edge`, about, with the sign that there is more. */
function shorten(text: string, rect: DOMRect, edge: number): string {
  const letters = Math.floor((text.length * (edge - rect.left)) / rect.width) - 1;
  return letters <= 0 ? '' : `${text.slice(0, letters).trimEnd()}…`;
}

/** A line of text whose content area is `box`. */
export function textAt(text: string, box: Box, style: CSSStyleDeclaration, sheet: Sheet): string {
  if (text === '') return '';
  // Lines of HTML stand on whole pixels.
  const y = Math.round(box.y + baseline(box.height, style));
  const words = lineAt(
    transformed(text, style.textTransform),
    { x: box.x, y, width: box.width },
    style,
    sheet,
  );
  return style.textDecorationLine === 'underline' ? underline(box, y, style) + words : words;
}

/** A place on a baseline. */
interface Place {
  x: number;
  y: number;
  width: number;
}

/** A line of text, or the shapes of its signs where that is asked for. */
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

/** Each word stands where it stands on the page: in another font, a longer word does not move those behind it. */
function placedWords(text: string, { x, y, width }: Place, style: CSSStyleDeclaration, sheet: Sheet): string {
  sheet.fonts.add(style.fontFamily);
  const measured = ruler(style);
  const unit = width / (measured(text) || 1);
  const words = [...text.matchAll(/\S+/g)].map((match, at) => {
    const from = measured(text.slice(0, match.index));
    const to = measured(text.slice(0, match.index + match[0].length));
    const place = { x: x + from * unit, textLength: (to - from) * unit, lengthAdjust: 'spacingAndGlyphs' };
    // A space without a place of its own belongs to the word before it in WebKit, which squeezes both into its length.
    const space =
      at === 0 ? '' : tag('tspan', { x: x + measured(text.slice(0, match.index - 1)) * unit }, ' ');
    return space + tag('tspan', place, escapeXml(match[0]));
  });
  const decoration = style.textDecorationLine === 'underline' ? { 'text-decoration': undefined } : {};
  return tag('text', { x, y, fill: style.color, ...fontAttributes(style), ...decoration }, words.join(''));
}

/** A line of its own: SVG has no underline with a colour, dots and a distance. */
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

/** Behind the page's own fonts those that are about as wide, for programs that cannot read the ones inside the picture. */
function familyWithOthers(family: string): string {
  const [own = '', ...others] = family.split(',');
  const near = /mono/i.test(own) ? 'Liberation Mono, Menlo, Consolas' : 'Liberation Sans, Helvetica, Arial';
  return [own, ...near.split(', ').map((name) => `"${name}"`), ...others].join(', ');
}

/** The attributes of a font, for text of HTML and of SVG. */
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
    // Firefox knows no `textLength` of a part of a line.
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

/** How wide a text is in a font, in pixels; without a canvas each sign counts one. */
function ruler(style: CSSStyleDeclaration): (text: string) => number {
  const drawn = context(style);
  return (text) => drawn?.measureText(text).width ?? text.length;
}

/** How far below its top the baseline of a content area lies: the font's own ascent, as the browser lays it out. */
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
