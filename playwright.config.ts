import { existsSync, readFileSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';

/** Found or installed by `src/cli/setup.mjs --browser`; without it Playwright looks for its own download. */
const FOUND = 'node_modules/.cache/browser.json';
const found: unknown = existsSync(FOUND) ? JSON.parse(readFileSync(FOUND, 'utf8')) : {};
const executablePath = process.env['CHROME_PATH'] ?? (found as { path?: string }).path;

const port = Number(process.env['QMGRSCOPE_PORT'] ?? 4188);
/** Tests a copy that is served already, such as a published one. */
const served = process.env['QMGRSCOPE_URL'];
const vite = 'node node_modules/vite/bin/vite.js';
// `npm test` has built already; a run on its own builds first, so that it never tests yesterday's page.
const build = process.env['QMGRSCOPE_BUILT'] === '1' ? '' : `${vite} build --logLevel warn && `;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // No retries: a test that passes the second time waits for the wrong thing.
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env['CI'] !== undefined,
  use: {
    ...devices['Desktop Chrome'],
    baseURL: served ?? `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      // As root, in containers: no sandbox is to be had, and /dev/shm is small.
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    },
  },
  ...(served === undefined
    ? {
        webServer: {
          command: `${build}${vite} preview --port ${port} --strictPort --host 127.0.0.1 --logLevel warn`,
          url: `http://127.0.0.1:${port}`,
          timeout: 120_000,
          reuseExistingServer: false,
        },
      }
    : {}),
});
