import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const STYLES = fileURLToPath(new URL('../../charts/fonts.css', import.meta.url));
/** The folder, as the style sheet and `index.html` name it, whose files are made here. */
const MADE = '/node_modules/.cache/fonts/';

/** What styles of the page ask of a font beside the signs: what every text needs, then what some name. */
const FEATURES = ['kern', 'mark', 'mkmk', 'calt', 'ccmp', 'liga', 'locl', 'rlig', 'rvrn'];
const NAMED = ['tnum', 'zero', 'cv05', 'ss03'];

/** A face of the style sheet. `file`: its address there; `weights`: lightest and boldest; `signs`: all of its range. */
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

/** The signs of a `unicode-range` of single signs and spans. */
function signsOf(range: string): string {
  let signs = '';
  for (const [, from = '', to = from] of range.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g))
    for (let sign = Number.parseInt(from, 16); sign <= Number.parseInt(to, 16); sign += 1)
      signs += String.fromCodePoint(sign);
  return signs;
}

/**
 * Makes the smaller faces of `charts/fonts.css` out of the whole ones of the same family: the signs and the weights that the
 * style sheet gives them. Throws when a face has no whole one.
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
