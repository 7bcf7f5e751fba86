/**
 * `@font-face` rules of the used page fonts, with embedded files. Programs that cannot read them use the font's name.
 */
export async function embeddedFonts(families: ReadonlySet<string>): Promise<string> {
  const used = [...families].join(',');
  const rules = fontRules().filter((rule) => used.includes(familyOf(rule)));
  const embedded = await Promise.all(rules.map(embed));
  return embedded.join('');
}

/** The first face of each family, which has all glyphs and weights; a subset follows it in `charts/fonts.css`. */
function fontRules(): CSSFontFaceRule[] {
  const rules = [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule),
  );
  return [...new Map(rules.toReversed().map((rule) => [familyOf(rule), rule])).values()].toReversed();
}

function familyOf(rule: CSSFontFaceRule): string {
  return rule.style.getPropertyValue('font-family').replaceAll(/["']/g, '');
}

const loaded = new Map<string, Promise<Uint8Array>>();

/** All font files of the page. Throws when a fetch fails. */
export function fontFiles(): Promise<{ family: string; bytes: Uint8Array }[]> {
  return Promise.all(
    fontRules().map(async (rule) => ({
      family: familyOf(rule),
      bytes: (await fileOf(rule)) ?? new Uint8Array(),
    })),
  );
}

function fileOf(rule: CSSFontFaceRule): Promise<Uint8Array> | undefined {
  const source = /url\("?([^")]+)"?\)/.exec(rule.style.getPropertyValue('src'))?.[1];
  if (source === undefined) return undefined;
  const url = new URL(source, rule.parentStyleSheet?.href ?? location.href).href;
  const file = loaded.get(url) ?? fetchBytes(url);
  loaded.set(url, file);
  return file;
}

async function fetchBytes(url: string): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(url)).arrayBuffer());
}

async function embed(rule: CSSFontFaceRule): Promise<string> {
  const bytes = await fileOf(rule);
  if (bytes === undefined) return '';
  const weight = rule.style.getPropertyValue('font-weight');
  return `@font-face{font-family:"${familyOf(rule)}";font-weight:${weight};src:url(${dataUrl(bytes)}) format("woff2")}`;
}

function dataUrl(bytes: Uint8Array): string {
  // Convert the bytes in chunks, because a function call has a limited number of arguments.
  let text = '';
  for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096));
  return `data:font/woff2;base64,${btoa(text)}`;
}
