/**
 * `npm test`: build, types, lint and layers, then the suites of vitest and Playwright. Each of the first four counts as one
 * test. The last line is `N passed, M failed`.
 *
 *     npm test                 every behaviour: Chromium, two window sizes, short properties
 *     npm test -- --all        everything: all sizes, Firefox and WebKit, programs of other projects, long properties
 *     npm test -- STEP …       chosen steps: build, types, lint, layers, unit, e2e
 *     npm test -- --changed    tests affected by uncommitted changes and the last commit
 *     npm test -- --times      also prints times per step, folder, file and test
 *     npm test -- --browsers all   the whole browser suite in every engine, not only tests/flows
 *
 * The first four run concurrently with the unit tests. The browser tests follow alone, because they use all processors.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { findFirefox, findWebKit, ROOT, setupBrowser, setupPackages } from './setup.mjs';

const RESULTS = join(ROOT, 'node_modules', '.cache', 'results');
const bin = (...path) => join(ROOT, 'node_modules', ...path);

const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
/** Seconds of each step, for `--times`. @type {{ step: string, seconds: number }[]} */
const stepTimes = [];
/** Seconds of each test, for `--times`. @type {{ file: string, title: string, seconds: number }[]} */
const testTimes = [];

/** Runs a Node program to its end. `kept`: returns its output instead of printing it. */
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
  stepTimes.push({ step: name, seconds: Number(seconds) });
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  if (failed > 0) failures.push(`${name}: ${failed} failed`);
  const more = skipped > 0 ? `, ${skipped} skipped` : '';
  console.log(
    `${failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${passed} passed, ${failed} failed${more} (${seconds} s)\n`,
  );
}

/** Runs a script of package.json as one step, which passes or fails as a whole. */
async function script(name) {
  const { ok, seconds, said } = await node([npmProgram(), 'run', '--silent', name], { kept: true });
  console.log(`── ${name}`);
  process.stdout.write(said);
  count(name, ok ? 1 : 0, ok ? 0 : 1, 0, seconds);
  return ok;
}

/** Path of npm: from the environment or, when this file was started directly, beside Node. */
function npmProgram() {
  const beside = join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js');
  return process.env.npm_execpath ?? beside;
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
    ...(values.changed ? ['--changed', 'HEAD~1'] : []),
  ]);
  const json = report(file);
  const passed = json?.numPassedTests ?? 0;
  // A file that fails to load has no failing tests, so count such files, too.
  const broken = (json?.testResults ?? []).filter(
    (f) => f.status === 'failed' && f.assertionResults.length === 0,
  );
  let failed = (json?.numFailedTests ?? 0) + broken.length;
  if (failed === 0 && (!run.ok || (passed === 0 && !values.changed))) failed = 1;
  count('vitest', passed, failed, (json?.numPendingTests ?? 0) + (json?.numTodoTests ?? 0), run.seconds);
  for (const { name, assertionResults } of json?.testResults ?? [])
    for (const { status, fullName, failureMessages, duration } of assertionResults) {
      testTimes.push({ file: relative(ROOT, name), title: fullName, seconds: (duration ?? 0) / 1000 });
      if (status === 'failed') failures.push(`  ${basename(name)}: ${fullName}`);
      else if (failureMessages.length > 0) secondTry(`${basename(name)}: ${fullName}`);
    }
}

/** Finds a free port, because the application itself may run on the usual one. */
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

/** Reports a browser test that passed only after a retry (QMGRSCOPE_RETRIES). */
function secondTry(title) {
  console.log(`passed only the second time: ${title}`);
}

/** Returns all browser tests of the report, each with its outcome (`unexpected`, `flaky` …) and time. */
function browserTests(suites) {
  return suites.flatMap(({ specs = [], suites: within = [] }) => [
    ...specs.flatMap(({ file, title, tests }) =>
      tests.map(({ status, projectName, results }) => ({
        status,
        file: projectName === 'chromium' ? file : `${file} (${projectName})`,
        title,
        seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      })),
    ),
    ...browserTests(within),
  ]);
}

