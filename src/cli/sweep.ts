/**
 * `npm run sweep -- SPEC.json [--part I/N] [--out FILE] [--merge FILE…]`
 *
 * Runs a sweep of the experiments page on all cores of this machine, or as numbered parts on several machines. Results are
 * JSON lines, written immediately. The same sweep or part always gives the same bytes, and an interrupted sweep can be
 * continued.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { sweepRun } from '../core/experiments/sweep-run.ts';
import type { SweepLine, SweepSpec } from '../protocol/experiments.ts';
import { fail, runCommand, usageStatus } from './command.ts';
import { readText } from './read-file.ts';
import { runHere } from './sweeps/here.ts';
import { type Results, RESULTS_MAX, resultsInFile, resultsOnOutput } from './sweeps/out-file.ts';
import { linesOf, mergeLines, partOf, readSpec, runCount, runOf } from './sweeps/parts.ts';
import { PACKAGED_PAGE } from './page-folder.ts';
import { complain, printText } from './terminal.ts';

const USAGE = `usage: npm run sweep -- SPEC.json [--part I/N] > RESULTS.jsonl
       npm run sweep -- SPEC.json [--part I/N] --out RESULTS.jsonl
       npm run sweep -- SPEC.json --merge PART.jsonl… > RESULTS.jsonl
  SPEC.json     from the experiments page (Save as a file)
  --part I/N    run only part I of N (I from 1). Array jobs can omit it: the default comes from SLURM_ARRAY_TASK_ID, _MIN
                and _COUNT, or from JOB_COMPLETION_INDEX and JOB_COMPLETIONS
  --out FILE    write results to FILE; continues an interrupted sweep after the results in FILE
  --without FILE  skip the runs in FILE
  --merge       merge the results of all parts; reports missing runs
On a cluster: sbatch --array=1-40 --output=part-%a.jsonl --wrap 'npm run -s sweep -- SPEC.json', then --merge part-*.jsonl.
Without --part, the whole sweep runs on all cores of this machine, with progress on standard error.
`;

function runPart(
  spec: SweepSpec,
  { part, of }: { part: number; of: number },
  left: ReadonlySet<number>,
  results: Results,
): void {
  for (let run = part - 1; run < runCount(spec); run += of) {
    if (left.has(run) || results.done.has(run)) continue;
    const { point, seed } = runOf(spec, run);
    const figures = sweepRun({ ...point.scenario, seed });
    const line: SweepLine = { kind: 'run', run, point: point.key, seed, figures };
    results.add(`${JSON.stringify(line)}\n`);
  }
}

/** Runs a whole sweep on this machine. After an interruption, prints how to continue. */
async function runAll(path: string, spec: SweepSpec, out: string | undefined): Promise<number> {
  const head = `${JSON.stringify(spec)}\n`;
  const status = await runHere({
    program: PACKAGED_PAGE === null ? [fileURLToPath(import.meta.url)] : [process.argv[1] ?? '', 'sweep'],
    path,
    spec,
    results: out === undefined ? resultsOnOutput(head) : resultsInFile(out, spec, head),
    words: out === undefined ? [] : ['--without', out],
  });
  if (status !== 0)
    complain(`To continue: npm run sweep -- ${path} --out ${out ?? 'FILE (the file with these results)'}`);
  return status;
}

export async function sweepCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      part: { type: 'string' },
      out: { type: 'string' },
      without: { type: 'string' },
      merge: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const usage = usageStatus(USAGE, values.help, positionals);
  if (usage !== null) return usage;
  const [path = '', ...files] = positionals;
  const spec = readSpec(readText('SPEC', path));
  const textOf = (file: string): string => readText('PART', file, RESULTS_MAX);
  if (values.merge === true) {
    if (files.length === 0) fail('--merge', 'nothing', 'the results of the parts');
    printText(mergeLines(spec, files.map(textOf)));
    return 0;
  }
  if (files.length > 0) fail('SPEC', files.join(' '), 'one file; use --merge to merge results');
  const part = partOf(values.part, process.env);
  const { out, without } = values;
  if (part === null && without !== undefined)
    fail('--without', without, '--part I/N with it; for a whole sweep use --out FILE');
  if (part === null) return runAll(path, spec, out);
  const left = new Set(without === undefined ? [] : linesOf(spec, [textOf(without)]).keys());
  runPart(spec, part, left, out === undefined ? resultsOnOutput('') : resultsInFile(out, spec, ''));
  return 0;
}

await runCommand(import.meta.url, sweepCommand);
