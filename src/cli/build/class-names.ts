import { dirname } from 'node:path';
import type { Plugin } from 'vite';

const WINGS = ['learn', 'record'];

/**
 * Name of a module's class in the page: `stage_card` for `.card` of `panels/stage/`, and `stage-panel` for `.stage-panel`.
 * Contains the folder instead of a hash, because the style sheets of a folder share their classes, and because such names are
 * readable in the browser's tools.
 */
export function className(local: string, file: string): string {
  const path = dirname(file).split('/');
  const parts = path.slice(path.lastIndexOf('src') + 1);
  const last = parts.at(-1) ?? '';
  const wing = parts.find((part) => WINGS.includes(part));
  // `learn` and `record` each have a folder `kit`, so the class name includes their names.
  const folder = last === 'kit' && wing !== undefined ? `${wing}-kit` : last;
  return local === folder || local.startsWith(`${folder}-`) ? local : `${folder}_${local}`;
}

/**
 * Turns the default import of a CSS module into a namespace import. The bundler then writes each class name where it is used
 * and drops the object with all names, which saves 2 kB before the first picture. The second plugin keeps the style sheet,
 * which Vite would drop when nothing else of its module is left.
 */
export function classConstants(): Plugin[] {
  return [
    {
      name: 'class-constants',
      enforce: 'pre',
      transform(code, id) {
        if (!/\.tsx?$/.test(id) || !code.includes(".module.css'")) return null;
        return {
          code: code.replace(/^import (\w+) from ('.+\.module\.css');$/gm, 'import * as $1 from $2;'),
          map: null,
        };
      },
    },
    {
      name: 'class-sheets',
      enforce: 'post',
      transform: (code, id) =>
        id.endsWith('.module.css') ? { code, map: null, moduleSideEffects: 'no-treeshake' } : null,
    },
  ];
}
