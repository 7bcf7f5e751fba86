/**
 * The layers of src/README.md: which folder may import which. `npm run layers` checks them with dependency-cruiser, imports of
 * types included; tests/unit/layers.test.ts plants a violation of each rule.
 */

/** Layer → layers that it may import besides itself. Every other import is forbidden. */
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
  // lessons: `gallery:ID` on the command line. worker: the bench measures a session without a page.
  // reading and app: the fuzzer calls what reads foreign input, such as messages to embedded views.
  cli: ['app', 'core', 'explain', 'importers', 'lessons', 'reading', 'scenario', 'worker', 'protocol'],
};

const FILES = { main: '^src/main\\.tsx$', start: '^src/start\\.ts$' };
const pathOf = (layer) => FILES[layer] ?? `^src/${layer}/`;

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...Object.entries(MAY_IMPORT).map(([layer, others]) => ({
      name: `${layer}-imports`,
      severity: 'error',
      from: { path: pathOf(layer) },
      to: { path: '^src/', pathNot: [layer, ...others].map(pathOf) },
    })),
    {
      name: 'only-start-imports-main',
      severity: 'error',
      from: { pathNot: FILES.start },
      to: { path: FILES.main },
    },
    { name: 'start-is-not-imported', severity: 'error', from: {}, to: { path: FILES.start } },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      // The core runs anywhere: it uses no package and nothing of Node.
      name: 'core-is-alone',
      severity: 'error',
      from: { path: '^src/(core|protocol)/' },
      to: { pathNot: ['^src/', '^\\.'] },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'known-layer',
      severity: 'error',
      from: { path: '^src/', pathNot: Object.keys(MAY_IMPORT).map(pathOf) },
      to: {},
    },
  ],
  options: {
    // TypeScript 7 has no compiler API.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // Style sheets and static files belong to no layer.
    exclude: { path: '\\.(css|svg|png|woff2)$' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
    },
  },
};
