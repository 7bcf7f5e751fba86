import type { Plugin } from 'vite';
import { PROGRAM } from './start-file.ts';

const THEME = /\n *<!-- Sets the chosen theme[^]*?<script src="[^"]*theme\.js"><\/script>/;

/**
 * Adds preload links for everything that the first picture needs, before the theme script. On a page with a Content Security
 * Policy, browsers look for files to load only up to the next blocking script.
 */
export function preload(): Plugin {
  return {
    name: 'qmgrscope-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk');
        const program = chunks.find(({ moduleIds }) => moduleIds.some((id) => PROGRAM.test(id)));
        if (program === undefined) throw new Error('preload: the program is not in the bundle');
        const needed = new Set([program.fileName]);
        for (const name of needed) {
          for (const other of chunks.find((chunk) => chunk.fileName === name)?.imports ?? [])
            needed.add(other);
        }
        const styles = chunks
          .filter((chunk) => needed.has(chunk.fileName))
          .flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
        const missing = (name: string): boolean => !html.includes(`"./${name}"`);
        const links = [
          ...[...needed]
            .filter(missing)
            .map((name) => `<link rel="modulepreload" crossorigin href="./${name}">`),
          ...styles
            .filter(missing)
            .map((name) => `<link rel="preload" as="style" crossorigin href="./${name}">`),
        ];
        const theme = THEME.exec(html)?.[0] ?? '';
        return html
          .replace(theme, '')
          .replace(/\s*<\/head>/, `\n    ${links.join('\n    ')}${theme}\n  </head>`);
      },
    },
  };
}
