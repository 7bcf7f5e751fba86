/**
 * `npm run package [-- --out FOLDER]`
 *
 * Makes the npm package: bundles the commands, builds the page, and packs both without dependencies.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { licences } from '../build/licences.ts';
import { ROOT, withBuild } from '../built-page.ts';
import { helped, runCommand } from '../command.ts';
import { print } from '../terminal.ts';
import { SUBCOMMANDS } from './commands.ts';
import { addLibrary, EXPORTS } from './library.ts';

const USAGE = `usage: npm run package [-- --out FOLDER]
  --out FOLDER  where qmgrscope-VERSION.tgz goes (default: this folder)
`;
/** Matches a command of a checkout, such as `npm run sim --`, in a help text or an error. */
const NAMED = new RegExp(
  `npm run (?:-s )?(${SUBCOMMANDS.map(({ name }) => name).join('|')})(?:-postfix)?(?: --(?= ))?`,
  'g',
);
/** Modules that only a checkout needs; the package contains the page already built. */
const CHECKOUT_ONLY = ['vite', 'playwright', /own-page\.mjs$/];

const { version, description, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

const MANIFEST = {
  name: 'qmgrscope',
  version,
  description,
  license,
  type: 'module',
  bin: { qmgrscope: 'bin/start.cjs' },
  engines: { node: '>=18' },
  exports: EXPORTS,
  files: ['bin', 'lessons', 'lib', 'types', 'examples'],
};

async function bundle(outDir: string): Promise<void> {
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    define: { PACKAGE_VERSION: JSON.stringify(version), 'import.meta.env.DEV': 'false' },
    plugins: [
      licences().page,
      {
        name: 'name-of-command',
        enforce: 'pre',
        // Help texts name commands of a checkout; in the package they must name its own commands.
        transform: (code) => ({
          code: code.replace(NAMED, 'qmgrscope $1').replaceAll('[-- --', '[--'),
          map: null,
        }),
      },
    ],
    ssr: { noExternal: true },
    build: {
      ssr: join(ROOT, 'src/cli/package/qmgrscope.ts'),
      outDir,
      emptyOutDir: false,
      target: 'node18',
      minify: true,
      rolldownOptions: {
        external: CHECKOUT_ONLY,
        output: { entryFileNames: 'qmgrscope.mjs', chunkFileNames: '[name]-[hash:7].mjs' },
      },
    },
  });
}

export async function packageCommand(args: readonly string[]): Promise<number> {
  if (helped(USAGE, args)) return 0;
  const { values } = parseArgs({ args: [...args], options: { out: { type: 'string' } } });
  const folder = mkdtempSync(join(tmpdir(), 'qmgrscope-package-'));
  const bin = join(folder, 'bin');
  try {
    mkdirSync(bin);
    await bundle(bin);
    copyFileSync(join(ROOT, 'src/cli/package/start.cjs'), join(bin, 'start.cjs'));
    await withBuild((page) => {
      cpSync(page, join(bin, 'page'), { recursive: true });
      return Promise.resolve();
    });
    cpSync(join(ROOT, 'src/learn/lessons/files'), join(folder, 'lessons', 'files'), { recursive: true });
    await addLibrary(folder);
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(MANIFEST, null, 2)}\n`);
    copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
    copyFileSync(join(ROOT, 'src/cli/package/README.md'), join(folder, 'README.md'));
    const out = resolve(values.out ?? '.');
    const [file = ''] = execFileSync('npm', ['pack', '--silent', '--pack-destination', out], {
      cwd: folder,
      encoding: 'utf8',
    }).split('\n');
    print(join(out, file));
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await runCommand(import.meta.url, packageCommand);
