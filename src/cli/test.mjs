/**
 * `npm test`: types, lint, layers, then the suites of vitest and Playwright. Types, lint, layers and the build count as
 * one test each; for the suites the counts are what their reporters say. The last line is `N passed, M failed`.
 *
 * Types, lint, layers and the build run beside each other, as many as there are processors; each says what it has to say when
 * it is over. The suites follow one after the other: each keeps all processors busy by itself, and side by side they would
 * make each other's tests slow.
 *
 * FULL=1 runs the long suites. Words after `--` choose steps: `npm test -- types unit`. In Chromium
 * the whole browser suite runs, and in Firefox and WebKit the flows (tests/flows), where they are installed; with
 * `--browsers all` the whole suite runs in all three.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { findFirefox, findWebKit, ROOT, setupBrowser, setupPackages } from './setup.mjs';

const RESULTS = join(ROOT, 'node_modules', '.cache', 'results');
const bin = (...path) => join(ROOT, 'node_modules', ...path);
const TSC = bin('typescript', 'bin', 'tsc');
const VITE = bin('vite', 'bin', 'vite.js');

const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];

/** Runs a program of Node to its end. `kept`: what it says is returned, not shown at once. */
function node(args, { env = {}, kept = false } = {}) {
  const started = Date.now();
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: kept ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...env },
  });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk));
  return new Promise((resolve) => {
    child.on('error', (error) => said.push(Buffer.from(`${error.message}\n`)));
    child.on('close', (code) =>
      resolve({ ok: code === 0, seconds: secondsSince(started), said: Buffer.concat(said).toString() }),
    );
  });
}

function secondsSince(started) {
  return ((Date.now() - started) / 1000).toFixed(1);
}

function count(name, passed, failed, skipped, seconds) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  if (failed > 0) failures.push(`${name}: ${failed} failed`);
  const more = skipped > 0 ? `, ${skipped} skipped` : '';
  console.log(
    `${failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${passed} passed, ${failed} failed${more} (${seconds} s)\n`,
  );
}

/** A step that passes or fails as a whole: every command must succeed. */
async function whole(name, ...commands) {
  const started = Date.now();
  const runs = [];
  // oxlint-disable-next-line no-await-in-loop -- one after the other: other steps run beside this one
  for (const args of commands) runs.push(await node(args, { kept: true }));
  const ok = runs.every((run) => run.ok);
  console.log(`── ${name}`);
  process.stdout.write(runs.map((run) => run.said).join(''));
  count(name, ok ? 1 : 0, ok ? 0 : 1, 0, secondsSince(started));
  return ok;
}

/** Takes the steps in order, as many at a time as there are processors. What each came to, by its name. */
async function besideEachOther(names) {
  const outcome = new Map();
  const waiting = [...names];
  const lane = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      // oxlint-disable-next-line no-await-in-loop -- a lane does one after the other
      outcome.set(name, await steps[name]());
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), waiting.length) }, lane));
  return outcome;
}

function report(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

async function unit() {
  console.log('── vitest');
  const file = join(RESULTS, 'vitest.json');
  const run = await node([
    bin('vitest', 'vitest.mjs'),
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const json = report(file);
  const passed = json?.numPassedTests ?? 0;
  // A file that does not load has no tests that could fail.
  const broken = (json?.testResults ?? []).filter(
    (f) => f.status === 'failed' && f.assertionResults.length === 0,
  );
  let failed = (json?.numFailedTests ?? 0) + broken.length;
  if (failed === 0 && (!run.ok || passed === 0)) failed = 1;
  count('vitest', passed, failed, (json?.numPendingTests ?? 0) + (json?.numTodoTests ?? 0), run.seconds);
  for (const { name, assertionResults } of json?.testResults ?? [])
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'failed') failures.push(`  ${basename(name)}: ${fullName}`);
      else if (failureMessages.length > 0) secondTry(`${basename(name)}: ${fullName}`);
}

/** A port that is free: a reader may have the application itself open on the usual one. */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Where a second try was asked for (QMGRSCOPE_RETRIES) none is taken in silence. */
function secondTry(title) {
  console.log(`passed only the second time: ${title}`);
}

/** Names of the browser tests that came to `outcome`: `unexpected`, or `flaky` when they passed only when tried again. */
function titlesOf(outcome, suites) {
  return suites.flatMap(({ specs = [], suites: within = [] }) => [
    ...specs.flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === outcome)
        .map(({ projectName }) => `${file} (${projectName}): ${title}`),
    ),
    ...titlesOf(outcome, within),
  ]);
}

