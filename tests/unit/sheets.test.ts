import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postcss from 'postcss';
import { expect, test } from 'vitest';

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((file) => join('src', file));
const sheets = files.filter((file) => file.endsWith('.css')).toSorted();
const css = new Map(sheets.map((file) => [file, readFileSync(file, 'utf8')]));

test('elements with measured coordinates do not use "zoom", which Safari scales', () => {
  const zoomed = sheets.filter((file) => {
    let found = false;
    postcss.parse(css.get(file) ?? '').walkDecls('zoom', () => {
      found = true;
    });
    return found;
  });
  // Only these style sheets may use `zoom`, because they position nothing by measured coordinates.
  expect(zoomed).toEqual(['src/app/shell.css', 'src/learn/panels/presenter/presenter.module.css']);
});

test('widths and heights at which the layout changes follow the font', () => {
  const query = /\((?:min|max)-(?:width|height): *[\d.]+px\)/g;
  const code = files.filter((file) => /\.(css|tsx?)$/.test(file));
  const inPixels = code.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(query)].map(([found]) => `${file}: ${found}`),
  );
  expect(inPixels).toEqual([]);
});
