import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/{conformance,unit,property}/**/*.test.{ts,tsx}'],
    environment: 'node',
    testTimeout: 60_000,
    // Left to itself vitest keeps one processor free: of two it would use one. Nothing else runs beside it.
    maxWorkers: availableParallelism(),
  },
});
