import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import postcss, { type Rule } from 'postcss';
import { describe, expect, test } from 'vitest';
import { layered } from '../../src/cli/build/layers.ts';

/**
 * The look of a page must not depend on which part loaded first. So a component imports the sheets of its classes, a
 * class has one folder, and folders are layers in a fixed order.
 */
const ALWAYS = new Set(['app', 'charts', 'ui', 'plot', 'kit']);
const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((file) => join('src', file));
const sheets = files.filter((file) => file.endsWith('.css')).toSorted();
const sources = new Map(
  files
    .filter((file) => /^src\/(app|panels|charts|ui|plot|(learn|record)\/panels)\/.*\.tsx?$/.test(file))
    .map((file) => [file, readFileSync(file, 'utf8')]),
);
const css = new Map(sheets.map((file) => [file, readFileSync(file, 'utf8')]));
const folder = (file: string): string => dirname(file).split('/').at(-1) ?? '';

function selectors(file: string): string[] {
  const found: string[] = [];
  postcss.parse(css.get(file) ?? '').walkRules((rule: Rule) => {
    const inside = rule.parent?.type === 'atrule' ? (rule.parent as { name?: string }).name : '';
    if (inside?.endsWith('keyframes') !== true) found.push(...rule.selectors);
  });
  return found;
}

