import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, type View } from './flows.ts';
import { type Runs, runsOf, type RunsKind } from './runs.ts';
import { ALL } from '../fixtures/all.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Computes Node's hashes once for all engines. The runner empties the folder of results when it starts. */
async function hashesInNode(kind: RunsKind, folder: string): Promise<string[]> {
  const kept = join(folder, `node-${kind}.json`);
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8')) as string[];
  const args = ['src/cli/tsx.mjs', 'tests/flows/node-hashes.ts', kind];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  mkdirSync(folder, { recursive: true });
  // Renamed when complete, so that no other process reads an incomplete file.
  writeFileSync(`${kept}.${process.pid}`, stdout);
  renameSync(`${kept}.${process.pid}`, kept);
  return JSON.parse(stdout) as string[];
}

interface Asked extends Pick<Runs, 'scenarios' | 'until'> {
  url: string;
}

/**
 * Talks to the worker file of the page over Comlink's messages, in a separate worker. The product needs no hook for this.
 * The log of every run must equal Node's, event by event.
 */
async function hashesInWorker(asked: Asked): Promise<string[]> {
  const { url, scenarios, until } = asked;
  const worker = new Worker(url, { type: 'module' });
  let calls = 0;
  const call = (path: string, ...args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = `e2e-${++calls}`;
      const listen = (event: MessageEvent<{ id?: string; type?: string; value?: unknown }>): void => {
        if (event.data.id !== id) return;
        worker.removeEventListener('message', listen);
        if (event.data.type === 'HANDLER') reject(new Error(`${path} failed`));
        else resolve(event.data.value);
      };
      worker.addEventListener('message', listen);
      worker.addEventListener('error', () => reject(new Error('the worker failed')));
      const argumentList = args.map((value) => ({ type: 'RAW', value }));
      worker.postMessage({ id, type: 'APPLY', path: [path], argumentList });
    });
  const hashes: string[] = [];
  for (const scenario of scenarios) {
    await call('open', scenario);
    await call('seek', until);
    hashes.push(String(await call('ask', 'hash')));
  }
  worker.terminate();
  return hashes;
}

async function hashesInBrowser(view: View, { scenarios, until }: Runs): Promise<string[]> {
  await view.open('#scene=fifo');
  const url = await view.run(
    () =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .find((name) => name.includes('simulation.worker')),
    null,
  );
  if (url === undefined) throw new Error('the page loads no worker');
  return view.run(hashesInWorker, { url, scenarios, until });
}

for (const [kind, what] of [
  ['gallery', 'every scene of the gallery'],
  ['lessons', 'all scenes of timers, threads and lessons'],
  ['random', '200 runs drawn at random'],
] as const) {
  if (!ALL && kind !== 'gallery') continue;
  test(`the browser runs ${what} exactly as Node does`, async ({ view }, { project }) => {
    const runs = runsOf(kind);
    const [here, there] = await Promise.all([
      hashesInNode(kind, project.outputDir),
      hashesInBrowser(view, runs),
    ]);
    // With names beside the hashes, a failure names the run that differs.
    const named = (hashes: readonly string[]): string[] =>
      runs.names.map((name, i) => `${name}: ${hashes[i]}`);
    expect(named(there)).toEqual(named(here));
    // The hashes must differ between runs, because identical runs would prove nothing.
    expect(new Set(here).size).toBeGreaterThan(runs.names.length * 0.6);
  });
}
