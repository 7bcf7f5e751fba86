/** Which exports and files have no importer (`npm run layers`). Tests count as importers. */
export default {
  entry: [
    'src/cli/*.{ts,mjs}',
    'src/cli/build/*.ts',
    'src/cli/**/*.mjs',
    'src/cli/bench/**/*.ts',
    'src/cli/records/*.ts',
    // Loaded by the name that stands in a vector.
    'src/cli/replayers/{qmgr-trace,wheel-trace,purgatory-trace,cmgroup-scenario,cmgroup-workload}.ts',
    'src/cli/watching/*.ts',
    'src/worker/*.worker.ts',
    'src/app/embed/*.ts',
    'tests/**/*.{ts,tsx}',
    '*.config.ts',
  ],
  project: ['src/**/*.{ts,tsx,mjs}'],
};
