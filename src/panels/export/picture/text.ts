import { type Box, boxOf, escapeXml, px, round, type Sheet, tag } from './paint.ts';

/** Lines of a text node where the page has them, each as a text element of its own. */
export function paintText(node: Text, style: CSSStyleDeclaration, sheet: Sheet): string {
  const clipped =
    style.textOverflow === 'ellipsis' && style.overflowX !== 'visible' ? node.parentElement : null;
  const edge = clipped === null ? Number.POSITIVE_INFINITY : clipped.getBoundingClientRect().right;
  return linesOf(node)
    .map(({ text, rect }) => {
      const box = boxOf(sheet, rect);
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
  const range = document.createRange();
  range.selectNodeContents(node);
  const [first, ...others] = range.getClientRects();
  if (first === undefined) return [];
  const text = node.data.replace(/\s+/g, ' ');
  if (others.length === 0) return first.width === 0 ? [] : [{ text: text.trim(), rect: first }];
  const lines: Line[] = [];
  let from = 0;
  let top = Number.NaN;
  const cut = (to: number): void => {
    range.setStart(node, from);
    range.setEnd(node, to);
    const rect = range.getBoundingClientRect();
    const words = node.data.slice(from, to).replace(/\s+/g, ' ').trim();
    if (words !== '' && rect.width > 0) lines.push({ text: words, rect });
    from = to;
  };
  for (let i = 0; i < node.data.length; i += 1) {
    range.setStart(node, i);
    range.setEnd(node, i + 1);
    const rect = range.getClientRects()[0];
    if (rect === undefined || rect.width === 0) continue;
    if (Math.abs(rect.top - top) > 1 && !Number.isNaN(top)) cut(i);
    top = rect.top;
  }
  cut(node.data.length);
  return lines;
}

/** As much of a text as fits before `edge`, about, with the sign that there is more. */
function shorten(text: string, rect: DOMRect, edge: number): string {
  const letters = Math.floor((text.length * (edge - rect.left)) / rect.width) - 1;
  return letters <= 0 ? '' : `${text.slice(0, letters).trimEnd()}…`;
}

/** A line of text whose content area is `box`. The length is fixed, so that another font cannot move what stands behind. */
export function textAt(text: string, box: Box, style: CSSStyleDeclaration, sheet: Sheet): string {
  if (text === '') return '';
  sheet.fonts.add(style.fontFamily);
  return tag(
    'text',
    {
      x: box.x,
      y: box.y + baseline(box.height, style),
      fill: style.color,
      ...fontAttributes(style),
      textLength: box.width,
      lengthAdjust: 'spacingAndGlyphs',
    },
    escapeXml(transformed(text, style.textTransform)),
  );
}

/** The attributes of a font, for text of HTML and of SVG. */
export function fontAttributes(style: CSSStyleDeclaration): Record<string, string | undefined> {
  const extra = [
    style.fontFeatureSettings === 'normal' ? '' : `font-feature-settings:${style.fontFeatureSettings}`,
    style.fontVariantNumeric === 'normal' ? '' : `font-variant-numeric:${style.fontVariantNumeric}`,
    'white-space:pre',
  ];
  return {
    'font-family': style.fontFamily,
    'font-size': `${round(px(style.fontSize))}px`,
    'font-weight': style.fontWeight,
    'font-style': style.fontStyle === 'normal' ? undefined : style.fontStyle,
    'text-decoration': style.textDecorationLine === 'none' ? undefined : style.textDecorationLine,
    style: extra.filter((part) => part !== '').join(';'),
  };
}

let measure: CanvasRenderingContext2D | null = null;

/** How far below its top the baseline of a content area lies: the font's own ascent, as the browser lays it out. */
function baseline(height: number, style: CSSStyleDeclaration): number {
  measure ??= document.createElement('canvas').getContext('2d');
  if (measure === null) return height * 0.8;
  measure.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = measure.measureText('x');
  return up + (height - up - down) / 2;
}

function transformed(text: string, transform: string): string {
  if (transform === 'uppercase') return text.toUpperCase();
  if (transform === 'lowercase') return text.toLowerCase();
  return transform === 'capitalize' ? text.replace(/\b\w/g, (letter) => letter.toUpperCase()) : text;
}
