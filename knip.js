/**
 * Which exports nobody imports (`npm run layers` counts them). Tests count as importers; with `--production` they do not,
 * and what is left over is code that only tests use.
 */
const PRODUCT = [
  'src/cli/*.{ts,mjs}',
  'src/cli/build/*.ts',
  'src/cli/**/*.mjs',
  'src/cli/bench/**/*.ts',
  'src/cli/records/*.ts',
  // Fetched by the name that stands in a vector.
  'src/cli/replayers/{qmgr-trace,wheel-trace,purgatory-trace,cmgroup-scenario,cmgroup-workload}.ts',
  'src/cli/watching/*.ts',
  'src/worker/*.worker.ts',
  'src/app/embed/*.ts',
  'vite.config.ts',
];

/** @param {{ production?: boolean }} options */
export default ({ production = false }) => ({
  entry: production ? PRODUCT.map((path) => `${path}!`) : [...PRODUCT, 'tests/**/*.{ts,tsx}', '*.config.ts'],
  project: ['src/**/*.{ts,tsx,mjs}!'],
  // A test may look into a part that its file needs anyway.
  ignoreExportsUsedInFile: production,
});
