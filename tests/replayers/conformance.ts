import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describeError } from '../../src/scenario/schema-errors.ts';
import { helped, runCommand } from '../../src/cli/command.ts';
import { unpackedUpTo } from '../../src/cli/read-file.ts';
import { filesIn } from '../../src/record/cli/records/files.ts';
import type { Mismatch, Replayer } from './types.ts';
import { complain, print } from '../../src/cli/terminal.ts';
import { wordsOf } from '../../src/cli/command-words.ts';

/**
 * `npm run conformance -- [--json] PATH…`: replays recorded vectors (files or folders, .json or .json.gz). For each vector
 * that differs, prints where and how. The format is given in the file. Exit status 1 when a vector failed. With `--json`,
 * prints one result per file, which the page counts.
 */
const REPLAYERS: Readonly<Record<string, string>> = {
  'qmgr-trace/1': 'qmgr-trace.ts',
  'wheel-trace/1': 'wheel-trace.ts',
  'purgatory-trace/1': 'purgatory-trace.ts',
  'cmgroup-scenario/1': 'cmgroup-scenario.ts',
  'cmgroup-workload/1': 'cmgroup-workload.ts',
};

const SHOWN = 200;
/** Maximum size of an unpacked vector, in bytes. */
const VECTOR_MAX = 256 * 1024 * 1024;

function findFiles(path: string): string[] {
  return filesIn(path, { deep: true }).filter((name) => name === path || /\.json(\.gz)?$/.test(name));
}

function readVector(path: string): unknown {
  const bytes = unpackedUpTo(path, VECTOR_MAX);
  if (bytes === 'too large') throw new Error(`larger than ${VECTOR_MAX / 1024 ** 2} MB`);
  if (bytes === 'damaged') throw new Error('damaged gzip');
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new Error('not JSON');
  }
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
  const url = new URL(`./${name}`, import.meta.url);
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

/** Result for one file. `steps` = number of compared steps, 0 where the format has none. */
interface Outcome {
  file: string;
  about: string;
  steps: number;
  /** Why the file fails. Null when it passes. */
  reason: string | null;
}

async function check(file: string): Promise<Outcome> {
  const outcome: Outcome = { file, about: '', steps: 0, reason: null };
  try {
    const vector = readVector(file);
    const { about, steps } = vector as { about?: unknown; steps?: unknown };
    if (typeof about === 'string') outcome.about = about;
    if (Array.isArray(steps)) outcome.steps = steps.length;
    const replay = await loadReplayer(formatOf(vector));
    const mismatch = replay(vector);
    return { ...outcome, reason: mismatch && explain(mismatch) };
  } catch (error) {
    // A replayer throws a plain Error for an invalid value. Other errors mean that the file does not have the format that it
    // names.
    const plain = error instanceof Error && error.name === 'Error';
    return {
      ...outcome,
      reason: plain ? error.message : 'it does not have the form that its format asks for',
    };
  }
}

const USAGE = 'usage: npm run conformance -- [--json] PATH...';

export async function conformanceCommand(args: readonly string[]): Promise<number> {
  if (helped(USAGE, args)) return 0;
  const words = wordsOf(args, { json: false });
  const unknown = words.find(({ name }) => name !== '' && name !== '--json');
  if (unknown !== undefined) {
    complain(describeError({ field: 'option', value: unknown.name, accepted: '--json' }));
    return 2;
  }
  const json = words.some(({ name }) => name === '--json');
  const paths = words.filter(({ name }) => name === '').map(({ value }) => value ?? '');
  if (paths.length === 0) {
    complain(USAGE);
    return 1;
  }
  const outcomes: Outcome[] = [];
  for (const path of paths) {
    const files = existsSync(path) ? findFiles(path) : [path];
    for (const file of files) {
      outcomes.push(
        existsSync(file)
          ? await check(file)
          : { file, about: '', steps: 0, reason: 'no such file or folder' },
      );
    }
  }
  const failed = outcomes.filter(({ reason }) => reason !== null);
  if (json) print(JSON.stringify(outcomes));
  else {
    for (const { file, reason } of failed) print(`${file}: ${reason}`);
    print(`${outcomes.length - failed.length} passed, ${failed.length} failed`);
  }
  return failed.length > 0 || outcomes.length === 0 ? 1 : 0;
}

await runCommand(import.meta.url, conformanceCommand);