async function browser() {
  console.log('── playwright');
  const file = join(RESULTS, 'playwright.json');
  const run = await node([bin('@playwright', 'test', 'cli.js'), 'test', '--reporter=dot,json'], {
    env: {
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      QMGRSCOPE_PORT: String(await freePort()),
      QMGRSCOPE_BUILT: '1',
      QMGRSCOPE_BROWSERS: browsers,
    },
  });
  const json = report(file);
  const stats = json?.stats ?? { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
  for (const title of titlesOf('flaky', json?.suites ?? [])) secondTry(title);
  let failed = stats.unexpected;
  if (failed === 0 && (!run.ok || stats.expected === 0)) failed = 1;
  for (const error of json?.errors ?? []) console.error(error.message);
  const missing = await missingEngines();
  for (const reason of missing) console.log(reason);
  const skipped = stats.skipped + missing.length;
  count('playwright', stats.expected + stats.flaky, failed, skipped, run.seconds);
  failures.push(...titlesOf('unexpected', json?.suites ?? []).map((title) => `  ${title}`));
}

/** Engines in which nothing is tested, or not all that was asked for, and why: a sentence each, counted as skipped. */
async function missingEngines() {
  const { webkit } = await import('playwright');
  const own = existsSync(webkit.executablePath());
  const installed = findWebKit();
  const missing = [];
  if (findFirefox() === '') missing.push('Firefox is not installed: its tests are skipped.');
  if (installed === null && !own)
    missing.push('WebKit is not installed (webkit2gtk-driver and xvfb): its tests are skipped.');
  else if (browsers === 'all' && !own && installed.browser === '')
    missing.push(
      'MiniBrowser of WebKit was not found (WEBKIT_BROWSER): WebKit ran the flows and not the whole suite.',
    );
  return missing;
}

const steps = {
  build: () => whole('build', [VITE, 'build', '--logLevel', 'warn']),
  types: () =>
    whole(
      'types',
      [TSC, '-p', 'tsconfig.json', '--noEmit'],
      [TSC, '-p', 'src/core/tsconfig.json', '--noEmit'],
    ),
  lint: () =>
    whole(
      'lint',
      [bin('oxlint', 'bin', 'oxlint'), '--type-aware', '--deny-warnings', 'src', 'tests'],
      [
        bin('@biomejs', 'biome', 'bin', 'biome'),
        'format',
        'src',
        'tests',
        'vite.config.ts',
        'playwright.config.ts',
      ],
    ),
  layers: () => whole('layers', ['src/cli/layers.mjs']),
  unit,
  e2e: browser,
};

const { positionals: chosen, values } = parseArgs({
  options: { browsers: { type: 'string', default: 'usual' } },
  allowPositionals: true,
});
const { browsers } = values;
if (browsers !== 'usual' && browsers !== 'all') {
  console.error(`--browsers ${browsers} is not accepted; there are usual and all`);
  process.exit(2);
}
const unknown = chosen.filter((word) => !(word in steps));
if (unknown.length > 0) {
  console.error(`unknown step ${unknown.join(', ')}; there are ${Object.keys(steps).join(', ')}`);
  process.exit(2);
}

setupPackages();
const wanted = chosen.length === 0 ? Object.keys(steps) : chosen;
if (wanted.includes('e2e')) await setupBrowser();
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
const suites = ['unit', 'e2e'];
const outcome = await besideEachOther(wanted.filter((name) => !suites.includes(name)));
for (const name of suites.filter((suite) => wanted.includes(suite))) {
  if (name === 'e2e' && outcome.get('build') === false) count('playwright', 0, 1, 0, 0);
  else await steps[name]();
}

for (const line of failures) console.log(line);
if (total.skipped > 0) console.log(`${total.skipped} skipped`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