/** Classes that begin a compound of a selector: `.job.card .chip` → job, chip. Other classes only select a variant. */
function named(selector: string): string[] {
  return [...selector.matchAll(/(?:^|[\s>+~(,])[a-z0-9]*\.([a-zA-Z_][\w-]*)/g)].map(([, name = '']) => name);
}

/** The class of a selector that nothing before it narrows: `.card:hover b` → card. */
function bare(selector: string): string | undefined {
  return /^[a-z0-9]*\.([a-zA-Z_][\w-]*)(?![\w-]*\.)/.exec(selector)?.[1];
}

const taken = (file: string): string[] =>
  [...(css.get(file) ?? '').matchAll(/@import "(.+?)"/g)].map(([, path = '']) => join(dirname(file), path));

/** Sheets loaded with a source file: its own imports, and theirs. */
function comesWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const path of taken(file)) comesWith(path, seen);
  const text = sources.get(file) ?? '';
  for (const [, path = ''] of text.matchAll(/^import (?!type)(?:[^'"]*?from )?'(\.[^']+)'/gm))
    comesWith(normalize(join(dirname(file), path)), seen);
  return seen;
}

function classesOf(text: string): Set<string> {
  const found = new Set<string>();
  const add = (words: string): void => {
    for (const [word] of words.matchAll(/(?<![\w-])[A-Za-z_][\w-]*/g)) found.add(word);
  };
  for (const [, plain, template] of text.matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g))
    add((plain ?? template ?? '').replace(/\$\{[^}]*\}/g, ' '));
  return found;
}

function scale(name: string): string[] {
  const stated = new RegExp(`The scale of ${name},[^:]*:\\s*\\* ([\\d. ]+)\\n`).exec(
    css.get('src/charts/tokens.css') ?? '',
  );
  return (stated?.[1] ?? '').trim().split(' ');
}
const SPACES = new Set(scale('space').map((sixteenths) => `${Number(sixteenths) / 16}rem`));
/** Hairlines, which do not grow with the type, and lengths that only one or two places need for a picture. */
const OWN_SPACES = new Set([
  '1px',
  '2px',
  '0.75px',
  '0.15em',
  '0.25em',
  '1.1rem',
  '19.25rem',
  ...[2.5, 9, 11, 13, 15, 22, 38, 52].map((sixteenths) => `${sixteenths / 16}rem`),
]);
const LINES = new Set(scale('heights of lines'));
const OWN_LINES = new Set(['1.13', '1.32', '1.42']);

describe('styles', () => {
  test('a class that one panel styles alone is in the sheets of no other panel', () => {
    const owners = new Map<string, Set<string>>();
    for (const file of sheets)
      for (const selector of selectors(file)) {
        const name = bare(selector);
        if (name !== undefined) owners.set(name, (owners.get(name) ?? new Set()).add(folder(file)));
      }
    const reaching = sheets.flatMap((file) =>
      selectors(file).flatMap((selector) =>
        named(selector)
          .filter((name) => {
            const own = owners.get(name);
            if (own === undefined || [...ALWAYS].some((one) => own.has(one))) return false;
            return own.size > 1 || !own.has(folder(file));
          })
          .map((name) => `${file}: ${selector} (.${name})`),
      ),
    );
    expect(reaching).toEqual([]);
    // Panels may narrow classes that are always loaded, but may not use their names otherwise.
    const meant = new Map<string, Set<string>>();
    for (const file of sheets)
      for (const selector of selectors(file)) {
        const name = /^\.([a-zA-Z_][\w-]*)$/.exec(selector)?.[1];
        if (name !== undefined) meant.set(name, (meant.get(name) ?? new Set()).add(folder(file)));
      }
    const alike = [...meant].filter(([, own]) => own.size > 1);
    expect(alike.map(([name, own]) => `${name}: ${[...own].join(', ')}`)).toEqual([]);
  });

  test('a word for a variant is no class that another panel or the kit styles alone', () => {
    const owners = new Map<string, Set<string>>();
    for (const file of sheets)
      for (const selector of selectors(file)) {
        const name = /^\.([a-zA-Z_][\w-]*)$/.exec(selector)?.[1];
        if (name !== undefined) owners.set(name, (owners.get(name) ?? new Set()).add(folder(file)));
      }
    const alike = sheets.flatMap((file) =>
      selectors(file).flatMap((selector) =>
        [...selector.matchAll(/\.([a-zA-Z_][\w-]*)/g)]
          .map(([, name = '']) => name)
          .filter((name) => {
            const own = owners.get(name);
            return (
              own !== undefined &&
              !own.has(folder(file)) &&
              !['app', 'charts', 'plot'].some((one) => own.has(one))
            );
          })
          .map((name) => `${name} in ${folder(file)}`),
      ),
    );
    // The name of a destination is the same everywhere, and threads take the place of the stage.
    expect(new Set(alike)).toEqual(
      new Set(['dest-name in dock', 'dest-name in mail', 'hero-stage in threads']),
    );
  });

  test('a component imports the sheets of its classes', () => {
    const homes = new Map<string, Set<string>>();
    const alone = new Set<string>();
    for (const file of sheets)
      for (const selector of selectors(file)) {
        for (const name of named(selector)) homes.set(name, (homes.get(name) ?? new Set()).add(file));
        alone.add(bare(selector) ?? '');
      }
    const missing: string[] = [];
    for (const [file, text] of sources) {
      const own = folder(file);
      const has = comesWith(file);
      for (const name of classesOf(text)) {
        const home = [...(homes.get(name) ?? [])];
        // Sheets of the first load are always present. A panel's own sheet comes before another panel's of the same word.
        if (home.length === 0 || home.some((one) => ['app', 'charts'].includes(folder(one)))) continue;
        const mine = home.filter((one) => folder(one) === own);
        if (mine.length === 0 && !alone.has(name)) continue;
        if (!(mine.length > 0 ? mine : home).some((one) => has.has(one))) missing.push(`${file}: .${name}`);
      }
    }
    expect(missing).toEqual([]);
  });

  test('a sheet that another includes is imported by no component', () => {
    const inner = new Set(sheets.flatMap(taken));
    const imported = [...sources].flatMap(([file, text]) =>
      [...text.matchAll(/^import '(\.[^']+\.css)'/gm)]
        .map(([, path = '']) => normalize(join(dirname(file), path)))
        .filter((path) => inner.has(path))
        .map((path) => `${file}: ${path}`),
    );
    expect(imported).toEqual([]);
  });

  test('type has the eight sizes of the scale, and marks inside pictures have theirs', () => {
    expect([...(css.get('src/charts/tokens.css') ?? '').matchAll(/--type-\d:/g)]).toHaveLength(8);
    const loose = sheets.flatMap((file) =>
      [
        ...(css.get(file) ?? '').matchAll(
          /(?<![\w-])(?:font|font-size|--[\w-]*-type): [^;]*?\d(?:rem|px)[^;]*;/g,
        ),
      ]
        .map(([line]) => `${file}: ${line}`)
        .filter((line) => !line.includes('var(--type') && !line.includes('max(110%')),
    );
    expect(loose).toEqual([]);
  });

  test('every folder with a sheet has its place in the order of layers', () => {
    const order = [...readFileSync('src/app/layers.css', 'utf8').matchAll(/@layer ([^;]+);/g)].flatMap(
      ([, names = '']) => names.split(',').map((name) => name.trim()),
    );
    expect(new Set(order).size).toBe(order.length);
    expect([...new Set(sheets.map(folder))].filter((name) => !order.includes(name))).toEqual([]);
  });

  test('a sheet is wrapped into its layer, with what it includes', () => {
    expect(layered('@import "./a.css";\n\n.x {\n  color: red;\n}\n', 'stage')).toBe(
      '@import "./a.css" layer(stage);\n@layer stage {\n.x {\n  color: red;\n}\n}',
    );
  });

  test('spaces and line heights follow one scale', () => {
    expect([SPACES.size, LINES.size]).toEqual([25, 12]);
    const raw: string[] = [];
    for (const file of sheets)
      postcss.parse(css.get(file) ?? '').walkDecls(({ prop, value }) => {
        if (/^(?:row-|column-)?gap$|^(?:margin|padding)/.test(prop))
          for (const [, length = ''] of value.matchAll(/(?<![\w.(-])-?(\d*\.?\d+(?:rem|em|px))\b/g))
            if (!SPACES.has(length) && !OWN_SPACES.has(length)) raw.push(`${file}: ${prop}: ${value}`);
        if (prop === 'line-height' && !LINES.has(value) && !OWN_LINES.has(value) && !value.endsWith('rem'))
          raw.push(`${file}: ${prop}: ${value}`);
      });
    expect(raw).toEqual([]);
  });
});

test('enlarges nothing measured by "zoom", where Safari reports pixels of its own', () => {
  const zoomed = sheets.filter((file) => {
    let found = false;
    postcss.parse(css.get(file) ?? '').walkDecls('zoom', () => {
      found = true;
    });
    return found;
  });
  // The sentence in class mode and the drawings of a printed page. Nothing there is drawn by position.
  expect(zoomed).toEqual(['src/app/presenter.css', 'src/learn/panels/presenter/presenter.css']);
});

test('widths and heights of layout changes follow the font', () => {
  const query = /\((?:min|max)-(?:width|height): *[\d.]+px\)/g;
  const code = files.filter((file) => /\.(css|tsx?)$/.test(file));
  const inPixels = code.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(query)].map(([found]) => `${file}: ${found}`),
  );
  expect(inPixels).toEqual([]);
});