async function browser() {
  console.log('── playwright');
  const file = join(RESULTS, 'playwright.json');
  const only = values.changed ? ['--only-changed=HEAD~1', '--pass-with-no-tests'] : [];
  const run = await node([bin('@playwright', 'test', 'cli.js'), 'test', '--reporter=dot,json', ...only], {
    env: {
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      QMGRSCOPE_PORT: String(await freePort()),
      QMGRSCOPE_BUILT: '1',
      QMGRSCOPE_BROWSERS: browsers,
    },
  });
  const json = report(file);
  const stats = json?.stats ?? { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
  const tests = browserTests(json?.suites ?? []);
  testTimes.push(...tests);
  const named = (outcome) =>
    tests.filter(({ status }) => status === outcome).map(({ file, title }) => `${file}: ${title}`);
  for (const title of named('flaky')) secondTry(title);
  let failed = stats.unexpected;
  if (failed === 0 && (!run.ok || (stats.expected === 0 && !values.changed))) failed = 1;
  for (const error of json?.errors ?? []) console.error(error.message);
  const missing = values.all || browsers === 'all' ? await missingEngines() : [];
  for (const reason of missing) console.log(reason);
  const skipped = stats.skipped + missing.length;
  count('playwright', stats.expected + stats.flaky, failed, skipped, run.seconds);
  failures.push(...named('unexpected').map((title) => `  ${title}`));
}

/**
 * Returns one sentence for each engine that is not tested or only partly tested, with the reason. Each sentence counts
 * as skipped.
 */
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

/** Prints times of steps and folders, and the slowest files and tests. */
function printTimes() {
  const sums = (key) => {
    const found = new Map();
    for (const test of testTimes) {
      const { tests, seconds } = found.get(key(test)) ?? { tests: 0, seconds: 0 };
      found.set(key(test), { tests: tests + 1, seconds: seconds + test.seconds });
    }
    return [...found].sort(([, a], [, b]) => b.seconds - a.seconds);
  };
  const line = (seconds, text) => console.log(`${seconds.toFixed(1).padStart(8)} s  ${text}`);
  console.log('── times: steps');
  for (const { step, seconds } of stepTimes) line(seconds, step);
  console.log('── times: tests of a folder, added up');
  for (const [folder, { tests, seconds }] of sums(({ file }) => dirname(file)))
    line(seconds, `${folder}: ${tests} tests`);
  console.log('── times: the 40 slowest files');
  for (const [file, { tests, seconds }] of sums(({ file }) => file).slice(0, 40))
    line(seconds, `${file}: ${tests} tests`);
  console.log('── times: the 40 slowest tests');
  for (const { file, title, seconds } of testTimes.toSorted((a, b) => b.seconds - a.seconds).slice(0, 40))
    line(seconds, `${file}: ${title}`);
}

const steps = {
  build: () => script('build'),
  types: () => script('types'),
  lint: () => script('lint'),
  layers: () => script('layers'),
  unit,
  e2e: browser,
};

/** Parses the command line. Ends the process with status 2 on errors. */
function readArguments() {
  try {
    const read = parseArgs({
      options: {
        all: { type: 'boolean', default: false },
        changed: { type: 'boolean', default: false },
        times: { type: 'boolean', default: false },
        browsers: { type: 'string', default: 'usual' },
      },
      allowPositionals: true,
    });
    const unknown = read.positionals.filter((word) => !(word in steps));
    if (unknown.length > 0)
      throw new Error(`unknown step ${unknown.join(', ')}; there are ${Object.keys(steps).join(', ')}`);
    if (!['usual', 'all'].includes(read.values.browsers))
      throw new Error(`--browsers ${read.values.browsers} is not accepted; there are usual and all`);
    return read;
  } catch (error) {
    console.error(error.message);
    process.exit(2);
  }
}

const { positionals: chosen, values } = readArguments();
const { browsers } = values;
if (values.all) process.env.QMGRSCOPE_ALL = '1';

setupPackages();
const wanted = chosen.length === 0 ? Object.keys(steps) : chosen;
if (wanted.includes('e2e')) await setupBrowser();
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
const started = Date.now();
const outcome = new Map();
/** Runs the requested steps among `names`, one after another. */
async function inTurn(names) {
  // oxlint-disable-next-line no-await-in-loop
  for (const name of names.filter((step) => wanted.includes(step))) outcome.set(name, await steps[name]());
}
await Promise.all([inTurn(['unit']), inTurn(['build', 'types', 'lint', 'layers'])]);
if (outcome.get('build') === false && wanted.includes('e2e')) count('playwright', 0, 1, 0, 0);
else await inTurn(['e2e']);

if (values.times) printTimes();
for (const line of failures) console.log(line);
if (total.skipped > 0) console.log(`${total.skipped} skipped`);
console.log(`${secondsSince(started)} s`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
