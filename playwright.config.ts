import { existsSync, readFileSync } from 'node:fs';
import { defineConfig, devices, webkit as ownWebKit } from '@playwright/test';

/** Found or installed by `src/cli/setup.mjs --browser`; without it Playwright looks for its own download. */
const FOUND = 'node_modules/.cache/browser.json';
const found: unknown = existsSync(FOUND) ? JSON.parse(readFileSync(FOUND, 'utf8')) : {};
const { path, firefox, webkit } = found as {
  path?: string;
  firefox?: string;
  webkit?: { driver: string; display: string; browser: string } | null;
};
const chromePath = process.env['CHROME_PATH'] ?? path;

const port = Number(process.env['QMGRSCOPE_PORT'] ?? 4188);
/** Tests a copy that is served already, such as a published one. */
const served = process.env['QMGRSCOPE_URL'];
const vite = 'node node_modules/vite/bin/vite.js';
// `npm test` has built already; a run on its own builds first, so that it never tests yesterday's page.
const build = process.env['QMGRSCOPE_BUILT'] === '1' ? '' : `${vite} build --logLevel warn && `;

const chromiumUse = {
  ...devices['Desktop Chrome'],
  // Tests of a worker share one context, which Playwright resets. A test about a first visit sets this to false.
  reuseContext: true,
  viewport: { width: 1440, height: 900 },
  // What a window gives to whoever clicks in it has to be given here.
  permissions: ['clipboard-write'],
  launchOptions: {
    ...(chromePath === undefined ? {} : { executablePath: chromePath }),
    // As root, in containers: no sandbox is to be had, and /dev/shm is small.
    // Chromium without windows sets letters on whole pixels unless told: words are wider then than people see them.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none'],
  },
};
const firefoxUse =
  firefox === undefined || firefox === ''
    ? null
    : {
        browserName: 'firefox' as const,
        // The browser of the distribution is driven with WebDriver BiDi; Playwright's own build is not needed.
        channel: 'moz-firefox',
        launchOptions: { executablePath: firefox },
      };
/** The browser of the distribution, which Playwright takes for its own build: tests/webkit stands between the two. */
const webkitUse =
  webkit === null || webkit === undefined || webkit.browser === ''
    ? null
    : {
        browserName: 'webkit' as const,
        launchOptions: {
          executablePath: process.execPath,
          ignoreDefaultArgs: true,
          args: ['--import', 'tsx', 'tests/webkit/bridge.ts', webkit.browser, webkit.display],
        },
      };
/** `npm test -- --browsers all`. */
const everywhere = process.env['QMGRSCOPE_BROWSERS'] === 'all';
/** `npm test -- --all`. */
const all = everywhere || process.env['QMGRSCOPE_ALL'] === '1';
/** Only with `--all`: long runs, and tests that need other programs. */
const LONG = ['memory', 'soak', 'live-journal', 'live-postfix', 'pictures'].map(
  (name) => `**/${name}.test.ts`,
);

export default defineConfig<object, { webkit: typeof webkit | null }>({
  outputDir: 'test-results',
  testIgnore: all ? [] : LONG,
  // Tests that another test covers in part have this tag.
  ...(all ? {} : { grepInvert: /@all/ }),
  fullyParallel: true,
  // More workers than processors, because a test often waits for its page (measured: 4 beat 3 by a sixth on two processors).
  workers: 4,
  // No retries: a test that passes the second time waits for the wrong thing. Only an unattended run asks for one, so that a
  // machine that is busy with something else cannot refuse a change; it names what needed it.
  retries: Number(process.env['QMGRSCOPE_RETRIES'] ?? 0),
  // Long, so that a busy machine fails no test that would have passed: speed is what `npm run bench` measures.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  forbidOnly: process.env['CI'] !== undefined,
  use: {
    baseURL: served ?? `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    // Without it every step is animated for half a second. Tests about motion use `MOVING`.
    contextOptions: { reducedMotion: 'reduce' },
    // A sixth of the processor time of a run: `npx playwright test --trace on FILE` shows one that failed.
    trace: 'off',
    // Each test would fetch every file for work without a network; the one about that allows it.
    serviceWorkers: 'block',
  },
  projects: [
    { name: 'chromium', testDir: 'tests/e2e', use: chromiumUse },
    { name: 'flows chromium', testDir: 'tests/flows', use: chromiumUse },
    // Other engines, where installed: the flows with `--all`, the whole suite with `--browsers all`.
    ...(firefoxUse === null || !all
      ? []
      : [
          { name: 'flows firefox', testDir: 'tests/flows', use: firefoxUse },
          ...(everywhere ? [{ name: 'firefox', testDir: 'tests/e2e', use: firefoxUse }] : []),
        ]),
    ...(webkit === null || webkit === undefined || !all
      ? []
      : [{ name: 'flows webkit', testDir: 'tests/flows', use: { webkit } }]),
    // Twice the time: each test there starts a browser, which draws without a graphics card.
    ...(webkitUse !== null && everywhere
      ? [{ name: 'webkit', testDir: 'tests/e2e', timeout: 360_000, use: webkitUse }]
      : []),
    ...(all && existsSync(ownWebKit.executablePath())
      ? [
          { name: 'flows own webkit', testDir: 'tests/flows', use: { browserName: 'webkit' as const } },
          ...(everywhere
            ? [{ name: 'own webkit', testDir: 'tests/e2e', use: { browserName: 'webkit' as const } }]
            : []),
        ]
      : []),
  ],
  ...(served === undefined
    ? {
        webServer: {
          command: `${build}node tests/fixtures/serve-dist.mjs ${port}`,
          url: `http://127.0.0.1:${port}`,
          timeout: 120_000,
          reuseExistingServer: false,
        },
      }
    : {}),
});
