import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Mismatch, Replayer } from './replayers/types.ts';

/**
 * `npm run conformance -- PATH…`: replays recorded vectors (files or folders, .json or .json.gz) and says for each that
 * differs where and how. The format is named inside the file. Exit status 1 when any failed.
 */
const REPLAYERS: Readonly<Record<string, string>> = {
  'qmgr-trace/1': 'qmgr-trace.ts',
  'wheel-trace/1': 'wheel-trace.ts',
  'purgatory-trace/1': 'purgatory-trace.ts',
  'cmgroup-scenario/1': 'cmgroup-scenario.ts',
  'cmgroup-workload/1': 'cmgroup-workload.ts',
};

const SHOWN = 200;

/** Vector files at or below a path, in the order of their names. */
function findFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => {
      const child = join(path, name);
      if (statSync(child).isDirectory()) return findFiles(child);
      return /\.json(\.gz)?$/.test(name) ? [child] : [];
    });
}

function readVector(path: string): unknown {
  const bytes = readFileSync(path);
  return JSON.parse((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
}

function formatOf(vector: unknown): string {
  const format =
    typeof vector === 'object' && vector !== null && 'format' in vector ? vector.format : undefined;
  if (typeof format !== 'string') throw new Error('no format named inside');
  return format;
}

async function loadReplayer(format: string): Promise<Replayer> {
  const name = Object.hasOwn(REPLAYERS, format) ? REPLAYERS[format] : undefined;
  if (name === undefined) throw new Error(`unknown format ${shorten(format)}`);
  const url = new URL(`./replayers/${name}`, import.meta.url);
  if (!existsSync(fileURLToPath(url))) throw new Error(`no replayer for ${format} yet`);
  const module = (await import(url.href)) as { replay: Replayer };
  return module.replay;
}

function shorten(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text;
}

function explain({ step, field, expected, got }: Mismatch): string {
  return `step ${step}, ${field}\n  expected ${shorten(expected)}\n  got      ${shorten(got)}`;
}

/** Null when the file passes, else why it does not. */
async function check(path: string): Promise<string | null> {
  try {
    const vector = readVector(path);
    const replay = await loadReplayer(formatOf(vector));
    const mismatch = replay(vector);
    return mismatch && explain(mismatch);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function main(paths: readonly string[]): Promise<number> {
  if (paths.length === 0) {
    console.error('usage: npm run conformance -- PATH...');
    return 1;
  }
  let passed = 0;
  let failed = 0;
  for (const path of paths) {
    if (!existsSync(path)) {
      failed++;
      console.log(`${path}: no such file or folder`);
      continue;
    }
    for (const file of findFiles(path)) {
      const reason = await check(file);
      if (reason === null) passed++;
      else {
        failed++;
        console.log(`${file}: ${reason}`);
      }
    }
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 || passed === 0 ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2));
