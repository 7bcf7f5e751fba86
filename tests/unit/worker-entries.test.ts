import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { build } from 'vite';
import { workers } from '../../src/cli/build/workers.ts';
import { anyEngine } from '../../src/worker/kinds/any-engine.ts';
import { createSession } from '../../src/worker/session/session.ts';
import { claimThread, shownOnce } from '../../src/worker/hosts/claim-thread.ts';
import { galleryItem } from '../../src/scenes/gallery.ts';
import { fakeEnv } from '../fixtures/session-harness.ts';

const folders: string[] = [];

/** Builds a page with one worker from these files. Rejects when the plugin `workers` finds a fault. */
async function built(files: Readonly<Record<string, string>>): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'qmgrscope-workers-'));
  folders.push(root);
  const page = { 'index.html': '<script type="module" src="/page.ts"></script>' };
  const start = "new Worker(new URL('./some.worker.ts', import.meta.url), { type: 'module' });";
  for (const [path, text] of Object.entries({ ...page, 'page.ts': start, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [workers()],
    worker: { format: 'es', plugins: () => [workers()] },
    build: { write: false },
  });
}

afterAll(() => {
  for (const root of folders) rmSync(root, { recursive: true });
});

/** Code that both the worker and the part that it loads later need. */
const COMMON = 'export const log: string[] = [];';
const LATER = "import { log } from './common.ts'; export const later = (): unknown => log.push('later');";
const HOST =
  "import { log } from './common.ts'; log.push('now'); void import('./later.ts').then((m) => m.later());";

describe('the files of workers', () => {
  test('are refused when a later part of the build imports the worker itself', async () => {
    await expect(built({ 'common.ts': COMMON, 'later.ts': LATER, 'some.worker.ts': HOST })).rejects.toThrow(
      /imports assets\/some\.worker-[\w-]+\.js, which WebKit would evaluate twice/,
    );
  });

  test('are refused when a worker holds more than one import', async () => {
    await expect(built({ 'some.worker.ts': "console.log('alone');" })).rejects.toThrow(
      /some\.worker-[\w-]+\.js must be one import/,
    );
  });
});

describe('a thread', () => {
  test('is claimed once; the second claim throws and is reported to the page', () => {
    const reported: unknown[] = [];
    const thread = { reportError: (error: unknown) => void reported.push(error) };
    claimThread('the simulation', thread);
    expect(reported).toEqual([]);
    expect(() => claimThread('the simulation', thread)).toThrow('the simulation was started twice');
    expect(String(reported[0])).toContain('the simulation was started twice');
  });
});

test('a session refuses a second page loudly, and the first page sees it continue', async () => {
  const reported: string[] = [];
  const thread = { reportError: (error: unknown) => void reported.push(String(error)) };
  const session = createSession(anyEngine, fakeEnv());
  const subscribe = shownOnce(session.subscribe, thread);
  const view = { transport: 'smtp', selected: 0, deliveries: 50 };
  const frames: string[] = [];
  await subscribe(view, ({ cursor }) => void frames.push(`first ${cursor.decision}`));
  const scenario = galleryItem('ten-two-two')?.scenario;
  if (scenario === undefined) throw new Error('no such scene');
  await session.open(scenario);
  expect(() => subscribe(view, ({ cursor }) => void frames.push(`second ${cursor.decision}`))).toThrow(
    'this session already has a page',
  );
  expect(reported).toEqual([expect.stringContaining('each page needs its own session')]);
  await session.step('decision', 1);
  expect(frames.at(-1)).toBe('first 1');
  expect(frames.filter((frame) => frame.startsWith('second'))).toEqual([]);
});
