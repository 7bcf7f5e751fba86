import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Packages that are not imported, with the command that runs them, or the file that names them. */
const RUN: Readonly<Record<string, string>> = {
  '@biomejs/biome': 'biome format',
  'oxlint-tsgolint': 'oxlint --type-aware',
  tsx: 'src/cli/tsx.mjs',
  typescript: 'tsc -p',
  oxlint: 'oxlint --type-aware',
  knip: 'knip --include',
};

interface Package {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

const about = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Package;
const sources = ['src', 'tests'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|mjs|css)$/.test(name))
    .map((name) => join(folder, name)),
);
const files = [...sources, 'vite.config.ts', 'playwright.config.ts', 'vitest.config.ts', 'index.html']
  .filter((name) => !name.endsWith('dependencies.test.ts'))
  .map((name) => readFileSync(join(ROOT, name), 'utf8'));

function imported(name: string, among: readonly string[]): boolean {
  const pattern = new RegExp(`(?:['"]|node_modules/)${name.replace('/', '\\/')}(?:['"/])`);
  return among.some((text) => pattern.test(text));
}

test('every package is imported or run', () => {
  const scripts = Object.values(about.scripts).join('\n');
  const idle = Object.keys({ ...about.dependencies, ...about.devDependencies }).filter((name) => {
    const types = /^@types\/(.*)$/.exec(name)?.[1];
    // An `@types` package is used if a file imports its package. `@types/node` is used if a file imports from `node:`.
    if (types !== undefined) return !files.some((text) => new RegExp(`['"](node:|${types})`).test(text));
    const command = RUN[name];
    return command === undefined
      ? !imported(name, files)
      : !scripts.includes(command) && !existsSync(join(ROOT, command));
  });
  expect(idle).toEqual([]);
});

test('what the page ships is a dependency, and what only builds and tests it is not', () => {
  const page = sources
    .filter((name) => name.startsWith('src/') && !name.startsWith('src/cli/'))
    .map((name) => readFileSync(join(ROOT, name), 'utf8'));
  const inPage = [...page, readFileSync(join(ROOT, 'index.html'), 'utf8')];
  expect(Object.keys(about.dependencies).filter((name) => !imported(name, inPage))).toEqual([]);
  expect(
    Object.keys(about.devDependencies).filter(
      (name) => !name.startsWith('@types/') && imported(name, inPage),
    ),
  ).toEqual([]);
});

test('the lock file has a checksum for every package and names no registry', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string; resolved?: string }>;
  };
  const installed = Object.entries(packages).filter(([path]) => path !== '');
  expect(installed.filter(([, { integrity }]) => integrity === undefined).map(([path]) => path)).toEqual([]);
  expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});
