import { dirname, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

/** Cascade layer of a sheet under `src/`: its folder. `panels/stage/forest.css` → `stage`, `app/menu.css` → `app`. */
function layerOf(file: string, root: string): string | null {
  const parts = relative(root, dirname(file)).split(sep);
  if (parts[0] !== 'src' || file.includes('node_modules')) return null;
  return parts.at(-1) ?? null;
}

/** Sheets without a layer: the layer order itself, and the fonts, which picture exports look up among unlayered rules. */
const PLAIN = ['app/layers.css', 'charts/fonts.css'];

const IMPORT = /^@import (".+?");$/gm;

/** Wraps a sheet in its layer. Its imports come first, in the same layer. */
export function layered(css: string, layer: string): string {
  const imports = css.match(IMPORT) ?? [];
  const rules = css.replace(IMPORT, '').trim();
  const taken = imports.map((line) => line.replace(IMPORT, `@import $1 layer(${layer});`));
  return [...taken, `@layer ${layer} {\n${rules}\n}`].join('\n');
}

/**
 * Puts every sheet into the cascade layer of its folder, so that the look of the page does not depend on the loading order:
 * `app/layers.css` defines the order of layers. Done by the build because single sheets could forget it.
 */
export function cascadeLayers(): Plugin {
  let root = '';
  return {
    name: 'cascade-layers',
    enforce: 'pre',
    configResolved(config) {
      root = config.root;
    },
    transform(css, id) {
      const file = id.split('?')[0] ?? id;
      if (!file.endsWith('.css') || PLAIN.some((name) => file.endsWith(name))) return null;
      const layer = layerOf(file, root);
      return layer === null ? null : { code: layered(css, layer), map: null };
    },
  };
}
