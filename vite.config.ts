import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { evidence } from './src/cli/build/evidence.ts';
import { offline } from './src/cli/build/offline.ts';
import { preload } from './src/cli/build/preload.ts';
import { HEADERS, security } from './src/cli/build/security.ts';
import { START_FILES } from './src/cli/build/start-file.ts';

const FILES = { codeSplitting: { groups: START_FILES } };

export default defineConfig({
  // Relative, so that the build opens from any folder of any static host.
  base: './',
  plugins: [react(), preload(), security(), evidence(), offline()],
  worker: { format: 'es', rolldownOptions: { output: FILES } },
  build: {
    target: 'es2023',
    // Small assets stay files: the content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    rolldownOptions: { output: FILES },
  },
  server: { port: 5173 },
  preview: { port: 4173, strictPort: true, headers: HEADERS },
});
