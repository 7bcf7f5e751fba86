/** Builds and serves the page and launches a browser, for benches and `npm run pictures`. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright';
import { build, type InlineConfig } from 'vite';
import { serveDist } from './serve-dist.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Builds the page (or what `config` names) for production, because development React is several times slower. Passes the
 * folder to `work` and removes it afterwards.
 */
export async function withBuild<T>(
  work: (folder: string) => Promise<T>,
  config: InlineConfig = { root: ROOT },
): Promise<T> {
  const outDir = mkdtempSync(join(tmpdir(), 'qmgrscope-'));
  try {
    await build({ logLevel: 'error', ...config, build: { ...config.build, outDir, emptyOutDir: true } });
    return await work(outDir);
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

/** Builds and serves the page; `work` gets its URL without a trailing slash. */
export function onBuild<T>(work: (url: string) => Promise<T>, config?: InlineConfig): Promise<T> {
  return withBuild(async (folder) => {
    const served = await serveDist(folder);
    try {
      return await work(served.url);
    } finally {
      await served.close();
    }
  }, config);
}

/** Builds and serves the page and launches a browser for `work`; closes the browser afterwards. */
export function onBuiltPage<T>(
  work: (browser: Browser, url: string) => Promise<T>,
  config?: InlineConfig,
): Promise<T> {
  return onBuild(async (url) => {
    const browser = await launchBrowser();
    try {
      return await work(browser, url);
    } finally {
      await browser.close();
    }
  }, config);
}

/** Launches the browser of the tests, which `setup.mjs` finds or installs. Rejects when no browser is found. */
export function launchBrowser(): Promise<Browser> {
  const setup = fileURLToPath(new URL('./setup.mjs', import.meta.url));
  const found = spawnSync(process.execPath, [setup, '--browser'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  const executablePath = found.stdout.trim();
  if (found.status !== 0 || executablePath === '') return Promise.reject(new Error('no browser'));
  // Containers run as root, without a sandbox, and have a small /dev/shm. The last argument keeps headless Chromium from
  // aligning letters to whole pixels.
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none'];
  return chromium.launch({ executablePath, args });
}
