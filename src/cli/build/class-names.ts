import { dirname } from 'node:path';
import type { Plugin } from 'vite';

const WINGS = ['learn', 'record'];

/**
 * The name that a class of a module has in the page: `stage_card` for `.card` of `panels/stage/`, and `stage-panel` for
 * `.stage-panel`. Folders and not hashes: the sheets of a folder share their classes, and the names can be read in the
 * tools of a browser.
 */
export function className(local: string, file: string): string {
  const path = dirname(file).split('/');
  const parts = path.slice(path.lastIndexOf('src') + 1);
  const last = parts.at(-1) ?? '';
  const wing = parts.find((part) => WINGS.includes(part));
  // Each wing has a kit.
  const folder = last === 'kit' && wing !== undefined ? `${wing}-kit` : last;
  return local === folder || local.startsWith(`${folder}-`) ? local : `${folder}_${local}`;
}

/**
 * Imports the classes of a module one by one, although a component names their object. The compiler then writes each name
 * where it is used and leaves the object out: 2 kB less of the first picture. The sheet itself stays, whether or not
 * anything of its module is left.
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
