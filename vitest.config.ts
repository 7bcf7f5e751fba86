import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/{conformance,unit,property}/**/*.test.{ts,tsx}'],
    environment: 'node',
    testTimeout: 60_000,
  },
});
