import { existsSync, readFileSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';

/** Found or installed by `src/cli/setup.mjs --browser`; without it Playwright looks for its own download. */
const FOUND = 'node_modules/.cache/browser.json';
const found: unknown = existsSync(FOUND) ? JSON.parse(readFileSync(FOUND, 'utf8')) : {};
const { path, firefox } = found as { path?: string; firefox?: string };
const chromePath = process.env['CHROME_PATH'] ?? path;

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
  // Long, so that a busy machine fails no test that would have passed: speed is what `npm run bench` measures.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  forbidOnly: process.env['CI'] !== undefined,
  use: {
    baseURL: served ?? `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    // Each test would fetch every file for work without a network; the one about that allows it.
    serviceWorkers: 'block',
  },
  projects: [
    {
      name: 'chromium',
      use: {
        ...devices['Desktop Chrome'],
        viewport: { width: 1440, height: 900 },
        launchOptions: {
          ...(chromePath === undefined ? {} : { executablePath: chromePath }),
          // As root, in containers: no sandbox is to be had, and /dev/shm is small.
          args: ['--no-sandbox', '--disable-dev-shm-usage'],
        },
      },
    },
    // Another engine, when it is there: the same log, the same picture after a link.
    ...(firefox === undefined || firefox === ''
      ? []
      : [
          {
            name: 'firefox',
            testMatch: /(determinism|first-run|links)\.test\.ts$/,
            use: {
              browserName: 'firefox' as const,
              // The browser of the distribution is driven with WebDriver BiDi; Playwright's own build is not needed.
              channel: 'moz-firefox',
              launchOptions: { executablePath: firefox },
            },
          },
        ]),
  ],
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
