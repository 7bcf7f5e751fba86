/** Which exports and files have no importer (`npm run layers`). Tests count as importers. */
export default {
  entry: [
    'src/cli/*.{ts,mjs}',
    'src/cli/build/*.ts',
    'src/cli/package/{make,qmgrscope}.ts',
    'src/cli/library/*.ts',
    'src/cli/**/*.mjs',
    'src/{record,learn}/cli/*.ts',
    'src/record/cli/records/*.ts',
    'src/record/cli/watching/*.ts',
    'src/{worker,record/worker}/*.worker.ts',
    // Adds to the table of jobs by declaration merging.
    'src/record/protocol/jobs.ts',
    'src/app/embed/*.ts',
    'tests/**/*.{ts,tsx}',
    '*.config.ts',
  ],
  project: ['src/**/*.{ts,tsx,mjs}'],
};
