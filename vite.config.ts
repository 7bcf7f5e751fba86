import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  // Relative, so that the build opens from any folder of any static host.
  base: './',
  plugins: [react()],
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    // Small assets stay files: data: addresses are not allowed by the content security policy that is coming.
    assetsInlineLimit: 0,
  },
  server: { port: 5173 },
  preview: { port: 4173, strictPort: true },
});
