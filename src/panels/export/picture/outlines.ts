import type { Font } from 'fontkit';
import { fontFiles } from './fonts.ts';
import { type Outliner, type Piece, px } from './paint.ts';
import { readWeights } from './weights.ts';

/** Reads the page's fonts. Throws when a file cannot be fetched. */
export async function loadOutlines(): Promise<Outliner> {
  const fonts = new Map<string, (weight: number) => Font>();
  for (const { family, bytes } of await fontFiles()) fonts.set(family, readWeights(bytes));
  return (text, style, width) => {
    const family = (style.fontFamily.split(',')[0] ?? '').replaceAll(/["']/g, '').trim();
    const font = fonts.get(family)?.(Number(style.fontWeight));
    return font === undefined ? [{ path: '', text, x: 0, width }] : setLine(font, text, style, width);
  };
}

/** Features that the page switches on or off: `"tnum", "zero" 1, "calt" 0` and the numerals by name. */
function featuresOf(style: CSSStyleDeclaration): Record<string, boolean> {
  const named = [...style.fontFeatureSettings.matchAll(/"(\w{4})"(?: (\d|on|off))?/g)].map(
    ([, tag = '', value = '1']) => [tag, value !== '0' && value !== 'off'] as const,
  );
  const tabular = style.fontVariantNumeric.includes('tabular-nums');
  return { ...Object.fromEntries(named), ...(tabular ? { tnum: true } : {}) };
}

function setLine(font: Font, text: string, style: CSSStyleDeclaration, width: number): Piece[] {
  const size = px(style.fontSize);
  const scale = size / font.unitsPerEm;
  const spacing = px(style.letterSpacing);
  // Signs that the font has, and those that it has not, in turn.
  const runs = splitRuns(font, text).map((run) => {
    const glyphs = run.known ? font.layout(run.text, featuresOf(style)) : null;
    const signs = [...run.text].length;
    const advance = glyphs === null ? signs * size * 0.6 : glyphs.advanceWidth * scale;
    return { ...run, glyphs, advance: advance + signs * spacing };
  });
  const total = runs.reduce((sum, { advance }) => sum + advance, 0);
  const fit = total === 0 ? 1 : width / total;
  let at = 0;
  return runs.map((run) => {
    const piece: Piece = { path: '', text: run.text, x: at, width: run.advance * fit };
    if (run.glyphs !== null) {
      let pen = 0;
      const paths = run.glyphs.glyphs.map((glyph, i) => {
        const place = run.glyphs?.positions[i];
        const x = at + (pen + (place?.xOffset ?? 0) * scale) * fit;
        pen += (place?.xAdvance ?? 0) * scale + spacing;
        return glyph.path.transform(scale * fit, 0, 0, -scale, x, -(place?.yOffset ?? 0) * scale).toSVG();
      });
      piece.path = paths.join('');
    }
    at += piece.width;
    return piece;
  });
}

function splitRuns(font: Font, text: string): { text: string; known: boolean }[] {
  const runs: { text: string; known: boolean }[] = [];
  for (const sign of text) {
    const known = font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0);
    const last = runs.at(-1);
    if (last?.known === known) last.text += sign;
    else runs.push({ text: sign, known });
  }
  return runs;
}
