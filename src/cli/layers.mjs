/**
 * The layer rules, checked: `npm run layers`. Arrows of src/README.md as an allowlist; imports of types count too.
 *
 * The checker itself is checked, because it reports "no violations" when it cannot parse: it must have seen every
 * source file, and it must catch forbidden imports planted in a temporary folder.
 */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { secondCopies } from './house-copies.mjs';
import { exportsWithoutImporter } from './house-exports.mjs';
import { countHouse, figureFaults } from './house-figures.mjs';
import { namesIn } from './house-names.mjs';
import { sentencesTwice } from './house-sentences.mjs';
import { ROOT } from './setup.mjs';

// TypeScript 7 has no compiler API, so dependency-cruiser parses with swc, and asks it for plain TypeScript only: JSX
// would be a syntax error. It imports swc when it is imported itself, so the option is put in before that.
const swc = createRequire(import.meta.url)('@swc/core');
const parseFileSync = swc.parseFileSync;
swc.parseFileSync = (path, options) => parseFileSync(path, { ...options, tsx: path.endsWith('.tsx') });
const { cruise } = await import('dependency-cruiser');

/** Layer → layers that it may import, besides itself. What is not listed is forbidden. */
const MAY_IMPORT = {
  protocol: [],
  core: ['protocol'],
  scenario: ['protocol'],
  explain: ['scenario', 'protocol'],
  words: ['explain', 'scenario', 'protocol'],
  lessons: ['words', 'explain', 'scenario', 'protocol'],
  importers: ['scenario', 'protocol'],
  reading: ['explain', 'lessons', 'scenario', 'protocol'],
  worker: ['core', 'scenario', 'importers', 'protocol'],
  client: ['protocol'],
  store: ['client', 'scenario', 'protocol'],
  charts: ['protocol'],
  panels: ['store', 'charts', 'explain', 'words', 'lessons', 'scenario', 'protocol'],
  app: ['panels', 'store', 'charts', 'explain', 'words', 'lessons', 'scenario', 'protocol'],
  main: ['app', 'panels', 'store', 'client', 'lessons', 'scenario', 'protocol'],
  start: ['main', 'client'],
  // lessons: `gallery:ID` on the command line; worker: the bench measures the session without a page.
  // reading and app: what the fuzzer reads with, the messages of embedded views among it.
  cli: ['app', 'core', 'explain', 'importers', 'lessons', 'reading', 'scenario', 'worker', 'protocol'],
};

const FILES = { main: '^src/main\\.tsx$', start: '^src/start\\.ts$' };
const folder = (layer) => FILES[layer] ?? `^src/${layer}/`;

function rules() {
  const layers = Object.entries(MAY_IMPORT).map(([layer, others]) => ({
    name: `${layer}-imports`,
    severity: 'error',
    from: { path: folder(layer) },
    to: { path: '^src/', pathNot: [layer, ...others].map(folder) },
  }));
  return [
    ...layers,
    {
      name: 'only-start-imports-main',
      severity: 'error',
      from: { pathNot: FILES.start },
      to: { path: FILES.main },
    },
    { name: 'start-is-not-imported', severity: 'error', from: {}, to: { path: FILES.start } },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      // No package and nothing of Node: the core runs anywhere.
      name: 'core-is-alone',
      severity: 'error',
      from: { path: '^src/(core|protocol)/' },
      to: { pathNot: ['^src/', '^\\.'] },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'known-layer',
      severity: 'error',
      from: { path: '^src/', pathNot: Object.keys(MAY_IMPORT).map(folder) },
      to: {},
    },
  ];
}

async function check(baseDir) {
  const { output } = await cruise(['src'], {
    baseDir,
    ruleSet: { forbidden: rules() },
    validate: true,
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // Style sheets and static files take part in no layer.
    exclude: { path: '\\.(css|svg|png|woff2)$' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      // Not read unless asked for; vite has no other way in.
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
    },
  });
  return output;
}

function sources(path) {
  return readdirSync(path, { recursive: true }).filter((name) => /(?<!\.d)\.(ts|tsx|mjs)$/.test(name));
}

