import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { classConstants, className } from './src/cli/build/class-names.ts';
import { evidence } from './src/cli/build/evidence.ts';
import { makeFonts } from './src/cli/build/fonts.ts';
import { licences } from './src/cli/build/licences.ts';
import { offline } from './src/cli/build/offline.ts';
import { preload } from './src/cli/build/preload.ts';
import { security } from './src/cli/build/security.ts';
import { START_FILES } from './src/cli/build/start-file.ts';
import { workers } from './src/cli/build/workers.ts';

const FILES: Rolldown.RolldownOptions = {
  // Seven signs of a hash: the lists of files are in the program, and a hash cannot be compressed.
  output: {
    codeSplitting: { groups: START_FILES },
    chunkFileNames: 'assets/[name]-[hash:7].js',
    assetFileNames: 'assets/[name]-[hash:7][extname]',
  },
  /** A class that no sheet has would be `undefined` in the page. */
  onLog(level, log, report) {
    if (log.code === 'IMPORT_IS_UNDEFINED') throw new Error(log.message);
    report(level, log);
  },
  // How long each part of the build took is for those who write plugins.
  checks: { bundlerTimings: false, ineffectiveDynamicImport: false },
  // A number that is imported by name weighs no more than one that is written out.
  optimization: { inlineConst: { mode: 'all' as const, pass: 3 } },
};

/** What `index.html` names: it is there before anything else is asked for, so that no list has to name it. */
const FIRST = /(?:^|\/)(?:rolldown-runtime|index|program)-[\w-]{7,8}\.(?:js|css)$/;

const shipped = licences();
// Before anything is read: the style sheet names their files.
await makeFonts();

export default defineConfig({
  // Relative, so that the build opens from any folder of any static host.
  base: './',
  plugins: [classConstants(), react(), preload(), security(), evidence(), shipped.page, offline(), workers()],
  css: { modules: { localsConvention: 'camelCaseOnly', generateScopedName: className } },
  worker: { format: 'es', plugins: () => [workers(), shipped.worker()], rolldownOptions: FILES },
  build: {
    target: 'es2023',
    // Small assets stay files: the content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    // Browsers that do not know of it fetch those files a little later, without any help.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed) => needed.filter((name) => !FIRST.test(name)),
    },
    rolldownOptions: FILES,
  },
  server: { port: 5173 },
  preview: { port: 4173, strictPort: true },
});
