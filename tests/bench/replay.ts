import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright';
import { replayEvidenceOf } from '../../src/record/importers/replay/evidence.ts';
import { replayOf } from '../../src/record/importers/replay/setup.ts';
import { followRecord } from '../../src/record/worker/replay/follow.ts';
import { onBuiltPage } from '../../src/cli/built-page.ts';
import { readLogs, settingsIn } from '../../src/record/cli/records/read-record.ts';
import { writeBurst } from './parts/made-burst.ts';
import { writeMadeLog } from './parts/made-log.ts';
import { cpuMs, cpuMsOf, pageProcess } from './parts/processor.ts';
import type { BenchRow } from './parts/types.ts';
import { mapAndArrayNs, middleOf, yardstickMs } from './parts/yardstick.ts';

const ARRIVALS = 60_000;
const SECONDS_MAX = 20;
const FIRST_PICTURE_MS = 1000;
const VISITS = 7;
/** Size in bytes of a generated log with 60,000 arrivals. */
const BYTES = 89_000_000;
const FIXTURE = new URL('../fixtures/records/logs/f1-afternoon/', import.meta.url);
/** Time limit in milliseconds, sufficient for a busy machine. */
const PATIENCE = 300_000;

/**
 * Follows a record of 60,000 arrivals with the exact engine, once for an afternoon from the fixtures that is repeated,
 * and once for a burst that arrives faster than it is delivered. Measures the time in Node and in the page (from the
 * tab Replay to the scorecard, with progress). Also measures the time from opening the address of the example
 * afternoon until the first picture of its run, with empty caches. Yardsticks use processor time, which other programs
 * do not change.
 */
export async function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'qmgrscope-replay-'));
  const yardstickNs = mapAndArrayNs(2_000_000, cpuMs);
  const row: MakeRow = (name, value, unit, reference = null, cpu = Number.NaN) => ({
    bench: 'replay',
    case: name,
    value,
    unit,
    yardstickRatio: yardstickMs(cpu, yardstickNs),
    reference,
  });
  try {
    const afternoons = join(folder, 'maillog');
    const burst = join(folder, 'burst.log');
    writeMadeLog(afternoons, BYTES);
    writeBurst(burst, ARRIVALS);
    const settings = ['postconf.txt', 'master.txt'].map((name) => fileURLToPath(new URL(name, FIXTURE)));
    return [
      ...(await inNode('60,000 arrivals, Node', [afternoons, ...settings], row)),
      ...(await inNode('60,000 in a burst, Node', [burst], row)),
      ...(await onBuiltPage(async (browser, url) => [
        ...(await inPage(browser, url, [afternoons, ...settings], row)),
        ...(await firstPictures(browser, url, row)),
      ])),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param cpu milliseconds of processor time, for the yardstick. */
type MakeRow = (
  name: string,
  value: number,
  unit: string,
  reference?: number | null,
  cpu?: number,
) => BenchRow;

async function inNode(name: string, files: readonly string[], row: MakeRow): Promise<BenchRow[]> {
  const { builder } = await readLogs(files.slice(0, 1), { zone: 'UTC', year: null });
  const settings = settingsIn(files.slice(1));
  const [member] = builder.members;
  const began = cpuMs();
  const replay = member === undefined ? null : replayOf(member.instance, settings, name);
  if (member === undefined || replay === null) throw new Error(`${name}: nothing to follow`);
  const { length: arrivals } = replay.scenario.recorded.messages.id;
  if (arrivals < ARRIVALS) throw new Error(`${name}: the record has ${arrivals} messages`);
  const following = followRecord(replay, replayEvidenceOf(member.instance, replay));
  while (!following.run(20_000));
  const ms = cpuMs() - began;
  const { score, differences } = following.result();
  if (differences.length > 0) throw new Error(`${name}: ${differences.length} differences`);
  return [
    row(`${name}, processor time`, ms / 1000, 's', SECONDS_MAX, ms),
    row(`${name}, attempts replayed`, score.attempts.replayed, 'attempts'),
  ];
}

/** Reads the record, then measures the time from opening the replay's address until the scorecard appears. */
async function inPage(
  browser: Browser,
  url: string,
  files: readonly string[],
  row: MakeRow,
): Promise<BenchRow[]> {
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
  await page.goto(`${url}/#postfix&tab=files`);
  const before = await pageProcess(browser);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([...files]);
  await page.getByRole('region', { name: 'Recognized' }).waitFor({ timeout: PATIENCE });
  await idle(page);
  await page.evaluate(WATCH_PROGRESS);
  const cpu = cpuMsOf(before);
  const began = performance.now();
  await page.evaluate(`location.hash = '#replay&of=vm,postfix'`);
  await page.waitForSelector(PICTURE, { timeout: PATIENCE });
  const picture = performance.now() - began;
  await idle(page);
  const seconds = (performance.now() - began) / 1000;
  const spent = cpuMsOf(before) - cpu;
  const told = await page.evaluate<number>('globalThis.progressTold');
  if (told === 0) throw new Error('the page never said how far it was');
  await page.close();
  return [
    row('60,000 arrivals, page, to the first picture', picture / 1000, 's'),
    row('60,000 arrivals, page, to the scorecard', seconds, 's', SECONDS_MAX),
    row('60,000 arrivals, page, processor time', spent / 1000, 's', null, spent),
    row('60,000 arrivals, page, progress reports', told, 'times'),
  ];
}

async function idle(page: Page): Promise<void> {
  await page.waitForSelector('html[data-idle="true"]', { state: 'attached', timeout: PATIENCE });
}

/** Selects the stage of a run, with or without jobs, because a record begins without jobs. */
const PICTURE = 'main :is(.stage-empty, [role=treeitem])';

const WATCH_PROGRESS = `(() => {
  globalThis.progressTold = 0;
  let last = 0;
  new MutationObserver(() => {
    const done = document.querySelector('progress')?.value;
    if (done !== undefined && done !== last) { last = done; globalThis.progressTold += 1; }
  }).observe(document, { subtree: true, childList: true, attributes: true });
})()`;

async function firstPictures(browser: Browser, url: string, row: MakeRow): Promise<BenchRow[]> {
  const visits: { picture: number; cpu: number }[] = [];
  // One after another, because they would share the processors.
  // oxlint-disable-next-line no-await-in-loop
  for (let i = 0; i < VISITS; i++) visits.push(await visit(browser, url));
  const pictures = visits.map(({ picture }) => picture);
  const cpu = middleOf(visits.map((one) => one.cpu));
  return [
    row('example afternoon, address to first picture', middleOf(pictures), 'ms', FIRST_PICTURE_MS),
    row('example afternoon, fastest visit', Math.min(...pictures), 'ms', FIRST_PICTURE_MS),
    row('example afternoon, processor time of the page', cpu, 'ms', null, cpu),
  ];
}

async function visit(browser: Browser, url: string): Promise<{ picture: number; cpu: number }> {
  const context = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.addInitScript(
    `new MutationObserver(() => {
      if (globalThis.pictureAt === undefined && document.querySelector('${PICTURE}') !== null)
        document.documentElement.dataset.pictureAt = globalThis.pictureAt = performance.now();
    }).observe(document, { subtree: true, childList: true });`,
  );
  await page.goto(`${url}/#replay=afternoon`);
  await page.waitForSelector('html[data-picture-at]', { state: 'attached', timeout: PATIENCE });
  const cpu = cpuMsOf(await pageProcess(browser));
  const picture = await page.evaluate<number>('globalThis.pictureAt');
  await context.close();
  return { picture, cpu };
}
