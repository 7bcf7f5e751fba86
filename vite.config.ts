import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { evidence } from './src/cli/build/evidence.ts';
import { offline } from './src/cli/build/offline.ts';
import { HEADERS, security } from './src/cli/build/security.ts';
import { startFile } from './src/cli/build/start-file.ts';

export default defineConfig({
  // Relative, so that the build opens from any folder of any static host.
  base: './',
  plugins: [react(), security(), evidence(), offline()],
  worker: {
    format: 'es',
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: startFile }] } } },
  },
  build: {
    target: 'es2023',
    // Small assets stay files: the content security policy allows no data: addresses.
    assetsInlineLimit: 0,
  },
  server: { port: 5173 },
  preview: { port: 4173, strictPort: true, headers: HEADERS },
});
