import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/{conformance,unit,property}/**/*.test.{ts,tsx}'],
    environment: 'node',
    setupFiles: ['tests/fixtures/pinned-seed.ts'],
    testTimeout: 60_000,
    // Second tries as in playwright.config.ts: only where an unattended run asks for them, and named.
    retry: Number(process.env['QMGRSCOPE_RETRIES'] ?? 0),
    // Files of a worker share the modules that they load: to load the product takes longer than most files.
    isolate: false,
    // Left to itself vitest keeps one processor free: of two it would use one. Nothing else runs beside it.
    maxWorkers: availableParallelism(),
  },
});
