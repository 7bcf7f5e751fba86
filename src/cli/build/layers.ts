import { dirname, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

/** The folder of a sheet under `src/` is its cascade layer: `panels/stage/forest.css` → `stage`, `app/menu.css` → `app`. */
function layerOf(file: string, root: string): string | null {
  const parts = relative(root, dirname(file)).split(sep);
  if (parts[0] !== 'src' || file.includes('node_modules')) return null;
  return parts.at(-1) ?? null;
}

/** The order itself, and the typefaces, which an exported picture looks up among the plain rules. */
const PLAIN = ['app/layers.css', 'charts/fonts.css'];

const IMPORT = /^@import (".+?");$/gm;

/** A sheet in its layer; what it takes in from its folder comes before its own rules, in the same layer. */
export function layered(css: string, layer: string): string {
  const imports = css.match(IMPORT) ?? [];
  const rules = css.replace(IMPORT, '').trim();
  const taken = imports.map((line) => line.replace(IMPORT, `@import $1 layer(${layer});`));
  return [...taken, `@layer ${layer} {\n${rules}\n}`].join('\n');
}

/**
 * Puts every sheet into the cascade layer of its folder, so that what a page looks like does not depend on which part of it
 * was loaded first: layers are in the order of `app/layers.css`, whenever their sheets come. Written here and not in each
 * sheet, where it could be forgotten.
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
