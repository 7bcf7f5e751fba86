/**
 * Installs the packages, and a browser for the tests. Imports only `node:` modules, because packages may be missing. Returns
 * quickly when nothing has to be installed.
 *
 *     node src/cli/setup.mjs [--browser]
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(fileURLToPath(new URL('../..', import.meta.url)));
export const MODULES = join(ROOT, 'node_modules');
const STAMP = join(MODULES, '.cache', 'package-lock.sha256');
/** File that contains the path of the browser. `playwright.config.ts` reads it. */
export const BROWSER_FILE = join(MODULES, '.cache', 'browser.json');
const NODE_MIN = 20;

function fail(message) {
  console.error(message);
  process.exit(1);
}

function run(command, args, options = {}) {
  // Installers must write to stderr, because stdout belongs to the program that runs next (`npm run sim -- --json`).
  return spawnSync(command, args, { cwd: ROOT, stdio: ['ignore', 2, 2], ...options }).status === 0;
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** True if a process exists, even if it belongs to another user. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

/** Runs `npm ci` when node_modules is missing or does not match package-lock.json. */
export function setupPackages() {
  if (Number(process.versions.node.split('.')[0]) < NODE_MIN) {
    fail(`qmgrscope needs Node ${NODE_MIN} or newer; this is ${process.versions.node}.`);
  }
  const hash = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return;
  if (!sameAsInstalled()) {
    if (!isWritable(existsSync(MODULES) ? MODULES : ROOT))
      fail(
        `Packages are missing, and this user may not write into ${ROOT}. ` +
          'Run npm ci there as its owner, or run qmgrscope from your own copy.',
      );
    console.error('Installing packages (npm ci) …');
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    // With NODE_ENV "production", npm would omit the packages that build and test the page.
    const env = { ...process.env, NODE_ENV: '' };
    const args = ['ci', '--no-audit', '--no-fund', '--no-update-notifier'];
    const done = withCache((cache) =>
      run(npm, [...args, ...cache], { env, shell: process.platform === 'win32' }),
    );
    if (!done) fail('npm ci failed, see above. Check the network connection and try again.');
  }
  try {
    mkdirSync(join(MODULES, '.cache'), { recursive: true });
    writeFileSync(STAMP, hash);
  } catch {
    // The checkout is read-only or belongs to another user. Without this stamp, versions are compared each time.
  }
}

/** True if this user may write into a folder; creates it if missing. */
export function isWritable(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Runs `install` with npm's usual cache. If the home folder is not writable, uses a temporary cache. */
function withCache(install) {
  const usual = process.env.npm_config_cache ?? join(homedir(), '.npm');
  try {
    mkdirSync(usual, { recursive: true });
    rmSync(mkdtempSync(join(usual, 'try-')), { recursive: true });
    return install([]);
  } catch {
    const own = mkdtempSync(join(tmpdir(), 'qmgrscope-npm-'));
    try {
      return install(['--cache', own]);
    } finally {
      rmSync(own, { recursive: true, force: true });
    }
  }
}

/** True when exactly the versions of package-lock.json are installed, according to npm's own list in node_modules. */
function sameAsInstalled() {
  const wanted = readJson(join(ROOT, 'package-lock.json'))?.packages ?? {};
  const installed = readJson(join(MODULES, '.package-lock.json'))?.packages;
  if (installed === undefined) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    // Missing optional packages are usually for other platforms.
    if (installed[path] === undefined) return entry.optional === true;
    return installed[path].version === entry.version && existsSync(join(ROOT, path));
  });
}

function works(path) {
  return path !== '' && spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

function onPath(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name);
    if (folder !== '' && existsSync(path)) return path;
  }
  return '';
}

/** Headless Chromium comes first, because it needs little more than half of the CPU time for the same pages. */
const BROWSERS = [
  'chromium-headless-shell',
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'chrome',
];

function installedBrowser() {
  const candidates = [
    process.env.CHROME_PATH ?? '',
    ...BROWSERS.map(onPath),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
  return candidates.find((path) => path !== '' && existsSync(path) && works(path)) ?? '';
}

function aptBrowser() {
  if (onPath('apt-get') === '') return '';
  if (process.getuid?.() !== 0) {
    console.error('No Chrome or Chromium found. To install one: sudo apt-get install -y chromium');
    return '';
  }
  console.error('Installing chromium (apt-get) …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update'], { env });
  for (const name of ['chromium-headless-shell', 'chromium']) {
    run('apt-get', ['install', '-y', '--no-install-recommends', name], { env });
    const path = installedBrowser();
    if (path !== '') return path;
  }
  return '';
}

/**
 * Returns the path of the browser that Playwright installs, and downloads that browser if needed. The package `playwright`
 * must be installed.
 */
async function downloadedBrowser() {
  const { chromium } = await import('playwright');
  if (!existsSync(chromium.executablePath())) {
    console.error('Downloading a browser (playwright install chromium) …');
    run(process.execPath, [join(MODULES, 'playwright', 'cli.js'), 'install', 'chromium']);
  }
  const path = chromium.executablePath();
  return existsSync(path) && works(path) ? path : '';
}

/** Returns the path of Firefox; "" if it is not installed, in which case its tests do not run. */
export function findFirefox() {
  const candidates = [
    process.env.FIREFOX_PATH ?? '',
    ...['firefox-esr', 'firefox'].map(onPath),
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ];
  return candidates.find((path) => path !== '' && existsSync(path) && works(path)) ?? '';
}

/**
 * Paths of the WebKit driver, of its browser ("" = not found) and of the virtual display they need (Debian: webkit2gtk-driver
 * and xvfb). Null if they are not installed, in which case their tests do not run.
 */
export function findWebKit() {
  const driver = process.env.WEBKIT_DRIVER ?? onPath('WebKitWebDriver');
  const display = onPath('Xvfb');
  return driver === '' || display === '' ? null : { driver, display, browser: miniBrowser() };
}

/** Finds WebKit's own browser, which is installed beside its library; on Debian in a folder named after the architecture. */
function miniBrowser() {
  if (process.env.WEBKIT_BROWSER !== undefined) return process.env.WEBKIT_BROWSER;
  const libraries = ['/usr/libexec', '/usr/lib', '/usr/lib64'].filter((folder) => existsSync(folder));
  const folders = libraries.flatMap((folder) => [
    folder,
    ...readdirSync(folder)
      .filter((name) => name.endsWith('-linux-gnu'))
      .map((name) => join(folder, name)),
  ]);
  const candidates = folders.flatMap((folder) =>
    ['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0'].map((name) => join(folder, name, 'MiniBrowser')),
  );
  return candidates.find((path) => existsSync(path)) ?? '';
}

/**
 * Returns the path of Chrome or Chromium. If neither is installed, installs a browser with apt (as root) or through
 * Playwright.
 */
export async function setupBrowser() {
  const path = installedBrowser() || aptBrowser() || (await downloadedBrowser());
  if (path === '') {
    fail('No browser for the tests. Install Chrome or Chromium, or set CHROME_PATH to one.');
  }
  mkdirSync(join(MODULES, '.cache'), { recursive: true });
  writeFileSync(BROWSER_FILE, `${JSON.stringify({ path, firefox: findFirefox(), webkit: findWebKit() })}\n`);
  return path;
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  setupPackages();
  if (process.argv.includes('--browser')) console.log(await setupBrowser());
}
