import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Plugin } from 'vite';
import type { LineNumber } from '../../protocol/ids.ts';

/** Files that decide the result: the engines, the replayers, the recordings. */
const INPUTS = [
  'src/core',
  'src/protocol',
  'tests/replayers',
  'tests/conformance',
  'src/record/importers',
  'src/record/worker/replay',
  'src/record/cli/replay.ts',
  'tests/fixtures/records/logs',
  'tests/fixtures/records/verbose',
];
const VECTORS = ['nqmgr', 'timer', 'threads'].map((name) => `tests/conformance/${name}`);
/** Recordings of a real Postfix with which the engine is compared. */
const RECORDINGS = ['tests/fixtures/records/logs', 'tests/fixtures/records/verbose'];
const FILE = 'evidence.json';

/**
 * Replays the recorded vectors during the build and emits the result for the page "What is exact". If the recordings are
 * missing, the page says that nothing was checked. The result is cached until an input changes.
 */
export function evidence(): Plugin {
  let root = process.cwd();
  return {
    name: 'qmgrscope-evidence',
    configResolved(config) {
      root = config.root;
    },
    configureServer(server) {
      server.middlewares.use(`/${FILE}`, (_request, response, next) => {
        outcome(root).then((text) => {
          response.setHeader('Content-Type', 'application/json');
          response.end(text);
        }, next);
      });
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: FILE, source: await outcome(root) });
    },
  };
}

async function outcome(root: string): Promise<string> {
  if (!VECTORS.every((path) => existsSync(join(root, path)))) return '{"ran":false,"vectors":[]}';
  const kept = join(root, 'node_modules/.cache', `evidence-${hashOf(root)}.json`);
  if (existsSync(kept)) return readFileSync(kept, 'utf8');
  const vectors = [...(JSON.parse(await replay(root)) as unknown[]), ...(await followed(root))];
  const text = JSON.stringify({ ran: true, vectors });
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
  writeFileSync(kept, text);
  return text;
}

/** A failing vector does not end the build: it is part of the output, the page shows it, and the tests fail. */
async function replay(root: string): Promise<string> {
  return run(root, ['tests/replayers/conformance.ts', '--json', ...VECTORS], '[');
}

async function run(root: string, args: readonly string[], begins: string): Promise<string> {
  const options = { cwd: root, maxBuffer: 64 * 1024 * 1024 };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['src/cli/tsx.mjs', ...args], options);
    return stdout;
  } catch (error) {
    const { stdout } = error as { stdout?: string };
    if (stdout === undefined || !stdout.startsWith(begins)) throw error;
    return stdout;
  }
}

interface Followed {
  folder: string;
  first: { line: LineNumber; recorded: string; predicted: string } | null;
  selections: { compared: number; equal: number };
  preemptions: { compared: number; equal: number };
  windows: { compared: number; equal: number };
}

/** Returns the results of the recordings in the format of the vectors' results. One step is one compared log line. */
async function followed(root: string): Promise<unknown[]> {
  const folders = RECORDINGS.flatMap((path) =>
    existsSync(join(root, path)) ? readdirSync(join(root, path)).map((name) => `${path}/${name}`) : [],
  );
  if (folders.length === 0) return [];
  const text = await run(root, ['src/record/cli/replay.ts', '--json', '--zone', 'UTC', ...folders], '{');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { folder, selections, preemptions, windows, first } = JSON.parse(line) as Followed;
      const parts = { selections, preemptions, windows };
      const counts = Object.entries(parts).filter(([, { compared }]) => compared > 0);
      const about = counts.map(([name, { compared, equal }]) => `${equal} of ${compared} ${name} equal`);
      const isEqual = counts.every(([, { compared, equal }]) => compared === equal);
      return {
        file: `recordings/${folder.split('/').at(-1)}`,
        about: about.length === 0 ? 'a plain log: followed to its end' : about.join(', '),
        steps: counts.reduce((sum, [, { compared }]) => sum + compared, 0),
        reason: isEqual
          ? null
          : `line ${first?.line}: recorded ${first?.recorded}, predicted ${first?.predicted}`,
      };
    });
}

function hashOf(root: string): string {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    const full = join(root, path);
    for (const entry of readdirSync(full, { withFileTypes: true }).toSorted((a, b) =>
      a.name < b.name ? -1 : 1,
    ))
      if (entry.isDirectory()) add(`${path}/${entry.name}`);
      else hash.update(`${path}/${entry.name}\0`).update(readFileSync(join(full, entry.name)));
  };
  for (const path of INPUTS)
    if (path.endsWith('.ts')) hash.update(readFileSync(join(root, path)));
    else add(path);
  return hash.digest('hex').slice(0, 16);
}
