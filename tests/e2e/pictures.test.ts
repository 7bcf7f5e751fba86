import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../fixtures/nginx.ts';
import { difference, openSheet, saved } from './exporting.ts';
import { expect, open, test } from './page.ts';

/** Commands with which SVG programs draw a file at twice its size, like the PNG of the page. */
const READERS: Readonly<Record<string, (svg: string, png: string) => string[]>> = {
  'rsvg-convert': (svg, png) => ['--zoom', '2', '--output', png, svg],
  inkscape: (svg, png) => ['--export-type=png', '--export-dpi=192', `--export-filename=${png}`, svg],
};

function drawnBy(program: string, svg: Buffer): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'qmgrscope-picture-'));
  try {
    const [from, to] = [join(folder, 'in.svg'), join(folder, 'out.png')];
    writeFileSync(from, svg);
    // The program writes to a home folder, and the user may have none.
    const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder };
    execFileSync(findProgram(program), READERS[program]?.(from, to) ?? [], { stdio: 'ignore', env });
    return readFileSync(to);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const program of Object.keys(READERS)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${program}, ${colorScheme}`, () => {
      test.skip(findProgram(program) === '', `${program} is not installed`);
      test.use({ colorScheme });
      test('draws a saved SVG as the page saves a PNG, with text and with shapes', async ({ page }) => {
        await open(page, '#scene=whole-picture');
        await openSheet(page);
        for (const name of ['Jobs and preemption forest', 'The whole page']) {
          await page.getByRole('combobox', { name: 'Panel' }).selectOption({ label: name });
          const png = await saved(page, () => page.getByRole('button', { name: 'PNG' }).click());
          for (const shapes of [true, false]) {
            await page.getByRole('checkbox', { name: /as shapes/ }).setChecked(shapes);
            const svg = await saved(page, () => page.getByRole('button', { name: 'SVG' }).click());
            const text = svg.bytes.toString('utf8');
            expect(text).not.toMatch(/="(?:oklab|oklch|color|rgba?)\(/);
            // Words must be drawn as shapes. Single characters that the page's fonts lack stay text.
            const left = [...text.matchAll(/<text .*?<\/text>/g)].map(([found]) =>
              found.replaceAll(/<[^>]*>/g, ''),
            );
            if (shapes) expect(left.filter((words) => /[a-z]{2}/i.test(words))).toEqual([]);
            const { mean, off } = await difference(page, png.bytes, drawnBy(program, svg.bytes));
            const what = `${name}, ${shapes ? 'shapes' : 'text'}`;
            expect(off, `${what}: share of pixels that differ`).toBeLessThan(0.02);
            expect(mean, `${what}: mean difference`).toBeLessThan(4);
          }
        }
      });
    });
  }
}
