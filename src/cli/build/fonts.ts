import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const STYLES = fileURLToPath(new URL('../../charts/fonts.css', import.meta.url));
/** Folder of the generated fonts, as written in the style sheet and in `index.html`. */
const MADE = '/node_modules/.cache/fonts/';

/** OpenType features to keep: FEATURES are needed by every text, NAMED are used by the style sheets. */
const FEATURES = ['kern', 'mark', 'mkmk', 'calt', 'ccmp', 'liga', 'locl', 'rlig', 'rvrn'];
const NAMED = ['tnum', 'zero', 'cv05', 'ss03'];

/** A font face of the style sheet. `file`: its address; `weights`: its lightest and boldest weight; `signs`: its characters. */
interface Face {
  family: string;
  file: string;
  weights: { min: number; max: number };
  signs: string;
}

function facesOf(css: string): Face[] {
  return [...css.matchAll(/@font-face \{([^}]*)\}/g)].map(([, rule = '']) => {
    const value = (name: string): string => new RegExp(`${name}:\\s*([^;]*);`).exec(rule)?.[1]?.trim() ?? '';
    const [min = 0, max = 0] = value('font-weight').split(' ').map(Number);
    const file = /url\("([^"]*)"\)/.exec(value('src'))?.[1] ?? '';
    return {
      family: value('font-family'),
      file,
      weights: { min, max },
      signs: signsOf(value('unicode-range')),
    };
  });
}

/** Returns the characters of a `unicode-range` of single values and ranges. */
function signsOf(range: string): string {
  let signs = '';
  for (const [, from = '', to = from] of range.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g))
    for (let sign = Number.parseInt(from, 16); sign <= Number.parseInt(to, 16); sign += 1)
      signs += String.fromCodePoint(sign);
  return signs;
}

/**
 * Makes the subset fonts of `charts/fonts.css`: from the full font of the same family, with the characters and weights that
 * the style sheet declares. Throws when a family has no full font.
 */
export async function makeFonts(): Promise<void> {
  const faces = facesOf(readFileSync(STYLES, 'utf8'));
  for (const face of faces.filter(({ file }) => file.includes(MADE))) {
    const whole = faces.find(({ family, file }) => family === face.family && file !== face.file);
    if (whole === undefined) throw new Error(`${face.file}: no face of ${face.family} has all signs`);
    const target = join(dirname(STYLES), face.file);
    mkdirSync(dirname(target), { recursive: true });
    // oxlint-disable-next-line no-await-in-loop -- there are two
    const made = await subsetFont(readFileSync(fileURLToPath(import.meta.resolve(whole.file))), face.signs, {
      targetFormat: 'woff2',
      variationAxes: { wght: face.weights },
      keepFeatures: [...FEATURES, ...NAMED],
    });
    writeFileSync(target, made);
  }
}