/**
 * Each is a forbidden import; all must be caught.
 * @type {[rule: string, files: Record<string, string>][]}
 */
const PLANTED = [
  [
    'core-imports',
    {
      'core/a.ts': "import type { X } from '../panels/x.ts';\nexport type Y = X;\n",
      'panels/x.ts': 'export type X = 1;\n',
    },
  ],
  [
    'core-is-alone',
    { 'core/a.ts': "import { readFileSync } from 'node:fs';\nexport const a = readFileSync;\n" },
  ],
  [
    'panels-imports',
    {
      'panels/a.ts': "export const load = () => import('../worker/x.ts');\n",
      'worker/x.ts': 'export const x = 1;\n',
    },
  ],
  [
    'no-cycles',
    {
      'core/a.ts': "import type { B } from './b.ts';\nexport type A = B;\n",
      'core/b.ts': "import type { A } from './a.ts';\nexport type B = A | 1;\n",
    },
  ],
  ['only-start-imports-main', { 'app/a.ts': "import '../main.tsx';\n", 'main.tsx': 'export {};\n' }],
  ['start-is-not-imported', { 'app/a.ts': "import '../start.ts';\n", 'start.ts': 'export {};\n' }],
  [
    'known-layer',
    {
      'misc/a.ts': "import { x } from '../core/x.ts';\nexport const y = x;\n",
      'core/x.ts': 'export const x = 1;\n',
    },
  ],
];

/** Names of planted faults that were not caught. */
async function missed() {
  const out = [];
  // The folder itself: a link to it would be looked through, and what is planted not seen.
  const cache = join(realpathSync(join(ROOT, 'node_modules')), '.cache');
  mkdirSync(cache, { recursive: true });
  for (const [rule, files] of PLANTED) {
    const base = mkdtempSync(join(cache, 'layers-'));
    try {
      for (const [name, text] of Object.entries(files)) {
        const path = join(base, 'src', name);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text);
      }
      const { summary } = await check(base);
      if (!summary.violations.some((v) => v.rule.name === rule)) out.push(rule);
    } finally {
      rmSync(base, { recursive: true, force: true });
    }
  }
  return out;
}

const faults = [];
// Beside the layers: another process.
const unused = exportsWithoutImporter();
const { summary, modules } = await check(ROOT);
for (const violation of summary.violations) {
  const path = violation.cycle?.map((step) => step.name ?? step).join(' → ') ?? violation.to;
  faults.push(`${violation.rule.name}: ${violation.from} → ${path}`);
}
const seen = new Set(modules.map((module) => module.source));
for (const name of sources(join(ROOT, 'src'))) {
  const path = `src/${name.replaceAll('\\', '/')}`;
  if (!seen.has(path)) faults.push(`not looked at: ${path}`);
}
for (const rule of await missed()) faults.push(`the checker does not catch a planted fault: ${rule}`);

const copies = [...(await secondCopies(join(ROOT, 'src'))), ...sentencesTwice(join(ROOT, 'src'))];
for (const name of await unused) console.error(`no importer: ${name}`);
for (const pair of copies) console.error(`twice: ${pair}`);
const { undocumented, twins, hiding } = namesIn(join(ROOT, 'src'));
for (const place of undocumented) console.error(`no docstring: ${place}`);
for (const twin of twins) console.error(`one name for two functions: ${twin}`);
for (const place of hiding) console.error(`who is meant? ${place}`);
const figures = {
  ...countHouse(join(ROOT, 'src')),
  'exports without importer, or with none but tests where their own file has no use for them': (await unused)
    .length,
  'second copies': copies.length,
  'exported functions without a docstring': undocumented.length,
  'names that two exported functions of a layer bear': twins.length,
  'comments that say nobody, somebody or whoever': hiding.length,
};
faults.push(...figureFaults(figures, readFileSync(join(ROOT, 'src', 'README.md'), 'utf8')));

for (const fault of faults) console.error(fault);
for (const [name, count] of Object.entries(figures)) console.log(`${name}: ${count}`);
console.log(
  `layers: ${seen.size} modules, ${faults.length === 0 ? 'no violation' : `${faults.length} faults`}`,
);
process.exit(faults.length === 0 ? 0 : 1);
