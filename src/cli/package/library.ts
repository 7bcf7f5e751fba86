/** Adds the library to the package: ES modules with their types, the element, and examples. */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { build } from 'vite';
import { licences } from '../build/licences.ts';
import { ROOT } from '../built-page.ts';

const SOURCE = join(ROOT, 'src/cli/library');
const MODULES = ['engine', 'record'] as const;

/** Member `exports` of package.json: the modules that can be imported. */
export const EXPORTS = {
  ...Object.fromEntries(
    MODULES.map((name) => [
      `./${name}`,
      { types: `./types/cli/library/${name}.d.ts`, default: `./lib/${name}.mjs` },
    ]),
  ),
  './element': { types: './lib/element.d.ts', default: './lib/element.mjs' },
  './package.json': './package.json',
};

/** Puts `lib`, `types` and `examples` into the folder of the package. */
export async function addLibrary(folder: string): Promise<void> {
  await bundle(join(folder, 'lib'));
  writeFileSync(join(folder, 'lib', 'element.mjs'), elementModule());
  copyFileSync(join(SOURCE, 'element.d.ts'), join(folder, 'lib', 'element.d.ts'));
  copyFileSync(join(SOURCE, 'README.md'), join(folder, 'lib', 'README.md'));
  cpSync(join(SOURCE, 'examples'), join(folder, 'examples'), { recursive: true });
  addTypes(join(folder, 'types'));
}

async function bundle(outDir: string): Promise<void> {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { 'import.meta.env.DEV': 'false' },
    plugins: [licences().page],
    build: {
      outDir,
      target: 'es2022',
      minify: true,
      lib: { entry: MODULES.map((name) => join(SOURCE, `${name}.ts`)), formats: ['es'] },
      rolldownOptions: {
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash:7].mjs' },
      },
    },
  });
}

const BESIDE_SCRIPT = "new URL('.', document.currentScript.src)";

/** `public/qmgr-scope.js` as a module: a module has no `currentScript`, and the page lies in another folder. */
function elementModule(): string {
  const script = readFileSync(join(ROOT, 'public/qmgr-scope.js'), 'utf8');
  if (!script.includes(BESIDE_SCRIPT)) throw new Error(`qmgr-scope.js has no ${BESIDE_SCRIPT}`);
  return `${script.replace(BESIDE_SCRIPT, "new URL('../bin/page/', import.meta.url)")}\nexport {};\n`;
}

/** Writes the declarations of the modules, and of the files that these import. */
function addTypes(folder: string): void {
  const all = mkdtempSync(join(tmpdir(), 'qmgrscope-types-'));
  try {
    const compilerOptions = {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: join(ROOT, 'src'),
      outDir: all,
      types: [join(ROOT, 'node_modules/vite/client'), join(ROOT, 'node_modules/@types/node')],
    };
    const files = MODULES.map((name) => join(SOURCE, `${name}.ts`));
    const config = { extends: join(ROOT, 'tsconfig.json'), files, include: [], compilerOptions };
    writeFileSync(join(all, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    // Ignore the exit status: the compiler cannot write declarations for some files, but no declaration of the library
    // imports these files.
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', all], { encoding: 'utf8' });
    const copied = new Set<string>();
    for (const name of MODULES) {
      const entry = join(all, `cli/library/${name}.d.ts`);
      if (!existsSync(entry)) throw new Error(`There are no types of ${name}: ${stdout}`);
      copyDeclarations(entry, all, folder, copied);
    }
  } finally {
    rmSync(all, { recursive: true, force: true });
  }
}

/** Copies a declaration and all that it imports. */
function copyDeclarations(path: string, from: string, to: string, copied: Set<string>): void {
  if (copied.has(path)) return;
  copied.add(path);
  // An import without names, such as that of older-node.ts, has no types.
  const text = readFileSync(path, 'utf8').replaceAll(/^import ["'].*["'];\n/gm, '');
  const target = join(to, relative(from, path));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
  for (const [, name = ''] of text.matchAll(/(?:from|import\(|import) ?["'](\.[^"']+)\.ts["']/g))
    copyDeclarations(resolve(dirname(path), `${name}.d.ts`), from, to, copied);
}
