import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { InlineConfig } from 'vite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildOwnPage } from '../../src/cli/own-page.mjs';

const ROOT = join(import.meta.dirname, '../..');
const CACHE = join(ROOT, 'node_modules', '.cache');
const builds: InlineConfig[] = [];
let writable = true;
let look = (_root: string): void => {};

vi.mock('vite', () => ({
  build: async (config: InlineConfig) => {
    builds.push(config);
    look(config.root ?? '');
  },
}));
vi.mock('../../src/cli/setup.mjs', async (original) => ({
  ...(await original<object>()),
  isWritable: () => writable,
}));

describe('the page of one process', () => {
  const made: string[] = [];
  const build = async (): Promise<string> => {
    const folder = await buildOwnPage();
    made.push(dirname(folder));
    return folder;
  };
  beforeEach(() => {
    writable = true;
    look = () => {};
    builds.length = 0;
  });
  afterEach(() => {
    for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  it('is built into a separate folder', async () => {
    mkdirSync(CACHE, { recursive: true });
    const [one, other] = [await build(), await build()];
    expect(one).not.toBe(other);
    expect(dirname(dirname(one))).toBe(CACHE);
    expect(builds.map(({ root, build: of }) => [root, of?.outDir])).toEqual([
      [ROOT, one],
      [ROOT, other],
    ]);
  });

  it('replaces those that killed processes left', async () => {
    // No process has such a high number, so the folder looks as if a killed process had left it.
    const left = join(CACHE, `qmgrscope-page-${hostname()}-999999999-abcdef`);
    mkdirSync(left, { recursive: true });
    const mine = await build();
    expect(existsSync(left)).toBe(false);
    expect(existsSync(dirname(mine))).toBe(true);
    await build();
    expect(existsSync(dirname(mine))).toBe(true);
  });

  it('is built from a copy where this user cannot write into the checkout', async () => {
    writable = false;
    const found: Record<string, boolean> = {};
    look = (root) => {
      for (const name of [
        'index.html',
        'vite.config.ts',
        'src/start.ts',
        'public/docs.css',
        'tests/conformance',
      ])
        found[name] = existsSync(join(root, name));
      // The copy links to the packages of the checkout, but has its own folder for caches beside them.
      found['packages'] = lstatSync(join(root, 'node_modules', 'react')).isSymbolicLink();
      found['caches'] = lstatSync(join(root, 'node_modules', '.cache')).isDirectory();
    };
    const folder = await build();
    expect(dirname(dirname(folder))).toBe(tmpdir());
    expect(builds[0]?.root).toBe(join(dirname(folder), 'copy'));
    expect(Object.entries(found).filter(([, isThere]) => !isThere)).toEqual([]);
    expect(Object.keys(found)).toHaveLength(7);
    // The copy of the checkout is removed, because the server only needs the built page.
    expect(existsSync(builds[0]?.root ?? '')).toBe(false);
  });
});

describe('an installation that its user cannot change', () => {
  let checkout = '';
  /** Another user than root, because root may write everywhere. */
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  beforeEach(() => {
    checkout = mkdtempSync(join(tmpdir(), 'qmgrscope-install-'));
    mkdirSync(join(checkout, 'src', 'cli'), { recursive: true });
    mkdirSync(join(checkout, 'node_modules', 'a'), { recursive: true });
    cpSync(join(ROOT, 'src', 'cli', 'setup.mjs'), join(checkout, 'src', 'cli', 'setup.mjs'));
    const lock = (version: string): string => JSON.stringify({ packages: { 'node_modules/a': { version } } });
    writeFileSync(join(checkout, 'package-lock.json'), lock('1.0.0'));
    writeFileSync(join(checkout, 'node_modules', '.package-lock.json'), lock('1.0.0'));
    for (const folder of ['', 'node_modules']) chmodSync(join(checkout, folder), 0o555);
  });
  afterEach(() => {
    for (const folder of ['', 'node_modules']) chmodSync(join(checkout, folder), 0o755);
    rmSync(checkout, { recursive: true });
  });
  const setup = (): { status: number | null; stderr: string } =>
    spawnSync(process.execPath, [join(checkout, 'src', 'cli', 'setup.mjs')], { ...user, encoding: 'utf8' });

  it('is used unchanged when its packages are those of the lock file', () => {
    expect(setup()).toMatchObject({ status: 0, stderr: '' });
  });

  it('says what to do when packages are missing', () => {
    chmodSync(join(checkout, 'node_modules'), 0o755);
    rmSync(join(checkout, 'node_modules', 'a'), { recursive: true });
    chmodSync(join(checkout, 'node_modules'), 0o555);
    const { status, stderr } = setup();
    expect(status).toBe(1);
    expect(stderr).toBe(
      `Packages are missing, and this user may not write into ${checkout}. ` +
        'Run npm ci there as its owner, or run qmgrscope from your own copy.\n',
    );
  });
});
