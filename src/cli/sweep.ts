/**
 * `npm run sweep -- SPEC.json [--part I/N] [--merge FILE…]`
 *
 * Runs a sweep of the experiments page: here on all cores, or as numbered parts on other machines. Results are lines of
 * JSON on standard output; a part that runs twice gives the same bytes.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { sweepRun } from '../core/experiments/sweep-run.ts';
import type { SweepLine, SweepSpec } from '../protocol/sweep-file.ts';
import { mergeLines, partOf, readSpec } from './sweeps/parts.ts';
import { fail, runCommand, usageStatus } from './command.ts';

const USAGE = `usage: npm run sweep -- SPEC.json [--part I/N] > RESULTS.jsonl
       npm run sweep -- SPEC.json --merge PART.jsonl… > RESULTS.jsonl
  SPEC.json     from the experiments page (Save as a file)
  --part I/N    only part I of N (I from 1). Array jobs need not say it: it is taken from SLURM_ARRAY_TASK_ID, _MIN and
                _COUNT, or from JOB_COMPLETION_INDEX and JOB_COMPLETIONS, when they are set
  --merge       joins the results of all parts; says which runs are missing
On a cluster: sbatch --array=1-40 --output=part-%a.jsonl --wrap 'npm run -s sweep -- SPEC.json', then --merge part-*.jsonl.
Without a part: all of it on all cores of this machine, with progress on standard error.
`;

/** Runs of one part, in their order. */
function runPart(spec: SweepSpec, { part, of }: { part: number; of: number }): void {
  const runs = spec.points.length * spec.seeds;
  for (let run = part - 1; run < runs; run += of) {
    const point = spec.points[run % spec.points.length];
    if (point === undefined) continue;
    const seed = (point.scenario.seed + Math.floor(run / spec.points.length)) >>> 0;
    const figures = sweepRun({ ...point.scenario, seed });
    const line: SweepLine = { kind: 'run', run, point: point.key, seed, figures };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }
}

/** One process a core, each with its part. */
async function runHere(path: string, spec: SweepSpec): Promise<string[]> {
  const total = spec.points.length * spec.seeds;
  const of = Math.max(1, Math.min(availableParallelism(), total));
  let ended = 0;
  const tell = (): void => {
    process.stderr.write(`\r${ended} of ${total} runs`);
  };
  tell();
  const parts = Array.from(
    { length: of },
    (_, i) =>
      new Promise<string>((resolve, reject) => {
        const child = spawn(
          process.execPath,
          [...process.execArgv, fileURLToPath(import.meta.url), path, '--part', `${i + 1}/${of}`],
          { stdio: ['ignore', 'pipe', 'inherit'] },
        );
        let text = '';
        child.stdout.setEncoding('utf8');
        child.stdout.on('data', (piece: string) => {
          text += piece;
          ended += piece.split('\n').length - 1;
          tell();
        });
        child.on('close', (code) =>
          code === 0 ? resolve(text) : reject(new Error(`part ${i + 1} of ${of} ended with status ${code}`)),
        );
      }),
  );
  const texts = await Promise.all(parts);
  process.stderr.write('\n');
  return texts;
}

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { part: { type: 'string' }, merge: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  const usage = usageStatus(USAGE, values.help, positionals);
  if (usage !== null) return usage;
  const [path = '', ...files] = positionals;
  const spec = readSpec(readFileSync(path, 'utf8'));
  if (values.merge === true) {
    if (files.length === 0) fail('--merge', 'nothing', 'the results of the parts');
    process.stdout.write(
      mergeLines(
        spec,
        files.map((file) => readFileSync(file, 'utf8')),
      ),
    );
    return 0;
  }
  if (files.length > 0) fail('SPEC', files.join(' '), 'one file; results are joined with --merge');
  const part = partOf(values.part, process.env);
  if (part !== null) runPart(spec, part);
  else process.stdout.write(mergeLines(spec, await runHere(path, spec)));
  return 0;
}

await runCommand(import.meta.url, main);
