/** A build of the page, served, and a browser to look at it: what the benches and `npm run pictures` measure and draw. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright';
import { build, type InlineConfig } from 'vite';
import { serveDist } from './serve-dist.ts';

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Builds the page (or what `config` says) as readers get it, because React for development is several times slower, and
 * gives its folder to `work`. Nothing of it is left when `work` has ended.
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

/** The same, served: `work` gets its address, without a slash at the end. */
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

/** The same with a browser, which is closed when `work` has ended. */
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

/** The browser that the tests run in: found, or else installed, by `setup.mjs`. Throws when there is none to be had. */
export function launchBrowser(): Promise<Browser> {
  const setup = fileURLToPath(new URL('./setup.mjs', import.meta.url));
  const found = spawnSync(process.execPath, [setup, '--browser'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  const executablePath = found.stdout.trim();
  if (found.status !== 0 || executablePath === '') return Promise.reject(new Error('no browser'));
  // As root, in containers: no sandbox is to be had, and /dev/shm is small. Without windows letters are set on whole pixels else.
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none'];
  return chromium.launch({ executablePath, args });
}
