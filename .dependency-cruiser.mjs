/**
 * The layers of src/README.md: which folder may import which. `npm run layers` checks them with dependency-cruiser, imports of
 * types included; tests/unit/layers.test.ts plants a violation of each rule.
 */

/** Layer of the instrument → layers that it may import besides itself. Every other import is forbidden. */
const MAY_IMPORT = {
  protocol: [],
  core: ['protocol'],
  scenario: ['protocol'],
  explain: ['scenario', 'protocol'],
  scenes: ['explain', 'scenario', 'protocol'],
  worker: ['core', 'scenario', 'protocol'],
  reading: ['scenes', 'explain', 'scenario', 'protocol'],
  client: ['protocol'],
  store: ['client', 'scenario', 'protocol'],
  ui: ['protocol'],
  plot: ['ui', 'charts', 'protocol'],
  charts: ['protocol'],
  panels: ['store', 'ui', 'plot', 'charts', 'explain', 'scenes', 'scenario', 'protocol'],
  app: ['panels', 'store', 'ui', 'plot', 'charts', 'explain', 'scenes', 'scenario', 'protocol'],
  main: ['app', 'panels', 'store', 'client', 'scenes', 'scenario', 'protocol'],
  start: ['main', 'client'],
  cli: ['core', 'explain', 'reading', 'scenario', 'scenes', 'worker', 'protocol'],
};

/**
 * Wing → its layers, and for each the layers of the wing that it may import. A layer of a wing may also import what the layer
 * of its name may in the instrument, and that layer itself; `LIKE` names it where the names differ.
 */
const WINGS = {
  record: {
    protocol: [],
    importers: ['protocol'],
    explain: ['protocol'],
    worker: ['importers', 'explain', 'protocol'],
    client: ['protocol'],
    store: ['client', 'protocol'],
    incidents: ['protocol'],
    panels: ['incidents', 'store', 'explain', 'protocol'],
    cli: ['worker', 'importers', 'explain', 'protocol'],
  },
  learn: {
    words: [],
    lessons: ['words'],
    questions: ['lessons', 'words'],
    class: ['questions', 'lessons', 'words'],
    teacher: ['questions', 'lessons', 'words'],
    reading: ['lessons'],
    store: ['lessons'],
    package: ['lessons'],
    panels: ['package', 'store', 'teacher', 'class', 'questions', 'lessons', 'words'],
    cli: ['package', 'class', 'questions', 'lessons', 'words'],
  },
};
const LIKE = {
  importers: 'scenario',
  incidents: 'explain',
  words: 'explain',
  lessons: 'scenes',
  questions: 'scenes',
  class: 'scenes',
  teacher: 'scenes',
  package: 'scenes',
};

/** What puts the program together: these may import a wing, to register what it adds. */
const COMPOSERS = ['app', 'cli', 'main', 'start'];
/** Files that do so for a thread: its list of jobs, or what it can read. */
const HOSTS = ['^src/worker/hosts/', '^src/reading/serve\\.ts$'];

const FILES = { main: '^src/main\\.tsx$', start: '^src/start\\.ts$' };
const pathOf = (layer) => FILES[layer] ?? `^src/${layer}/`;

const instrument = Object.entries(MAY_IMPORT).map(([layer, others]) => ({
  name: `${layer}-imports`,
  severity: 'error',
  from: { path: pathOf(layer), pathNot: HOSTS },
  to: {
    path: '^src/',
    pathNot: [
      ...[layer, ...others].map(pathOf),
      ...(COMPOSERS.includes(layer) ? Object.keys(WINGS).map(pathOf) : []),
    ],
  },
}));

const wings = Object.entries(WINGS).flatMap(([wing, layers]) =>
  Object.entries(layers).map(([layer, others]) => {
    const like = LIKE[layer] ?? layer;
    const spine = [like, ...MAY_IMPORT[like]].map(pathOf);
    return {
      name: `${wing}-${layer}-imports`,
      severity: 'error',
      from: { path: `^src/${wing}/${layer}/` },
      to: {
        path: '^src/',
        pathNot: [...[layer, ...others].map((name) => `^src/${wing}/${name}/`), ...spine],
      },
    };
  }),
);

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...instrument,
    ...wings,
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
      from: {
        path: '^src/',
        pathNot: [
          ...Object.keys(MAY_IMPORT).map(pathOf),
          ...Object.entries(WINGS).flatMap(([wing, layers]) =>
            Object.keys(layers).map((layer) => `^src/${wing}/${layer}/`),
          ),
        ],
      },
      to: {},
    },
  ],
  options: {
    // TypeScript 7 has no compiler API.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // Style sheets and static files belong to no layer; examples import the package, which is not installed here.
    exclude: { path: ['\\.(css|svg|png|woff2)$', '^src/cli/library/examples/'] },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
    },
  },
};
